//! How a view looks: flags, then the configuration, then what the terminal can do.

use std::path::PathBuf;

use clap::Args;

use super::values::{self, AUTO};
use crate::{
    engine::config::Config,
    tui::offscreen::{Depth, Env, Settings, wants_ascii},
};

/// How a view looks, on a screen or as a picture.
#[derive(Clone, Debug, Default, Args)]
pub struct Look {
    /// Colours; auto asks the terminal, and a picture is dark then.
    #[arg(long, value_name = "NAME", value_parser = values::themes())]
    pub theme: Option<String>,
    /// Draw with ASCII alone.
    #[arg(long)]
    pub ascii: bool,
    /// Key bindings to use instead of the file in the configuration folder.
    #[arg(long, value_name = "FILE")]
    pub keymap: Option<PathBuf>,
}

/// The settings of a screen on the terminal that `env` describes.
pub(super) fn on_terminal(look: &Look, config: &Config, env: &Env<'_>) -> Settings {
    let theme = look.theme.as_deref().or(config.theme.as_deref()).unwrap_or(AUTO);
    Settings {
        // Only "auto" is the name of no theme; all others were checked when they were read.
        theme: theme.parse().ok(),
        light_background: None,
        depth: Depth::detect(env),
        ascii: look.ascii || config.ascii.unwrap_or_else(|| wants_ascii(env)),
    }
}

/// The settings of a picture: the same wherever it is made.
pub(super) fn of_picture(look: &Look) -> Settings {
    Settings {
        theme: look.theme.as_deref().and_then(|theme| theme.parse().ok()),
        ascii: look.ascii,
        ..Settings::default()
    }
}

/// The answer of the terminal about its background would change something.
pub(super) fn follows_background(settings: &Settings) -> bool {
    settings.theme.is_none() && settings.depth > Depth::Sixteen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::offscreen::{Theme, ThemeName};

    fn look(theme: Option<&str>) -> Look {
        Look { theme: theme.map(str::to_owned), ..Look::default() }
    }

    const RICH: Env<'_> = Env {
        term: Some("xterm-256color"),
        colorterm: Some("truecolor"),
        no_color: None,
        wt_session: None,
        locale: Some("C.UTF-8"),
    };

    #[test]
    fn a_flag_comes_over_the_configuration_and_auto_follows_the_terminal() {
        let config = Config { theme: Some("light".into()), ..Config::default() };
        let named = on_terminal(&look(Some("high-contrast")), &config, &RICH);
        assert_eq!(named.theme, Some(ThemeName::HighContrast));
        assert_eq!(on_terminal(&look(None), &config, &RICH).theme, Some(ThemeName::Light));
        let auto = on_terminal(&look(Some(AUTO)), &config, &RICH);
        assert!(follows_background(&auto) && !follows_background(&named));
    }

    #[test]
    fn a_terminal_gets_no_more_than_it_can_show() {
        let config = Config::default();
        let bare = Env { no_color: Some("1"), ..RICH };
        let settings = on_terminal(&look(Some("light")), &config, &bare);
        assert_eq!(Theme::new(settings).name(), ThemeName::Mono);
        assert!(!follows_background(&on_terminal(&look(None), &config, &bare)));
        let console = Env { term: Some("linux"), ..RICH };
        assert!(on_terminal(&look(None), &config, &console).ascii);
        let told = Config { ascii: Some(false), ..Config::default() };
        assert!(!on_terminal(&look(None), &told, &console).ascii);
        let latin = Env { locale: Some("de_DE.ISO-8859-1"), ..RICH };
        assert!(on_terminal(&look(None), &config, &latin).ascii);
    }

    #[test]
    fn a_picture_is_dark_and_unicode_unless_told() {
        assert_eq!(Theme::new(of_picture(&look(None))).name(), ThemeName::Dark);
        assert_eq!(Theme::new(of_picture(&look(Some("mono")))).name(), ThemeName::Mono);
        assert!(of_picture(&Look { ascii: true, ..Look::default() }).ascii);
    }
}
