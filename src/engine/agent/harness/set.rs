//! A harness set on a catalog: what is laid for it, and what it calls each skill.

use std::{collections::BTreeSet, io, path::Path, sync::Arc};

use crate::{
    core::{
        id::SkillId,
        listing::Listing,
        stream::{Bound, Seen},
    },
    engine::agent::{
        Kit, NotReady,
        harness::{Harness, place::Place},
        kit::Laid,
    },
};

/// Where plugins are laid, below the folder for configuration.
pub(super) const PLUGINS: &str = "plugins-laid";

/// Ready to be asked. Shared by all probes of a job.
#[derive(Clone, Debug)]
pub struct Set {
    pub(super) harness: Arc<Harness>,
    pub(super) kit: Arc<Kit>,
    /// Where each skill is laid below the folder for skills.
    pub(super) laid: Arc<[Laid]>,
    /// Those that the harness does not name to its model, by its listing: it refuses them, or has no
    /// room. Whether it says that it sees them differs from harness to harness.
    unnamed: Arc<BTreeSet<SkillId>>,
}

impl Set {
    pub(super) fn new(
        harness: Arc<Harness>,
        kit: Kit,
        listing: Option<&Listing>,
    ) -> Result<Self, NotReady> {
        let laid = kit
            .places(harness.profile.identity, harness.kind.plugins)
            .map_err(|error| NotReady::Skills(error.to_string()))?;
        let is_unnamed = |skill: &&SkillId| {
            let state = listing.and_then(|listing| listing.state(skill));
            state.is_some_and(|state| !state.is_named())
        };
        let unnamed = laid.iter().map(|laid| &laid.skill).filter(is_unnamed).cloned().collect();
        let (kit, unnamed) = (Arc::new(kit), Arc::new(unnamed));
        Ok(Self { harness, kit, laid: laid.into(), unnamed })
    }

    /// The skills that the harness has to see, by its listing.
    pub(super) fn named(&self) -> impl Iterator<Item = &Laid> {
        self.laid.iter().filter(|laid| !self.unnamed.contains(&laid.skill))
    }

    pub fn harness(&self) -> &Arc<Harness> {
        &self.harness
    }

    /// Puts the skills where the harness looks for them in a project.
    pub(super) fn lay(&self, place: &Place) -> io::Result<()> {
        let folder = place.project().join(self.harness.skills_folder());
        let plugins = place.config(PLUGINS);
        let plugins = self.harness.kind.plugins.then_some(plugins.as_path());
        // Left out files are no failure: a skill's text is always there.
        let laid = self.kit.lay(&folder, plugins, self.harness.profile.identity);
        laid.map_err(io::Error::other)?;
        Ok(())
    }

    /// The names by which the harness calls the skills.
    pub(super) fn called(&self) -> Vec<&str> {
        self.laid.iter().map(|laid| laid.called.as_str()).collect()
    }

    /// The plugins that some of them are laid in.
    pub(super) fn plugins(&self) -> Vec<&str> {
        let plugins = self.laid.iter().filter_map(|laid| laid.plugin.as_deref());
        plugins.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The skills as the harness sees them in a place.
    pub(super) fn bound(&self, place: &Place) -> Bound {
        let project = self.harness.skills_folder();
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let seen = self.laid.iter().map(|laid| Seen {
            skill: laid.skill.clone(),
            names: vec![laid.called.clone()],
            files: vec![match &laid.plugin {
                Some(plugin) => {
                    let plugins = text(&place.config(PLUGINS));
                    format!("{plugins}/{plugin}/skills/{}/SKILL.md", laid.folder)
                }
                None => format!("{project}/{}/SKILL.md", laid.folder),
            }],
        });
        Bound::new(seen.collect(), Some(&text(&place.project())), Some(&text(place.home())))
    }
}
