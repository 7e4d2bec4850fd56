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

#[test]
fn colours_are_readable_on_their_grounds() {
    let dark = (0x1e, 0x1e, 0x2e);
    let cream = (0xfd, 0xf6, 0xe3);
    let cases = [
        (ThemeName::Dark, dark, 4.5, 3.0),
        (ThemeName::Light, cream, 4.5, 3.0),
        (ThemeName::HighContrast, (0, 0, 0), 7.0, 7.0),
    ];
    for (name, ground, text, lines) in cases {
        for role in Role::iter() {
            let style = theme(name).style(role);
            let Some(fg) = rgb(style.fg) else { continue };
            let drawn_as_lines = matches!(
                role,
                Role::Border | Role::Track | Role::Baseline | Role::Ramp0 | Role::Ramp1
            );
            let least = if drawn_as_lines { lines } else { text };
            let got = contrast(fg, rgb(style.bg).unwrap_or(ground));
            assert!(got >= least, "{} {}: {got:.2} < {least}", name.id(), role.id());
        }
    }
}

#[test]
fn coloured_text_stays_readable_in_the_selected_row() {
    for name in [ThemeName::Dark, ThemeName::Light] {
        let theme = theme(name);
        for ground in [Role::Selection, Role::SelectionIdle] {
            let bg = rgb(theme.style(ground).bg).unwrap();
            for role in [Role::Dim, Role::Expected, Role::Wrong, Role::Warn, Role::Accent] {
                let got = contrast(rgb(theme.style(role).fg).unwrap(), bg);
                assert!(got >= 3.0, "{} {} on {}: {got:.2}", name.id(), role.id(), ground.id());
            }
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
