//! The bytes of a frame, read back by a terminal emulator.

use proptest::prelude::*;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Size},
    style::{Color, Modifier, Style},
};

use super::Canvas;
use crate::tui::frame::emulator::emulator;

const SIZE: Size = Size { width: 20, height: 4 };

struct Screen {
    canvas: Canvas,
    terminal: vt100::Parser,
    /// Of the last frame.
    bytes: String,
}

impl Screen {
    fn new() -> Self {
        let terminal = emulator(SIZE);
        Self { canvas: Canvas::new(SIZE), terminal, bytes: String::new() }
    }

    fn draw(&mut self, paint: impl FnOnce(&mut Buffer)) -> &str {
        self.draw_with_cursor(|buffer| {
            paint(buffer);
            None
        })
    }

    fn draw_with_cursor(&mut self, paint: impl FnOnce(&mut Buffer) -> Option<Position>) -> &str {
        let mut bytes = Vec::new();
        let length = self.canvas.draw(&mut bytes, paint).unwrap();
        assert_eq!(length, bytes.len());
        self.terminal.process(&bytes);
        self.bytes = String::from_utf8(bytes).unwrap();
        &self.bytes
    }

    fn cell(&self, (x, y): (u16, u16)) -> &vt100::Cell {
        self.terminal.screen().cell(y, x).unwrap()
    }

    fn row(&self, row: u16) -> String {
        self.terminal.screen().rows(0, SIZE.width).nth(row.into()).unwrap()
    }
}

fn text(at: (u16, u16), text: &'static str) -> impl Fn(&mut Buffer) {
    move |buffer| {
        buffer.set_string(at.0, at.1, text, Style::default());
    }
}

#[test]
fn the_first_frame_clears_once_and_the_next_never() {
    let mut screen = Screen::new();
    assert_eq!(screen.draw(text((0, 0), "one")).matches("\x1b[2J").count(), 1);
    let second = screen.draw(text((0, 0), "two"));
    assert!(!second.contains("\x1b[2J") && !second.contains("\x1b[J"), "{second:?}");
    assert_eq!(screen.row(0), "two");
}

#[test]
fn an_unchanged_frame_writes_nothing() {
    let mut screen = Screen::new();
    screen.draw(text((3, 1), "日本語"));
    assert_eq!(screen.draw(text((3, 1), "日本語")), "");
}

#[test]
fn a_changed_frame_is_one_synchronized_update_of_the_changed_cells() {
    let mut screen = Screen::new();
    screen.draw(text((0, 2), "recall 0.800"));
    let bytes = screen.draw(text((0, 2), "recall 0.900")).to_string();
    assert!(bytes.starts_with("\x1b[?2026h") && bytes.ends_with("\x1b[?2026l"), "{bytes:?}");
    assert!(bytes.len() < 64, "{} bytes: {bytes:?}", bytes.len());
    assert_eq!(screen.row(2), "recall 0.900");
}

#[test]
fn the_half_of_a_wide_character_that_is_left_over_is_painted_too() {
    let mut screen = Screen::new();
    screen.draw(text((2, 0), "日"));
    screen.draw(|buffer| {
        buffer.set_string(2, 0, "x", Style::default().bg(Color::Indexed(4)));
    });
    assert_eq!(screen.cell((2, 0)).bgcolor(), vt100::Color::Idx(4));
    assert_eq!(screen.cell((3, 0)).bgcolor(), vt100::Color::Default);
}

#[test]
fn after_a_resize_everything_is_painted_anew() {
    let mut screen = Screen::new();
    screen.draw(text((0, 0), "old"));
    screen.terminal.process(b"\x1b[Hsmeared by somebody");
    screen.canvas.resize(Size { width: 10, height: 2 });
    screen.draw(text((0, 0), "new"));
    assert_eq!(screen.terminal.screen().contents(), "new");
}

#[test]
fn without_colours_in_the_buffer_no_colour_is_written() {
    let mut screen = Screen::new();
    let bold = Style::default().add_modifier(Modifier::BOLD | Modifier::REVERSED);
    let bytes = screen
        .draw(|buffer| {
            buffer.set_string(0, 0, "plain", Style::default());
            buffer.set_string(0, 1, "strong", bold);
        })
        .to_string();
    assert_eq!(colours(&bytes), Vec::<&str>::new(), "{bytes:?}");
    let cell = screen.terminal.screen().cell(1, 0).unwrap();
    assert!(cell.bold() && cell.inverse());
}

#[test]
fn colours_are_written_where_the_buffer_has_them() {
    let mut screen = Screen::new();
    let bytes = screen
        .draw(|buffer| {
            buffer.set_string(0, 0, "x", Style::default().fg(Color::Rgb(1, 2, 3)));
        })
        .to_string();
    assert!(!colours(&bytes).is_empty());
    let cell = screen.terminal.screen().cell(0, 0).unwrap();
    assert_eq!(cell.fgcolor(), vt100::Color::Rgb(1, 2, 3));
}

/// The parameters of the SGR sequences of `bytes` that name a colour, the default one included.
fn colours(bytes: &str) -> Vec<&str> {
    let sequences = bytes.split("\x1b[").skip(1);
    let parameters = sequences
        .filter_map(|rest| rest.split_once('m').map(|(parameters, _)| parameters))
        .filter(|parameters| parameters.chars().all(|c| c.is_ascii_digit() || c == ';'));
    parameters
        .filter(|parameters| {
            parameters
                .split(';')
                .any(|code| matches!(code.parse(), Ok(30u8..=49 | 58..=59 | 90..=107)))
        })
        .collect()
}

#[test]
fn the_cursor_is_shown_where_it_is_wanted_and_hidden_again() {
    let mut screen = Screen::new();
    screen.draw_with_cursor(|_| Some(Position { x: 5, y: 1 }));
    assert!(!screen.terminal.screen().hide_cursor());
    assert_eq!(screen.terminal.screen().cursor_position(), (1, 5));
    // A change elsewhere leaves it where it was.
    screen.draw_with_cursor(|buffer| {
        buffer.set_string(0, 3, "x", Style::default());
        Some(Position { x: 5, y: 1 })
    });
    assert_eq!(screen.terminal.screen().cursor_position(), (1, 5));
    screen.draw(|_| {});
    assert!(screen.terminal.screen().hide_cursor());
    // Outside of the window there is no cursor.
    screen.draw_with_cursor(|_| Some(Position { x: 20, y: 0 }));
    assert!(screen.terminal.screen().hide_cursor());
}

/// A style out of every kind of colour and attribute.
fn style() -> impl Strategy<Value = Style> {
    let colour = prop_oneof![
        Just(Color::Reset),
        (0u8..=255).prop_map(Color::Indexed),
        any::<(u8, u8, u8)>().prop_map(|(r, g, b)| Color::Rgb(r, g, b)),
    ];
    let modifiers =
        [Modifier::BOLD, Modifier::DIM, Modifier::ITALIC, Modifier::UNDERLINED, Modifier::REVERSED];
    (colour.clone(), colour, prop::sample::subsequence(modifiers.to_vec(), 0..=2)).prop_map(
        |(fg, bg, modifiers)| {
            let style = Style::default().fg(fg).bg(bg);
            modifiers.into_iter().fold(style, Style::add_modifier)
        },
    )
}

fn colour(colour: Color) -> vt100::Color {
    match colour {
        Color::Indexed(index) => vt100::Color::Idx(index),
        Color::Rgb(r, g, b) => vt100::Color::Rgb(r, g, b),
        _ => vt100::Color::Default,
    }
}

proptest! {
    /// Whatever is drawn over whatever, the emulator ends with the text and the styles of the last
    /// buffer.
    #[test]
    fn the_terminal_shows_the_last_buffer(
        frames in prop::collection::vec(
            prop::collection::vec((0u16..20, 0u16..4, "[a日é]{1,8}", style()), 0..6), 1..5)
    ) {
        let mut screen = Screen::new();
        for frame in &frames {
            let mut wanted = Buffer::empty(screen.canvas.next.area);
            screen.draw(|buffer| {
                for (x, y, text, style) in frame {
                    buffer.set_string(*x, *y, text, *style);
                }
                wanted = buffer.clone();
            });
            for y in 0..SIZE.height {
                let (seen, wanted) = (screen.row(y), row_of(&wanted, y));
                prop_assert_eq!(seen.trim_end(), wanted.trim_end());
            }
            for at in (0..SIZE.height).flat_map(|y| (0..SIZE.width).map(move |x| (x, y))) {
                let (seen, wanted) = (screen.cell(at), &wanted[at]);
                if seen.is_wide_continuation() {
                    continue;
                }
                prop_assert_eq!(seen.fgcolor(), colour(wanted.fg), "{:?}", at);
                prop_assert_eq!(seen.bgcolor(), colour(wanted.bg), "{:?}", at);
                let attributes = [
                    (seen.bold(), Modifier::BOLD),
                    (seen.dim(), Modifier::DIM),
                    (seen.italic(), Modifier::ITALIC),
                    (seen.underline(), Modifier::UNDERLINED),
                    (seen.inverse(), Modifier::REVERSED),
                ];
                for (has, modifier) in attributes {
                    // The emulator keeps bold and dim as one of three intensities.
                    let both = Modifier::BOLD | Modifier::DIM;
                    if !(both.contains(modifier) && wanted.modifier.contains(both)) {
                        prop_assert_eq!(has, wanted.modifier.contains(modifier), "{:?}", at);
                    }
                }
            }
        }
    }
}

/// A row of a buffer as text, without the covered halves of wide characters.
fn row_of(buffer: &Buffer, y: u16) -> String {
    let (mut out, mut x) = (String::new(), 0);
    while x < buffer.area.width {
        let symbol = buffer[(x, y)].symbol();
        out.push_str(symbol);
        x += u16::try_from(unicode_width::UnicodeWidthStr::width(symbol)).unwrap().max(1);
    }
    out
}
