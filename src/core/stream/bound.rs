//! The catalog as a harness sees it: what it calls each skill, and where each file lies for it.
//!
//! Must not know streams.

use std::collections::BTreeMap;

use crate::core::{
    id::SkillId,
    listing::{Identity, Listing, Profile, State},
    skill::Skill,
    snapshot::Snapshot,
    stream::path,
};

/// One resident skill as a harness sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub skill: SkillId,
    /// What the model calls it by, with the plugin where the harness puts one ahead.
    pub names: Vec<String>,
    /// Its SKILL.md: absolute, below `~`, or relative to the project.
    pub files: Vec<String>,
}

/// Names and places of every skill that can be picked, to be matched exactly.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    skills: Vec<SkillId>,
    names: BTreeMap<String, Vec<usize>>,
    files: BTreeMap<String, Vec<usize>>,
    /// The folders of the skills, but for one that is a project or a home itself.
    folders: BTreeMap<String, Vec<usize>>,
    project: Option<String>,
    home: Option<String>,
}

/// What a name or a path is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Match {
    Skill(SkillId),
    Several,
    None,
}

impl Bound {
    /// `project` is the absolute folder that the harness runs in, `home` the person's; where they
    /// are not known, absolute paths are matched by their ends.
    pub fn new(seen: Vec<Seen>, project: Option<&str>, home: Option<&str>) -> Self {
        let project = project.map(|project| path::join("", project));
        let home = home.map(|home| path::join("", home));
        let mut bound = Self { project, home, ..Self::default() };
        for (at, seen) in seen.into_iter().enumerate() {
            seen.names.into_iter().for_each(|name| add(&mut bound.names, name, at));
            for file in seen.files {
                let file = path::join("", &file);
                let others = [
                    bound.project.as_deref().map(|project| path::join(project, &file)),
                    bound
                        .home
                        .as_deref()
                        .zip(path::below(&file, "~"))
                        .map(|(home, file)| path::join(home, file)),
                ];
                for file in others.into_iter().flatten().chain([file]) {
                    let top =
                        |folder: &&str| bound.project.as_deref() != Some(folder) && *folder != "~";
                    if let Some(folder) = path::parent(&file).filter(top) {
                        add(&mut bound.folders, folder.to_owned(), at);
                    }
                    add(&mut bound.files, file, at);
                }
            }
            bound.skills.push(seen.skill);
        }
        bound
    }

    /// The residents of a snapshot as the harness of `profile` sees them. Where they do not lie in
    /// its own folders they are taken to be put there.
    pub fn of(snapshot: &Snapshot, profile: &Profile, project: Option<&str>) -> Self {
        let seen = snapshot.residents().map(|resident| Seen {
            skill: resident.id().clone(),
            names: names(resident.skill, profile.identity),
            files: files(resident.skill, profile),
        });
        Self::new(seen.collect(), project, None)
    }

    /// What a listing names, and what it had no room for: the model may have heard of that
    /// elsewhere. Nothing that its harness keeps out.
    pub fn listed(snapshot: &Snapshot, listing: &Listing) -> Self {
        let seen = snapshot.residents().filter_map(|resident| {
            let entry = listing.entry(resident.id())?;
            let offered = entry.state.is_named() || entry.state == State::Omitted;
            offered.then(|| Seen {
                skill: resident.id().clone(),
                names: vec![entry.name.clone()],
                files: files(resident.skill, &listing.lens.profile),
            })
        });
        Self::new(seen.collect(), None, None)
    }

    /// The residents of a snapshot by their names and paths, where no harness lists them.
    pub fn plain(snapshot: &Snapshot) -> Self {
        let seen = snapshot.residents().map(|resident| Seen {
            skill: resident.id().clone(),
            names: vec![resident.name().to_owned()],
            files: vec![resident.skill.path.clone()],
        });
        Self::new(seen.collect(), None, None)
    }

    pub(super) fn project(&self) -> Option<&str> {
        self.project.as_deref()
    }

    pub(super) fn knows_home(&self) -> bool {
        self.home.is_some()
    }

    /// The skill that the harness calls so.
    pub(super) fn called(&self, name: &str) -> Match {
        self.the_one(self.names.get(name))
    }

    /// The skill whose SKILL.md lies there.
    pub(super) fn at(&self, path: &str) -> Match {
        self.the_one(self.files.get(path))
    }

    /// The skill whose folder this is.
    pub(super) fn in_folder(&self, path: &str) -> Match {
        self.the_one(self.folders.get(path))
    }

    /// Every SKILL.md, sorted by path.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    fn the_one(&self, found: Option<&Vec<usize>>) -> Match {
        match found.map(Vec::as_slice) {
            None | Some([]) => Match::None,
            Some([at]) => self.skills.get(*at).cloned().map_or(Match::None, Match::Skill),
            Some(_) => Match::Several,
        }
    }
}

fn add(map: &mut BTreeMap<String, Vec<usize>>, key: String, at: usize) {
    let found = map.entry(key).or_default();
    if !found.contains(&at) {
        found.push(at);
    }
}

/// What a harness calls a skill; a plugin's is never called without its plugin.
fn names(skill: &Skill, identity: Identity) -> Vec<String> {
    let own = match identity {
        Identity::Folder => &skill.folder,
        Identity::Name => &skill.name,
    };
    vec![skill.plugin.as_ref().map_or_else(|| own.clone(), |plugin| format!("{plugin}:{own}"))]
}

fn files(skill: &Skill, profile: &Profile) -> Vec<String> {
    let lies = |path: &str| {
        profile.project_dirs.iter().any(|dir| path::below(path, dir).is_some())
            || skill.is_personal()
            || skill.plugin.is_some()
    };
    let mut files = vec![skill.path.clone()];
    files.extend(skill.copies.iter().cloned());
    if !files.iter().any(|file| lies(file)) {
        let name = skill.path.rsplit('/').next().unwrap_or("SKILL.md");
        let put = |dir: &String| format!("{dir}/{}/{name}", skill.folder);
        files.extend(profile.project_dirs.iter().map(put));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(skill: &str, names: &[&str], files: &[&str]) -> Seen {
        let owned = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
        Seen { skill: skill.into(), names: owned(names), files: owned(files) }
    }

    fn is(skill: &str) -> Match {
        Match::Skill(skill.into())
    }

    #[test]
    fn names_are_matched_whole() {
        let bound = Bound::new(
            vec![
                seen("pdf", &["kit:pdf"], &["kit/pdf/SKILL.md"]),
                seen("a/ios", &["ios"], &["a/ios/SKILL.md"]),
                seen("b/ios", &["ios"], &["b/ios/SKILL.md"]),
            ],
            None,
            None,
        );
        assert_eq!(bound.called("kit:pdf"), is("pdf"));
        for other in ["pdf", "other:pdf", "report.pdf", "kit:pdf ", "Kit:pdf", ""] {
            assert_eq!(bound.called(other), Match::None, "{other}");
        }
        assert_eq!(bound.called("ios"), Match::Several);
        assert_eq!(bound.at("a/ios/SKILL.md"), is("a/ios"));
    }

    #[test]
    fn a_file_is_known_by_all_its_paths_and_a_project_is_no_skill_folder() {
        let bound = Bound::new(
            vec![seen("own", &[], &["~/.kit/own/SKILL.md"]), seen("root", &[], &["SKILL.md"])],
            Some("/work/proj/"),
            Some("/home/ann"),
        );
        assert_eq!(bound.at("/home/ann/.kit/own/SKILL.md"), is("own"));
        assert_eq!(bound.in_folder("~/.kit/own"), is("own"));
        assert_eq!(bound.at("/work/proj/SKILL.md"), is("root"));
        assert_eq!(bound.in_folder("/work/proj"), Match::None);
    }
}
