//! What the environment says of the terminal and of the person's tools.

use std::env;

use crate::tui::offscreen::Env;

/// The values that matter, as they were at the start.
#[derive(Clone, Debug, Default)]
pub(super) struct Environment {
    no_color: Option<String>,
    colorterm: Option<String>,
    term: Option<String>,
    wt_session: Option<String>,
    locale: Option<String>,
    /// The words of `$VISUAL`, else of `$EDITOR`.
    pub editor: Vec<String>,
    pub inside_tmux: bool,
}

impl Environment {
    /// That of this process.
    pub fn of_process() -> Self {
        let value = |name: &str| env::var_os(name).map(|text| text.to_string_lossy().into_owned());
        let first = |names: &[&str]| {
            names.iter().filter_map(|name| value(name)).find(|text| !text.trim().is_empty())
        };
        Self {
            no_color: value("NO_COLOR"),
            colorterm: value("COLORTERM"),
            term: value("TERM"),
            wt_session: value("WT_SESSION"),
            locale: first(&["LC_ALL", "LC_CTYPE", "LANG"]),
            editor: first(&["VISUAL", "EDITOR"])
                .map(|text| text.split_whitespace().map(str::to_owned).collect())
                .unwrap_or_default(),
            inside_tmux: value("TMUX").is_some_and(|text| !text.is_empty()),
        }
    }

    /// The part of it that decides colours and characters.
    pub fn terminal(&self) -> Env<'_> {
        Env {
            no_color: self.no_color.as_deref(),
            colorterm: self.colorterm.as_deref(),
            term: self.term.as_deref(),
            wt_session: self.wt_session.as_deref(),
            locale: self.locale.as_deref(),
        }
    }
}
