//! What was seen of real harnesses, and what must hold for any catalog.

use std::sync::Arc;

use proptest::prelude::*;
use strum::IntoEnumIterator;

use super::{
    testing::{profile, template},
    *,
};
use crate::core::{
    catalog::{Catalog, NotLoaded, Unusable},
    diagnostic::{Diagnostic, Severity},
    skill::{Skill, SkillDoc, testing::skill},
    snapshot::Snapshot,
};

fn lens(beyond: Beyond, unit: Unit, limit: usize) -> Lens {
    let mut profile = profile("test", Some(0.01));
    let form = &mut profile.listing;
    form.bare = (beyond != Beyond::NameList).then(|| template("- {name}"));
    form.personal = Personal::First;
    form.when_to_use = Some(" - ".to_owned());
    (form.names_both, form.plugins, form.cut) = (true, true, Some(1_536));
    let budget =
        Budget { unit, share: None, fixed: Some(limit), beyond, roughly: false, setting: None };
    form.budget = Some(budget);
    Lens::of(Arc::new(profile))
}

/// One percent of 200,000 tokens of four characters each.
fn claude() -> Lens {
    lens(Beyond::Names, Unit::Columns, 8_000)
}

fn snapshot(skills: Vec<Skill>) -> Snapshot {
    let skills = skills.into_iter().map(Arc::new).collect();
    Snapshot::of(Arc::new(Catalog { skills, ..Catalog::default() }))
}

fn numbered(count: usize, characters: usize) -> Vec<Skill> {
    let text = "d".repeat(characters);
    (0..count).map(|n| skill(&format!("filler-{n:03}"), &text)).collect()
}

/// Three small skills and many equal ones, as harnesses were run on.
fn crowd(count: usize, characters: usize) -> Snapshot {
    let small = [("csv-report", 97), ("git-tidy", 51), ("route-work", 86)];
    let small = small.map(|(name, length)| skill(name, &"s".repeat(length)));
    snapshot(small.into_iter().chain(numbered(count, characters)).collect())
}

fn described(listing: &Listing, prefix: &str) -> usize {
    let is = |entry: &&Entry| entry.state.is_described() && entry.name.starts_with(prefix);
    listing.entries.iter().filter(is).count()
}

#[test]
fn of_a_hundred_skills_thirty_two_keep_their_text_at_eight_thousand() {
    let listing = list(&crowd(100, 200), &claude());
    assert_eq!(described(&listing, "filler"), 32);
    assert_eq!(
        listing.count(State::NameOnly) + listing.count(State::Whole),
        103,
        "no name is lost"
    );
    assert!(listing.used <= 8_000);
    let short = listing.entry(&"git-tidy".into()).unwrap();
    assert_eq!(short.state, State::Whole, "a short one behind long ones still fits");
    let five_percent = list(&crowd(100, 200), &Lens { budget: Some(40_000), ..claude() });
    assert_eq!(five_percent.count(State::Whole), 103);
    assert!((21_000..23_000).contains(&five_percent.used), "about 22,000 were seen");
}

#[test]
fn bare_names_are_never_dropped_however_many() {
    let skills = (0..1_200).map(|n| skill(&format!("filler-{n:04}"), "Does it.")).collect();
    let listing = list(&snapshot(skills), &claude());
    assert_eq!(listing.count(State::NameOnly), 1_200);
    assert!((15_000..17_000).contains(&listing.used), "{}", listing.used);
    assert_eq!(listing.remedy.as_ref().and_then(|remedy| remedy.cap), None);
}

#[test]
fn texts_are_cut_alike_where_the_harness_cuts_alike() {
    let mut codex = lens(Beyond::Even, Unit::Tokens, 5_440);
    Arc::make_mut(&mut codex.profile).listing.entry = template("- {name}: {text} (file: {alias})");
    Arc::make_mut(&mut codex.profile).listing.bare = Some(template("- {name}: (file: {alias})"));
    let listing = list(&snapshot(numbered(300, 300)), &codex);
    assert_eq!(listing.count(State::Cut), 300);
    let kept: Vec<usize> = listing.entries.iter().map(|entry| entry.text.len()).collect();
    // A token is four bytes, and they go round by a byte: who comes first has one more.
    assert!(
        kept.iter().all(|n| [26, 30].contains(n)) && kept.is_sorted_by(|a, b| a >= b),
        "{kept:?}"
    );
    assert!(listing.text().starts_with("- `r0` = `.`\n- filler-000: ddd"));

    let mut seen = numbered(100, 200);
    let small = [("csv-report", 60), ("git-tidy", 46), ("route-work", 61)];
    seen.extend(small.map(|(name, length)| skill(name, &"s".repeat(length))));
    let listing = list(&snapshot(seen), &codex);
    let kept = |number: usize| listing.entries[number].text.len();
    let all: Vec<usize> = (0..103).map(kept).collect();
    assert_eq!((all[0], &all[101..]), (60, &[46, 61][..]), "the short ones are whole");
    assert!(
        all[1..65].iter().all(|n| *n == 170) && all[65..101].iter().all(|n| *n == 166),
        "{all:?}"
    );
    assert_eq!(listing.used, 5_440);

    let crowded = list(&snapshot(numbered(900, 300)), &codex);
    let (named, omitted) = (crowded.count(State::NameOnly), crowded.count(State::Omitted));
    assert!(named > 0 && omitted > 0 && named + omitted == 900, "{named} {omitted}");
    assert!(crowded.used <= 5_440);
}

#[test]
fn about_half_of_a_hundred_stand_whole_before_a_list_of_names() {
    let mut copilot = lens(Beyond::NameList, Unit::Characters, 15_000);
    Arc::make_mut(&mut copilot.profile).listing.entry = template(
        "<skill>\n  <name>{name}</name>\n  <description>{text}</description>\n  \
         <location>{scope}</location>\n</skill>",
    );
    let listing = list(&crowd(100, 200), &copilot);
    assert!((47..=51).contains(&listing.count(State::Whole)), "49 were seen");
    let text = listing.text();
    assert!(text.trim_end().ends_with("filler-099, git-tidy, route-work"), "{text}");
    assert!(listing.used <= 15_000);
}

#[test]
fn budgets_agree_with_the_known_table() {
    let texts = [("alpha", 10), ("bravo", 20), ("charlie", 30)];
    let three = || texts.map(|(name, n)| skill(name, &"x".repeat(n))).to_vec();
    let at = |limit| {
        let listing = list(&snapshot(three()), &lens(Beyond::Names, Unit::Columns, limit));
        let described = listing.entries.iter().filter(|entry| entry.state.is_described());
        let names: Vec<String> = described.map(|entry| entry.name.clone()).collect();
        (listing.asked, listing.used, names.join(" "))
    };
    assert_eq!(at(91), (91, 91, "alpha bravo charlie".to_owned()));
    assert_eq!(at(49).2, "alpha");
    assert_eq!(at(60).2, "alpha bravo".to_owned());
    assert_eq!(at(10), (91, 25, String::new()), "25 bare, which does not fit either");
    for (text, columns) in [("- alpha: aaa", 12), ("a\nb", 2), ("a\u{301}", 1), ("中文", 4)] {
        assert_eq!(Unit::Columns.length(text), columns, "{text}");
    }
}

#[test]
fn the_smallest_share_is_rounded_up_to_thousandths() {
    let budget = Budget {
        unit: Unit::Columns,
        share: Some(0.01),
        fixed: None,
        beyond: Beyond::Names,
        roughly: false,
        setting: None,
    };
    let model = Model { id: "m".into(), context: 1_000_000, characters: 3.0 };
    let share = |asked| budget.share_for(&model, asked);
    assert_eq!([share(51_910), share(3_000_000), share(3_000_001)], [Some(0.018), Some(1.0), None]);
}

#[test]
fn an_entry_has_what_the_harness_adds_and_no_more_than_it_shows() {
    let doc = |description: String, when: Option<&str>| {
        let when_to_use = when.map(str::to_owned);
        Arc::new(SkillDoc { description, when_to_use, ..SkillDoc::default() })
    };
    let folder = Skill {
        name: "PDF forms".to_owned(),
        plugin: Some("office".to_owned()),
        doc: doc("Fill forms.".to_owned(), Some("On a form.")),
        ..skill("pdf", "")
    };
    let long = Skill { doc: doc("x".repeat(1_530), Some("yyyyyy")), ..skill("long", "") };
    let personal = Skill { path: "~/.claude/skills/a/SKILL.md".to_owned(), ..skill("a", "Mine.") };
    let listing = list(&snapshot(vec![personal, folder, long]), &claude());
    let text = listing.text();
    let lines: Vec<&str> = text.lines().collect();
    let (long, plugged) = (lines[1], lines[2]);
    assert_eq!(plugged, "- office:pdf (PDF forms): Fill forms. - On a form.");
    assert_eq!(long.chars().count(), "- long: ".len() + 1_536);
    assert!(long.ends_with("x - yy…"), "{long}");
    assert_eq!(lines[0], "- a: Mine.", "a person's own come first, and plugins last");
    let cause = Cause::TooLong { length: 1_539, limit: 1_536 };
    assert_eq!(listing.entries[1].cause, Some(cause));
}

#[test]
fn a_persons_own_stand_where_the_harness_puts_them() {
    let own = Skill { path: "~/.kit/skills/b/SKILL.md".to_owned(), ..skill("b", "Mine.") };
    let skills = [skill("a", "A."), own, skill("c", "C.")];
    for (personal, order) in [
        (Personal::Mixed, ["a", "b", "c"]),
        (Personal::First, ["b", "a", "c"]),
        (Personal::Last, ["a", "c", "b"]),
    ] {
        let mut lens = claude();
        let profile = Arc::make_mut(&mut lens.profile);
        profile.listing.personal = personal;
        let listing = list(&snapshot(skills.to_vec()), &lens);
        let names: Vec<&str> = listing.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, order, "{personal:?}");
    }
}

#[test]
fn a_length_stands_in_others_way() {
    // The long one comes first and takes the room of two that would fit without it.
    let skills = vec![
        skill("a", &"x".repeat(100)),
        skill("b", &"x".repeat(60)),
        skill("c", &"x".repeat(40)),
        skill("d", &"x".repeat(3)),
    ];
    let listing = list(&snapshot(skills), &lens(Beyond::Names, Unit::Columns, 130));
    let states: Vec<State> = listing.entries.iter().map(|entry| entry.state).collect();
    assert_eq!(states, [State::Whole, State::NameOnly, State::NameOnly, State::Whole]);
    assert_eq!(listing.displaced_by(0), [1, 2]);
    assert_eq!(listing.in_the_way_of(1), [0]);
    assert!(listing.displaced_by(1).is_empty() && listing.in_the_way_of(0).is_empty());
    let remedy = listing.remedy.as_ref().unwrap();
    assert_eq!((remedy.excess, listing.asked), (listing.asked - 130, 226));
    let cap = remedy.cap.unwrap();
    let capped = |n: usize| {
        let texts = [100, 60, 40, 3].map(|length| "x".repeat(length.min(n)));
        let skills = ["a", "b", "c", "d"].iter().zip(&texts).map(|(name, text)| skill(name, text));
        list(&snapshot(skills.collect()), &listing.lens).remedy
    };
    assert_eq!(capped(cap), None);
    assert!(capped(cap + 1).is_some(), "one more is too much");
}

#[test]
fn a_model_is_found_by_the_longest_name_within() {
    let known = ["haiku", "claude-haiku-4-5", "claude-opus-5"]
        .map(|id| Model { id: id.to_owned(), ..Model::of_context(200_000) });
    let find = |id| Model::find(&known, id).map(|model| model.id.as_str());
    assert_eq!(find("anthropic/Claude-Haiku-4.5-20251001"), Some("claude-haiku-4-5"));
    assert_eq!(find("claude-opus-5"), Some("claude-opus-5"));
    assert_eq!(find("gpt"), None);
}

/// Skills, a hidden one, a refused one, an unusable file and two that are not loaded, as drawn.
fn any_snapshot() -> impl Strategy<Value = Snapshot> {
    let text = prop_oneof!["[a-z ]{1,80}", "[a-z ]{1500,1700}", "[中文ぁ]{1,30}", "a\u{301}{1,5}"];
    let one = (text, any::<bool>(), any::<bool>(), prop::option::of("[a-z]{1,9}"));
    prop::collection::vec(one, 0..40).prop_map(|drawn| {
        let skills = drawn.into_iter().enumerate().map(|(n, (description, mine, odd, when))| {
            let doc = SkillDoc {
                description,
                when_to_use: when,
                hidden: odd && n % 3 == 0,
                lenient: odd && n % 3 == 1,
                ..SkillDoc::default()
            };
            let below = if mine { "~/" } else { "" };
            let path = format!("{below}s{n:02}/SKILL.md");
            Arc::new(Skill { path, doc: Arc::new(doc), ..skill(&format!("s{n:02}"), "") })
        });
        let fault = Diagnostic::new(Severity::Error, "empty-file", "z/SKILL.md", "Empty.", "");
        let outside = |path: &str, shadowed| NotLoaded {
            path: path.to_owned(),
            name: "x".to_owned(),
            reason: "elsewhere".to_owned(),
            shadowed,
        };
        Snapshot::of(Arc::new(Catalog {
            skills: skills.collect(),
            unusable: vec![Unusable {
                path: "z/SKILL.md".to_owned(),
                folder: "z".to_owned(),
                diagnostics: vec![fault],
            }],
            not_loaded: vec![outside("o/SKILL.md", true), outside("p/SKILL.md", false)],
            ..Catalog::default()
        }))
    })
}

fn any_lens() -> impl Strategy<Value = Lens> {
    let beyond = prop_oneof![Just(Beyond::Names), Just(Beyond::Even), Just(Beyond::NameList)];
    let unit = prop_oneof![Just(Unit::Characters), Just(Unit::Columns), Just(Unit::Tokens)];
    (beyond, unit, 0usize..6_000).prop_map(|(beyond, unit, limit)| lens(beyond, unit, limit))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn states_part_the_catalog_and_the_budget_holds(snapshot in any_snapshot(), lens in any_lens()) {
        let listing = list(&snapshot, &lens);
        let catalog = &snapshot.catalog;
        let all = catalog.skills.len() + catalog.unusable.len() + catalog.not_loaded.len();
        prop_assert_eq!(State::iter().map(|state| listing.count(state)).sum::<usize>(), all);
        let paths: std::collections::BTreeSet<&str> =
            listing.entries.iter().map(|entry| entry.path.as_str()).collect();
        prop_assert_eq!(paths.len(), all, "each stands there once");
        let meant = &listing.entries[..listing.meant];
        let names_alone = meant.iter().all(|entry| !entry.state.is_described());
        prop_assert!(listing.used <= listing.limits.limit.unwrap() || names_alone);
        prop_assert!(listing.used <= listing.asked);
        prop_assert_eq!(listing.remedy.is_none(), listing.asked <= listing.limits.limit.unwrap());
        for entry in &listing.entries {
            prop_assert_eq!(entry.cause.is_none(), entry.state == State::Whole);
            prop_assert_eq!(entry.state.is_described(), !entry.text.is_empty());
            prop_assert!(entry.used <= entry.asked);
            prop_assert!(listing.text().contains(&entry.shown));
        }
        // What the budget counts is what stands there.
        let lines = meant.iter().filter(|entry| !entry.shown.is_empty());
        let counted: usize = lines.map(|e| lens.limits().unit.cost(lens.limits().unit.length(&e.shown))).sum();
        prop_assert_eq!(counted.saturating_sub(lens.limits().unit.surplus()), listing.used);
    }

    #[test]
    fn the_order_of_the_catalog_does_not_matter(snapshot in any_snapshot(), lens in any_lens()) {
        let mut catalog = Catalog::clone(&snapshot.catalog);
        catalog.skills.reverse();
        catalog.not_loaded.reverse();
        prop_assert_eq!(list(&Snapshot::of(Arc::new(catalog)), &lens), list(&snapshot, &lens));
    }

    #[test]
    fn whom_a_text_displaces_is_described_without_it(snapshot in any_snapshot(), limit in 0usize..3_000) {
        let lens = lens(Beyond::Names, Unit::Columns, limit);
        let listing = list(&snapshot, &lens);
        for at in 0..listing.meant {
            for other in listing.displaced_by(at) {
                prop_assert!(listing.in_the_way_of(other).contains(&at));
                prop_assert_eq!(listing.entries[other].state, State::NameOnly);
            }
        }
    }
}
