//! The foot line: the keys that matter now.

use ratatui::text::{Line, Span};

use super::text::line_width;
use crate::report::figure::grouped;
use crate::tui::{
    action::{Action, Context, Facts},
    keys::Keymap,
    theme::{Role, Theme},
};

/// At most so many hints: more are not read.
const MOST: usize = 8;

/// The hints for a stack of contexts, outermost first, in at most `cells` cells.
///
/// What is urgent comes first (a run to pause, rows to run again), then what the innermost context is
/// about, then help and the way out, which stay where the room is short.
pub fn footer(
    theme: &Theme,
    keymap: &Keymap,
    stack: &[Context],
    facts: &Facts,
    cells: usize,
) -> Line<'static> {
    let hint = |action: &Action| {
        if action.disabled(facts).is_some() || !action.is_in(stack) {
            return None;
        }
        let key = Span::styled(keymap.key_in(stack, *action)?, theme.style(Role::Key));
        let word = Span::styled(format!(" {}", label(*action, facts)), theme.style(Role::Dim));
        Some(Line::from(vec![key, word]))
    };
    let page = stack.last() == Some(&Context::Overlay);
    let (urgent, always) = match page {
        // A page takes no key of the views below it, and the key that quits closes it.
        true => (&[] as &[Action], &ALWAYS[..2]),
        false => (urgent(facts), &ALWAYS[..]),
    };
    let last: Vec<_> = always.iter().filter_map(hint).collect();
    let mut left = cells.saturating_sub(last.iter().map(|hint| line_width(hint) + 2).sum());
    let first = urgent.iter().chain(about(stack)).filter_map(hint);
    let mut hints: Vec<Line<'static>> = Vec::new();
    for hint in first.take(MOST.saturating_sub(last.len())) {
        let Some(rest) = left.checked_sub(line_width(&hint) + 2) else { break };
        left = rest;
        hints.push(hint);
    }
    let mut line = Line::default();
    for hint in hints.into_iter().chain(last) {
        let gap = if line.spans.is_empty() { "" } else { "  " };
        if line_width(&line) + gap.len() + line_width(&hint) > cells {
            break;
        }
        line.push_span(Span::raw(gap));
        line.spans.extend(hint.spans);
    }
    line
}

const ALWAYS: &[Action; 3] = &[Action::Palette, Action::Help, Action::Quit];

fn urgent(facts: &Facts) -> &'static [Action] {
    match (facts.running, facts.undone > 0) {
        (true, _) => &[Action::Pause],
        (false, true) => &[Action::RunAffected],
        (false, false) => &[],
    }
}

/// What the innermost context is about.
fn about(stack: &[Context]) -> &'static [Action] {
    use Action as A;
    match stack.last().unwrap_or(&Context::Global) {
        Context::Global => &[A::NextPane, A::Filter],
        Context::Neighborhood => &[A::CycleMode, A::Filter, A::Ask, A::Mute, A::Editor, A::Drill],
        Context::Ask => &[A::Ask, A::AddRow, A::Escape],
        Context::Probes => {
            &[A::CancelRun, A::Drill, A::NextProblem, A::ProbeAgain, A::RetryErrored, A::Filter]
        }
        Context::Confusion => {
            &[A::Drill, A::CycleLevel, A::SkillTables, A::ToggleShares, A::ToggleAllRows, A::Back]
        }
        Context::Intervals => {
            &[A::Sort, A::CycleLevel, A::Breakdowns, A::ToggleNaive, A::NextProblem, A::Drill]
        }
        Context::Listing => {
            &[A::NextHarness, A::Sort, A::NextProblem, A::NextPane, A::Drill, A::Editor, A::Copy]
        }
        Context::Compare => {
            &[A::Vary, A::NextPane, A::Drill, A::ChooseBaseline, A::SideBySide, A::ConfirmBoth]
        }
        Context::Playback => {
            &[A::PlayStep, A::PlayFaster, A::PlaySlower, A::CancelRun, A::Drill, A::NextProblem]
        }
        Context::Overlay => &[A::Escape],
        Context::Input | Context::Confirm => &[A::Accept, A::Escape],
        // Its own last line says what each answer does.
        Context::Consent => &[A::Down, A::Up],
    }
}

fn label(action: Action, facts: &Facts) -> String {
    match action {
        Action::RunAffected => format!("run {} more", grouped(facts.undone)),
        Action::RetryErrored => format!("retry {} errored", facts.errored),
        Action::Pause if facts.paused => "resume".to_owned(),
        Action::CancelRun if facts.playing => "show all".to_owned(),
        Action::Accept => facts.accept.unwrap_or(action.short()).to_owned(),
        _ => action.short().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use strum::IntoEnumIterator;

    use super::*;

    fn shown(stack: &[Context], facts: Facts, cells: usize) -> String {
        footer(&Theme::default(), &Keymap::standard(), stack, &facts, cells).to_string()
    }

    const VIEW: &[Context] = &[Context::Global, Context::Neighborhood];

    #[test]
    fn only_what_works_now_is_offered() {
        let nothing = Facts::default();
        assert_eq!(
            shown(VIEW, nothing, 100),
            "m picture  / filter  a ask  Enter open  : commands  ? help  q quit"
        );
        let chosen = Facts { skill: true, ..nothing };
        assert!(shown(VIEW, chosen, 100).contains("E edit"));
    }

    #[test]
    fn what_is_urgent_comes_first() {
        let facts = Facts { queries: true, undone: 12, ..Facts::default() };
        assert!(shown(VIEW, facts, 80).starts_with("r run 12 more  m picture"));
        let facts = Facts { running: true, ..facts };
        assert!(shown(VIEW, facts, 80).starts_with("p pause  m picture"));
        let facts = Facts { paused: true, ..facts };
        assert!(shown(VIEW, facts, 80).starts_with("p resume"));
    }

    #[test]
    fn help_and_the_way_out_stay_where_room_is_short() {
        assert_eq!(shown(VIEW, Facts::default(), 40), "m picture  : commands  ? help  q quit");
        assert_eq!(shown(VIEW, Facts::default(), 20), ": commands  ? help");
        assert_eq!(shown(VIEW, Facts::default(), 3), "");
    }

    #[test]
    fn a_page_offers_only_its_own_keys() {
        let facts = Facts { running: true, ..Facts::default() };
        let stack = [Context::Global, Context::Overlay];
        assert_eq!(shown(&stack, facts, 80), "Esc close  : commands  ? help");
    }

    #[test]
    fn while_typing_only_two_keys_are_keys() {
        let stack = [Context::Global, Context::Input];
        assert_eq!(shown(&stack, Facts::default(), 80), "Enter accept  Esc close");
        let facts = Facts { accept: Some("keep the filter"), ..Facts::default() };
        assert_eq!(shown(&stack, facts, 80), "Enter keep the filter  Esc close");
    }

    proptest! {
        #[test]
        fn it_fits_and_is_short(
            cells in 0..140usize, running: bool, paused: bool, skill: bool, undone in 0..300usize,
        ) {
            let facts = Facts { running, paused, skill, undone, ..Facts::default() };
            for context in Context::iter() {
                let stack = [Context::Global, context];
                let line =
                    footer(&Theme::default(), &Keymap::standard(), &stack, &facts, cells);
                prop_assert!(line_width(&line) <= cells);
                prop_assert!(line.to_string().split("  ").count() <= MOST);
            }
        }
    }
}
