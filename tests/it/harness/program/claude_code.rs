//! Claude Code. Its bundled skills are off; they would take their share of the budget.

use super::{Marks, Program, Start, words};

pub const CLAUDE_CODE: Program = Program {
    id: "claude-code",
    command: "claude",
    skills: ".claude/skills",
    steady: true,
    start: |place, prompt, base| {
        let mut arguments = words(
            "--output-format stream-json --verbose --model claude-sonnet-4-5 --strict-mcp-config \
             --no-session-persistence --permission-mode dontAsk --tools Skill,Read --max-turns 8",
        );
        let plugin = r#"{"enabledPlugins":{"cc-plugin-plugin-authoring@builtin":false}}"#;
        arguments.extend(["--settings", plugin, "-p", prompt].map(str::to_owned));
        let environment = vec![
            ("CLAUDE_CONFIG_DIR", place.config("")),
            ("ANTHROPIC_BASE_URL", base.to_owned()),
            ("ANTHROPIC_API_KEY", "dummy".to_owned()),
            ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1".to_owned()),
            ("CLAUDE_CODE_DISABLE_BUNDLED_SKILLS", "1".to_owned()),
            ("CLAUDE_CODE_MAX_RETRIES", "1".to_owned()),
        ];
        Start { arguments, environment }
    },
    marks: Marks {
        from: "The following skills are available for use with the Skill tool:\n\n",
        to: "</system-reminder>",
        kept: false,
    },
};
