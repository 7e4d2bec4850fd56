//! `skillscope screen`: a view as a picture, complete, with a clock that stands still.

use clap::{Args, ValueEnum};

use super::{
    Failure, choose,
    exit::Exit,
    heard,
    keymap::keymap,
    look::{self, Look},
    output,
    target::Target,
    values,
};
use crate::{
    engine::session::{Setup, Still},
    report::screen,
    tui::offscreen::{self, Effect, Offscreen, Theme, ThemeName, ViewId},
};

/// Which picture.
#[derive(Debug, Args)]
pub struct Wanted {
    /// Which view to draw.
    #[arg(value_parser = values::named::<ViewId>())]
    pub view: ViewId,
    #[command(flatten)]
    pub target: Target,
    /// Draw the bundled demo instead of PATHs.
    #[arg(long, conflicts_with = "paths")]
    pub demo: bool,
    /// Columns and rows.
    #[arg(long, value_name = "WxH", default_value = "120x40", value_parser = values::size)]
    pub size: (u16, u16),
    /// Keys to press first, for example "j j <enter>".
    #[arg(long, value_name = "KEYS", default_value = "")]
    pub keys: String,
    #[arg(long, value_enum, default_value_t = ScreenFormat::Text)]
    pub format: ScreenFormat,
    #[command(flatten)]
    pub look: Look,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScreenFormat {
    Text,
    Ansi,
    Svg,
}

pub(super) fn run(wanted: Wanted) -> Result<Exit, Failure> {
    let setup = match wanted.demo {
        true => Setup::demo()?,
        false => choose::words(wanted.target, &heard())?,
    };
    // Only a keymap that is named: a picture is the same for everybody.
    let (keymap, _) = keymap(wanted.look.keymap.as_deref(), None)?;
    let theme = Theme::new(look::of_picture(&wanted.look));
    let page = match theme.name() {
        ThemeName::Light => screen::Palette::LIGHT,
        _ => screen::Palette::DARK,
    };
    let mut session = Still::new(setup)?;
    let choices =
        offscreen::Setup { view: wanted.view, theme, keymap, ..offscreen::Setup::default() };
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
