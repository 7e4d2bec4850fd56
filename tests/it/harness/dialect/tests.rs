//! One conversation in every dialect: a router, the skill that it names, the answer; and errors.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use serde_json::{Value, json};

use super::list;
use crate::harness::{
    loopback::Loopback,
    scenario::{Fault, Scenario, Step},
};

/// Status and body of an answer.
fn post(model: &Loopback, path: &str, body: &Value) -> (u16, String) {
    let address = model.base().replace("http://", "");
    let mut connection = TcpStream::connect(address).unwrap();
    let body = body.to_string();
    let length = body.len();
    write!(connection, "POST {path} HTTP/1.1\r\ncontent-length: {length}\r\n\r\n{body}").unwrap();
    connection.shutdown(std::net::Shutdown::Write).unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), body.to_owned())
}

/// The data of events; of an answer in one piece, that.
fn data(body: &str) -> Vec<Value> {
    if !body.contains("data: ") {
        return vec![serde_json::from_str(body).unwrap()];
    }
    let lines = body.lines().filter_map(|line| line.strip_prefix("data: "));
    lines.filter(|data| *data != "[DONE]").map(|data| serde_json::from_str(data).unwrap()).collect()
}

/// How a dialect offers one tool, `take`, which wants a `skill`, and how it says who called it.
struct Talk {
    path: &'static str,
    /// A request with the messages so far.
    ask: fn(Vec<Value>) -> Value,
    /// The messages after a call of a skill, of its result.
    called: fn(&str) -> Vec<Value>,
    /// The skill that an answer calls, and its words.
    answered: fn(&[Value]) -> (Option<String>, String),
}

fn takes() -> Value {
    json!({ "type": "object", "properties": { "skill": { "type": "string" } }, "required": ["skill"] })
}

/// What stands under a pointer anywhere in the events, the pieces joined.
fn join(data: &[Value], pointer: &str) -> String {
    data.iter().filter_map(|event| event.pointer(pointer)?.as_str()).collect()
}

fn skill(arguments: &str) -> Option<String> {
    let input: Value = serde_json::from_str(arguments).ok()?;
    Some(input["skill"].as_str()?.to_owned())
}

const TALKS: &[Talk] = &[
    Talk {
        path: "/v1/messages?beta=true",
        ask: |messages| {
            let tools = json!([{ "name": "Skill", "input_schema": takes() }]);
            json!({ "stream": true, "messages": messages, "tools": tools })
        },
        called: |name| {
            let call = json!({ "type": "tool_use", "id": "1", "name": "Skill", "input": { "skill": name } });
            vec![
                json!({ "role": "assistant", "content": [call] }),
                json!({ "role": "user", "content": [] }),
            ]
        },
        answered: |data| {
            assert_eq!(data.last().unwrap()["type"], "message_stop");
            (skill(&join(data, "/delta/partial_json")), join(data, "/delta/text"))
        },
    },
    Talk {
        path: "/v1/chat/completions",
        ask: |messages| {
            let function = json!({ "name": "skill", "parameters": takes() });
            let tools = json!([{ "type": "function", "function": function }]);
            json!({ "stream": true, "messages": messages, "tools": tools })
        },
        called: |name| {
            let function =
                json!({ "name": "skill", "arguments": json!({ "skill": name }).to_string() });
            let call = json!({ "id": "1", "type": "function", "function": function });
            vec![json!({ "role": "assistant", "tool_calls": [call] }), json!({ "role": "tool" })]
        },
        answered: |data| {
            let delta = "/choices/0/delta";
            let arguments = join(data, &format!("{delta}/tool_calls/0/function/arguments"));
            (skill(&arguments), join(data, &format!("{delta}/content")))
        },
    },
    Talk {
        path: "/v1/responses",
        ask: |input| {
            let tools = json!([{ "type": "function", "name": "skill", "parameters": takes() }]);
            json!({ "stream": true, "input": input, "tools": tools })
        },
        called: |name| {
            let arguments = json!({ "skill": name }).to_string();
            let call = json!({ "type": "function_call", "call_id": "1", "name": "skill", "arguments": arguments });
            vec![call, json!({ "type": "function_call_output", "call_id": "1", "output": "" })]
        },
        answered: |data| {
            let item = &data.last().unwrap()["response"]["output"][0];
            let words = item["content"][0]["text"].as_str().unwrap_or_default();
            (item["arguments"].as_str().and_then(skill), words.to_owned())
        },
    },
    Talk {
        path: "/v1beta/models/m:streamGenerateContent?alt=sse",
        ask: |contents| {
            let declared = json!([{ "name": "activate_skill", "parametersJsonSchema": takes() }]);
            json!({ "contents": contents, "tools": [{ "functionDeclarations": declared }] })
        },
        called: |name| {
            let call = json!({ "name": "activate_skill", "args": { "skill": name } });
            vec![
                json!({ "role": "model", "parts": [{ "functionCall": call }] }),
                json!({ "role": "user", "parts": [] }),
            ]
        },
        answered: |data| {
            let part = &list(&data[0]["candidates"][0]["content"], "parts")[0];
            let name = part["functionCall"]["args"]["skill"].as_str().map(str::to_owned);
            (name, part["text"].as_str().unwrap_or_default().to_owned())
        },
    },
];

#[test]
fn router_then_target_then_the_answer_in_every_dialect() {
    let steps: [&[Step]; 3] =
        [&[Step::Skill("router")], &[Step::Skill("target")], &[Step::Say("Done.")]];
    let model = Loopback::start(Scenario::of(&steps));
    for talk in TALKS {
        let mut messages = Vec::new();
        for expected in ["router", "target"] {
            let (status, body) = post(&model, talk.path, &(talk.ask)(messages.clone()));
            let (called, words) = (talk.answered)(&data(&body));
            assert_eq!(
                (status, called.as_deref(), words.as_str()),
                (200, Some(expected), ""),
                "{body}"
            );
            messages.extend((talk.called)(expected));
        }
        let (_, body) = post(&model, talk.path, &(talk.ask)(messages));
        assert_eq!((talk.answered)(&data(&body)), (None, "Done.".to_owned()), "{}", talk.path);
    }
    assert_eq!(model.requests().len(), 3 * TALKS.len());
    let answer = post(&model, "/v1/models", &Value::Null);
    assert_eq!(answer.0, 404);
}

#[test]
fn errors_come_first_and_in_the_words_of_the_dialect() {
    for talk in TALKS {
        for (status, times, retry_after) in [(401, 2, None), (429, 1, Some(1)), (500, 1, None)] {
            let fault = Fault { status, times, retry_after };
            let model = Loopback::start(Scenario::none().behind(fault));
            let ask = (talk.ask)(Vec::new());
            for _ in 0..times {
                let (met, body) = post(&model, talk.path, &ask);
                assert_eq!(met, status);
                assert!(data(&body)[0]["error"]["message"].is_string(), "{body}");
            }
            assert_eq!(post(&model, talk.path, &ask).0, 200);
        }
    }
}

#[test]
fn a_skill_without_a_tool_of_its_own_is_read_from_the_path_that_was_listed() {
    let model = Loopback::start(Scenario::of(&[&[Step::Skill("tea"), Step::Shell("cake")]]));
    let listed =
        "- `r0` = `/p/.agents/skills`\n- tea: x (file: r0/tea/SKILL.md)\n<l>/q/cake/SKILL.md</l>";
    let function = |name: &str, key: &str| {
        let takes =
            json!({ "properties": { key: {}, "n": { "type": "integer" } }, "required": ["n"] });
        json!({ "type": "function", "function": { "name": name, "parameters": takes } })
    };
    let tools = json!([function("read", "path"), function("bash", "command")]);
    let messages = json!([{ "role": "system", "content": listed }]);
    // In one piece, since nobody asked for events.
    let (_, body) =
        post(&model, "/chat/completions", &json!({ "messages": messages, "tools": tools }));
    let message = data(&body)[0]["choices"][0]["message"].clone();
    let calls =
        list(&message, "tool_calls").iter().map(|call| call["function"]["arguments"].as_str());
    let expected = [
        Some(r#"{"path":"/p/.agents/skills/tea/SKILL.md","n":1}"#),
        Some(r#"{"command":"cat '/q/cake/SKILL.md'","n":1}"#),
    ];
    assert_eq!(calls.collect::<Vec<_>>(), expected);
    // A title, a summary: no tools, no turn.
    let (_, body) = post(&model, "/chat/completions", &json!({ "messages": messages }));
    assert_eq!(data(&body)[0]["choices"][0]["message"]["content"], "Probe");
}
