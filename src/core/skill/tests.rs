//! SKILL.md files as people write them, and as they should not.

use proptest::prelude::*;

use super::*;

/// The document of a front matter of `yaml`.
fn doc(yaml: &str) -> SkillDoc {
    read(format!("---\n{yaml}---\nBody.\n").as_bytes()).unwrap()
}

/// `code@line:column` of every diagnosis, worst first.
fn codes(diagnostics: &[Diagnostic]) -> Vec<String> {
    let place = |n: Option<u32>| n.map_or("-".to_owned(), |n| n.to_string());
    diagnostics
        .iter()
        .map(|d| format!("{}@{}:{}", d.code, place(d.line), place(d.column)))
        .collect()
}

fn refused(file: &[u8]) -> Vec<String> {
    codes(&read(file).unwrap_err())
}

#[test]
fn every_key_is_read_in_both_spellings() {
    let doc = doc("name: pdf-tools\ndescription: Reads PDF files.\nwhen-to-use: On PDF.\n\
                   allowed_tools: [Read, 'Bash(git *)']\ndisable_model_invocation: \"Yes\"\n\
                   metadata:\n  version: 1.0\nlicense: MIT\n");
    assert_eq!(doc.name.as_deref(), Some("pdf-tools"));
    assert_eq!(doc.description, "Reads PDF files.");
    assert_eq!(doc.when_to_use.as_deref(), Some("On PDF."));
    assert_eq!(doc.allowed_tools, ["Read", "Bash(git *)"]);
    assert!(doc.hidden);
    assert_eq!(doc.metadata["version"], 1.0);
    assert!(!doc.lenient);
    assert_eq!(doc.diagnostics, []);
}

#[test]
fn tools_in_a_string_are_cut_outside_parentheses() {
    let tools = |text: &str| {
        doc(&format!("name: a\ndescription: b\nallowed-tools: {text}\n")).allowed_tools
    };
    assert_eq!(
        tools("Read, Bash(git add:*, git rm:*), Grep"),
        ["Read", "Bash(git add:*, git rm:*)", "Grep"]
    );
    assert_eq!(tools("Read Write"), ["Read", "Write"]);
    assert_eq!(tools("7"), [] as [String; 0]);
}

#[test]
fn hidden_takes_every_truthy_spelling() {
    let hidden = |value: &str| {
        doc(&format!("name: a\ndescription: b\ndisable-model-invocation: {value}\n")).hidden
    };
    for yes in ["true", "True", "TRUE", "yes", "on", "1", "'true'", "\" YES \"", "2", "[x]"] {
        assert!(hidden(yes), "{yes}");
    }
    for no in ["false", "no", "off", "0", "''", "'false'", "nope", "~", "", "[]", "{}"] {
        assert!(!hidden(no), "{no}");
    }
}

#[test]
fn byte_order_mark_and_line_ends_change_no_value() {
    let unix = "---\nname: a\ndescription: |\n  One\n  two.\n---\nBody\n";
    let expected = read(unix.as_bytes()).unwrap();
    let mixed = unix.replacen('\n', "\r\n", 3);
    for file in [unix.replace('\n', "\r\n"), mixed, format!("\u{feff}{unix}")] {
        let doc = read(file.as_bytes()).unwrap();
        assert_eq!((&doc.name, &doc.description), (&expected.name, &expected.description));
        assert_eq!(doc.diagnostics, []);
        assert_eq!(&file[doc.body_start..].trim_end(), &"Body");
        let span = doc.description_span.unwrap();
        assert_eq!((span.line, span.column), (3, 14));
        assert!(file[span.bytes].starts_with('|'));
    }
}

#[test]
fn an_unquoted_colon_is_recovered_and_reported() {
    let doc = doc("name: django\ndescription: Loop for Django: lint, tests # and more\n\
                   license: MIT\nwhen_to_use: Before a release: always.\n");
    assert_eq!(doc.name.as_deref(), Some("django"));
    assert_eq!(doc.description, "Loop for Django: lint, tests # and more");
    assert_eq!(doc.when_to_use.as_deref(), Some("Before a release: always."));
    assert!(doc.lenient);
    assert_eq!(codes(&doc.diagnostics), ["yaml-colon@3:29", "yaml-colon@5:30"]);
    assert_eq!(doc.description_span.unwrap().bytes.len(), doc.description.len());
}

#[test]
fn an_unquoted_colon_in_a_later_line_is_recovered_too() {
    let doc = doc("description: First line\n  second: with colon\n\n  third\nname: x\n");
    assert_eq!(doc.description, "First line second: with colon\nthird");
    assert_eq!(doc.name.as_deref(), Some("x"));
    assert_eq!(codes(&doc.diagnostics), ["yaml-colon@3:9"]);
}

#[test]
fn other_faults_of_one_value_are_named_for_what_they_are() {
    let found = |line: &str| {
        let doc = doc(&format!("name: a\ndescription: {line}\n"));
        assert!(doc.lenient, "{line}");
        (codes(&doc.diagnostics).remove(0), doc.description)
    };
    let row = |code: &str, text: &str| (code.to_owned(), text.to_owned());
    assert_eq!(found("@State views"), row("yaml-indicator@3:14", "@State views"));
    assert_eq!(found("`x` and y"), row("yaml-indicator@3:14", "`x` and y"));
    assert_eq!(found("[draft] notes"), row("yaml-indicator@3:14", "[draft] notes"));
    assert_eq!(found("\"Use\" for all"), row("yaml-quote@3:14", "Use\" for all"));
    assert_eq!(found("\"never closed"), row("yaml-quote@3:14", "never closed"));
    assert_eq!(found("'it's here'"), row("yaml-quote@3:14", "it's here"));
    assert_eq!(found(r#""a \'b\' c""#), row("yaml-escape@3:17", r"a \'b\' c"));
    assert_eq!(found("one\ntwo three"), row("yaml-continuation@4:1", "one two three"));
}

#[test]
fn a_broken_key_that_routing_does_not_need_costs_only_itself() {
    let doc = doc("name: a\ndescription: b\nhooks:\n  - x: [\nlicense: @MIT\n");
    assert_eq!((doc.name.as_deref(), doc.description.as_str()), (Some("a"), "b"));
    assert!(doc.lenient);
    assert_eq!(doc.diagnostics.len(), 2);
}

#[test]
fn a_misplaced_front_matter_is_recovered_and_reported() {
    for (file, code) in [
        ("\n---\nname: a\ndescription: b\n---\n", "front-matter-not-first@2:1"),
        ("```md\n---\nname: a\ndescription: b\n---\n```\n", "front-matter-in-code@2:1"),
        ("---\nname: a\ndescription: b\n\n# Body\n", "front-matter-unclosed@4:1"),
        ("name: a\ndescription: b\n---\nx\n", "front-matter-unopened@1:1"),
    ] {
        let doc = read(file.as_bytes()).unwrap();
        assert_eq!(doc.description, "b", "{file}");
        assert!(doc.lenient, "{file}");
        assert_eq!(codes(&doc.diagnostics), [code], "{file}");
    }
}

#[test]
fn what_is_no_skill_says_why() {
    for (file, code) in [
        ("", "empty-file@-:-"),
        ("# Title\n", "front-matter-missing@1:1"),
        ("---\n---\nx\n", "description-missing@2:1"),
        ("---\n# nothing\n---\n", "description-missing@2:1"),
        ("---\n- a\n- b\n---\n", "front-matter-not-mapping@2:1"),
        ("---\nname:x\ndescription:y\n---\n", "front-matter-not-mapping@2:1"),
        ("---\nname: x\n---\n", "description-missing@2:1"),
        ("---\nname: x\nDescription: y\n---\n", "description-missing@3:1"),
        ("---\nname: x\ndescription:\n---\n", "description-blank@3:1"),
        ("---\nname: x\ndescription: ~\n---\n", "description-blank@3:1"),
        ("---\nname: x\ndescription: '  '\n---\n", "description-blank@3:1"),
        ("---\nname: x\ndescription: [a]\n---\n", "description-not-string@3:14"),
        ("---\nname: x\ndescription: 12\n---\n", "description-not-string@3:14"),
    ] {
        assert_eq!(refused(file.as_bytes())[0], code, "{file}");
    }
    assert_eq!(refused(b"---\nname: a\ndescription: caf\xe9\n---\n"), ["not-utf8@3:17"]);
}

#[test]
fn names_that_are_none_are_reported_and_cost_nothing_else() {
    let found = |line: &str| {
        let doc = doc(&format!("{line}description: b\n"));
        (doc.name, codes(&doc.diagnostics))
    };
    let row = |name: Option<&str>, code: &str| (name.map(str::to_owned), vec![code.to_owned()]);
    assert_eq!(found(""), row(None, "name-missing@2:1"));
    assert_eq!(found("Name: x\n"), row(None, "name-missing@2:1"));
    assert_eq!(found("name:\n"), row(None, "name-missing@2:1"));
    assert_eq!(found("name: ' '\n"), row(None, "name-missing@2:1"));
    assert_eq!(found("name: 007\n"), row(Some("007"), "name-not-string@2:7"));
    assert_eq!(found("name: true\n"), row(Some("true"), "name-not-string@2:7"));
    assert_eq!(found("name: [a, b]\n"), row(None, "name-not-string@2:7"));
    assert_eq!(found("name: yes\n"), row(Some("yes"), "name-yaml-1-1@2:7"));
    assert_eq!(found("name: '1'\n"), (Some("1".to_owned()), vec![]));
}

#[test]
fn a_description_cut_by_a_comment_is_a_warning() {
    let cut = doc("name: a\ndescription: Works in C #strings and more\n");
    assert_eq!(cut.description, "Works in C");
    assert_eq!(codes(&cut.diagnostics), ["description-cut@3:25"]);
    assert_eq!(cut.diagnostics[0].severity, crate::core::diagnostic::Severity::Warning);
    assert!(!cut.lenient);
    assert_eq!(doc("name: a\ndescription: 'Works' # note\n").diagnostics, []);
    assert_eq!(doc("name: a # note\ndescription: C#\n").diagnostics, []);
}

#[test]
fn a_repeated_key_takes_the_last_and_is_an_error() {
    let doc = doc("name: a\ndescription: one\ndescription: two\n");
    assert_eq!(doc.description, "two");
    assert!(doc.lenient);
    assert_eq!(codes(&doc.diagnostics), ["duplicate-key@4:1"]);
}

#[test]
fn control_characters_are_reported_where_they_stand() {
    let nul = read(b"---\nname: a\ndescription: b\0c\n---\n").unwrap();
    assert_eq!(nul.description, "b\0c");
    assert!(nul.lenient);
    assert_eq!(codes(&nul.diagnostics)[0], "control-character@3:15");
    let escape = read(b"---\nname: a\ndescription: b\x1b[2Jc\n---\n").unwrap();
    assert_eq!(codes(&escape.diagnostics), ["control-character@3:15"]);
    let body = read(b"---\nname: a\ndescription: b\n---\nx\x1b[2J\n").unwrap();
    assert_eq!(codes(&body.diagnostics), ["control-character-in-body@5:2"]);
    assert!(!body.lenient);
}

#[test]
fn a_body_that_is_not_utf8_costs_no_skill() {
    let doc = read(b"---\nname: a\ndescription: b\n---\nfine\n\xff\n").unwrap();
    assert_eq!(codes(&doc.diagnostics), ["not-utf8@6:1"]);
    assert!(!doc.lenient);
    let head = "---\nname: a\ndescription: b\n---\né".as_bytes();
    assert_eq!(read_head(&head[..head.len() - 1]).unwrap().diagnostics, []);
}

#[test]
fn bombs_cost_the_bomb_and_not_the_description() {
    let mut yaml = String::from("name: a\ndescription: b\na0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for n in 1..12 {
        let row = vec![format!("*a{}", n - 1); 9].join(",");
        yaml.push_str(&format!("a{n}: &a{n} [{row}]\n"));
    }
    let bomb = doc(&yaml);
    assert_eq!(bomb.description, "b");
    assert_eq!(bomb.diagnostics[0].code, "yaml-limits");
    let tower = doc(&format!("name: a\ndescription: b\nx: {}\n", "[".repeat(30_000)));
    assert_eq!(tower.description, "b");
    assert!(tower.lenient);
}

#[test]
fn located_gives_every_diagnosis_its_file() {
    let doc = doc("name: a\ndescription: @b\n").located("x/SKILL.md");
    assert_eq!(doc.diagnostics[0].path, "x/SKILL.md");
}

/// Text that is likely to be a front matter.
fn yamlish() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "name: ",
        "description: ",
        "metadata:\n  ",
        "when_to_use: ",
        "- ",
        "a: b",
        ": ",
        " #",
        "\"",
        "'",
        "\n",
        "\n  ",
        "\r\n",
        "---\n",
        "---",
        ">-\n  ",
        "|\n",
        "é",
        "日本",
        "\t",
        "&a ",
        "*a",
        "[",
        "]",
        "{",
        "}",
        "@",
        "\\",
        "\0",
        "\u{1b}",
        "\u{feff}",
        "word ",
        "<<: ",
        "? ",
        "!!str ",
        "~",
        "```\n",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    match read(bytes) {
        Ok(doc) => {
            prop_assert!(!doc.description.trim().is_empty());
            let text = String::from_utf8_lossy(bytes);
            prop_assert!(doc.body_start <= bytes.len());
            if let (Some(span), Ok(_)) = (&doc.description_span, std::str::from_utf8(bytes)) {
                prop_assert!(text.get(span.bytes.clone()).is_some_and(|s| !s.is_empty()));
                prop_assert!(span.bytes.end <= doc.body_start);
            }
            prop_assert!(doc.lenient || doc.diagnostics.iter().all(|d| d.code != "yaml-colon"));
        }
        Err(diagnostics) => prop_assert!(!diagnostics.is_empty()),
    }
    read_head(bytes).ok();
    Ok(())
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes)?;
        check(&[b"---\nname: x\ndescription: ", bytes.as_slice(), b"\n---\n"].concat())?;
    }

    #[test]
    fn any_front_matter_is_survived(yaml in yamlish()) {
        check(yaml.as_bytes())?;
        check(format!("---\n{yaml}\n---\n").as_bytes())?;
        check(format!("---\nname: x\ndescription: y\n{yaml}\n---\n").as_bytes())?;
    }

    #[test]
    fn line_ends_and_mark_change_no_value(words in "[a-z:#' \\n-]{1,60}") {
        let lines: String = words.lines().map(|line| format!("  {line}\n")).collect();
        for header in ["|", ">-", ""] {
            let file = format!("---\nname: n\ndescription: {header}\n{lines}---\n");
            let unix = read(file.as_bytes());
            let windows = read(format!("\u{feff}{}", file.replace('\n', "\r\n")).as_bytes());
            let values = |r: Result<SkillDoc, Vec<Diagnostic>>| r.map(|d| (d.description, d.lenient)).ok();
            prop_assert_eq!(values(unix), values(windows));
        }
    }
}

const VALID: [&str; 4] = [
    "---\nname: bread\ndescription: Bakes bread. Use when somebody wants \"a loaf\".\n---\n\n# Bread\n",
    "---\nname: \"a:b\"\ndescription: >-\n  Bakes bread\n  and rolls.\nwhen_to_use: |\n  At dawn.\n\
     allowed-tools: [Read, Bash(git:*)]\ndisable-model-invocation: true\nmetadata:\n  a: [1, {b: c}]\n---\nx",
    "\u{feff}---\r\nname: 'it''s'\r\ndescription: Use it: now, or\r\n  later: then. # no\r\n---\r\n",
    "---\nbase: &a {x: y}\nname: x\ndescription: y\nmore: {<<: *a}\n? odd\n: 日本\n---\n",
];

proptest! {
    #![proptest_config(crate::fuzz::config())]

    #[test]
    fn broken_files_are_survived(bytes in crate::fuzz::bytes(&VALID)) {
        check(&bytes)?;
        let told = crate::fuzz::steady(|| read(&bytes))?;
        let told = told.as_ref().map_or_else(|told| told.as_slice(), |doc| &doc.diagnostics);
        for told in told {
            prop_assert!(!told.message.is_empty() && !told.remedy.is_empty(), "{:?}", told);
        }
    }
}
