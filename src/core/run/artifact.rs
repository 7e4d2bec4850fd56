//! A whole run as one text: its plan and the records that count, sealed by a digest.
//!
//! A header, the plan, then a record a line. The digest is of every byte after the first line, so
//! that a reader needs no rules to check it. Must not know hash functions or files.

use serde::{Deserialize, Serialize};

use crate::core::run::{
    Kind, Plan, PlanError, Record,
    fold::{Try, ends, tries},
};

/// A run that can be shown, scored and compared anywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Artifact {
    pub plan: Plan,
    /// Of each probe the end that counts, with the events of its try; then the ends that clash
    /// with it. In the order of their numbers.
    pub records: Vec<Record>,
    /// Prompts, descriptions and the texts of events are left out.
    pub redacted: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    schema: String,
    run: String,
    #[serde(default)]
    redacted: bool,
    digest: String,
}

const SCHEMA: &str = "skillscope.artifact/1";

/// Why a text is no run.
#[derive(Debug, thiserror::Error)]
pub enum ArtifactError {
    #[error("it is no exported run: {0}")]
    Header(#[source] serde_json::Error),
    #[error("it is written in `{0}`, and this program reads `{SCHEMA}`")]
    Foreign(String),
    #[error("it was changed or cut off after it was sealed: its digest does not hold")]
    Broken,
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error("line {line} is no record: {why}")]
    Record { line: usize, why: serde_json::Error },
}

impl Artifact {
    /// What counts of a run's records.
    pub fn of(plan: Plan, records: &[Record]) -> Self {
        let ends = ends(&plan, records);
        let mut kept: Vec<Record> = Vec::with_capacity(ends.len());
        for Try { said, end, .. } in tries(&plan, records) {
            if ends.contains(&end.seq) {
                kept.extend(said.into_iter().chain([end]).cloned());
            } else if matches!(end.kind, Kind::Scored { .. }) {
                kept.push(end.clone());
            }
        }
        kept.sort_by_key(|record| record.seq);
        Self { plan, records: kept, redacted: false }
    }

    /// The text; `hash` makes a digest of a text, in hex.
    ///
    /// # Errors
    /// None that a run can cause; the writer's own.
    pub fn text(&self, hash: impl Fn(&str) -> String) -> Result<String, serde_json::Error> {
        let mut rest = serde_json::to_string(&self.plan)?;
        rest.push('\n');
        rest.extend(self.records.iter().map(Record::line));
        let header = Header {
            schema: SCHEMA.to_owned(),
            run: self.plan.run.clone(),
            redacted: self.redacted,
            digest: hash(&rest),
        };
        Ok(serde_json::to_string(&header)? + "\n" + &rest)
    }

    /// Reads what [`Artifact::text`] wrote, with the same `hash`.
    ///
    /// # Errors
    /// The text is none of ours, of a later schema, or not as it was sealed.
    pub fn read(text: &str, hash: impl Fn(&str) -> String) -> Result<Self, ArtifactError> {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let Header { schema, redacted, digest, .. } =
            serde_json::from_str(first).map_err(ArtifactError::Header)?;
        if schema != SCHEMA {
            return Err(ArtifactError::Foreign(schema));
        }
        if hash(rest) != digest {
            return Err(ArtifactError::Broken);
        }
        let (plan, lines) = rest.split_once('\n').unwrap_or((rest, ""));
        let plan = Plan::read(plan)?;
        let read = |(line, text)| match serde_json::from_str::<Record>(text) {
            Ok(record) => Ok(record),
            Err(why) => Err(ArtifactError::Record { line, why }),
        };
        let records: Result<Vec<Record>, _> = (3..).zip(lines.lines()).map(read).collect();
        let mut records = records?;
        records.retain(|record| !matches!(record.kind, Kind::Unknown));
        Ok(Self { plan, records, redacted })
    }

    /// True if the text claims to be an artifact, of whatever schema.
    pub fn claims(text: &str) -> bool {
        let first = text.lines().next().unwrap_or_default();
        serde_json::from_str::<Header>(first)
            .is_ok_and(|header| header.schema.starts_with("skillscope.artifact/"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::{
        measure::Figures,
        run::{
            events, fold,
            testing::{errored, event, hash, plan, record, scored, started},
        },
    };

    fn figures(plan: &Plan, records: &[Record]) -> Figures {
        Figures::of(&fold(plan, records), plan.probes(), &plan.residents())
    }

    #[test]
    fn what_counts_is_kept_and_the_rest_is_not() {
        let records = [
            started(1, 0, 1),
            event(2, 0, 1, "lost"),
            errored(3, 0, 1),
            started(4, 0, 1),
            event(5, 0, 1, "kept"),
            scored(6, 0, 1, &["a"]),
            scored(7, 0, 1, &["b"]),
            started(8, 1, 1),
        ];
        let artifact = Artifact::of(plan(), &records);
        let kept: Vec<u64> = artifact.records.iter().map(|record| record.seq).collect();
        assert_eq!(kept, [4, 5, 6, 7]);
        assert_eq!(figures(&artifact.plan, &artifact.records).clashes, 1);
    }

    #[test]
    fn a_changed_text_is_told() {
        let text = Artifact::of(plan(), &[scored(1, 0, 1, &["a"])]).text(hash).unwrap();
        assert!(Artifact::claims(&text) && !Artifact::claims("{\"schema\":\"other\"}"));
        let changed = text.replace("\"seq\":1", "\"seq\":2");
        assert!(matches!(Artifact::read(&changed, hash), Err(ArtifactError::Broken)));
        for cut in [text.len() - 1, text.len() / 2, 10, 0] {
            assert!(Artifact::read(&text[..cut], hash).is_err(), "{cut}");
        }
    }

    proptest! {
        #[test]
        fn a_sealed_run_is_the_run(records in prop::collection::vec(record(4), 0..30)) {
            let mut records = records;
            records.iter_mut().zip(1..).for_each(|(record, seq)| record.seq = seq);
            let plan = plan();
            let artifact = Artifact::of(plan.clone(), &records);
            let read = Artifact::read(&artifact.text(hash).unwrap(), hash).unwrap();
            prop_assert_eq!(&read, &artifact);
            prop_assert_eq!(figures(&plan, &read.records), figures(&plan, &records));
            prop_assert_eq!(events(&plan, &read.records), events(&plan, &records));
            // Sealing what is sealed changes nothing.
            prop_assert_eq!(&Artifact::of(plan, &read.records), &artifact);
        }
    }
}
