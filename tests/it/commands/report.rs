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
fn a_page_goes_to_the_file_that_is_named() {
    let person = Person::new();
    let file = person.home().join("page.html").display().to_string();
    let all = ["report", SKILLS, "--queries", QUERIES, "--format", "html", "--out"];
    assert_eq!(person.run(&[&all[..], &[&file]].concat()).fine(), "");
    assert!(std::fs::read_to_string(&file).expect("written").contains("</html>"));
    let told = person.run(&[&all[..], &["/nowhere/at/all.html"]].concat()).refused();
    assert!(told.contains("/nowhere/at/all.html cannot be written"), "{told}");
}
