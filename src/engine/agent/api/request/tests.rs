use super::*;

fn said() -> Vec<Said> {
    let outcome = |id: &str, known, ok| Outcome {
        id: id.to_owned(),
        known,
        tool: "skill".to_owned(),
        ok,
        text: format!("result {id}"),
    };
    vec![
        Said::User("Do it.".to_owned()),
        Said::Model(json!([{ "echo": true }])),
        Said::Results(vec![outcome("a", true, true), outcome("b", false, false)]),
    ]
}

fn ask(said: &[Said]) -> Ask<'_> {
    let (temperature, max_tokens) = (None, None);
    Ask { model: "m", system: "List.", said, tools: true, shape: None, temperature, max_tokens }
}

#[test]
fn every_call_gets_its_result_in_the_form_of_the_interface() {
    let said = said();
    let chat = body(Wire::OpenAiChat, &ask(&said));
    assert_eq!(chat["messages"][0], json!({ "role": "system", "content": "List." }));
    assert_eq!(chat["messages"][4]["tool_call_id"], "b");
    let responses = body(Wire::OpenAiResponses, &ask(&said));
    assert_eq!(responses["input"][1], json!({ "echo": true }), "items stand by themselves");
    assert_eq!(
        (&responses["input"][3]["call_id"], &responses["store"]),
        (&"b".into(), &false.into())
    );
    let anthropic = body(Wire::Anthropic, &ask(&said));
    let blocks = &anthropic["messages"][2]["content"];
    assert_eq!((&blocks[0]["is_error"], &blocks[1]["is_error"]), (&false.into(), &true.into()));
    let gemini = body(Wire::Gemini, &ask(&said));
    let parts = &gemini["contents"][2]["parts"];
    assert_eq!(parts[0]["functionResponse"]["id"], "a");
    assert_eq!(
        parts[1]["functionResponse"],
        json!({ "name": "skill", "response": { "error": "result b" } })
    );
}

#[test]
fn nothing_is_set_that_nobody_asked_for() {
    let said = said();
    let plain = Ask { tools: false, ..ask(&said) };
    let set = |wire: Wire, ask: &Ask<'_>, pointer: &str| body(wire, ask).pointer(pointer).cloned();
    let places = [
        (Wire::OpenAiChat, "/tools", "/temperature", "/max_tokens"),
        (Wire::OpenAiResponses, "/tools", "/temperature", "/max_output_tokens"),
        (Wire::Anthropic, "/tools", "/temperature", "/max_tokens"),
        (
            Wire::Gemini,
            "/tools",
            "/generationConfig/temperature",
            "/generationConfig/maxOutputTokens",
        ),
    ];
    for (wire, tools, temperature, most) in places {
        assert_eq!(set(wire, &plain, tools), None, "{wire}");
        assert_eq!(set(wire, &plain, temperature), None, "{wire}");
        assert_eq!(set(wire, &plain, most).is_some(), wire == Wire::Anthropic, "{wire}");
        let full = Ask { temperature: Some(0.5), max_tokens: Some(9), ..ask(&said) };
        assert!(set(wire, &full, tools).is_some(), "{wire}");
        assert_eq!(set(wire, &full, temperature), Some(json!(0.5)), "{wire}");
        assert_eq!(set(wire, &full, most), Some(json!(9)), "{wire}");
    }
}

#[test]
fn a_shape_goes_where_the_interface_takes_one() {
    let (said, shape) = (said(), json!({ "type": "object" }));
    let ask = Ask { tools: false, shape: Some(&shape), ..ask(&said) };
    let at = |wire: Wire, pointer: &str| body(wire, &ask).pointer(pointer).cloned();
    let places = [
        (Wire::OpenAiChat, "/response_format/json_schema/schema"),
        (Wire::OpenAiResponses, "/text/format/schema"),
        (Wire::Gemini, "/generationConfig/responseJsonSchema"),
    ];
    for (wire, pointer) in places {
        assert_eq!(at(wire, pointer), Some(shape.clone()), "{wire}");
    }
}
