//! Each row on the whole catalog and on a part of it: whose fault a miss is.

use serde_json::Value;

use super::project::{EVAL, Project, id};

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The row of one skill: competition, description, and the hits on the part.
fn reading(document: &Value, skill: &str) -> (u64, u64, f64) {
    let rows = document["reading"]["skills"].as_array().expect("readings");
    let row = rows.iter().find(|row| row["id"] == skill).expect("a row");
    let count = |key: &str| row[key].as_u64().expect("a count");
    let part = row["part"]["hits"].as_f64().expect("a count");
    (count("competition"), count("description"), part)
}

#[test]
fn a_miss_alone_is_the_descriptions_and_one_among_all_is_competition() {
    let project = Project::new(0);
    for (skill, description) in [
        ("bread", "Bakes rye bread."),
        ("cake", "Decorates sponge with icing."),
        ("toast", "Toasts rye bread, rye rolls, rye slices."),
    ] {
        project.skill(skill, description);
    }
    let rows = [
        ("q1", "bakes rye", "\"bread\""),
        ("q2", "rye rolls or slices", "\"bread\""),
        ("q3", "something with flour", "\"bread\""),
        ("q4", "sponge", "\"cake\""),
        ("q5", "miles to kilometres", ""),
    ];
    project.label(&rows);
    let eval = ["eval", "skills", "--queries", "rows.jsonl", "--format=json"];
    let whole = json(&project.run(&[&eval[..], &["--no-save"]].concat()).out);
    assert!(whole["reading"].is_null());

    let told = project.run(&[&eval[..], &["--catalog=solo"]].concat());
    assert_eq!(told.code, Some(0), "{}", told.err);
    let solo = json(&told.out);
    assert_eq!((&solo["headline"], &solo["skills"]), (&whole["headline"], &whole["skills"]));
    assert_eq!(solo["reading"]["catalog"], "solo");
    assert_eq!(solo["reading"]["rows_left_out"], 1);
    assert_eq!(reading(&solo, "bread"), (1, 1, 2.0));
    assert_eq!(reading(&solo, "cake"), (0, 0, 1.0));

    let near = project.run(&[&eval[..], &["--catalog=near:1", "--no-save"]].concat());
    assert_eq!(reading(&json(&near.out), "bread"), (0, 2, 1.0), "the rival is the nearest");
    let near = project.run(&["eval", "skills", "--queries", "rows.jsonl", "--catalog=near:1"]).out;
    assert!(near.contains("farther rivals: misses among all that hit there"), "{near}");
    let text = project.run(&["eval", "skills", "--queries", "rows.jsonl", "--catalog=solo"]).out;
    assert!(text.contains("(lexical stand-in): each prompt on all skills, then on its"), "{text}");
    assert!(text.contains("1 prompt expects no skill"), "{text}");
    assert!(text.ends_with("Measures selection, not usefulness.\n"), "{text}");
}

#[test]
fn both_runs_are_kept_and_the_narrow_one_goes_on_as_such() {
    let project = Project::new(20);
    let told = project.run(&[&EVAL[..], &["--catalog=solo", "--max-probes=5"]].concat());
    assert_eq!((told.code, project.runs().len()), (Some(4), 2), "{}", told.err);
    let narrow = project.runs().pop().expect("a run");
    let resumed = project.run(&["eval", "--resume", id(&narrow), "--format=json"]);
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    let document = json(&resumed.out);
    assert_eq!(document["conditions"]["offered"], "solo");
    // The script would engage other skills, and they are not there to be engaged.
    let wrong = document["confusion"].as_array().expect("cells").iter();
    let wrong = wrong.filter(|cell| cell["engaged"] != cell["expected"]);
    assert!(wrong.clone().count() > 0 && wrong.clone().all(|cell| cell["engaged"] == "(no skill)"));
    let whole = project.run(&["eval", "--resume", id(&project.runs()[0])]);
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let compared = project.run(&["compare", id(&project.runs()[0]), id(&narrow)]).out;
    assert!(compared.contains("differs: catalog\n"), "{compared}");
    assert!(compared.contains("catalog: all | solo"), "{compared}");
    let told = project.run(&["merge", id(&project.runs()[0]), id(&narrow), "-o", "m.jsonl"]);
    assert_eq!(told.code, Some(2), "{}", told.err);
    assert!(told.err.contains("two plans: what a probe was offered differ"), "{}", told.err);
    let export = ["runs", "export", id(&narrow), "-o", "solo.jsonl"];
    assert_eq!(project.run(&export).code, Some(0));
    let runs = project.runs();
    let check = ["check", id(&runs[0]), "--baseline", "solo.jsonl"];
    let told = project.run(&check);
    assert!(told.code == Some(2) && told.err.contains("solo, then all"), "{}", told.err);
}

#[test]
fn a_report_reads_a_run_beside_the_one_on_parts_of_the_catalog() {
    let project = Project::new(20);
    let part = |shard: &str| {
        let told = project.run(&[&EVAL[..], &["--catalog=solo", "--shard", shard]].concat());
        assert_eq!(told.code, Some(0), "{}", told.err);
    };
    let direct = project.run(&[&EVAL[..], &["--catalog=solo", "--no-save"]].concat());
    let reading = |text: &str| json(text)["reading"].clone();
    ["1/2", "2/2"].into_iter().for_each(part);
    let runs = project.runs();
    let [one, solo_one, two, solo_two] = [0, 1, 2, 3].map(|at| id(&runs[at]));
    let report =
        |run: &str, more: &[&str]| project.run(&[&["report", run, "--format=json"], more].concat());
    let rows = reading(&report(one, &[]).out)["skills"].as_array().map(Vec::len);
    assert_eq!(rows, Some(3), "it was kept beside that run");
    // Merged, each for itself, they still lie beside each other.
    for (runs, name) in [([one, two], "all.jsonl"), ([solo_one, solo_two], "solo.jsonl")] {
        let told = project.run(&["merge", runs[0], runs[1], "-o", name]);
        assert_eq!(told.code, Some(0), "{}", told.err);
    }
    let whole = report("all.jsonl", &["--part", "solo.jsonl"]);
    assert_eq!(reading(&whole.out), reading(&direct.out), "{}", whole.err);
    assert!(reading(&report("all.jsonl", &[]).out).is_object(), "a part of it is kept here");
    for (format, told) in [
        ("text", "reading (scripted): each prompt on all skills, then on its expected skills"),
        ("markdown", "| skill | n | all | alone | competition | description |"),
        ("html", "<th>competition</th>"),
    ] {
        let page = project.run(&["report", "all.jsonl", "--part=solo.jsonl", "--format", format]);
        assert!(page.out.contains(told), "{format}: {}", page.out);
    }
    let told = report("all.jsonl", &["--part", two]);
    assert!(told.code == Some(2) && told.err.contains("is no run on parts"), "{}", told.err);
    project.run(&[&EVAL[..], &["--catalog=solo", "--attempts=2"]].concat());
    let other = project.runs().pop().expect("a run");
    let told = report("all.jsonl", &["--part", id(&other)]);
    assert!(told.code == Some(2) && told.err.contains("the settings"), "{}", told.err);
}
