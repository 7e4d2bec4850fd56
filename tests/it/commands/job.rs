//! The job for GitHub Actions that ships: its steps, run here as a script.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use super::{Person, Told, git::git};

const JOB: &str = "assets/ci/github-actions.yml";

/// A step of the job that runs a script.
struct Step {
    name: String,
    /// When it runs, as written.
    when: Option<String>,
    script: String,
}

/// The job's environment and its scripts.
fn job() -> (Vec<(String, String)>, Vec<Step>) {
    let text = fs::read_to_string(JOB).expect("the job is there");
    let document: Value = serde_yaml::from_str(&text).expect("YAML");
    let job = &document["jobs"]["skills"];
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let set = job["env"].as_object().expect("an environment").iter();
    let steps =
        job["steps"].as_array().expect("steps").iter().filter(|step| step["run"].is_string());
    let steps = steps.map(|step| Step {
        name: text(&step["name"]),
        when: step["if"].as_str().map(str::to_owned),
        script: text(&step["run"]),
    });
    (set.map(|(name, value)| (name.clone(), text(value))).collect(), steps.collect())
}

/// Runs the job as GitHub would, and gives the name of the step that failed with what was said.
fn run(person: &Person, event: &str) -> (Option<String>, String) {
    let (set, steps) = job();
    let (mut failed, mut said) = (None, String::new());
    for Step { name, when, script } in steps {
        let runs = match when.as_deref() {
            None => failed.is_none(),
            Some("github.event_name == 'pull_request'") => {
                failed.is_none() && event == "pull_request"
            }
            Some("always()") => true,
            Some(other) => panic!("nobody here knows what `{other}` means"),
        };
        if !runs {
            continue;
        }
        let mut command = Command::new("bash");
        command
            .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &script])
            .current_dir(person.home())
            .env_clear()
            .env("PATH", path())
            .env("HOME", person.home())
            .env("GITHUB_BASE_REF", "main")
            .env("GITHUB_STEP_SUMMARY", person.home().join("summary.md"))
            .envs(set.iter().map(|(name, value)| (name, value)));
        let told = Told::of(&mut command);
        said.push_str(&told.out);
        said.push_str(&told.err);
        if told.code != Some(0) {
            failed.get_or_insert(name);
        }
    }
    (failed, said)
}

/// The path with the built binary in front.
fn path() -> std::ffi::OsString {
    let binary = Path::new(env!("CARGO_BIN_EXE_skillscope")).parent().expect("a folder");
    let rest = env::var_os("PATH").unwrap_or_default();
    let folders = [PathBuf::from(binary)].into_iter().chain(env::split_paths(&rest));
    env::join_paths(folders).expect("a path")
}

/// A repository as the job's comments say it is to be prepared, cloned so that `origin` has `main`.
fn repository() -> (Person, Person) {
    let upstream = Person::new();
    let skill = |name: &str, description: &str| {
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
        upstream.write(&format!("repo/.claude/skills/{name}/SKILL.md"), &text);
    };
    skill("bread", "Bakes loaves of rye and wheat.");
    skill("cake", "Decorates birthday cakes with icing.");
    let row = |id: usize| {
        let (prompt, skill) =
            if id.is_multiple_of(2) { ("rye loaves", "bread") } else { ("icing", "cake") };
        format!(
            "{{\"id\":\"q{id}\",\"prompt\":\"{prompt} {id}\",\"expected_skills\":[\"{skill}\"]}}\n"
        )
    };
    upstream.write("repo/evals/queries.jsonl", &(0..24_usize).map(row).collect::<String>());
    upstream.write("repo/skillscope.toml", "[bars]\ntop1 = 0.6\n");
    let person = Person::new();
    let begin = [
        "check",
        ".claude/skills",
        "--queries",
        "evals/queries.jsonl",
        "--baseline",
        "evals/baseline.jsonl",
        "--move-baseline",
    ];
    let mut command = upstream.keeping(&begin);
    let told = Told::of(command.current_dir(upstream.home().join("repo")));
    assert_eq!(told.code, Some(0), "{}", told.err);
    git(&upstream, &["init", "-q", "-b", "main", "repo"]);
    git(&upstream, &["-C", "repo", "add", "."]);
    git(&upstream, &["-C", "repo", "commit", "-qm", "first"]);
    let from = upstream.home().join("repo").display().to_string();
    git(&person, &["clone", "-q", &from, "."]);
    (upstream, person)
}

#[test]
fn it_passes_and_says_so_on_the_page() {
    let (_upstream, person) = repository();
    let (failed, said) = run(&person, "pull_request");
    assert_eq!(failed, None, "{said}");
    assert!(said.contains("::notice title=pass%3A against evals/baseline.jsonl::"), "{said}");
    assert!(said.contains("nothing was probed"), "{said}");
    let page = fs::read_to_string(person.home().join("summary.md")).expect("a page");
    assert!(page.starts_with("## pass: of 1 bar, 0 failed"), "{page}");
    assert!(page.contains("Completion 24 of 24 scored"), "{page}");
    let kept = fs::read_dir(person.home().join(".skillscope/runs")).expect("runs").count();
    assert_eq!(kept, 1, "the queries are probed once, however often they are reported");
}

#[test]
fn an_edit_that_loses_prompts_fails_at_the_gate() {
    let (_upstream, person) = repository();
    let text = "---\nname: bread\ndescription: Kneads dough.\n---\n";
    person.write(".claude/skills/bread/SKILL.md", text);
    let (failed, said) = run(&person, "push");
    let gate = "Hold the run against its bars and its baseline";
    assert_eq!(failed.as_deref(), Some(gate), "{said}");
    assert!(said.contains("::error title=fail%3A against evals/baseline.jsonl::top-1 "), "{said}");
    let page = fs::read_to_string(person.home().join("summary.md")).expect("a page");
    assert!(page.contains("worse: -50.0 points"), "the page is written all the same: {page}");
}

#[test]
fn a_pull_request_is_held_against_its_base_too() {
    let (_upstream, person) = repository();
    let text = "---\nname: bread\ndescription: Bakes loaves of rye, spelt and wheat.\n---\n";
    person.write(".claude/skills/bread/SKILL.md", text);
    let (failed, said) = run(&person, "pull_request");
    assert_eq!(failed, None, "{said}");
    assert!(said.contains("against origin/main ("), "{said}");
}

#[test]
fn it_trusts_no_text_of_a_pull_request() {
    let text = fs::read_to_string(JOB).expect("the job is there");
    assert!(!text.contains("pull_request_target") && text.contains("contents: read"));
    for Step { name, script, .. } in job().1 {
        assert!(!script.contains("${{"), "{name}: what is put into a script is run");
    }
    let actions: Vec<&str> = text.lines().filter_map(|line| line.split("uses: ").nth(1)).collect();
    assert_eq!(actions, ["actions/checkout@v4", "actions/cache@v4"]);
}
