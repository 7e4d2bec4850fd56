use proptest::prelude::*;

use super::*;
use crate::fuzz;

/// What is read, and in parentheses what is used otherwise; `!` marks what is certain.
fn seen(script: &str) -> Vec<String> {
    looks(script, "")
        .iter()
        .map(|look| {
            let mark = if look.certain { "!" } else { "" };
            let path = if look.reads { look.path.clone() } else { format!("({})", look.path) };
            format!("{mark}{path}")
        })
        .collect()
}

#[test]
fn readers_read_their_operands() {
    assert_eq!(seen("cat a/SKILL.md"), ["a/SKILL.md"]);
    assert_eq!(seen("/usr/bin/head -n 20 ./a/SKILL.md"), ["20", "a/SKILL.md"]);
    assert_eq!(seen("sed -n '1,200p' a/../b"), ["1,200p", "b"]);
    assert_eq!(seen("bash -lc 'cat \"a b\"'"), ["a b"]);
    assert_eq!(seen("/bin/bash -lc 'sudo -n cat /x'"), ["/x"]);
    assert_eq!(seen("env A=1 timeout 5 cat x"), ["x"]);
    assert_eq!(seen("while read l; do echo $l; done < x"), ["!x"]);
    assert_eq!(seen("mapfile l <x"), ["x", "l"]);
}

#[test]
fn what_is_written_named_or_said_is_not_read() {
    let nothing: [&str; 9] = [
        "cat <<E > SKILL.md\ncat a/SKILL.md\nE",
        "echo 'cat a/SKILL.md'",
        "ls a/SKILL.md; rm a/SKILL.md",
        "sed -i s/a/b/ a/SKILL.md",
        "touch a/SKILL.md # cat a/SKILL.md",
        "test -f a/SKILL.md",
        "cat $(unknown)",
        "cat \"$unknown\"",
        "",
    ];
    for script in nothing {
        assert!(seen(script).is_empty(), "{script}: {:?}", seen(script));
    }
}

#[test]
fn searching_and_running_is_using() {
    assert_eq!(seen("grep -n x a/SKILL.md"), ["(x)", "(a/SKILL.md)"]);
    assert_eq!(seen("python3 a/run.py; ./a/run.sh"), ["!(a/run.py)", "!(a/run.sh)"]);
    assert_eq!(seen("bash a/run.sh"), ["(a/run.sh)"]);
}

#[test]
fn folders_are_changed_and_left() {
    assert_eq!(seen("cd a && cat x && cd ../b && cat y"), ["!a/x", "b/y"]);
    assert_eq!(seen("(cd a; cat x); cat y"), ["!a/x", "!y"]);
    assert_eq!(seen("cd; cat x; cd /r; cat y"), ["!~/x", "!/r/y"]);
    assert_eq!(seen("cd -; cat x; cat /y"), ["!/y"]);
    assert_eq!(seen("cat $HOME/x $PWD/y ~/z"), ["~/x", "y", "~/z"]);
}

#[test]
fn variables_and_loops_are_followed() {
    assert_eq!(seen("D=a/b; cat $D/x"), ["a/b/x"]);
    assert_eq!(seen("export D=a; cat \"${D}/x\""), ["a/x"]);
    assert_eq!(seen("for f in a b; do cat \"$f/x\"; done"), ["a/x", "b/x"]);
    assert_eq!(seen("echo $(cat x)"), ["!x"]);
    assert_eq!(
        looks("cat a/*/x", "")[0],
        Look { path: "a/*/x".to_owned(), glob: true, reads: true, certain: false }
    );
}

#[test]
fn only_what_comes_in_any_case_is_certain() {
    assert_eq!(seen("cat x && false"), ["!x"]);
    assert_eq!(seen("true && cat x"), ["x"]);
    assert_eq!(seen("true || cat x; cat y"), ["x", "!y"]);
    assert_eq!(seen("cat x | head"), ["!x"]);
}

#[test]
fn what_a_list_hands_on_is_read() {
    assert_eq!(
        seen("echo a/SKILL.md 'b/SKILL.md c' | xargs cat"),
        ["!a/SKILL.md", "!b/SKILL.md", "!c"]
    );
    assert_eq!(seen("printf '%s\\n' a b | xargs -n 1 head -n"), ["!a", "!b"]);
    assert_eq!(seen("printf 'a\\nb' | xargs -0 cat"), ["!a", "!b"]);
    assert_eq!(seen("ls a/*/x | sort | xargs -I % sed -n 1p %"), ["!1p", "!a/*/x"]);
    assert_eq!(seen("cd d && ls x | xargs -I{} cat {}"), ["!d/x"]);
    assert_eq!(seen("xargs cat own < list"), ["list", "own"]);
    assert_eq!(seen("ls a | xargs grep -l x"), ["!(x)", "!(a)"]);
    let below = |root: &str| format!("!{root}{}/SKILL.md", path::DEEP);
    assert_eq!(seen("find s -type f -name SKILL.md | xargs cat; true"), [below("s/")]);
    assert_eq!(seen("find . -iname skill.md -exec cat {} \\; ; true"), [below("")]);
    assert_eq!(
        seen("find a b -name 'SKILL.md' -print0 | xargs -0 head; ls"),
        [below("a/"), below("b/")]
    );
}

#[test]
fn a_list_that_nobody_knows_hands_on_nothing() {
    for script in [
        "ls a/SKILL.md | head -1 | xargs cat",
        "ls a/SKILL.md; xargs cat",
        "ls a/SKILL.md && xargs cat",
        "git ls-files | xargs cat",
        "rg -l x | xargs -r cat",
        "find a -newer b -name SKILL.md | xargs cat",
        "find a -maxdepth 1 -name SKILL.md -exec cat {} +",
        "find a -name SKILL.md",
        "ls a/SKILL.md | xargs rm",
        "echo $(unknown) | xargs cat",
    ] {
        let read = seen(script).into_iter().filter(|look| !look.contains("(x)"));
        assert_eq!(read.collect::<Vec<_>>(), [""; 0], "{script}");
    }
    // The list itself is read, what it lists is not.
    assert_eq!(seen("cat list.txt | xargs cat"), ["!list.txt"]);
    let nested = format!("echo a | {} cat", "xargs ".repeat(10_000));
    assert!(seen(&nested).is_empty());
}

#[test]
fn words_that_grow_without_end_are_given_up() {
    let doubling = format!("a=xxxxxxxx; {} cat $a", "a=$a$a;".repeat(40));
    assert!(seen(&doubling).is_empty());
    let nested = format!("{}cat x{}", "$(".repeat(500), ")".repeat(500));
    assert!(seen(&nested).is_empty());
}

proptest! {
    #![proptest_config(fuzz::config())]

    #[test]
    fn any_script_is_read(script in fuzz::text(&[
        "cd a && cat 'x y' \"$(cat z)\" <in >out; for f in a b; do sed -n 1p $f; done",
        "cat <<E | bash -lc 'cat \"$D/x\"' || D=`pwd` env head */?\ntext\nE\n(cd b; cat y) # no",
    ])) {
        let looks = fuzz::steady(|| looks(&script, "dir"))?;
        prop_assert!(looks.iter().all(|look| !look.path.contains("/./")));
    }
}
