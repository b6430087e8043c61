from __future__ import annotations

import json
from typing import Any

from model_server import ModelServer, Reply, fails, says
from shop import shop

from codeqa.answer.ask import AnswerOptions, answer_events
from codeqa.answer.events import Notice, Piece, Step
from codeqa.answer.ledger import Ledger
from codeqa.answer.models.base import ToolCall
from codeqa.answer.models.client import OpenAICompatibleModel
from codeqa.answer.models.providers import endpoint_of
from codeqa.answer.tools import TOOLS, Toolbox
from codeqa.model import Answer, Verdict

SHOP = shop()
COMPOUND = "How is an order priced, and what would a change of with_tax break?"


def calls(*pairs: tuple[str, dict[str, Any]]) -> Reply:
    return Reply(calls=[(name, json.dumps(arguments)) for name, arguments in pairs])


def run(server: ModelServer, text: str = COMPOUND, **options: Any) -> tuple[Answer, list[str], list[str]]:
    model = OpenAICompatibleModel(endpoint_of("tiny", server.url, {}), wait=lambda _: None)
    events = list(answer_events(SHOP, text, model=model, options=AnswerOptions(**options)))
    assert isinstance(events[-1], Answer)
    steps = [event.text for event in events if isinstance(event, Step)]
    return events[-1], steps, [event.text for event in events if isinstance(event, Notice)]


def test_a_compound_question_is_looked_up_step_by_step(server: ModelServer) -> None:
    server.expect(
        calls(("references", {"name": "with_tax"})),
        calls(("definition", {"name": "stand_alone_helper"}), ("route", {"from_name": "main", "to_name": "with_tax"})),
        lambda request: says(f"`stand_alone_helper` reverses a text [{number_of(request, 'stand_alone_helper')}]."),
    )
    answer, steps, _ = run(server)
    assert steps[-3:] == ["references with_tax", "definition stand_alone_helper", "route main → with_tax"]
    assert [one.verdict for one in answer.citations] == [Verdict.VALID]
    assert answer.citations[0].path == "shop/text.py"
    assert [message["role"] for message in server.requests[-1]["messages"]] == [
        "system", "user", "assistant", "tool", "assistant", "tool", "tool",
    ]  # fmt: skip
    assert len(server.requests[0]["tools"]) == len(TOOLS)


def number_of(request: dict[str, Any], name: str) -> int:
    """The number of the source that shows a definition, as a model would read it."""
    for message in request["messages"]:
        for block in str(message["content"]).split("\n\n"):
            if block.startswith("[") and f"def {name}" in block:
                return int(block[1 : block.index("]")])
    raise AssertionError(f"{name} was not shown")


def test_a_simple_question_is_not(server: ModelServer) -> None:
    server.expect(says("ok [1]."), says("ok [1]."))
    run(server, "how is an order priced?")
    assert "tools" not in server.requests[0]
    run(server, "how is an order priced?", agentic=True)
    assert "tools" in server.requests[1]
    server.expect(says("ok [1]."))
    run(server, agentic=False)
    assert "tools" not in server.requests[2]


def test_an_answer_without_lookups_is_an_answer(server: ModelServer) -> None:
    server.expect(says("`with_tax` adds the tax [1]."))
    answer, _, _ = run(server)
    assert answer.text.startswith("`with_tax` adds")


def test_a_model_without_tools_answers_from_one_search(server: ModelServer) -> None:
    server.expect(fails(400, "tiny does not support tools"), says("ok [1]."))
    answer, _, notices = run(server)
    assert answer.text == "ok [1]."
    assert "takes no tools" in notices[0]


def test_the_loop_ends_with_its_budget_and_the_answer_says_so(server: ModelServer) -> None:
    more = calls(("search", {"query": "tax"}))
    server.expect(more, more, says("As far as I saw, `with_tax` [1]."))
    answer, _, notices = run(server, calls=2)
    assert answer.text == "As far as I saw, `with_tax` [1]."
    assert "may be partial" in answer.notes[0]
    assert notices == ["No lookups are left: answering from what was found."]
    assert "may not look up anything more" in server.requests[-1]["messages"][-1]["content"]
    server.expect(says("At once [1]."))
    assert run(server, seconds=0.0)[0].text == "At once [1]."


def test_a_model_that_never_stops_calling_answers_without_tools(server: ModelServer) -> None:
    more = calls(("search", {"query": "tax"}))
    server.expect(more, more, says("Fine: `with_tax` [1]."))
    answer, _, _ = run(server, calls=1)
    assert answer.text.startswith("Fine")
    assert "tools" not in server.requests[-1]


def test_what_was_looked_up_survives_a_full_context(server: ModelServer) -> None:
    server.expect(
        calls(("definition", {"name": "stand_alone_helper"})),
        fails(400, "context size exceeded"),
        fails(400, "context size exceeded"),
        says("ok [1]."),
    )
    answer, _, _ = run(server)
    assert answer.text == "ok [1]."
    assert any(source.path == "shop/text.py" for source in answer.sources)


def test_too_many_lookups_at_once_are_refused(server: ModelServer) -> None:
    server.expect(calls(*[("search", {"query": f"tax {number}"}) for number in range(7)]), says("ok [1]."))
    _, steps, _ = run(server)
    assert len([step for step in steps if step.startswith("search")]) == 4
    assert "too many lookups" in server.requests[-1]["messages"][-1]["content"]


def call(name: str, arguments: str | dict[str, Any]) -> tuple[str, str, Ledger]:
    ledger = Ledger()
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    looked = Toolbox(SHOP, ledger).call(ToolCall("c", name, text))
    return looked.step, looked.text, ledger


def test_every_tool_shows_numbered_sources() -> None:
    for name, arguments, shown in (
        ("search", {"query": "delivery cost"}, "def delivery_cost"),
        ("search", {"query": "cost", "path": "*.md"}, "Shop keeps the orders"),
        ("definition", {"name": "Checkout.total"}, "reduced = self.discount.apply"),
        ("references", {"name": "with_tax", "kind": "call"}, "taxed = with_tax(reduced)"),
        ("callers", {"name": "with_tax", "depth": "2"}, "total calls with_tax"),
        ("callees", {"name": "main"}, "main calls quick_total"),
        ("route", {"from_name": "main", "to_name": "with_tax"}, "calls with_tax"),
        ("read_lines", {"path": "shop/main.py", "start": 4, "end": 6}, "def main"),
    ):
        _, text, ledger = call(name, arguments)
        assert shown in text
        assert ledger.sources
        assert "[1] " in text
    assert "Checkout.total" in call("outline", {"path": "shop/checkout.py"})[1]
    assert "with_tax" in call("outline", {})[1]


def test_wrong_calls_are_explained_to_the_model() -> None:
    assert "There is no tool 'delete'" in call("delete", {})[1]
    assert "no JSON" in call("search", "{broken")[1]
    assert "a JSON object" in call("search", "[]")[1]
    assert "query must be a text" in call("search", {"query": 3})[1]
    assert "start must be a number" in call("read_lines", {"path": "a", "start": []})[1]
    assert "kind is one of" in call("references", {"name": "with_tax", "kind": "use"})[1]
    assert "Nearest: `Discount`" in call("definition", {"name": "Discounter"})[1]
    assert "Nothing in this codebase" in call("callers", {"name": "Discounter"})[1]
    assert "no file 'nowhere.py'" in call("read_lines", {"path": "nowhere.py", "start": 1, "end": 2})[1]
    assert "No chain" in call("route", {"from_name": "main", "to_name": "stand_alone_helper"})[1]


def test_a_source_is_shown_once() -> None:
    ledger = Ledger()
    toolbox = Toolbox(SHOP, ledger)
    first = toolbox.call(ToolCall("a", "definition", '{"name": "with_tax"}')).text
    second = toolbox.call(ToolCall("b", "definition", '{"name": "with_tax"}')).text
    assert first.startswith("[1] shop/prices.py lines 20-22")
    assert second == "[1] was shown before: shop/prices.py lines 20-22"
    assert len(ledger.sources) == 1


def test_thoughts_before_a_lookup_are_not_shown_as_the_answer(server: ModelServer) -> None:
    server.expect(
        Reply(["Let me look."], calls=[("outline", "{}")]),
        says("ok [1]."),
    )
    model = OpenAICompatibleModel(endpoint_of("tiny", server.url, {}))
    events = list(answer_events(SHOP, COMPOUND, model=model))
    assert [event.text for event in events if isinstance(event, Piece)] == ["ok [1]."]
