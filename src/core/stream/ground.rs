//! Where a stream's paths lead: to a skill's SKILL.md, to another file of a skill, or nowhere.
//!
//! Must not know tools or harnesses.

use std::sync::Arc;

use crate::core::{
    id::SkillId,
    stream::{
        bound::{Bound, Match},
        path,
    },
};

/// Where the project or the home lies is not known: then an absolute path has to end as a skill's
/// does, and by no less than `folder/skill/SKILL.md`.
const LEAST: usize = 3;

/// The bound catalog on the ground that the stream tells of.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    bound: Arc<Bound>,
    /// Absolute folders that the harness runs in, under each of the names that are known of it.
    roots: Vec<String>,
}

/// What a path is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The SKILL.md of a skill.
    Skill(SkillId),
    /// The SKILL.md of more than one.
    Several,
    /// Another file of a skill, by its path in the skill's folder.
    Inside(SkillId, String),
    Nothing,
}

impl Ground {
    pub fn of(bound: Arc<Bound>) -> Self {
        let roots = bound.project().map(str::to_owned).into_iter().collect();
        Self { bound, roots }
    }

    pub fn bound(&self) -> &Bound {
        &self.bound
    }

    /// The harness says that it runs in this folder.
    pub fn runs_in(&mut self, folder: &str) {
        let folder = path::join("", folder);
        if !self.roots.contains(&folder) {
            self.roots.push(folder);
        }
    }

    /// What lies at a path that was joined; a relative one starts in the project.
    pub fn find(&self, path: &str) -> Found {
        let forms = self.forms(path);
        let found =
            forms.iter().map(|form| self.bound.at(form)).find(|found| *found != Match::None);
        match found {
            Some(Match::Skill(skill)) => Found::Skill(skill),
            Some(_) => Found::Several,
            None => forms.iter().find_map(|form| self.inside(form)).unwrap_or(Found::Nothing),
        }
    }

    /// Every SKILL.md that a shell's pattern means, in the order of their paths, each skill once.
    pub fn matching(&self, pattern: &str) -> Vec<SkillId> {
        let forms = self.forms(pattern);
        let mut skills = Vec::new();
        for file in self.bound.files() {
            if let Match::Skill(skill) = self.bound.at(file)
                && !skills.contains(&skill)
                && forms.iter().any(|form| path::matches(form, file))
            {
                skills.push(skill);
            }
        }
        skills
    }

    /// The ways in which the bound catalog may write this path.
    fn forms(&self, path: &str) -> Vec<String> {
        let mut forms = vec![path.to_owned()];
        if !path.starts_with(['/', '~']) {
            forms.extend(self.roots.iter().map(|root| path::join(root, path)));
        }
        let absolute = forms.iter().filter(|form| form.starts_with('/'));
        let below = |form: &String| {
            self.roots.iter().find_map(|root| path::below(form, root)).map(str::to_owned)
        };
        let relative: Vec<String> = absolute.filter_map(below).collect();
        let elsewhere = path.starts_with('/') && relative.is_empty();
        forms.extend(relative);
        if elsewhere && self.roots.is_empty() {
            forms.extend(ends(path));
        }
        if elsewhere && !self.bound.knows_home() {
            forms.extend(ends(path).map(|end| format!("~/{end}")));
        }
        forms
    }

    fn inside(&self, path: &str) -> Option<Found> {
        let mut folder = path::parent(path);
        while let Some(at) = folder {
            if let Match::Skill(skill) = self.bound.in_folder(at) {
                return Some(Found::Inside(skill, path::below(path, at)?.to_owned()));
            }
            folder = path::parent(at);
        }
        None
    }
}

/// The ends of an absolute path, the longest first.
fn ends(path: &str) -> impl Iterator<Item = String> {
    let parts: Vec<&str> = path.split('/').collect();
    let starts = 1..(parts.len() + 1).saturating_sub(LEAST);
    starts.filter_map(move |at| Some(parts.get(at..)?.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stream::bound::Seen;

    fn ground(project: Option<&str>) -> Ground {
        let seen = |skill: &str, file: &str| Seen {
            skill: skill.into(),
            names: vec![skill.to_owned()],
            files: vec![file.to_owned()],
        };
        let skills = vec![
            seen("pdf", ".kit/skills/pdf/SKILL.md"),
            seen("deep", ".kit/skills/pdf/deep/SKILL.md"),
            seen("own", "~/.kit/skills/own/SKILL.md"),
        ];
        Ground::of(Arc::new(Bound::new(skills, project, Some("/home/ann"))))
    }

    fn skill(id: &str) -> Found {
        Found::Skill(id.into())
    }

    #[test]
    fn a_path_that_merely_resembles_a_skills_is_none() {
        let ground = ground(Some("/proj"));
        assert_eq!(ground.find("/proj/.kit/skills/pdf/SKILL.md"), skill("pdf"));
        assert_eq!(ground.find(".kit/skills/pdf/SKILL.md"), skill("pdf"));
        assert_eq!(ground.find("/home/ann/.kit/skills/own/SKILL.md"), skill("own"));
        for other in [
            "/other/.kit/skills/pdf/SKILL.md",
            "/proj/x/.kit/skills/pdf/SKILL.md",
            "/proj/.kit/skills/pdf2/SKILL.md",
            "/proj/.kit/skills/pdf.bak/SKILL.md",
            "/project/.kit/skills/pdf/SKILL.md",
            "/proj/pdf/SKILL.md",
            "/proj/.kit/skills/SKILL.md",
            "report.pdf",
            "",
        ] {
            assert_eq!(ground.find(other), Found::Nothing, "{other}");
        }
    }

    #[test]
    fn other_files_belong_to_the_nearest_skill() {
        let ground = ground(Some("/proj"));
        let inside = |skill: &str, file: &str| Found::Inside(skill.into(), file.to_owned());
        assert_eq!(ground.find(".kit/skills/pdf/a/forms.md"), inside("pdf", "a/forms.md"));
        assert_eq!(
            ground.find("/proj/.kit/skills/pdf/SKILL.md.bak"),
            inside("pdf", "SKILL.md.bak")
        );
        assert_eq!(ground.find("/proj/.kit/skills/pdf/deep/x"), inside("deep", "x"));
        assert_eq!(ground.find("/proj/.kit/skills/pdf/deep/SKILL.md"), skill("deep"));
    }

    #[test]
    fn the_stream_may_say_where_it_runs() {
        let mut ground = ground(None);
        assert_eq!(ground.find("/any/.kit/skills/pdf/SKILL.md"), skill("pdf"));
        assert_eq!(ground.find("/any/skills/pdf/SKILL.md"), Found::Nothing);
        ground.runs_in("/there/");
        assert_eq!(ground.find("/there/.kit/skills/pdf/SKILL.md"), skill("pdf"));
        assert_eq!(ground.find("/any/.kit/skills/pdf/SKILL.md"), Found::Nothing);
    }

    #[test]
    fn where_the_home_is_not_known_a_persons_skills_are_known_by_their_ends() {
        let seen = Seen {
            skill: "own".into(),
            names: vec![],
            files: vec!["~/.kit/skills/own/SKILL.md".to_owned()],
        };
        let ground = Ground::of(Arc::new(Bound::new(vec![seen], Some("/proj"), None)));
        assert_eq!(ground.find("/home/bea/.kit/skills/own/SKILL.md"), skill("own"));
        for other in ["/proj/.kit/skills/own/SKILL.md", "/home/bea/skills/own/SKILL.md"] {
            assert_eq!(ground.find(other), Found::Nothing, "{other}");
        }
    }

    #[test]
    fn patterns_name_every_skill_that_they_match() {
        let ground = ground(Some("/proj"));
        let ids = |skills: &[&str]| skills.iter().map(|id| SkillId::from(*id)).collect::<Vec<_>>();
        assert_eq!(ground.matching(".kit/skills/*/SKILL.md"), ids(&["pdf"]));
        assert_eq!(ground.matching("/proj/.kit/*/pdf/*/SKILL.md"), ids(&["deep"]));
        assert_eq!(ground.matching("*.md"), []);
    }
}
