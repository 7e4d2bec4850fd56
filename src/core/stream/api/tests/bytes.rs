//! Any bytes, cut anywhere.

use proptest::{prelude::*, sample::Index};

use super::*;
use crate::fuzz;

const ARGUMENTS: &str = r#"{"name":"q\"\\\u00e9\n日","more":[1,{"a":null}]}"#;

fn streams(piece: usize) -> Vec<(Wire, String)> {
    let says = Says {
        thinks: "Hm, é.",
        text: "On it,\n日本.",
        piece,
        ..Says::calls(&[("a", "skill", ARGUMENTS), ("a", "read_file", r#"{"path":"x"}"#)])
    };
    Wire::VARIANTS.iter().map(|wire| (*wire, stream(*wire, &says))).collect()
}

fn chunks<'a>(bytes: &'a [u8], cuts: &[Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: fuzz::config().cases / 10, ..fuzz::config() })]

    #[test]
    fn chunks_are_no_matter(cuts in prop::collection::vec(any::<Index>(), 0..12)) {
        for (wire, text) in streams(7) {
            let bytes = text.as_bytes();
            prop_assert_eq!(read(wire, chunks(bytes, &cuts)), read(wire, [bytes]), "{}", wire);
        }
    }

    #[test]
    fn arguments_may_be_cut_in_the_middle_of_an_escape(piece in 1_usize..20) {
        for (wire, text) in streams(piece) {
            let response = told(wire, &text).response.unwrap();
            let expected: Value = serde_json::from_str(ARGUMENTS).unwrap();
            prop_assert_eq!(&response.calls[0].arguments, &Ok(expected), "{}", wire);
        }
    }

    #[test]
    fn any_bytes_are_read(
        noise in fuzz::bytes(&[
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]}}]}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"x\"}}\n\n",
            "data: {\"type\":\"response.output_item.done\",\"output_index\":1,\"item\":{\"type\":\"function_call\"}}\n\n",
            "data: {\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{}}]}}]}\n\n",
        ]),
        cut in any::<Index>(), at in any::<Index>(),
    ) {
        for (wire, text) in streams(7) {
            let mut bytes = text.into_bytes();
            let at = at.index(bytes.len());
            bytes.splice(at..at, noise.iter().copied());
            let told = fuzz::steady(|| read(wire, [&*bytes]))?;
            prop_assert_eq!(read(wire, chunks(&bytes, &[cut])), told);
        }
    }
}

#[test]
fn an_answer_that_is_no_stream_is_named_as_such() {
    for wire in Wire::VARIANTS {
        for text in ["data: <html>\n\n", "data: [1]\n\n", "data: {\"a\": \n\n"] {
            let response = told(*wire, text).response;
            assert!(matches!(response, Err(Broken::Garbled { .. })), "{wire} {text} {response:?}");
        }
        for text in ["<html>Bad gateway</html>", "", "{\"choices\": []}"] {
            assert_eq!(told(*wire, text).response, Err(Broken::BrokeOff), "{wire} {text}");
        }
    }
}

#[test]
fn a_response_has_a_longest_length() {
    for wire in Wire::VARIANTS {
        let mut parser = ResponseParser::new(*wire);
        let says = Says::text("The same again and again.");
        let text = stream(*wire, &says);
        let long = format!(": {}\n\n", "x".repeat(1 << 20));
        (0..20).for_each(|_| drop(parser.feed(long.as_bytes())));
        parser.feed(text.as_bytes());
        assert!(parser.finish().1.is_ok(), "{wire}: comments are not kept");

        let mut parser = ResponseParser::new(*wire);
        let mut event = String::from("data: ");
        event.push_str(&"x".repeat(17 << 20));
        parser.feed(event.as_bytes());
        parser.feed(format!("\n\n{text}").as_bytes());
        assert_eq!(parser.finish().1, Err(Broken::TooLong { most: 16 }), "{wire}");
    }
}
