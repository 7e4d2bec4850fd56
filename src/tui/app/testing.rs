//! Boards for tests: a small bakery's skills, measured by the real workbench.

use std::sync::Arc;

use super::desk::{Desk, Selection};
use crate::core::{
    catalog::{Catalog, NotLoaded, Scope, Unusable},
    diagnostic::{Diagnostic, Severity},
    query::{Label, Query, QuerySet},
    skill::{Skill, SkillDoc, TextSpan},
    workbench::{Board, Input, Settings, Workbench, board::WatchStatus},
};
use crate::tui::{keys::Keymap, pane::names::Names};

/// Three skills, one of them hidden, two other files, and four prompts.
pub(crate) fn board() -> Arc<Board> {
    let mut bench = bench();
    bench.board()
}

/// The board after the description of `bread` took the words of `cakes`.
pub(crate) fn board_after_an_edit() -> Arc<Board> {
    let mut bench = bench();
    bench.reduce(
        Input::Catalog(catalog(2, "Bake bread, icing, icing for cakes and rolls.")),
        65_000,
    );
    bench.board()
}

/// The workbench behind [`board`].
pub(crate) fn bench() -> Workbench {
    bench_with(Settings::default())
}

pub(crate) fn bench_with(settings: Settings) -> Workbench {
    let mut bench = Workbench::new(settings);
    bench.reduce(Input::Watch(WatchStatus::Watching { dirs: 4 }), 0);
    bench.reduce(Input::Queries(queries()), 0);
    let file = |id: &str| (format!("{id}/SKILL.md"), format!("/bakery/{id}/SKILL.md").into());
    let files = ["bread", "cakes", "till", "pies"].map(file).into();
    bench.reduce(Input::Files(Arc::new(files)), 0);
    bench.reduce(Input::Catalog(catalog(1, "Bake bread and rolls.")), 0);
    bench
}

fn catalog(generation: u64, bread: &str) -> Arc<Catalog> {
    let skill = |id: &str, description: &str, hidden| {
        Arc::new(Skill {
            id: id.into(),
            name: id.into(),
            folder: id.into(),
            plugin: None,
            path: format!("{id}/SKILL.md"),
            copies: Vec::new(),
            doc: Arc::new(SkillDoc {
                description: description.into(),
                hidden,
                description_span: Some(TextSpan { bytes: 0..0, line: 3, column: 14 }),
                ..SkillDoc::default()
            }),
        })
    };
    let lost = Diagnostic::new(
        Severity::Error,
        "no-front-matter",
        "pies/SKILL.md",
        "There is no front matter.",
        "Begin the file with ---.",
    );
    Arc::new(Catalog {
        generation,
        skills: vec![
            skill("bread", bread, false),
            skill("cakes", "Bake cakes with icing.", false),
            skill("till", "Count the till.", true),
        ],
        unusable: vec![Unusable {
            path: "pies/SKILL.md".into(),
            folder: "pies".into(),
            diagnostics: vec![lost],
        }],
        not_loaded: vec![NotLoaded {
            path: "packages/tea/SKILL.md".into(),
            name: "tea".into(),
            reason: "outside the folders that are searched".into(),
            shadowed: false,
        }],
        scope: Scope {
            harness: Some("claude-code".into()),
            title: Some("Claude Code".into()),
            roots: vec![".".into()],
            folded: vec![(".agents/skills".into(), 2)],
        },
        ..Catalog::default()
    })
}

fn queries() -> Vec<QuerySet> {
    let rows = [
        ("q1", "icing for a wedding cake please", "cakes"),
        ("q2", "rolls for breakfast", "bread"),
        ("q3", "what is the weather", ""),
        ("q4", "an apple pie", "pies"),
    ];
    let queries = rows.map(|(id, prompt, expected)| {
        let expected = expected.split_whitespace().map(str::to_owned).collect();
        Query::new(id, prompt, Label::Complete { expected, alternatives: Vec::new() })
    });
    vec![QuerySet { path: "q.jsonl".into(), queries: queries.into(), ..QuerySet::default() }]
}

/// Lets something act at a desk of its own; what it wishes for is dropped.
pub(crate) fn at_desk<T>(
    board: &Board,
    selection: &mut Selection,
    work: impl FnOnce(&mut Desk<'_>) -> T,
) -> T {
    let keymap = Keymap::default();
    let names = Arc::new(Names::of(&board.now.snapshot.catalog));
    work(&mut Desk { board, names: &names, selection, keymap: &keymap, wishes: &mut Vec::new() })
}
