use std::collections::BTreeSet;

use ratatui::style::Color;
use strum::IntoEnumIterator;

use super::*;

fn theme(name: ThemeName) -> Theme {
    Theme::new(Settings { theme: Some(name), ..Settings::default() })
}

/// WCAG 2 contrast of two colours.
fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
    let linear = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let luminance =
        |c: (u8, u8, u8)| 0.2126 * linear(c.0) + 0.7152 * linear(c.1) + 0.0722 * linear(c.2);
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn rgb(color: Option<Color>) -> Option<(u8, u8, u8)> {
    match color {
        Some(Color::Rgb(r, g, b)) => Some((r, g, b)),
        _ => None,
    }
}

#[test]
fn every_theme_styles_every_role() {
    for name in ThemeName::iter() {
        if let Err(error) = Palette::parse(palette::source(name)) {
            panic!("{}: {error}", name.id());
        }
    }
}

#[test]
fn without_colour_nothing_sets_a_colour() {
    for name in ThemeName::iter() {
        let settings = Settings { theme: Some(name), depth: Depth::None, ..Settings::default() };
        let plain = Theme::new(settings);
        assert_eq!(plain.name(), ThemeName::Mono);
        for role in Role::iter() {
            let style = plain.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{}", role.id());
        }
    }
    assert_eq!(
        theme(ThemeName::Mono),
        Theme {
            settings: theme(ThemeName::Mono).settings,
            ..Theme::new(Settings { depth: Depth::None, ..Settings::default() })
        }
    );
}

#[test]
fn text_and_background_are_the_terminals_own() {
    for name in [ThemeName::Dark, ThemeName::Light, ThemeName::Sixteen, ThemeName::Mono] {
        assert_eq!(theme(name).style(Role::Text), Style::new(), "{}", name.id());
    }
}

#[test]
fn a_poorer_terminal_gets_a_poorer_theme() {
    let at = |depth| Theme::new(Settings { depth, ..Settings::default() });
    assert_eq!(at(Depth::Sixteen).name(), ThemeName::Sixteen);
    let indexed = at(Depth::Indexed);
    assert_eq!(indexed.name(), ThemeName::Dark);
    for role in Role::iter() {
        let style = indexed.style(role);
        for color in [style.fg, style.bg].into_iter().flatten() {
            assert!(matches!(color, Color::Indexed(_)), "{}: {color:?}", role.id());
        }
    }
    let light = Settings { light_background: Some(true), ..Settings::default() };
    assert_eq!(Theme::new(light).name(), ThemeName::Light);
}

/// Roles that draw lines and are never read.
const LINES: [Role; 3] = [Role::Border, Role::Track, Role::Baseline];

/// Text on the ground of its theme and on selected rows: 4.5, WCAG's AA; lines: 3.
#[test]
fn colours_are_readable_on_their_grounds() {
    let white = (0xff, 0xff, 0xff);
    let cases = [
        // Grounds that people have; a black one only raises the contrast.
        (ThemeName::Dark, (0xcd, 0xd6, 0xf4), vec![(0x1e, 0x1e, 0x2e), (0x28, 0x2c, 0x34)], 4.5),
        (ThemeName::Light, (0x24, 0x29, 0x2f), vec![white, (0xfd, 0xf6, 0xe3)], 4.5),
        (ThemeName::HighContrast, white, vec![(0, 0, 0)], 7.0),
    ];
    for (name, own_text, grounds, least) in cases {
        let theme = theme(name);
        let selected = [Role::Selection, Role::SelectionIdle].map(|role| theme.style(role));
        for role in Role::iter() {
            let style = theme.style(role);
            let fg = rgb(style.fg).unwrap_or(own_text);
            // A selected row that has a colour of its own covers that of the role.
            let rows = selected.iter().filter(|row| row.fg.is_none());
            let under: Vec<_> = match rgb(style.bg) {
                Some(bg) => vec![bg],
                None => grounds.iter().copied().chain(rows.filter_map(|row| rgb(row.bg))).collect(),
            };
            let line = LINES.contains(&role);
            let under = under.iter().take(if line { grounds.len() } else { usize::MAX });
            let least = if line { 3.0 } else { least };
            for bg in under {
                let got = contrast(fg, *bg);
                assert!(got >= least, "{} {} on {bg:?}: {got:.2}", name.id(), role.id());
            }
        }
    }
}

#[test]
fn nothing_in_a_selected_row_is_dim() {
    for name in ThemeName::iter() {
        let theme = theme(name);
        for focused in [true, false] {
            let cell = theme.style(Role::Dim).patch(theme.selection(focused));
            assert!(!cell.add_modifier.contains(Modifier::DIM), "{}", name.id());
        }
    }
}

#[test]
fn ramps_rise_and_rivals_differ_in_weight_too() {
    for (name, ground) in
        [(ThemeName::Dark, (0x1e, 0x1e, 0x2e)), (ThemeName::Light, (255, 255, 255))]
    {
        let theme = theme(name);
        let steps: Vec<f64> = [0.0, 0.3, 0.5, 0.7, 1.0]
            .map(|share| contrast(rgb(theme.style(Role::ramp(share)).fg).unwrap(), ground))
            .to_vec();
        assert!(steps.is_sorted(), "{}: {steps:?}", name.id());
    }
    for name in ThemeName::iter() {
        let theme = theme(name);
        // Lines and bars are drawn in it: a stroke has no word to underline.
        for share in [0.0, 0.3, 0.5, 0.7, 1.0] {
            let style = theme.style(Role::ramp(share));
            assert!(!style.add_modifier.contains(Modifier::UNDERLINED), "{}", name.id());
        }
        let weights: BTreeSet<_> =
            (0..Role::RIVALS).map(|i| theme.style(Role::rival(i)).add_modifier.bits()).collect();
        assert_eq!(weights.len(), Role::RIVALS, "{}", name.id());
    }
}

#[test]
fn cycling_visits_every_theme_of_the_terminal_and_returns() {
    let names = |start: Theme| {
        let mut names = vec![start.name()];
        let mut theme = start.next();
        while theme.name() != names[0] && names.len() < 9 {
            names.push(theme.name());
            theme = theme.next();
        }
        names
    };
    assert_eq!(names(theme(ThemeName::Dark)), ThemeName::iter().collect::<Vec<_>>());
    let none = Theme::new(Settings { depth: Depth::None, ..Settings::default() });
    assert_eq!(none.next(), none);
    let sixteen = Theme::new(Settings { depth: Depth::Sixteen, ..Settings::default() });
    assert_eq!(names(sixteen), [ThemeName::Sixteen, ThemeName::Mono]);
}
