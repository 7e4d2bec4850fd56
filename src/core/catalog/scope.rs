//! The one line that says whose view this is and what it leaves out.

use std::collections::BTreeMap;

use crate::core::{catalog::Catalog, material};

impl Catalog {
    /// For example `as Claude Code: 41 resident · 38 copies in .agents/skills folded · 12 under
    /// packages not loaded`. Parts that are zero are left out, residents never.
    pub fn scope_line(&self) -> String {
        let hidden = self.skills.iter().filter(|skill| skill.hidden()).count();
        let mut parts = vec![format!("{} resident", self.skills.len() - hidden)];
        if hidden > 0 {
            parts.push(format!("{hidden} hidden from the model"));
        }
        if !self.unusable.is_empty() {
            parts.push(format!("{} unusable", self.unusable.len()));
        }
        for (folder, count) in &self.scope.folded {
            let copies = if *count == 1 { "copy" } else { "copies" };
            parts.push(format!("{count} {copies} in {folder} folded"));
        }
        let mut outside: BTreeMap<&str, usize> = BTreeMap::new();
        for file in &self.not_loaded {
            *outside.entry(area(&file.path)).or_default() += 1;
        }
        parts.extend(outside.iter().map(|(area, n)| format!("{n} under {area} not loaded")));
        let view = match (&self.scope.title, self.scope.roots.as_slice()) {
            (Some(title), _) => format!("as {title}"),
            (None, []) => "nothing".to_owned(),
            (None, roots) => roots.join(" + "),
        };
        format!("{view}: {}", parts.join(" · "))
    }

    /// What the digest is made of: ids, names, routing text and hidden flags, each field with its
    /// length before it, so that no two catalogs share the text by accident.
    pub fn digest_material(&self) -> String {
        let mut out = String::new();
        let mut field = |text: &str| material::field(&mut out, text);
        for skill in &self.skills {
            field(skill.id.as_str());
            field(&skill.name);
            field(&skill.doc.description);
            field(skill.doc.when_to_use.as_deref().unwrap_or("-"));
            field(match (skill.hidden(), skill.doc.when_to_use.is_some()) {
                (false, false) => "",
                (false, true) => "w",
                (true, false) => "h",
                (true, true) => "hw",
            });
        }
        out
    }
}

/// The part of a path that names where it lies: a harness's folder, or the first folder.
fn area(path: &str) -> &str {
    let depth = if path.starts_with('.') || path.starts_with('~') { 2 } else { 1 };
    match path.match_indices('/').nth(depth - 1) {
        Some((end, _)) => &path[..end],
        None => path.split('/').next().unwrap_or(path),
    }
}
