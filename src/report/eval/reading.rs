//! Each skill's prompts on the whole catalog and on a part of it: whose fault a miss is.

use serde::Serialize;

use crate::{
    core::{
        id::SkillId,
        measure::{
            Confidence, Rate,
            reading::{self, Reading},
        },
        plan::Offered,
        visible::line,
        workbench::{Board, offers::has_part},
    },
    report::{
        conditions::{evidence, part_of_catalog},
        figure::{counted, with_interval},
        table::{finish, table},
    },
};

/// The reading of two runs of the same rows; a part of the document of the whole catalog's.
#[derive(Clone, Debug, Serialize)]
pub struct Readings {
    /// What each row was offered in the other run: `solo`, `near:5`, `retrieved:8`.
    catalog: Offered,
    /// Rows that expect no skill, and so may have no part of the catalog to be probed on.
    rows_left_out: usize,
    /// Skills that a row expects, by id.
    skills: Vec<Row>,
    #[serde(skip)]
    evidence: String,
}

#[derive(Clone, Debug, Serialize)]
struct Row {
    id: SkillId,
    /// On the whole catalog.
    whole: Rate,
    /// On the part.
    part: Rate,
    /// Misses that hit in the part.
    competition: u32,
    /// Misses of both.
    description: u32,
    /// Hits that miss in the part.
    only_among_all: u32,
}

impl Readings {
    /// Of the board of the whole catalog, and that of the parts.
    pub fn of(whole: &Board, part: &Board) -> Self {
        let confidence = Confidence::new(whole.now.figures.confidence).unwrap_or_default();
        let [all, parts] = [whole, part].map(|board| board.now.probes.observations());
        let skills = reading::readings(&all, &parts, confidence);
        let row = |(id, Reading { whole, part, lost, unheard, led })| Row {
            id,
            whole,
            part,
            competition: lost,
            description: unheard,
            only_among_all: led,
        };
        Self {
            catalog: part.agent.offered,
            rows_left_out: whole
                .queries
                .queries
                .iter()
                .filter(|query| !has_part(query, part.agent.offered))
                .count(),
            skills: skills.into_iter().map(row).collect(),
            evidence: evidence(whole),
        }
    }

    /// What every form tells of it.
    pub(super) fn told(&self) -> Told {
        let Words { short, lost, missed } = Words::of(self.catalog);
        // The other run is always of a part.
        let part = part_of_catalog(self.catalog).unwrap_or_default();
        let mut rows: Vec<&Row> = self.skills.iter().collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.competition, row.description)));
        let cells = |row: &Row| {
            [
                row.id.to_string(),
                row.whole.n.to_string(),
                with_interval(&row.whole),
                with_interval(&row.part),
                row.competition.to_string(),
                row.description.to_string(),
            ]
        };
        let mut meaning = vec![format!(
            "{lost}: misses among all that hit there; {missed}: misses that miss there too"
        )];
        if self.rows_left_out > 0 {
            let rows = counted(self.rows_left_out, "prompt expects", "prompts expect");
            meaning.push(format!("{rows} no skill and had no part to be probed on"));
        }
        Told {
            title: format!(
                "reading ({}): each prompt on all skills, then on {part}",
                self.evidence
            ),
            header: [
                "skill".to_owned(),
                "n".to_owned(),
                "all".to_owned(),
                short,
                lost.to_owned(),
                missed.to_owned(),
            ],
            rows: rows.into_iter().map(cells).collect(),
            meaning,
        }
    }

    /// For people at a terminal.
    pub fn text(&self) -> String {
        let Told { title, header, rows, meaning } = self.told();
        let mut table = table(header.each_ref().map(String::as_str), &[1, 4, 5]);
        for row in &rows {
            table.add_row(row.each_ref().map(|cell| line(cell).into_owned()));
        }
        format!("\n{}\n{}{}\n", line(&title), finish(&table), meaning.join("\n"))
    }
}

/// A reading as a table, what is lost to others first.
pub(super) struct Told {
    pub title: String,
    pub header: [String; 6],
    pub rows: Vec<[String; 6]>,
    /// What its columns mean and what it leaves out, a sentence each.
    pub meaning: Vec<String>,
}

/// What the columns of a part are called.
struct Words {
    short: String,
    /// Misses that hit in the part.
    lost: &'static str,
    /// Misses that miss in the part too.
    missed: &'static str,
}

impl Words {
    fn of(offered: Offered) -> Self {
        match offered {
            Offered::All | Offered::Solo => {
                Self { short: "alone".to_owned(), lost: "competition", missed: "description" }
            }
            // The nearest rivals compete there as well.
            Offered::Near(k) => Self {
                short: format!("near:{k}"),
                lost: "farther rivals",
                missed: "near or unheard",
            },
            // What was looked up may lack the skill that is wanted.
            Offered::Retrieved(most) => Self {
                short: format!("retrieved:{most}"),
                lost: "rivals left out",
                missed: "withheld or unheard",
            },
        }
    }
}
