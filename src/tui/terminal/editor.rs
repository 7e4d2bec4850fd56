//! How an editor is told to open a file at a line: the argument lists of the common ones.

use std::path::Path;

/// The argument list that opens `path` at a 1-based `line` with `editor`, the words of `$VISUAL` or
/// `$EDITOR` (`["code", "--wait"]`).
///
/// Editors that are not known get `+LINE`, which vi, emacs, nano, micro, kakoune and joe share.
pub fn editor_command(editor: &[String], path: &Path, line: u32) -> Vec<String> {
    let mut argv = editor.to_vec();
    let file = path.to_string_lossy().into_owned();
    let at = format!("{file}:{line}");
    match program_name(editor) {
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" => {
            // Without it the program returns at once and the hand-over would end too early.
            if !argv.iter().any(|word| word == "--wait" || word == "-w") {
                argv.push("--wait".into());
            }
            argv.extend(["--goto".into(), at]);
        }
        "hx" | "helix" | "subl" | "zed" => argv.push(at),
        "notepad" => argv.push(file),
        _ => argv.extend([format!("+{line}"), file]),
    }
    argv
}

fn program_name(editor: &[String]) -> &str {
    let program = editor.first().map_or("", |program| program.as_str());
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    name.strip_suffix(".exe").or_else(|| name.strip_suffix(".cmd")).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    fn command(editor: &str) -> String {
        let words: Vec<String> = editor.split(' ').map(String::from).collect();
        super::editor_command(&words, Path::new("/s/my skill/SKILL.md"), 3).join("|")
    }

    #[test]
    fn each_editor_gets_its_own_way_to_a_line() {
        assert_eq!(command("vim"), "vim|+3|/s/my skill/SKILL.md");
        assert_eq!(command("/usr/bin/nano -w"), "/usr/bin/nano|-w|+3|/s/my skill/SKILL.md");
        assert_eq!(command("hx"), "hx|/s/my skill/SKILL.md:3");
        assert_eq!(command("code"), "code|--wait|--goto|/s/my skill/SKILL.md:3");
        assert_eq!(command("code.cmd -w"), "code.cmd|-w|--goto|/s/my skill/SKILL.md:3");
    }
}
