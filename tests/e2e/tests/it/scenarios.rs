//! One world, two doors: every file of `fixtures/scenarios` is a test of its own, listed by the build script.

use lockstep_e2e::{World, scenario_text};

include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// What a tool's description gives as an example is asked in a scenario, word for word.
#[test]
fn every_example_call_of_a_description_is_asked() {
    let world = World::new();
    let mut assistant = world.assistant();
    assistant.initialize();
    let listed = assistant.request("tools/list", serde_json::json!({}));
    let tools = listed["tools"].as_array().unwrap();
    assert!(tools.len() > 5, "{listed}");
    let asked = scenario_text("tools");
    for tool in tools {
        let description = tool["description"].as_str().unwrap();
        let (_, example) = description.split_once("Example: ").expect("a description ends with an example");
        assert!(asked.contains(&format!("```mcp {}\n", example.trim())), "tools.md does not ask {example}");
    }
}
