//! What stands before the first probe of an agent that is asked for real: told, agreed to, checked.
//!
//! Must not know what is told, nor what comes of an answer.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
    text::{Line, Span},
};

use super::{
    Overlay, Response,
    sheet::{EDGES, Reader, sheet},
};
use crate::{
    core::{
        visible,
        workbench::{
            Request,
            consent::{Absent, Answer, Consent, Found, Step, Told},
        },
    },
    tui::{
        action::{Action, Context},
        keys::Keymap,
        theme::{Role, Theme},
        widget::text::{hang, put, wrap},
    },
};

const AGREEING: &[Context] = &[Context::Consent];
/// Columns of a name before what is told.
const NAMES: usize = 11;
/// The widest that a line of text is read well.
const MEASURE: u16 = 96;

/// The page. It is closed by the board, which says what stands before the probes.
#[derive(Debug)]
pub struct ConsentPage {
    consent: Consent,
    /// The keys of yes, of yes for once, and of no.
    keys: [String; 3],
    reader: Reader,
    /// Somebody could have read it: a key that was pressed before was meant for something else.
    seen: bool,
}

impl ConsentPage {
    pub fn new(keymap: &Keymap, consent: Consent) -> Self {
        let key = |action| keymap.key_in(AGREEING, action).unwrap_or_default();
        let keys = [Action::Accept, Action::AgreeOnce, Action::Escape].map(key);
        Self { consent, keys, reader: Reader::default(), seen: false }
    }

    /// How far it has come now.
    pub fn set(&mut self, consent: Consent) {
        let same = std::mem::discriminant(&self.consent) == std::mem::discriminant(&consent);
        if !same {
            self.reader = match consent {
                Consent::Checks(_) => Reader::following(),
                Consent::Asks(_) | Consent::Failed(_) | Consent::Absent(_) => Reader::default(),
            };
            self.seen = false;
        }
        self.consent = consent;
    }

    fn title(&self) -> &'static str {
        match self.consent {
            Consent::Asks(_) => "Before the agent is asked",
            Consent::Checks(_) => "Looking whether it can be asked",
            Consent::Failed(_) | Consent::Absent(_) => "It cannot be asked",
        }
    }

    fn lines(&self, theme: &Theme, cells: usize) -> Vec<Line<'static>> {
        match &self.consent {
            Consent::Asks(told) => asked(told, theme, cells),
            Consent::Checks(steps) => {
                let mut lines = found(steps, theme, cells);
                let more = match steps.last() {
                    Some(last) if last.what == "residents" => {
                        "the model is told to use a skill, which costs what a probe costs"
                    }
                    _ => "looking on",
                };
                let text = format!("{} {more}", theme.symbols().ellipsis);
                lines.extend(wrap(&[Line::styled(text, theme.style(Role::Dim))], cells));
                lines
            }
            Consent::Failed(steps) => {
                let mut lines = found(steps, theme, cells);
                lines.push(Line::default());
                let text = "Nothing was run, and everything that was planned waits.";
                lines.extend(wrap(&[Line::raw(text)], cells));
                lines
            }
            Consent::Absent(absent) => {
                let Absent { agent, why, instead } = absent;
                let text = format!("{agent}: {why}");
                let text = Line::raw(visible::line(&text).into_owned());
                let mark =
                    Span::styled(format!("{} ", theme.symbols().wrong), theme.style(Role::Error));
                let mut lines = hang(vec![mark], 2, &text, cells);
                lines.push(Line::default());
                lines.extend(wrap(
                    &[Line::raw(format!("{} is asked.", visible::line(instead)))],
                    cells,
                ));
                lines
            }
        }
    }

    fn answers(&self, theme: &Theme) -> Line<'static> {
        let [yes, once, no] = &self.keys;
        let answers: &[(&String, &str)] = match &self.consent {
            // Over a cap everybody is asked each time, so that nothing of it is remembered.
            Consent::Asks(told) if told.over => &[(yes, "yes, up to the caps"), (no, "no")],
            Consent::Asks(_) => {
                &[(yes, "yes, and the next time too"), (once, "yes, now"), (no, "no")]
            }
            Consent::Checks(_) => &[(no, "stop")],
            Consent::Failed(_) | Consent::Absent(_) => &[(no, "close")],
        };
        let mut line = Line::default();
        for (key, word) in answers {
            line.push_span(Span::styled((*key).clone(), theme.style(Role::Key)));
            line.push_span(Span::raw(format!(" {word}   ")));
        }
        line
    }
}

/// What asking means, a name and its text a line.
fn asked(told: &Told, theme: &Theme, cells: usize) -> Vec<Line<'static>> {
    let head = visible::line(&told.head).into_owned();
    let mut lines = wrap(&[Line::styled(head, theme.strong(Role::Text))], cells);
    lines.push(Line::default());
    for line in &told.lines {
        let role = match line.name {
            "over" | "project" => Role::Warn,
            _ => Role::Text,
        };
        let text = Line::styled(visible::line(&line.text).into_owned(), theme.style(role));
        lines.extend(hang(vec![name(line.name, theme)], NAMES, &text, cells));
    }
    lines
}

/// What was found, with what to do below that which failed.
fn found(steps: &[Step], theme: &Theme, cells: usize) -> Vec<Line<'static>> {
    let symbols = theme.symbols();
    let mut lines = Vec::new();
    for step in steps {
        let (mark, role) = match step.found {
            Found::Pass => (symbols.expected, Role::Better),
            Found::Fail => (symbols.wrong, Role::Error),
            Found::Skipped => (symbols.separator, Role::Dim),
        };
        let mark = Span::styled(format!("{mark} "), theme.style(role));
        let indent = mark.width() + NAMES;
        let said = match step.found {
            Found::Skipped => Role::Dim,
            Found::Pass | Found::Fail => Role::Text,
        };
        let text = Line::styled(visible::line(&step.said).into_owned(), theme.style(said));
        lines.extend(hang(vec![mark, name(&step.what, theme)], indent, &text, cells));
        if let Some(remedy) = &step.remedy {
            let text = visible::line(remedy).into_owned();
            let text = Line::styled(text, theme.strong(Role::Text));
            lines.extend(hang(vec![Span::raw(" ".repeat(indent))], indent, &text, cells));
        }
    }
    lines
}

fn name(name: &str, theme: &Theme) -> Span<'static> {
    Span::styled(format!("{name:NAMES$}"), theme.style(Role::Dim))
}

impl Overlay for ConsentPage {
    fn contexts(&self) -> &'static [Context] {
        AGREEING
    }

    fn act(&mut self, action: Action) -> Response {
        if self.reader.act(action) {
            return Response::Stay;
        }
        let over = matches!(&self.consent, Consent::Asks(told) if told.over);
        let answer = match action {
            Action::Escape => Answer::No,
            Action::Accept if over => Answer::Once,
            Action::Accept => Answer::Yes,
            Action::AgreeOnce => Answer::Once,
            _ => return Response::Stay,
        };
        match (answer, self.seen) {
            (Answer::Yes | Answer::Once, false) => Response::Stay,
            (answer, _) => Response::Ask(Request::Agree(answer)),
        }
    }

    fn wheel(&mut self, rows: isize) {
        self.reader.wheel(rows);
    }

    fn draw(&mut self, buf: &mut Buffer, area: Rect, theme: &Theme) -> Option<Position> {
        let measure = area.width.saturating_sub(EDGES).min(MEASURE);
        let lines = self.lines(theme, measure.into());
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let wanted = Size { width: measure, height: rows.saturating_add(2) };
        let inside = sheet(buf, area, theme, self.title(), "", wanted);
        // The answers never scroll out of sight.
        let foot = inside.height.min(1);
        let gap = u16::from(inside.height > rows.saturating_add(1));
        let body = Rect { height: inside.height - foot - gap, ..inside };
        self.reader.draw(buf, body, theme, &lines);
        put(buf, inside, usize::from(inside.height - foot), &self.answers(theme));
        self.seen = inside.height > 0;
        None
    }
}
