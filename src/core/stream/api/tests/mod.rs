mod bytes;
mod conversation;
mod write;

use strum::VariantArray;

use super::*;
use crate::core::plan::Tokens;

use write::{Says, events, stream};

/// What a stream came to.
#[derive(Debug, PartialEq)]
pub struct Read {
    pub deltas: Vec<Delta>,
    pub response: Result<Response, Broken>,
}

pub fn read<'a>(wire: Wire, chunks: impl IntoIterator<Item = &'a [u8]>) -> Read {
    let mut parser = ResponseParser::new(wire);
    let mut deltas: Vec<Delta> = chunks.into_iter().flat_map(|chunk| parser.feed(chunk)).collect();
    let (last, response) = parser.finish();
    deltas.extend(last);
    Read { deltas, response }
}

pub fn told(wire: Wire, text: &str) -> Read {
    read(wire, [text.as_bytes()])
}

/// Names and arguments of the calls.
fn calls(response: &Response) -> Vec<(&str, String)> {
    let arguments = |call: &Call| match &call.arguments {
        Ok(arguments) => arguments.to_string(),
        Err(raw) => format!("not JSON: {raw}"),
    };
    response.calls.iter().map(|call| (&*call.name, arguments(call))).collect()
}

#[test]
fn a_response_is_the_same_in_whatever_way_it_is_written() {
    let says = Says {
        thinks: "Hm.",
        text: "On it, é 日本.",
        ..Says::calls(&[
            ("a", "skill", r#"{"name":"skill-a"}"#),
            ("b", "read_file", r#"{"path":"q\"\\\u00e9/x"}"#),
        ])
    };
    for wire in Wire::VARIANTS {
        let Read { deltas, response } = told(*wire, &stream(*wire, &says));
        let response = response.unwrap();
        assert_eq!(response.text, "On it, é 日本.", "{wire}");
        let expected = [
            ("skill", r#"{"name":"skill-a"}"#.to_owned()),
            ("read_file", r#"{"path":"q\"\\é/x"}"#.to_owned()),
        ];
        assert_eq!(calls(&response), expected, "{wire}");
        let ids: Vec<&str> = response.calls.iter().map(|call| &*call.id).collect();
        assert_eq!(ids, ["a", "b"], "{wire}");
        let thought = deltas.iter().any(|delta| *delta == Delta::Thinking("Hm.".to_owned()));
        assert!(thought, "{wire}");
        let tokens = deltas.iter().rev().find_map(|delta| match delta {
            Delta::Usage(tokens) => Some(*tokens),
            _ => None,
        });
        let expected = Tokens { input: 1000, cached: 600, written: 0, output: 20 };
        assert_eq!(tokens, Some(expected), "{wire}");
    }
}

#[test]
fn a_stream_without_its_end_is_no_response() {
    let says = Says { text: "x", ..Says::calls(&[("a", "skill", r#"{"name":"skill-a"}"#)]) };
    for wire in Wire::VARIANTS {
        let events = events(*wire, &says);
        // What tells of the end is the last event, but for OpenAI's tokens and word behind it.
        let last = events.len() - if *wire == Wire::OpenAiChat { 2 } else { 1 };
        for kept in 0..last {
            let response = told(*wire, &events[..kept].concat()).response;
            assert_eq!(response, Err(Broken::BrokeOff), "{wire} {kept}");
        }
        assert!(told(*wire, &events[..=last].concat()).response.is_ok(), "{wire}");
    }
}

#[test]
fn a_response_that_was_cut_off_says_by_what() {
    for (wire, reason) in
        Wire::VARIANTS.iter().zip(["length", "max_output_tokens", "max_tokens", "SAFETY"])
    {
        let says = Says { stops: Some(reason), ..Says::text("I would") };
        let response = told(*wire, &stream(*wire, &says)).response;
        assert_eq!(response, Err(Broken::Cut { reason: reason.to_owned() }), "{wire}");
    }
}

#[test]
fn errors_in_the_middle_are_told_in_the_words_of_the_service() {
    let errors = [
        (
            Wire::OpenAiChat,
            r#"{"error":{"message":"busy","type":"server_error","code":503}}"#,
            "503 server_error: busy",
        ),
        (
            Wire::OpenAiResponses,
            r#"{"type":"response.failed","response":{"error":{"code":"server_error","message":"busy"}}}"#,
            "server_error: busy",
        ),
        (
            Wire::OpenAiResponses,
            r#"{"type":"error","code":"rate_limit_exceeded","message":"busy"}"#,
            "rate_limit_exceeded: busy",
        ),
        (
            Wire::Anthropic,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#,
            "overloaded_error: busy",
        ),
        (
            Wire::Gemini,
            r#"{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}"#,
            "503 UNAVAILABLE: busy",
        ),
    ];
    for (wire, error, said) in errors {
        let mut events = events(wire, &Says::text("I would"));
        events.insert(3, format!("event: error\ndata: {error}\n\n"));
        let response = told(wire, &events.concat()).response;
        assert_eq!(response, Err(Broken::Service { said: said.to_owned() }), "{wire}");
    }
}

#[test]
fn arguments_that_are_no_json_are_kept_as_they_were_written() {
    for wire in [Wire::OpenAiChat, Wire::OpenAiResponses, Wire::Anthropic] {
        let says = Says::calls(&[("a", "skill", r#"{"name": "#), ("b", "skill", "")]);
        let response = told(wire, &stream(wire, &says)).response.unwrap();
        let expected = [("skill", r#"not JSON: {"name": "#.to_owned()), ("skill", "{}".to_owned())];
        assert_eq!(calls(&response), expected, "{wire}");
    }
}

#[test]
fn calls_under_one_number_or_one_id_stay_apart() {
    let chunk = |call: &str| {
        format!("data: {{\"choices\":[{{\"delta\":{{\"tool_calls\":[{call}]}}}}]}}\n\n")
    };
    let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    let call = |index: u8, id: &str, name: &str| {
        let arguments = r#""{\"name\":\"x\"}""#;
        chunk(&format!(
            r#"{{"index":{index},"id":{id},"function":{{"name":"{name}","arguments":{arguments}}}}}"#
        ))
    };
    // Two under number 0, as one bridge to another service writes them.
    let text = call(0, "\"a\"", "one") + &call(0, "\"b\"", "two") + end;
    let response = told(Wire::OpenAiChat, &text).response.unwrap();
    assert_eq!(response.calls.iter().map(|call| &*call.name).collect::<Vec<_>>(), ["one", "two"]);
    // Two with one id, and one without any.
    let text = call(0, "\"a\"", "one") + &call(1, "\"a\"", "two") + &call(2, "null", "three") + end;
    let response = told(Wire::OpenAiChat, &text).response.unwrap();
    let ids: Vec<(&str, &str)> =
        response.calls.iter().map(|call| (&*call.name, &*call.id)).collect();
    assert_eq!(ids, [("one", "a"), ("two", "a"), ("three", "call_2")]);
    // The head of a call said again with each piece.
    let piece = |arguments: &str| {
        chunk(&format!(
            r#"{{"index":0,"id":"a","function":{{"name":"one","arguments":"{arguments}"}}}}"#
        ))
    };
    let text = piece(r#"{\"name\""#) + &piece(r#":\"x\"}"#) + end;
    let response = told(Wire::OpenAiChat, &text).response.unwrap();
    assert_eq!(calls(&response), [("one", r#"{"name":"x"}"#.to_owned())]);
}

#[test]
fn what_is_sent_back_is_what_the_service_wants_to_read() {
    let says = Says {
        thinks: "Hm.",
        text: "On it.",
        ..Says::calls(&[("a", "skill", r#"{"name":"skill-a"}"#)])
    };
    let echo = |wire: Wire| told(wire, &stream(wire, &says)).response.unwrap().echo;
    let chat = echo(Wire::OpenAiChat);
    assert_eq!(chat["tool_calls"][0]["function"]["arguments"], r#"{"name":"skill-a"}"#);
    assert_eq!((&chat["content"], &chat["reasoning_content"]), (&"On it.".into(), &"Hm.".into()));
    let items = echo(Wire::OpenAiResponses);
    let kinds: Vec<&str> =
        items.as_array().unwrap().iter().filter_map(|item| item["type"].as_str()).collect();
    assert_eq!(kinds, ["message", "function_call"], "thoughts cannot be read without their ids");
    assert!(items[1].get("id").is_none() && items[1]["call_id"] == "a");
    let message = echo(Wire::Anthropic);
    assert_eq!(message["content"][0]["signature"], "c2ln");
    assert_eq!(message["content"][1]["text"], "On it.");
    assert_eq!(message["content"][2]["input"]["name"], "skill-a");
    let content = echo(Wire::Gemini);
    assert_eq!(content["parts"][0]["text"], "On it.");
    assert_eq!(content["parts"][1]["thoughtSignature"], "c2ln");
}
