//! A harness set on a catalog: what is laid for it, and what it calls each skill.

use std::{collections::BTreeSet, io, path::Path, sync::Arc};

use crate::{
    core::stream::{Bound, Seen},
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
}

impl Set {
    pub(super) fn new(harness: Arc<Harness>, kit: Kit) -> Result<Self, NotReady> {
        let laid = kit
            .places(harness.profile.identity, harness.kind.plugins)
            .map_err(|error| NotReady::Skills(error.to_string()))?;
        Ok(Self { harness, kit: Arc::new(kit), laid: laid.into() })
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
