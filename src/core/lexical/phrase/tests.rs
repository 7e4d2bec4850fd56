use proptest::prelude::*;

use super::{Kind, Reading};

fn phrases(text: &str) -> Vec<(Kind, &str)> {
    Reading::of(text).phrases.into_iter().map(|p| (p.kind, &text[p.range])).collect()
}

#[test]
fn quoted_triggers() {
    assert_eq!(
        phrases(
            "Stores files. Triggers include \"bucket\", \"blob\n  storage\", and 'presigned URL'."
        ),
        [
            (Kind::Quoted, "bucket"),
            (Kind::Quoted, "blob\n  storage"),
            (Kind::Quoted, "presigned URL")
        ]
    );
}

#[test]
fn listed_triggers() {
    assert_eq!(
        phrases("Prices quotes. Trigger keywords: price book, tier discount, or margin. Fast."),
        [(Kind::Listed, "price book"), (Kind::Listed, "tier discount"), (Kind::Listed, "margin")]
    );
    assert_eq!(
        phrases("笔记工作流。触发词：整理笔记、知识库查询，摄入文档。"),
        [(Kind::Listed, "整理笔记"), (Kind::Listed, "知识库查询"), (Kind::Listed, "摄入文档")]
    );
    assert_eq!(
        phrases("Triggers:\n- bake a cake\n- ice a cake"),
        [(Kind::Listed, "bake a cake"), (Kind::Listed, "ice a cake")]
    );
}

#[test]
fn a_noun_is_no_list() {
    assert_eq!(phrases("Writes database triggers and functions, fast."), []);
}

#[test]
fn clauses() {
    assert_eq!(
        phrases(
            "Bills. Use when implementing subscription billing, automating invoice runs, or managing payment retries."
        ),
        [
            (Kind::Clause, "implementing subscription billing"),
            (Kind::Clause, "automating invoice runs"),
            (Kind::Clause, "managing payment retries")
        ]
    );
    assert_eq!(
        phrases(
            "Use this skill whenever the user wants to sign, verify or hash payloads — even offline."
        ),
        [(Kind::Clause, "sign, verify or hash payloads")]
    );
    assert_eq!(phrases("Use for slow queries."), [(Kind::Clause, "slow queries")]);
    assert_eq!(
        phrases("当用户需要进行需求评审、测试用例设计时，使用此技能。"),
        [(Kind::Clause, "进行需求评审"), (Kind::Clause, "测试用例设计")]
    );
}

#[test]
fn what_is_denied_is_no_trigger() {
    let text = "Use for slow queries. NOT for \"schema design\" (use other-skill).";
    assert_eq!(phrases(text), [(Kind::Clause, "slow queries")]);
    let reading = Reading::of(text);
    assert_eq!(&text[reading.denied[0].clone()], "NOT for \"schema design\" (use other-skill).");
    assert!(reading.denies(text.find("schema").unwrap()) && !reading.denies(0));
}

proptest! {
    #[test]
    fn any_text_gives_ordered_phrases_on_character_boundaries(
        text in "(Use when |Triggers: |NOT for |当|时|触发词：|[a-c ,.;:\"'“”「」/\n-]|的|İ| or |— ){0,30}"
    ) {
        let reading = Reading::of(&text);
        let mut end = 0;
        for phrase in &reading.phrases {
            prop_assert!(phrase.range.start >= end);
            prop_assert!(!text[phrase.range.clone()].is_empty());
            prop_assert!(!reading.denies(phrase.range.start));
            end = phrase.range.end;
        }
        prop_assert!(reading.denied.iter().all(|range| text.get(range.clone()).is_some()));
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        Reading::of(&text);
    }
}
