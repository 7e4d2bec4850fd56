//! Folders that entries are found in, for harnesses whose entries name a numbered folder.

use crate::core::listing::Lens;

/// Numbered as they are met.
pub(super) struct Roots<'a> {
    lens: &'a Lens,
    met: Vec<String>,
}

impl<'a> Roots<'a> {
    pub fn of(lens: &'a Lens) -> Self {
        Self { lens, met: Vec::new() }
    }

    /// `r0/pdf/SKILL.md` of `.agents/skills/pdf/SKILL.md`.
    pub fn alias(&mut self, path: &str) -> String {
        let profile = &self.lens.profile;
        let project = profile.project_dirs.iter().map(String::as_str);
        let known = project.chain(profile.user_dirs.iter().filter_map(|dir| dir.below.as_deref()));
        let root = known
            .filter_map(|dir| path.find(&format!("{dir}/")).map(|at| at + dir.len()))
            .max()
            .unwrap_or(0);
        // Ends before a `/`, which is one byte.
        let (root, below) = (path.get(..root).unwrap_or(""), path.get(root..).unwrap_or(path));
        let number = self.met.iter().position(|met| met == root).unwrap_or_else(|| {
            self.met.push(root.to_owned());
            self.met.len() - 1
        });
        format!("r{number}/{}", below.trim_start_matches('/'))
    }

    /// A line a folder.
    pub fn text(&self) -> String {
        let line = |(number, root): (usize, &String)| {
            format!("- `r{number}` = `{}`\n", if root.is_empty() { "." } else { root })
        };
        self.met.iter().enumerate().map(line).collect()
    }
}
