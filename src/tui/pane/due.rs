//! What waits for somebody to ask for it, and what asking would take: the same words wherever they
//! stand.
//!
//! Must not know who is asked.

use crate::{
    core::{
        plan::{Caps, Evidence, Over},
        workbench::{Board, board::Due},
    },
    report::figure::grouped,
};

/// `12 rows may have moved`, `1,381 probes wait`, or both; `None` where nothing waits.
pub fn what(board: &Board) -> Option<String> {
    let due = board.due.as_ref()?;
    let (moved, unasked) = (due.affected.len(), due.unasked);
    let moved = (moved > 0).then(|| {
        format!("{} {} may have moved", grouped(moved), if moved == 1 { "row" } else { "rows" })
    });
    let waits = (unasked > 0).then(|| match unasked {
        1 => "1 probe waits".to_owned(),
        _ => format!("{} probes wait", grouped(unasked)),
    });
    let both: Vec<String> = moved.into_iter().chain(waits).collect();
    (!both.is_empty()).then(|| both.join(", "))
}

/// `r asks them again`; `None` where nothing waits, or no key asks.
pub fn how(board: &Board, key: Option<&str>) -> Option<String> {
    let due = board.due.as_ref()?;
    let them = if due.affected.len() + due.unasked == 1 { "it" } else { "them" };
    let again = if due.unasked == 0 { " again" } else { "" };
    Some(format!("{} asks {them}{again}", key?))
}

/// `about $2.10, over the cap of $2.00`; `None` where nothing is known of it.
pub fn price(board: &Board) -> Option<String> {
    let due = board.due.as_ref()?;
    let about = about(board, due);
    let over = due.over.iter().filter_map(|over| cap(*over, &board.caps));
    let over: Vec<String> = over.map(|cap| format!("over the cap of {cap}")).collect();
    let parts: Vec<String> = about.into_iter().chain(over).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn about(board: &Board, due: &Due) -> Option<String> {
    if let Some(usd) = due.estimate.cost_usd {
        return Some(format!("about ${usd:.2}"));
    }
    // Whoever answered before without a price is billed by something else than dollars.
    let answered = board.run.counts.done() > 0;
    let billed = board.agent.evidence == Evidence::Model;
    billed.then(|| match (answered, due.estimate.probes) {
        (false, _) => "price not known yet".to_owned(),
        (true, 1) => "1 session".to_owned(),
        (true, n) => format!("{} sessions", grouped(n)),
    })
}

/// A cap in its own unit; `None` where there is none.
pub fn cap(over: Over, caps: &Caps) -> Option<String> {
    Some(match over {
        Over::Probes => format!("{} probes", grouped(caps.probes?)),
        Over::Cost => format!("${:.2}", caps.cost_usd?),
        Over::Duration => {
            let minutes = caps.minutes()?;
            format!("{minutes:.0} {}", if minutes == 1.0 { "minute" } else { "minutes" })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        plan::{Estimate, Why},
        workbench::board::{AgentInfo, RunStatus},
        workbench::probes::ProbeCounts,
    };

    fn board(moved: usize, unasked: usize, cost_usd: Option<f64>, scored: usize) -> Board {
        let probes = moved + unasked;
        let estimate = Estimate { probes, cost_usd, duration_ms: None };
        let over = estimate.over(&Caps::PAID);
        let affected = (0..moved).map(|at| (at, Why::Near)).collect();
        let counts = ProbeCounts { planned: 2_000, scored, ..ProbeCounts::default() };
        Board {
            caps: Caps::PAID,
            due: Some(Due { affected, unasked, estimate, over }),
            run: RunStatus { counts, waits: true, ..RunStatus::default() },
            agent: AgentInfo { evidence: Evidence::Model, ..AgentInfo::default() },
            ..Board::default()
        }
    }

    fn told(board: &Board) -> String {
        let parts = [what(board), how(board, Some("r")), price(board)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    #[test]
    fn what_waits_is_counted_and_priced() {
        let all = [
            (
                board(0, 1_381, Some(2.1), 0),
                "1,381 probes wait · r asks them · about $2.10, over the cap of 200 probes, over \
                 the cap of $2.00",
            ),
            (
                board(12, 0, Some(0.3), 12),
                "12 rows may have moved · r asks them again · about $0.30",
            ),
            (board(1, 0, None, 12), "1 row may have moved · r asks it again · 1 session"),
            (
                board(2, 3, None, 12),
                "2 rows may have moved, 3 probes wait · r asks them · 5 sessions",
            ),
            (board(0, 1, None, 0), "1 probe waits · r asks it · price not known yet"),
        ];
        for (board, text) in all {
            assert_eq!(told(&board), text);
        }
        assert_eq!(told(&Board::default()), "");
    }
}
