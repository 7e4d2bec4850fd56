//! Bars as the section of a configuration file.

use crate::core::measure::gate::{Bar, Bound, On};

/// The section, ready to be put into `skillscope.toml`; a comment alone where there is no bar.
pub fn proposal(bars: &[Bar]) -> String {
    let mut out = String::from(
        "# Just under what a run was sure of. Lower what need not hold; raise what must.\n",
    );
    let mut of: Option<&On> = None;
    for bar in bars {
        if of != Some(&bar.on) {
            out.push_str(&match &bar.on {
                On::Run => "[bars]\n".to_owned(),
                On::EverySkill => "\n[bars.skills.\"*\"]\n".to_owned(),
                On::Skill(label) => format!("\n[bars.skills.{}]\n", quoted(label)),
            });
            of = Some(&bar.on);
        }
        let number = bar.threshold;
        out.push_str(&match bar.bound == bar.figure.usual_bound() {
            true => format!("{} = {number}\n", bar.figure),
            false if bar.bound == Bound::Minimum => {
                format!("{} = {{ min = {number} }}\n", bar.figure)
            }
            false => format!("{} = {{ max = {number} }}\n", bar.figure),
        });
    }
    out
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proposal_is_a_section() {
        let bars = ["top1>=0.5", "a \"b\":recall>=0.7", "a \"b\":precision>=0.6", "c:recall<=0.9"];
        let bars: Vec<Bar> = bars.iter().map(|bar| bar.parse().expect("a bar")).collect();
        let told = proposal(&bars);
        let expected = "[bars]\ntop1 = 0.5\n\n[bars.skills.\"a \\\"b\\\"\"]\nrecall = 0.7\n\
            precision = 0.6\n\n[bars.skills.\"c\"]\nrecall = { max = 0.9 }\n";
        assert_eq!(told.split_once('\n').expect("a comment").1, expected);
    }
}
