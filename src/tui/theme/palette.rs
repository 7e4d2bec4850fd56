//! Theme files: a style for each role.

use std::str::FromStr;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;
use strum::{EnumCount, IntoEnumIterator};
use thiserror::Error;

use super::{Depth, Role, ThemeName, color};

/// One style a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Palette {
    styles: [Style; Role::COUNT],
}

/// Why a theme file is refused.
#[derive(Debug, Error)]
pub(super) enum PaletteError {
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    #[error("there is no role `{0}`")]
    Role(String),
    #[error("the role `{0}` has no style")]
    Missing(&'static str),
    #[error("`{value}` of `{role}` is no {what}")]
    Value { role: String, value: String, what: &'static str },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    fg: Option<String>,
    bg: Option<String>,
    #[serde(default)]
    mods: Vec<String>,
}

impl Palette {
    /// A theme of the binary. A test reads each; should one fail all the same, all is plain.
    pub(super) fn built_in(name: ThemeName) -> Self {
        Self::parse(source(name)).unwrap_or(Self { styles: [Style::new(); Role::COUNT] })
    }

    /// Reads `role = { fg = "#rrggbb" | name, bg = ..., mods = ["bold", ...] }`, one a role.
    ///
    /// # Errors
    /// When it is not TOML of that shape, names what does not exist, or lacks a role.
    pub(super) fn parse(text: &str) -> Result<Self, PaletteError> {
        let entries: indexmap::IndexMap<String, Entry> = toml::from_str(text)?;
        let mut styles = [None; Role::COUNT];
        for (id, entry) in &entries {
            let role = Role::from_str(id).map_err(|_| PaletteError::Role(id.clone()))?;
            // A role's number is below the count of roles.
            styles[role as usize] = Some(style(id, entry)?);
        }
        let mut palette = Self { styles: [Style::new(); Role::COUNT] };
        for (role, (slot, style)) in Role::iter().zip(palette.styles.iter_mut().zip(styles)) {
            *slot = style.ok_or(PaletteError::Missing(role.id()))?;
        }
        Ok(palette)
    }

    pub(super) fn style(&self, role: Role) -> Style {
        // A role's number is below the count of roles.
        self.styles[role as usize]
    }

    /// The palette with colours that a terminal of this depth has.
    pub(super) fn at_depth(mut self, depth: Depth) -> Self {
        for style in &mut self.styles {
            style.fg = style.fg.and_then(|fg| color::at_depth(fg, depth));
            style.bg = style.bg.and_then(|bg| color::at_depth(bg, depth));
        }
        self
    }
}

pub(super) fn source(name: ThemeName) -> &'static str {
    match name {
        ThemeName::Dark => include_str!("../../../assets/themes/dark.toml"),
        ThemeName::Light => include_str!("../../../assets/themes/light.toml"),
        ThemeName::HighContrast => include_str!("../../../assets/themes/high-contrast.toml"),
        ThemeName::Sixteen => include_str!("../../../assets/themes/sixteen.toml"),
        ThemeName::Mono => include_str!("../../../assets/themes/mono.toml"),
    }
}

fn style(role: &str, entry: &Entry) -> Result<Style, PaletteError> {
    let error = |value: &str, what| PaletteError::Value {
        role: role.to_owned(),
        value: value.to_owned(),
        what,
    };
    let color = |name: &Option<String>| -> Result<Option<Color>, PaletteError> {
        let read = |name: &String| Color::from_str(name).map_err(|_| error(name, "colour"));
        name.as_ref().map(read).transpose()
    };
    let mut style = Style { fg: color(&entry.fg)?, bg: color(&entry.bg)?, ..Style::new() };
    for name in &entry.mods {
        let modifier = match name.as_str() {
            "bold" => Modifier::BOLD,
            "dim" => Modifier::DIM,
            "italic" => Modifier::ITALIC,
            "underlined" => Modifier::UNDERLINED,
            "reversed" => Modifier::REVERSED,
            "crossed-out" => Modifier::CROSSED_OUT,
            other => return Err(error(other, "modifier")),
        };
        style = style.add_modifier(modifier);
    }
    Ok(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_file_that_lacks_or_invents_something_is_refused() {
        let said = |text: &str| Palette::parse(text).unwrap_err().to_string();
        let dark = source(ThemeName::Dark);
        assert_eq!(said(&format!("{dark}\nbackdrop = {{}}\n")), "there is no role `backdrop`");
        let without: String = dark
            .lines()
            .filter(|line| !line.starts_with("rival3"))
            .map(|l| l.to_owned() + "\n")
            .collect();
        assert_eq!(said(&without), "the role `rival3` has no style");
        assert_eq!(said("text = { fg = \"mauvish\" }"), "`mauvish` of `text` is no colour");
        assert_eq!(said("text = { mods = [\"loud\"] }"), "`loud` of `text` is no modifier");
        assert!(said("text = { colour = 3 }").contains("unknown field"));
    }
}
