//! From the bytes of a SKILL.md to a [`SkillDoc`], or to the reasons why there is none.

use std::ops::Range;

use crate::core::{
    diagnostic::{Diagnostic, Severity::Error},
    skill::{
        SkillDoc,
        decode::{Decoded, decode},
        fence, fields, lenient,
        place::place,
        quick,
        yaml::{self, FaultKind},
    },
};

/// Reads a whole SKILL.md.
///
/// Takes any bytes, never panics, and takes time linear in them. Diagnostics come without a path:
/// see [`SkillDoc::located`].
///
/// # Errors
/// The reasons why the file is no usable skill, the decisive one first; never empty.
pub fn read(bytes: &[u8]) -> Result<SkillDoc, Vec<Diagnostic>> {
    read_part(bytes, false)
}

/// As [`read`], of the first bytes of a longer file: the end may cut a character in two.
///
/// # Errors
/// As [`read`].
pub fn read_head(bytes: &[u8]) -> Result<SkillDoc, Vec<Diagnostic>> {
    read_part(bytes, true)
}

fn read_part(bytes: &[u8], head: bool) -> Result<SkillDoc, Vec<Diagnostic>> {
    let Decoded { text, fault: undecodable } = decode(bytes, head).map_err(|fault| vec![fault])?;
    let fence = match fence::find(text) {
        Ok(fence) => fence,
        Err(fault) => return Err(vec![undecodable.unwrap_or(fault)]),
    };
    if let Some(fault) = &undecodable
        && fence.body_start >= text.len()
    {
        return Err(vec![fault.clone()]);
    }

    let mut diagnostics: Vec<Diagnostic> = fence.fault.into_iter().collect();
    let quick = quick::parse(text, fence.yaml.clone(), fields::is_known);
    if quick.is_none() {
        diagnostics.extend(control_character(text, fence.yaml.clone()));
    }
    let mut recovered = !diagnostics.is_empty();
    let entries = match quick.map_or_else(|| yaml::parse(text, fence.yaml.clone()), Ok) {
        Ok(entries) => entries,
        Err(fault) => {
            recovered = true;
            let second = lenient::parse(text, fence.yaml.clone(), &fault);
            diagnostics.extend(second.diagnostics);
            if second.entries.is_empty() || fault.kind == FaultKind::NotMapping {
                return Err(sorted(diagnostics));
            }
            second.entries
        }
    };
    let mut doc = match fields::document(text, &fence.yaml, entries) {
        Ok(doc) => doc,
        Err(more) => {
            diagnostics.extend(more);
            return Err(sorted(diagnostics));
        }
    };
    doc.lenient |= recovered;
    doc.body_start = fence.body_start;
    diagnostics.append(&mut doc.diagnostics);
    diagnostics.extend(undecodable.map(fields::only_a_warning));
    diagnostics.extend(fields::body_controls(text, fence.body_start));
    doc.diagnostics = sorted(diagnostics);
    Ok(doc)
}

/// Worst first, then by place.
fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|d| (d.severity, d.line, d.column));
    diagnostics
}

/// YAML allows no control characters besides tab and line ends.
fn control_character(text: &str, region: Range<usize>) -> Option<Diagnostic> {
    let at = region.start + text[region.clone()].find(yaml::is_forbidden)?;
    let c = text[at..].chars().next()?;
    let (line, column) = place(text, at);
    let diagnostic = Diagnostic::new(
        Error,
        "control-character",
        "",
        format!(
            "The front matter holds the control character U+{:04X}, which YAML forbids.",
            c as u32
        ),
        "Remove the character.",
    );
    Some(diagnostic.at(line, column))
}
