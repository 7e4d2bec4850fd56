use proptest::prelude::*;

use super::{Cjk, Tokenizer};

fn plain(text: &str) -> Vec<String> {
    Tokenizer::PLAIN.tokens(text)
}

#[test]
fn words_digits_dots_and_signs() {
    for (text, tokens) in [
        ("GKE Autopilot", vec!["gke", "autopilot"]),
        ("bigquery-ai-ml", vec!["bigquery", "ai", "ml"]),
        ("Cloud Run (v2)!", vec!["cloud", "run", "v2"]),
        ("", vec![]),
        ("C++ and C#", vec!["c++", "and", "c#"]),
        ("ASP.NET and Node.js", vec!["asp.net", "and", "node.js"]),
        ("v2.0.1.", vec!["v2.0.1"]),
        ("snake_case_name", vec!["snake", "case", "name"]),
        ("a..b", vec!["a", "b"]),
        ("x+y", vec!["x+", "y"]),
        ("F#/C++", vec!["f#", "c++"]),
        ("3.5%", vec!["3.5"]),
        ("don't", vec!["don", "t"]),
        ("cafe\u{301} x", vec!["cafe", "x"]),
        ("naïve Zürich", vec!["naïve", "zürich"]),
        ("\u{130}stanbul", vec!["i", "stanbul"]),
        ("日本語 テスト", vec!["日本語", "テスト"]),
        ("½ cup", vec!["½", "cup"]),
        ("us-central1", vec!["us", "central1"]),
        ("I/O", vec!["i", "o"]),
        (
            "C++ C# node.js v1.2.3 snake_case e.g. 3.5%",
            vec!["c++", "c#", "node.js", "v1.2.3", "snake", "case", "e.g", "3.5"],
        ),
        ("ΟΔΟΣ", vec!["οδος"]),
    ] {
        assert_eq!(plain(text), tokens, "{text}");
    }
}

#[test]
fn blankless_scripts_are_cut_into_pairs() {
    let pairs = |text| Tokenizer::default().tokens(text);
    assert_eq!(pairs("缺陷分析"), ["缺陷", "陷分", "分析"]);
    assert_eq!(pairs("日本語 テスト"), ["日本", "本語", "テス", "スト"]);
    assert_eq!(pairs("機能を調べる"), ["機能", "を", "調", "べる"]);
    assert_eq!(pairs("목표를 정의"), ["목표", "표를", "정의"]);
    assert_eq!(pairs("AI测试v2.0.js报告"), ["ai", "测试", "v2.0.js", "报告"]);
    assert_eq!(pairs("测.试+ 猫++"), ["测", "试", "猫"]);
    assert_eq!(pairs("ASP.NET and C++"), plain("ASP.NET and C++"));
}

#[test]
fn one_token_a_character_on_request() {
    let single = Tokenizer { cjk: Cjk::Characters, ..Tokenizer::PLAIN };
    assert_eq!(single.tokens("缺陷x분"), ["缺", "陷", "x", "분"]);
}

#[test]
fn function_words_drop_on_request() {
    let content = Tokenizer { drop_function_words: true, ..Tokenizer::PLAIN };
    assert_eq!(content.tokens("The author of THIS line"), ["author", "line"]);
}

#[test]
fn places_point_at_the_original_spelling() {
    let text = "A \u{130}stanbul, Kelvin \u{212a}m 测试";
    let words: Vec<_> =
        Tokenizer::default().spans(text).into_iter().map(|t| &text[t.range]).collect();
    assert_eq!(words, ["A", "\u{130}", "stanbul", "Kelvin", "\u{212a}m", "测试"]);
}

proptest! {
    #[test]
    fn any_text_has_ordered_places_on_character_boundaries(
        text in any::<String>(),
        cjk in prop::sample::select(vec![Cjk::Pairs, Cjk::Characters, Cjk::Whole]),
    ) {
        let tokenizer = Tokenizer { cjk, drop_function_words: false };
        let mut before = 0..0;
        for token in tokenizer.spans(&text) {
            prop_assert!(text.get(token.range.clone()).is_some_and(|t| !t.is_empty()));
            prop_assert!(before.start <= token.range.start && before.end <= token.range.end);
            prop_assert!(!token.text.is_empty());
            before = token.range;
        }
    }

    #[test]
    fn mixed_scripts_never_panic_and_lose_no_letter(text in "[a-zA-Z0-9.+# 测试分日本をテスト목표İΣ]{0,40}") {
        let letters = |t: &str| t.chars().filter(|&c| super::is_word(c)).count();
        let covered: std::collections::BTreeSet<usize> =
            Tokenizer::default().spans(&text).into_iter().flat_map(|t| t.range).collect();
        let all = text.char_indices().filter(|&(_, c)| super::is_word(c));
        for (at, c) in all {
            prop_assert!(covered.contains(&at), "{c} of {text} is in no token");
        }
        prop_assert!(letters(&text) >= Tokenizer::PLAIN.tokens(&text).len());
    }
}
