//! Which rows there are, in which order, and how they are called.

use std::sync::Arc;

use super::*;
use crate::{
    core::{
        catalog::Catalog,
        skill::{Skill, SkillDoc},
    },
    tui::app::testing,
};

fn asked(level: Level) -> Asked {
    Asked { level, bars: Bars::default(), naive: false, in_scope: false }
}

#[test]
fn naive_intervals_decide_nothing() {
    let board = testing::board_after_an_edit();
    let naive = Asked { naive: true, ..asked(Level::Turn1) };
    let rows = rows(&board, &Names::default(), naive, Order::Name);
    assert!(rows.iter().all(|row| row.verdict.is_none() && row.left.verdict.is_none()));
    assert!(rows.iter().any(|row| row.left.interval.is_some()));
}

#[test]
fn a_skill_has_one_name_in_both_columns() {
    let skill = |id: &str| {
        let doc = Arc::new(SkillDoc::default());
        let (id, name, folder) = (id.into(), id.to_owned(), id.into());
        let path = format!("{folder}/SKILL.md");
        Arc::new(Skill { id, name, folder, plugin: None, path, copies: Vec::new(), doc })
    };
    let skills = ["acme-a", "acme-b", "acme-c"].map(skill).into();
    let names = Names::of(&Catalog { skills, ..Catalog::default() });
    let row = |key| {
        let label = "acme-b".to_owned();
        Row { key, label, left: Mark::default(), right: None, verdict: None }
    };
    let part = row(Key::Part(Facet::Skill, "acme-b".to_owned()));
    assert_eq!(row(Key::Skill("acme-b".into())).short(&names), "b");
    assert_eq!(part.short(&names), "b");
    assert_eq!(row(Key::Part(Facet::Kind, "acme-b".to_owned())).short(&names), "acme-b");
}

#[test]
fn rows_are_the_run_then_skills_by_their_order() {
    let board = testing::board_after_an_edit();
    let rows = rows(&board, &Names::default(), asked(Level::Turn1), Order::WorstBound);
    let labels: Vec<_> = rows.iter().map(|row| row.label.as_str()).collect();
    let run = ["top-1", "trajectory", "out of scope", "abstention", "macro, skills", "macro F1"];
    assert_eq!(labels[..6], run);
    // The precision of bread ends .80 beneath its bar, the recall of cakes .70 beneath its own.
    assert_eq!(labels[6..], ["bread", "cakes"]);
    assert_eq!(rows[7].left.before.map(|(value, _)| value), Some(1.0));
    assert_eq!(rows[7].verdict, Some(Verdict::Undecided), "one prompt decides nothing");
}

#[test]
fn a_cut_off_precision_is_a_bound_and_decides_nothing() {
    let board = testing::board();
    let rows = rows(&board, &Names::default(), asked(Level::Any), Order::Name);
    let skill = rows.iter().find(|row| matches!(row.key, Key::Skill(_))).unwrap();
    let right = skill.right.unwrap();
    assert!(right.at_most && right.verdict.is_none(), "{right:?}");
}

#[test]
fn a_skill_is_at_its_bar_only_with_both_figures() {
    let counted = |board: &Board| at_bar(&board.now.figures, Level::Turn1, Bars::default(), false);
    assert_eq!(counted(&testing::board()), AtBar { reached: 2, of: 2 });
    let after = counted(&testing::board_after_an_edit());
    assert_eq!(after, AtBar { reached: 0, of: 2 }, "bread took what is not its own");
}
