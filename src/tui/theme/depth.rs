//! How many colours a terminal has, from what its environment says.

/// Colours of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Depth {
    /// No colour may be set, neither foreground nor background.
    None,
    Sixteen,
    Indexed,
    #[default]
    True,
}

/// The environment values that decide, as they are; `None` is unset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Env<'a> {
    pub no_color: Option<&'a str>,
    pub colorterm: Option<&'a str>,
    pub term: Option<&'a str>,
    /// Set by Windows Terminal.
    pub wt_session: Option<&'a str>,
    /// The first of LC_ALL, LC_CTYPE and LANG that is set and not empty.
    pub locale: Option<&'a str>,
}

impl Depth {
    /// `NO_COLOR` (not empty) and a dumb terminal have none; `COLORTERM` promises the most; then
    /// the name of the terminal. An unknown terminal has sixteen.
    pub fn detect(env: &Env<'_>) -> Self {
        let set = |value: Option<&str>| value.is_some_and(|value| !value.is_empty());
        let term = env.term.unwrap_or_default();
        if set(env.no_color) || term == "dumb" {
            Self::None
        } else if matches!(env.colorterm, Some("truecolor" | "24bit"))
            || term.ends_with("-direct")
            || set(env.wt_session)
        {
            Self::True
        } else if term.contains("256color") {
            Self::Indexed
        } else {
            Self::Sixteen
        }
    }
}

/// Whether the terminal is better served with ASCII: consoles without braille and blocks, and
/// locales that name another character set than UTF-8.
pub fn wants_ascii(env: &Env<'_>) -> bool {
    let poor = matches!(env.term, Some("dumb" | "linux" | "vt100" | "vt220"));
    let charset = env.locale.and_then(|locale| locale.split_once('.')).map(|(_, set)| set);
    let foreign = charset.is_some_and(|set| {
        let set = set.split('@').next().unwrap_or_default().replace('-', "");
        !set.eq_ignore_ascii_case("utf8")
    });
    poor || foreign
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides_the_depth() {
        let term = |term| Env { term: Some(term), ..Env::default() };
        assert_eq!(Depth::detect(&Env::default()), Depth::Sixteen);
        assert_eq!(Depth::detect(&term("dumb")), Depth::None);
        assert_eq!(Depth::detect(&term("xterm")), Depth::Sixteen);
        assert_eq!(Depth::detect(&term("tmux-256color")), Depth::Indexed);
        assert_eq!(Depth::detect(&term("xterm-direct")), Depth::True);
        let rich = Env { colorterm: Some("truecolor"), ..term("xterm-256color") };
        assert_eq!(Depth::detect(&rich), Depth::True);
        assert_eq!(Depth::detect(&Env { no_color: Some("1"), ..rich }), Depth::None);
        assert_eq!(Depth::detect(&Env { no_color: Some(""), ..rich }), Depth::True);
    }

    #[test]
    fn ascii_is_for_poor_consoles_and_foreign_character_sets() {
        let locale = |locale| Env { locale: Some(locale), ..Env::default() };
        assert!(!wants_ascii(&Env::default()));
        assert!(!wants_ascii(&locale("C.utf8")));
        assert!(!wants_ascii(&locale("de_DE.UTF-8@euro")));
        assert!(wants_ascii(&locale("de_DE.ISO-8859-1")));
        assert!(wants_ascii(&Env { term: Some("linux"), ..Env::default() }));
    }
}
