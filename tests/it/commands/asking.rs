//! Agents that cost money or run programs: nothing is asked unless somebody agreed, and no project
//! agrees for its reader.

use super::{Person, SKILLS, Told, run};

#[test]
fn no_agent_asks_a_model_that_nobody_stated() {
    for agent in ["claude-code", "codex", "openai", "anthropic"] {
        let told = run(&["eval", SKILLS, "--agent", agent, "--yes"]).refused();
        assert!(told.contains(agent) && told.contains("--model"), "{told}");
    }
}

#[test]
fn a_harness_sees_the_skills_with_its_own_eyes() {
    let arguments = ["eval", SKILLS, "--agent", "pi", "--as", "codex", "--model", "m"];
    let told = run(&arguments).refused();
    assert!(told.contains("the agent pi sees the skills as pi does, not as codex"), "{told}");
}

#[test]
fn a_key_that_was_typed_where_its_name_belongs_is_not_repeated() {
    let asked = ["eval", SKILLS, "--agent", "openai", "--model", "m"];
    for (flag, value, part) in [
        ("--api-key-env", "sk-0123456789", "name of a variable"),
        ("--base-url", "https://me:sk-0123456789@models.example", "no user, password or key"),
        ("--base-url", "https://models.example/v1?key=sk-0123456789", "no `?`"),
    ] {
        let told = run(&[&asked[..], &[flag, value]].concat()).refused();
        assert!(told.contains(part) && !told.contains("0123456789"), "{told}");
    }
}

#[test]
fn commands_that_ask_nobody_do_not_need_the_agent_of_the_configuration() {
    let person = Person::new();
    person.configure("config.toml", "probe.agent = \"claude-code\"\n");
    for arguments in [&["overlap", SKILLS][..], &["lint", "fixtures/demo/skills/bike-desk"]] {
        let told = person.run(arguments);
        assert!(told.err.is_empty() && !told.out.is_empty(), "{arguments:?}: {}", told.err);
    }
    let told = person.run(&["eval", SKILLS]).refused();
    assert!(told.contains("--model"), "{told}");
}

#[test]
fn a_project_sends_no_key_anywhere_until_its_reader_agrees() {
    let person = Person::new();
    let text = "probe.base_url = \"https://a.example\"\nprobe.api_key_env = \"A_KEY\"\n";
    person.write("skillscope.toml", text);
    let show = || person.run_at_home(&["config", "show"]);
    let told = show();
    assert_eq!(told.code, Some(0));
    assert!(
        told.err.contains("`probe.base_url = \"https://a.example\"` counts once"),
        "{}",
        told.err
    );
    assert!(told.out.contains("# probe.base_url is not set"), "{}", told.out);

    let asked = person.run_at_home(&["config", "agree"]).refused();
    assert!(asked.contains("probe.api_key_env = \"A_KEY\"") && asked.contains("--yes"), "{asked}");
    assert!(show().out.contains("# probe.base_url is not set"), "nobody agreed");
    let agreed = person.run_at_home(&["config", "agree", "--yes"]).fine();
    assert!(agreed.contains("probe.base_url = \"https://a.example\""), "{agreed}");
    let told = show().fine();
    assert!(told.contains("probe.base_url = \"https://a.example\"\n"), "{told}");
    assert!(told.contains("# agreed: ") && told.contains("skillscope.toml may say"), "{told}");

    person.write("skillscope.toml", &text.replace("a.example", "b.example"));
    assert!(show().out.contains("# probe.base_url is not set"), "another text needs another yes");
    assert_eq!(person.run_at_home(&["config", "forget"]).fine().lines().count(), 1);
    person.write("skillscope.toml", text);
    assert!(show().out.contains("# probe.base_url is not set"), "it was forgotten");
}

#[test]
fn a_doctor_to_whom_no_agent_is_named_tells_which_are_here_and_asks_nobody() {
    let person = Person::new();
    let with = |key: Option<&str>| {
        let mut command = person.keeping(&["doctor", "fixtures/demo/skills"]);
        command.env("PATH", person.home()).envs(key.map(|key| ("OPENAI_API_KEY", key)));
        Told::of(&mut command)
    };
    let none = with(None);
    assert_eq!(none.code, Some(0), "{}", none.err);
    assert!(none.out.contains("-    openai       OPENAI_API_KEY is not set"), "{}", none.out);
    assert!(none.out.contains("-    codex        codex is not on the PATH"), "{}", none.out);
    assert!(!none.out.contains("keyword"), "{}", none.out);
    let one = with(Some("key-of-many-letters"));
    assert!(one.out.contains("here openai       key in OPENAI_API_KEY"), "{}", one.out);
    assert!(!one.out.contains("key-of-many"), "{}", one.out);
}
