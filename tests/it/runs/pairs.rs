//! The study of two skills: their rows alone, and which ones are missing.

use serde_json::Value;

use super::project::Project;

fn study(project: &Project, more: &[&str]) -> Value {
    let eval = ["eval", "skills", "--queries", "rows.jsonl", "--format=json"];
    let told = project.run(&[&eval[..], more].concat());
    assert_eq!(told.code, Some(0), "{}", told.err);
    serde_json::from_str(&told.out).expect("JSON")
}

fn project() -> Project {
    let project = Project::new(0);
    for (skill, description) in [
        ("bread", "Bakes rye bread."),
        ("cake", "Decorates sponge with icing."),
        ("toast", "Toasts rye slices."),
    ] {
        project.skill(skill, description);
    }
    let rows = [
        ("q1", "bakes rye", "\"bread\""),
        ("q2", "rye slices", "\"bread\""),
        ("q3", "toasts it", "\"toast\""),
        ("q4", "bakes slices of it", "\"bread\",\"toast\""),
        ("q5", "is rye healthy", ""),
        ("q6", "miles to kilometres", ""),
        ("q7", "sponge", "\"cake\""),
    ];
    project.label(&rows);
    project
}

#[test]
fn only_rows_of_the_two_are_probed_and_the_missing_ones_are_counted() {
    let project = project();
    let document = study(&project, &["--pair=bread,toast"]);
    let ids = document["queries"].as_array().expect("rows").iter();
    let ids: Vec<&str> = ids.map(|row| row["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["q1", "q2", "q3", "q4", "q5"]);
    let pair = &document["pair"];
    assert_eq!(
        (&pair["a"], &pair["b"], &pair["sound"]),
        (&"bread".into(), &"toast".into(), &false.into())
    );
    let kinds = pair["kinds"].as_array().expect("kinds");
    let told = |at: usize| {
        let kind = &kinds[at];
        let hits = |key: &str| kind[key]["hits"].as_f64().expect("a count");
        let counts = ["prompts", "missing"].map(|key| kind[key].as_u64().expect("a count"));
        (counts, [hits("engaged_a"), hits("engaged_b"), hits("engaged_none")])
    };
    assert_eq!(told(0), ([2, 18], [1.0, 1.0, 0.0]));
    assert_eq!(told(1), ([1, 19], [0.0, 1.0, 0.0]));
    assert_eq!(told(2).0, [1, 4]);
    assert_eq!(told(3).0, [1, 4]);
    assert!(study(&project, &["--no-save"])["pair"].is_null());

    let shown = project.run(&["runs", "show", &run(&project)]).out;
    assert!(shown.contains("Missing for a sound study: 18 prompts of bread, 19"), "{shown}");
    assert!(shown.contains("4 prompts of neither that are near to both"), "{shown}");
}

fn run(project: &Project) -> String {
    super::project::id(&project.runs()[0]).to_owned()
}

#[test]
fn a_pair_is_two_skills_that_are_there() {
    let project = project();
    for (pair, part) in [
        ("bread", "two skills"),
        ("bread,bread", "two skills"),
        ("bread,tost", "`toast`"),
        ("bread,skills/bread", "bread"),
    ] {
        let told = project.run(&["eval", "skills", "--queries", "rows.jsonl", "--pair", pair]);
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{pair}: {}", told.err);
        assert!(told.err.contains(part), "{pair}: {}", told.err);
    }
    assert!(project.runs().is_empty(), "nothing was begun");
}
