//! The schemas that ship, held against what the commands really print.

use std::fs;

use serde_json::Value;

use super::{Person, QUERIES, SCRIPT, SKILLS, run};

fn schema(name: &str) -> Value {
    let path = format!("assets/schemas/{name}.schema.json");
    serde_json::from_str(&fs::read_to_string(&path).expect("a schema")).expect("JSON")
}

/// The document of a command, whatever its exit code.
fn document(arguments: &[&str]) -> Value {
    let told = run(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {}", told.err))
}

/// The part of JSON Schema that our schemas use; an unknown keyword is an error, not passed over.
struct Checker<'a> {
    root: &'a Value,
    wrong: Vec<String>,
}

impl Checker<'_> {
    fn check(&mut self, schema: &Value, value: &Value, at: &str) {
        for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
            let fits = match keyword.as_str() {
                "$ref" => {
                    let pointer = wanted.as_str().and_then(|to| to.strip_prefix('#'));
                    let pointer = pointer.expect("within the schema");
                    let target = self.root.pointer(pointer).expect("a definition").clone();
                    self.check(&target, value, at);
                    true
                }
                "anyOf" => wanted.as_array().expect("a list").iter().any(|one| {
                    let mut checker = Checker { root: self.root, wrong: Vec::new() };
                    checker.check(one, value, at);
                    checker.wrong.is_empty()
                }),
                "type" => match wanted {
                    Value::Array(types) => types.iter().any(|one| is(value, one)),
                    one => is(value, one),
                },
                "const" => value == wanted,
                "enum" => wanted.as_array().expect("a list").contains(value),
                "minimum" => value.as_f64().is_none_or(|n| n >= wanted.as_f64().expect("a number")),
                "maximum" => value.as_f64().is_none_or(|n| n <= wanted.as_f64().expect("a number")),
                "exclusiveMinimum" => {
                    value.as_f64().is_none_or(|n| n > wanted.as_f64().expect("a number"))
                }
                "exclusiveMaximum" => {
                    value.as_f64().is_none_or(|n| n < wanted.as_f64().expect("a number"))
                }
                "minLength" => {
                    assert_eq!(wanted, 1);
                    value.as_str() != Some("")
                }
                "required" => value.as_object().is_none_or(|object| {
                    let mut names = wanted.as_array().expect("a list").iter();
                    names.all(|name| object.contains_key(name.as_str().expect("a name")))
                }),
                "additionalProperties" => {
                    let known = |key: &str| schema["properties"].get(key).is_some();
                    let mut others =
                        value.as_object().into_iter().flatten().filter(|(key, _)| !known(key));
                    match wanted {
                        Value::Bool(false) => others.next().is_none(),
                        inner => {
                            others.for_each(|(key, value)| {
                                self.check(inner, value, &format!("{at}/{key}"));
                            });
                            true
                        }
                    }
                }
                "properties" => {
                    for (key, inner) in wanted.as_object().expect("an object") {
                        if let Some(value) = value.get(key) {
                            self.check(inner, value, &format!("{at}/{key}"));
                        }
                    }
                    true
                }
                "items" => {
                    for (n, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(wanted, item, &format!("{at}/{n}"));
                    }
                    true
                }
                "$schema" | "$defs" | "title" | "description" => true,
                unknown => panic!("the checker does not know {unknown}"),
            };
            if !fits {
                self.wrong.push(format!("{at}: {keyword} {wanted} does not hold of {value}"));
            }
        }
    }
}

fn is(value: &Value, kind: &Value) -> bool {
    match kind.as_str().expect("a type's name") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type is called {other}"),
    }
}

pub fn faults(name: &str, value: &Value) -> Vec<String> {
    faults_of(name, "", value)
}

/// As [`faults`], by the definition that lies at `pointer` in the schema.
pub fn faults_of(name: &str, pointer: &str, value: &Value) -> Vec<String> {
    let root = schema(name);
    let mut checker = Checker { root: &root, wrong: Vec::new() };
    checker.check(root.pointer(pointer).expect("a definition"), value, "");
    checker.wrong
}

#[test]
fn every_document_holds_its_schema() {
    let labelled = ["--queries", QUERIES];
    let scripted = ["--queries", QUERIES, "--agent", "fake", "--script", SCRIPT];
    let with = |command: &[&str], more: &[&str]| document(&[command, more].concat());
    let person = Person::new();
    let baseline = person.home().join("base.jsonl").to_string_lossy().into_owned();
    let begin = ["check", SKILLS, "--baseline", &baseline, "--move-baseline", "--queries", QUERIES];
    assert_eq!(person.run(&begin).code, Some(1), "a skill of the demo is broken");
    let printed = run(&["eval", SKILLS, "--queries", QUERIES, "--format", "json"]).out;
    let printed = person.write("printed.json", &printed).to_string_lossy().into_owned();
    for (name, value) in [
        ("overlap", with(&["overlap", SKILLS], &[])),
        ("prompt", with(&["overlap", SKILLS, "--prompt", "my refund"], &[])),
        ("listing", with(&["listing", SKILLS, "--as", "claude-code"], &["--budget", "900"])),
        ("listing", with(&["listing", SKILLS, "--as", "pi"], &[])),
        ("lint", with(&["lint", SKILLS], &labelled)),
        ("lint", with(&["lint", SKILLS, "--as", "claude-code", "--budget", "900"], &["--strict"])),
        ("eval", with(&["eval", SKILLS], &[])),
        ("eval", with(&["eval", SKILLS], &scripted)),
        ("compare", with(&["compare", SKILLS, SKILLS], &scripted)),
        ("check", with(&["check", SKILLS, "--free"], &[])),
        ("check", with(&["check", SKILLS, "--baseline", &baseline], &labelled)),
        ("compare", with(&["compare", &printed, &printed], &[])),
        ("queries-lint", with(&["queries", "lint", SKILLS], &labelled)),
        ("queries-stats", with(&["queries", "stats", SKILLS], &labelled)),
        ("check", with(&["check", SKILLS, "--bar", "*:recall>=0.7"], &labelled)),
    ] {
        assert_eq!(faults(name, &value), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn scripts_hold_their_schema() {
    let demo: Value =
        serde_json::from_str(&fs::read_to_string(SCRIPT).expect("a script")).expect("JSON");
    assert_eq!(faults("script", &demo), Vec::<String>::new());
    let script = |part: &str| {
        let text = format!(r#"{{"schema": "skillscope.script/1", "queries": {{"q": {part}}}}}"#);
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let person = Person::new();
    for (part, fits) in [
        (r#"["a", {"kind": "usage", "input": 1, "output": 2}]"#, true),
        (r#"{"attempts": [["a"], []], "retried": [{"kind": "error", "cause": "c"}]}"#, true),
        (r#"[{"kind": "engagement", "skill": "a", "via": "file_read", "after_ms": 5}]"#, true),
        (r#"[{"kind": "engagement"}]"#, false),
        (r#"[{"kind": "mood"}]"#, false),
        (r#"[{"kind": "end", "cuase": "c"}]"#, false),
        (r#"{"attempt": []}"#, false),
    ] {
        let script = script(part);
        assert_eq!(faults("script", &script).is_empty(), fits, "{part}");
        // The program takes what the schema takes.
        let file = person.write("script.json", &script.to_string()).display().to_string();
        let told = run(&["eval", SKILLS, "--agent", "fake", "--script", &file, "-q", QUERIES]);
        assert_eq!(told.code != Some(2), fits, "{part}: {}", told.err);
    }
}

#[test]
fn the_configurations_that_are_told_hold_their_schema() {
    let readme = fs::read_to_string("README.md").expect("a README");
    let blocks = readme.split("```toml\n").skip(1).map(|rest| rest.split("```").next());
    let mut texts: Vec<String> = blocks.flatten().map(str::to_owned).collect();
    assert!(texts.len() > 1, "the README has examples");
    texts.push(run(&["config", "show"]).fine());
    let read = |text: &str| toml::from_str::<Value>(text).expect("TOML");
    for text in texts {
        assert_eq!(faults("config", &read(&text)), Vec::<String>::new(), "{text}");
    }
    for (text, part) in [
        ("run.max_cost = 0", "/run/max_cost: exclusiveMinimum"),
        ("run.max_cots = 1", "/run: additionalProperties"),
        ("probe.attempts = 1.5", "/probe/attempts: type"),
        ("bars.skills.a.recall = \"x\"", "/bars/skills/a/recall: anyOf"),
    ] {
        let told = faults("config", &read(text)).join("\n");
        assert!(told.contains(part), "{part} is not in {told}");
    }
}

#[test]
fn a_document_that_breaks_its_contract_is_noticed() {
    let mut value = document(&["overlap", SKILLS]);
    value["skills"][0]["ratio"] = "much".into();
    value["skills"][1]["more"] = 1.into();
    value["catalog"].as_object_mut().expect("an object").remove("digest");
    let told = faults("overlap", &value).join("\n");
    for part in ["/skills/0/ratio: type", "/skills/1: additionalProperties", "/catalog: required"] {
        assert!(told.contains(part), "{part} is not in {told}");
    }
}

#[test]
fn the_contracts_that_are_told_are_those_that_ship() {
    let readme = fs::read_to_string("README.md").expect("a README");
    let told = readme.split("The JSON documents (").nth(1).and_then(|rest| rest.split(')').next());
    let told = told.expect("the contracts are listed").replace('\n', " ");
    let mut told: Vec<&str> = told.split(", ").map(|name| name.trim_matches('`')).collect();
    let files = fs::read_dir("assets/schemas").expect("schemas");
    let mut shipped: Vec<String> = files
        .filter_map(|file| {
            let name = file.expect("a file").file_name().into_string().expect("a name");
            let name = name.strip_suffix(".schema.json").expect("a schema");
            // The configuration is no document and has no name in it.
            let named = schema(name)["properties"]["schema"]["const"].clone();
            (name != "config").then(|| named.as_str().expect("a name").to_owned())
        })
        .collect();
    told.sort_unstable();
    shipped.sort_unstable();
    assert_eq!(told, shipped);
}
