//! An agent set on skills: what the model is told, what it can call, and what that gives.
//!
//! Must not know how it is asked.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::{
    core::{
        id::SkillId,
        listing::{Listing, Stands},
        snapshot::{Resident, Snapshot},
        stream::{
            Bound,
            api::{Asked, Choices},
        },
        trajectory::End,
    },
    engine::{
        agent::{
            EventSink, Ground, KitError, NotReady, ProbeSpec,
            api::{Api, probe, shelf::Shelf},
        },
        secret::Scrubber,
    },
};

const TOOLS: &str = "You work for the person who writes to you. There are skills: instructions \
    for particular kinds of work. When a skill fits what is asked for, load it with the tool \
    `skill` before you do anything else, and follow what it says. When none fits, answer without \
    one.";

const CHOICE: &str = "There are skills: instructions for particular kinds of work. You are shown \
    what a person asks for. Say which one of the skills is to be used for it. Answer with a JSON \
    object and nothing else, such as {\"skill\": \"NAME\"}, with the name as it is listed";

/// Shared by all probes of a job.
#[derive(Clone, Debug)]
pub struct Set {
    pub(super) api: Arc<Api>,
    pub(super) bound: Arc<Bound>,
    pub(super) system: Arc<str>,
    /// Ahead of the person's own words.
    pub(super) before: Arc<str>,
    pub(super) choices: Option<Arc<Choices>>,
    /// Names as they are listed, with the skills behind them.
    pub(super) named: Arc<[(String, SkillId)]>,
    shelf: Arc<Shelf>,
}

impl Set {
    pub(super) fn of(api: Arc<Api>, ground: &Ground<'_>) -> Result<Self, NotReady> {
        let unready = |error: KitError| NotReady::Skills(error.to_string());
        let shelf = Shelf::of(ground).map_err(unready)?;
        let Shown { text, named, stands, bound } = Shown::of(ground);
        if named.is_empty() {
            return Err(NotReady::NothingToPick);
        }
        let names = || named.iter().map(|(name, _)| name.clone()).collect();
        let choices = api.choice.then(|| Choices::of(names()));
        let words = match &choices {
            Some(choices) => format!("{CHOICE}, or \"{}\" where no skill fits.", choices.none()),
            None => TOOLS.to_owned(),
        };
        let listing = format!("<available_skills>\n{}\n</available_skills>", text.trim_end());
        let (system, before) = match stands {
            Stands::Instructions => (format!("{words}\n\n{listing}"), String::new()),
            Stands::Message => (words, format!("{listing}\n\n")),
        };
        Ok(Self {
            api,
            bound: Arc::new(bound),
            system: system.into(),
            before: before.into(),
            choices: choices.map(Arc::new),
            named: named.into(),
            shelf: Arc::new(shelf),
        })
    }

    /// Covers everything secret in what the service says.
    pub(in crate::engine::agent) fn scrubber(&self) -> &Scrubber {
        &self.api.scrubber
    }

    /// What the model is given for a call, and whether it is what it asked for.
    pub(super) fn give(&self, asked: Asked) -> (bool, String) {
        match asked {
            Asked::Skill(skill) => match self.shelf.skill(&skill) {
                Some(text) => (true, text),
                None => (false, "The skill cannot be read.".to_owned()),
            },
            Asked::File(skill, file) => match self.shelf.file(&skill, &file) {
                Ok(text) => (true, text),
                Err(why) => (false, why),
            },
            Asked::Nothing(why) => (false, why),
        }
    }

    /// One probe.
    pub async fn probe(
        &self,
        spec: &ProbeSpec,
        sink: &mut EventSink,
        cancel: &CancellationToken,
    ) -> End {
        // What is dropped closes its connection.
        tokio::select! {
            biased;
            () = cancel.cancelled() => End::Errored { cause: "cancelled".to_owned() },
            end = probe::run(self, spec, sink) => end,
        }
    }
}

/// What the model is shown of the skills.
struct Shown {
    text: String,
    /// That it can name, in the order in which they are listed.
    named: Vec<(String, SkillId)>,
    stands: Stands,
    bound: Bound,
}

impl Shown {
    fn of(ground: &Ground<'_>) -> Self {
        match ground.listing {
            Some(listing) => Self::listed(ground.snapshot, listing),
            None => Self::plain(ground.snapshot),
        }
    }

    fn listed(snapshot: &Snapshot, listing: &Listing) -> Self {
        let named = listing.entries.iter().filter(|entry| entry.state.is_named());
        Self {
            text: listing.text(),
            named: named
                .filter_map(|entry| Some((entry.name.clone(), entry.id.clone()?)))
                .collect(),
            stands: listing.lens.profile.listing.stands,
            bound: Bound::listed(snapshot, listing),
        }
    }

    /// Where no harness lists them, every resident has its line.
    fn plain(snapshot: &Snapshot) -> Self {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let entry = |resident: Resident<'_>| {
            format!("- {}: {}\n", line(resident.name()), line(resident.description))
        };
        Self {
            text: snapshot.residents().map(entry).collect(),
            named: snapshot
                .residents()
                .map(|resident| (resident.name().to_owned(), resident.id().clone()))
                .collect(),
            stands: Stands::default(),
            bound: Bound::plain(snapshot),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs};

    use serde_json::json;
    use tempfile::TempDir;

    use super::*;
    use crate::{
        core::{
            catalog::testing::catalog,
            listing::{Lens, list, testing::profile},
            plan::BaseUrl,
            stream::api::{Call, Talk, Wire},
        },
        engine::agent::api::{ApiOptions, Service},
    };

    fn set(choice: bool, stands: Option<Stands>, budget: Option<usize>) -> (TempDir, Set) {
        let disk = tempfile::tempdir().unwrap();
        let snapshot =
            Snapshot::of(Arc::new(catalog(&[("tea", "Orders tea."), ("post", "Sends post.")])));
        let mut files = BTreeMap::new();
        for skill in &snapshot.catalog.skills {
            let file = disk.path().join(&skill.path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            let text = format!("---\ndescription: {}\n---\nBody.\n", skill.doc.description);
            fs::write(&file, text).unwrap();
            files.insert(skill.path.clone(), file);
        }
        let listing = stands.map(|stands| {
            let mut profile = profile("kit", Some(1.0));
            profile.listing.stands = stands;
            list(&snapshot, &Lens { budget, ..Lens::of(Arc::new(profile)) })
        });
        let options = ApiOptions {
            base_url: Some(BaseUrl::new("http://127.0.0.1:1").unwrap()),
            choice,
            ..ApiOptions::new(Service::OpenAi, "m")
        };
        let api = Arc::new(Api::new(options).unwrap());
        let ground = Ground { snapshot: &snapshot, listing: listing.as_ref(), files: &files };
        let set = api.set_on(&ground).unwrap();
        (disk, set)
    }

    fn asked(set: &Set, tool: &str, arguments: serde_json::Value) -> Asked {
        let talk = Talk::new(Wire::OpenAiChat, Arc::clone(&set.bound), None);
        let (id, known, name) = (String::new(), true, tool.to_owned());
        talk.asked(&Call { id, known, name, arguments: Ok(arguments) })
    }

    #[test]
    fn the_listing_stands_where_the_harness_puts_it() {
        let (_disk, set_) = set(false, Some(Stands::Instructions), None);
        assert!(set_.system.contains("- tea: Orders tea.\n") && set_.before.is_empty());
        let (_disk, set_) = set(false, Some(Stands::Message), None);
        assert!(
            set_.before.contains("- tea: Orders tea.\n") && !set_.system.contains("Orders tea")
        );
        let (_disk, set_) = set(false, None, None);
        assert!(set_.system.contains("- tea: Orders tea.\n"));
    }

    #[test]
    fn a_skill_that_is_listed_by_its_name_alone_can_be_loaded() {
        let (_disk, set) = set(false, Some(Stands::Instructions), Some(12));
        assert!(!set.system.contains("Orders tea."), "{}", set.system);
        let tea = asked(&set, "skill", json!({ "name": "tea" }));
        assert_eq!(tea, Asked::Skill("tea".into()));
        let (ok, text) = set.give(tea);
        assert!(ok && text.ends_with("Body.\n"), "{text}");
        let (ok, text) = set.give(asked(&set, "skill", json!({ "name": "coffee" })));
        assert!(!ok && text.contains("`coffee`"), "{text}");
        let (ok, text) = set.give(asked(&set, "read_file", json!({ "path": "tea/SKILL.md" })));
        assert!(ok && text.starts_with("---"), "{text}");
    }

    #[test]
    fn a_choice_is_among_the_listed_names() {
        let (_disk, set) = set(true, Some(Stands::Instructions), None);
        let shape = set.choices.as_ref().unwrap().shape();
        assert_eq!(shape["properties"]["skill"]["enum"], json!(["post", "tea", "none"]));
        assert!(set.system.contains("\"none\"") && !set.system.contains("tool"));
    }

    #[test]
    fn where_nothing_is_listed_nothing_is_asked() {
        let snapshot = Snapshot::default();
        let options = ApiOptions {
            base_url: Some(BaseUrl::new("http://127.0.0.1:1").unwrap()),
            ..ApiOptions::new(Service::OpenAi, "m")
        };
        let api = Arc::new(Api::new(options).unwrap());
        let error = api.set_on(&Ground::bare(&snapshot)).unwrap_err();
        assert_eq!(error, NotReady::NothingToPick);
    }

    #[test]
    fn skills_without_files_are_said_to_be_so() {
        let snapshot = Snapshot::of(Arc::new(catalog(&[("tea", "Orders tea.")])));
        let options = ApiOptions {
            base_url: Some(BaseUrl::new("http://127.0.0.1:1").unwrap()),
            ..ApiOptions::new(Service::OpenAi, "m")
        };
        let api = Arc::new(Api::new(options).unwrap());
        let error = api.set_on(&Ground::bare(&snapshot)).unwrap_err();
        assert!(matches!(&error, NotReady::Skills(why) if why.contains("tea")), "{error}");
    }
}
