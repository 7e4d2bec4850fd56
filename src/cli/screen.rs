//! `skillscope screen`: a view as a picture, complete, with a clock that stands still.

use super::{
    Failure,
    arguments::{Look, ScreenFormat, ViewName},
    exit::Exit,
    keymap::keymap,
    look, output,
};
use crate::{
    engine::session::{Setup, Still},
    report::screen,
    tui::offscreen::{self, Effect, Offscreen, Theme, ThemeName, ViewId},
};

/// Which picture.
#[derive(Debug)]
pub(super) struct Wanted {
    pub view: ViewName,
    pub size: (u16, u16),
    /// Keys that are pressed first.
    pub keys: String,
    pub format: ScreenFormat,
    pub look: Look,
}

pub(super) fn run(setup: Setup, wanted: &Wanted) -> Result<Exit, Failure> {
    // Only a keymap that is named: a picture is the same for everybody.
    let (keymap, _) = keymap(wanted.look.keymap.as_deref(), None)?;
    let theme = Theme::new(look::of_picture(&wanted.look));
    let page = match theme.name() {
        ThemeName::Light => screen::Palette::LIGHT,
        _ => screen::Palette::DARK,
    };
    let mut session = Still::new(setup)?;
    let view = match wanted.view {
        ViewName::Neighborhood => ViewId::Neighborhood,
        ViewName::Probes => ViewId::Probes,
        ViewName::Confusion => ViewId::Confusion,
        ViewName::Intervals => ViewId::Intervals,
        ViewName::Compare => ViewId::Compare,
    };
    let choices = offscreen::Setup { view, theme, keymap, ..offscreen::Setup::default() };
    let mut picture = Offscreen::new(choices, wanted.size);
    picture.show(session.board());
    let answer = |effect| match effect {
        Effect::Request(request) => Some(session.ask(request)),
        // The terminal, the editor and files of exports are a person's.
        _ => None,
    };
    picture.play(&wanted.keys, answer).map_err(|error| Failure::Usage(error.to_string()))?;
    let cells = picture.picture();
    output::print(&match wanted.format {
        ScreenFormat::Text => screen::text(&cells),
        ScreenFormat::Ansi => screen::ansi::ansi(&cells),
        ScreenFormat::Svg => screen::svg(&cells, &page, "skillscope"),
    })
}
