//! How things look: a style for each role and a set of symbols, chosen once for a terminal.
//!
//! Panes name roles, never colours. Knows nothing of what is drawn, and reads no environment: the
//! values that matter are handed in.

mod color;
mod depth;
mod palette;
mod role;
mod symbols;

pub use depth::{Depth, Env, wants_ascii};
use ratatui::{
    style::{Modifier, Style},
    symbols::border,
};
pub use role::Role;
use strum::{EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};
pub use symbols::{IntervalMarks, Symbols};

use palette::Palette;

/// The themes. `EnumString` reads the names of the config file, kebab-case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ThemeName {
    Dark,
    Light,
    HighContrast,
    /// The terminal's own sixteen colours.
    Sixteen,
    /// No colour at all: weight and reversal only.
    Mono,
}

impl ThemeName {
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// What a terminal and a person want of a theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// `None` follows the background of the terminal.
    pub theme: Option<ThemeName>,
    /// The background as the terminal reported it; unknown counts as dark.
    pub light_background: Option<bool>,
    pub depth: Depth,
    pub ascii: bool,
}

/// Resolved styles and symbols. Cheap to copy a style out of; made anew when a setting changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    settings: Settings,
    name: ThemeName,
    palette: Palette,
}

impl Default for Theme {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl Theme {
    /// The theme that the settings ask for, as far as the colours of the terminal allow it: with
    /// sixteen colours it is [`ThemeName::Sixteen`], with none it is [`ThemeName::Mono`].
    pub fn new(settings: Settings) -> Self {
        let by_background = match settings.light_background {
            Some(true) => ThemeName::Light,
            Some(false) | None => ThemeName::Dark,
        };
        let name = match (settings.depth, settings.theme) {
            (Depth::None, _) | (_, Some(ThemeName::Mono)) => ThemeName::Mono,
            (Depth::Sixteen, _) => ThemeName::Sixteen,
            (_, asked) => asked.unwrap_or(by_background),
        };
        let palette = Palette::built_in(name).at_depth(settings.depth);
        Self { settings, name, palette }
    }

    pub fn name(&self) -> ThemeName {
        self.name
    }

    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The next theme that looks different on this terminal.
    #[must_use]
    pub fn next(&self) -> Self {
        let names: Vec<_> = ThemeName::iter().collect();
        let at = names.iter().position(|name| *name == self.name).unwrap_or(0);
        let after = names.iter().cycle().skip(at + 1).take(names.len());
        after
            .map(|name| Self::new(Settings { theme: Some(*name), ..self.settings }))
            .find(|theme| theme.name != self.name)
            .unwrap_or_else(|| self.clone())
    }

    pub fn style(&self, role: Role) -> Style {
        self.palette.style(role)
    }

    pub fn symbols(&self) -> &'static Symbols {
        if self.settings.ascii { &symbols::ASCII } else { &symbols::UNICODE }
    }

    pub fn is_ascii(&self) -> bool {
        self.settings.ascii
    }

    /// Before a figure whose true value is that or less.
    pub fn at_most(&self) -> &'static str {
        if self.is_ascii() { "<=" } else { "≤" }
    }

    /// Before a figure whose true value is that or more.
    pub fn at_least(&self) -> &'static str {
        if self.is_ascii() { ">=" } else { "≥" }
    }

    /// The lines around a pane. The focused pane has heavier lines, not only another colour.
    pub fn border(&self, focused: bool) -> border::Set<'static> {
        match (self.settings.ascii, focused) {
            (false, false) => border::PLAIN,
            (false, true) => border::THICK,
            (true, false) => symbols::ASCII_BORDER,
            (true, true) => symbols::ASCII_BORDER_FOCUS,
        }
    }

    pub fn border_style(&self, focused: bool) -> Style {
        self.style(if focused { Role::BorderFocus } else { Role::Border })
    }

    /// The style of a selected row; dimmer when its pane is not in focus. Nothing in the row is dim
    /// any more: that is too faint to read on a ground that is not the terminal's own.
    pub fn selection(&self, focused: bool) -> Style {
        let style = self.style(if focused { Role::Selection } else { Role::SelectionIdle });
        style.remove_modifier(Modifier::DIM)
    }

    /// A style with emphasis on top, for the one word that matters in a line.
    pub fn strong(&self, role: Role) -> Style {
        self.style(role).add_modifier(Modifier::BOLD)
    }
}

#[cfg(test)]
mod tests;
