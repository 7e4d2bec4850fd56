//! `skillscope report`: each form, whole and safe.

use super::{Person, QUERIES, SCRIPT, SKILLS, run};

/// The demo's scripted run in a form.
fn demo(format: &str) -> String {
    let all = ["--queries", QUERIES, "--agent", "fake", "--script", SCRIPT, "--format", format];
    let told = run(&[&["report", SKILLS], &all[..]].concat());
    // One probe of the script errors, so the run is incomplete.
    assert_eq!((told.code, told.err.as_str()), (Some(4), ""), "{}", told.out);
    told.out
}

#[test]
fn a_page_is_one_file_without_scripts() {
    let page = demo("html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(page.matches("<svg ").count(), 2, "a forest and a matrix");
    assert!(page.contains("scripted") && page.contains("Measures selection, not usefulness."));
    for foreign in ["<script", "src=", "href=", "url(", "@import"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    for (open, close) in [("<table", "</table>"), ("<g>", "</g>"), ("<tr>", "</tr>")] {
        assert_eq!(page.matches(open).count(), page.matches(close).count(), "{open}");
    }
}

#[test]
fn hostile_text_stays_text_in_every_form() {
    let person = Person::new();
    person.write("skills/<b>x|y</SKILL.md", "");
    person.skill("x", "Bakes <script>alert(1)</script> bread.");
    person.skill("z", "Cakes.");
    let row =
        "{\"id\":\"<i>|q\",\"prompt\":\"<script>bread\\u001b[2J\",\"expected_skills\":[\"z\"]}\n";
    let queries = person.write("q.jsonl", row).display().to_string();
    let skills = person.home().join("skills").display().to_string();
    for format in ["html", "markdown", "junit"] {
        let told = person.run(&["report", &skills, "--queries", &queries, "--format", format]);
        assert_eq!(told.code, Some(0), "{}", told.err);
        for bare in ["<script>", "<i>", "\u{1b}"] {
            assert!(!told.out.replace("\\<", "").contains(bare), "{format}: {}", told.out);
        }
    }
    // Marks mean nothing in an annotation; a second command would.
    let row = "{\"id\":\"q\\n::error::x,y\\u001b\",\"prompt\":\"p\",\"expected_skills\":[\"z\"]}\n";
    person.write("q.jsonl", row);
    let told = person.run(&["report", &skills, "--queries", &queries, "--format", "github"]).out;
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(told.contains("title=miss%3A q⏎%3A%3Aerror%3A%3Ax%2Cy") && !told.contains('\u{1b}'));
}

#[test]
fn a_summary_and_a_test_report_count_the_same() {
    let summary = demo("markdown");
    assert!(summary.contains("| top-1 | 0.") && summary.contains("### Steals"), "{summary}");
    let junit = demo("junit");
    let number = |text: &str, before: &str| -> Option<usize> {
        let rest = text.split(before).nth(1)?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    assert_eq!(number(&junit, "tests=\""), number(&summary, " of "));
    let scored = number(&summary, "Completion ").expect("a number");
    assert!(summary.contains("after the fact, no verdicts.\n"), "{summary}");
    assert_eq!(number(&junit, "tests=\""), Some(scored + 1));
    assert_eq!(number(&junit, "errors=\""), Some(1));
}

#[test]
fn what_missed_is_annotated_where_it_stands() {
    let told = demo("github");
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.iter().all(|line| line.starts_with("::")), "{told}");
    let of = |level: &str| lines.iter().filter(|line| line.starts_with(level)).count();
    assert_eq!((of("::warning "), of("::error "), of("::notice ")), (10, 1, 1), "{told}");
    let first = "::warning file=fixtures/demo/queries.jsonl,line=";
    assert!(told.starts_with(first) && told.contains("title=miss%3A "), "{told}");
    assert!(told.contains("::error title=skillscope::1 of "), "{told}");
    let last = lines.last().expect("a line");
    for part in ["::top-1 0.", "(scripted)", "missed, the first 10 are", "not usefulness."] {
        assert!(last.contains(part), "{part} is not in {last}");
    }
    let repeated = ["report", SKILLS, "--queries", QUERIES, "--attempts", "2"];
    let repeated = run(&[&repeated[..], &["--format", "github"]].concat()).out;
    assert!(repeated.contains("; missed in 2 of 2 attempts\n"), "{repeated}");
    let nothing = Person::new();
    nothing.skill("x", "Bakes bread.");
    let nothing = nothing.run_at_home(&["report", "skills", "--format", "github"]).out;
    assert_eq!(nothing.lines().count(), 1, "{nothing}");
}

#[test]
fn a_page_goes_to_the_file_that_is_named() {
    let person = Person::new();
    let file = person.home().join("page.html").display().to_string();
    let all = ["report", SKILLS, "--queries", QUERIES, "--format", "html", "--out"];
    assert_eq!(person.run(&[&all[..], &[&file]].concat()).fine(), "");
    assert!(std::fs::read_to_string(&file).expect("written").contains("</html>"));
    let told = person.run(&[&all[..], &["/nowhere/at/all.html"]].concat()).refused();
    assert!(told.contains("/nowhere/at/all.html cannot be written"), "{told}");
}
