from __future__ import annotations

import re

import pytest
from shop import FILES, shop

from codeqa.answer.ask import answer_events
from codeqa.answer.events import finish
from codeqa.model import Answer, Verdict

SHOP = shop()


def ask(text: str, **more: str) -> Answer:
    return finish(answer_events(shop(**more) if more else SHOP, text))


def places(answer: Answer) -> list[str]:
    return [f"{one.path}:{one.start_line}" for one in answer.citations]


def test_an_overview_is_the_readme_s_words_the_entry_points_and_the_most_used() -> None:
    answer = ask("What is this repository about?")
    first = answer.text.split("\n")[0]
    assert first.startswith("> Shop keeps the orders of a small web shop")
    assert "> Orders of a small web shop\n" in answer.text
    assert "> Shop keeps the orders of a small web shop and works out what they cost, with discounts" in answer.text
    assert "build" not in answer.text.split("Where it starts")[0].replace("builds", "")
    assert "`shop` runs `shop.main:main` `pyproject.toml:6`" in answer.text
    assert "- `main` `shop/main.py:4`" in answer.text
    assert "`Checkout` `shop/checkout.py:6`" in answer.text


def test_an_overview_without_a_readme_takes_the_manifest_s_description() -> None:
    answer = ask("what does this project do?", **{"README.md": "# Shop\n"})
    assert answer.text.startswith("> Orders of a small web shop\n\n`pyproject.toml:3`")


def test_how_begins_with_the_definition_its_docs_and_its_calls_in_order() -> None:
    answer = ask("how is the delivery cost of a parcel worked out?")
    assert answer.text.startswith("**`delivery_cost`** (function) `shop/prices.py:25-29`")
    assert ": Work out what it costs to deliver a parcel, by its weight in kilograms.\n" in answer.text
    assert "return 4.5 + 0.3 * weight" in answer.text
    answer = ask("how does Checkout get the total a customer pays?")
    assert answer.text.startswith("**`Checkout.total`** (method)")
    calls = answer.text.split("**Step by step**")[1].split("**")[0]
    order = [calls.index(name) for name in ("Discount.apply", "with_tax", "delivery_cost")]
    assert order == sorted(order)


def test_where_used_shows_constructors_counts_and_places_with_tests_last() -> None:
    answer = ask("Where is the Discount class used, with which constructors?")
    assert "- `def __init__(self, share: float) -> None` `shop/prices.py:12`" in answer.text
    assert "6 references to `Discount` in 2 files: 3 instantiations, 2 imports, 1 type use." in answer.text
    assert "- `shop/checkout.py:20` in `quick_total` (instantiation" in answer.text
    assert answer.text.index("shop/checkout.py:20") < answer.text.index("Tests (2 references)")
    only = ask("where is Discount imported?")
    assert "2 references to `Discount` in 2 files: 2 imports." in only.text


def test_a_name_that_nothing_uses() -> None:
    assert "Nothing in the index refers to `stand_alone_helper`" in ask("who calls stand_alone_helper?").text


def test_a_connection_has_each_step_with_its_line_and_how_sure_it_is() -> None:
    answer = ask("What is the connection between main and delivery_cost?")
    assert "`main` reaches `delivery_cost` in 3 calls:" in answer.text
    assert "calls `delivery_cost` (by name) `shop/checkout.py:16`" in answer.text
    assert "`return taxed + delivery_cost(weight)`" in answer.text
    apart = ask("how is main connected to stand_alone_helper?")
    assert apart.text.startswith("No chain of references connects `main` and `stand_alone_helper`")


def test_a_flow_goes_down_the_calls_in_order() -> None:
    text = ask("trace the flow from quick_total").text
    order = [
        text.index(f"`{name}` `shop/") for name in ("Checkout.total", "Discount.apply", "with_tax", "delivery_cost")
    ]
    assert order == sorted(order)
    assert "   - line 14: `Discount.apply` `shop/prices.py:15`" in text


def test_an_impact_has_direct_and_indirect_users_and_tests() -> None:
    text = ask("what would break if I change with_tax?").text
    assert text.startswith("1 use of `with_tax` (function) `shop/prices.py:20` in 1 file would see a change directly")
    assert "- `Checkout.total` `shop/checkout.py:15` (call" in text
    assert "- `main` `shop/main.py:4`, 3 calls away" in text
    assert "- `tests/test_checkout.py:6`: 2 tests, `test_total_has_tax_and_delivery` first" in text


def test_a_comparison_has_both_with_what_only_one_has() -> None:
    text = ask("what is the difference between Discount and Checkout?").text
    assert "In both: `__init__`." in text
    assert "Only in `Discount`: `share`, `apply`." in text
    assert "`Checkout.__init__` creates `Discount` (by name) `shop/checkout.py:10`" in text


def test_a_compound_question_is_answered_part_by_part() -> None:
    answer = ask("What is with_tax, and where is it used? Who calls no_such_thing?")
    parts = answer.text.split("### ")[1:]
    assert [part.split("\n")[0] for part in parts] == [
        "What is with_tax?", "where is `with_tax` used?", "Who calls no_such_thing?",
    ]  # fmt: skip
    assert "`shop/checkout.py:15` in `Checkout.total`" in parts[1]
    assert parts[2].strip().endswith("Nothing in this codebase is named `no_such_thing`.")
    assert answer.citations


def test_a_name_that_is_only_mentioned() -> None:
    answer = ask("where is GiftCard defined?", **{"NOTES.md": "# Notes\n\nA GiftCard is planned.\n"})
    assert answer.text.startswith("Nothing in this codebase is named `GiftCard`. It occurs in:\n\n- `NOTES.md:1-3`")


def test_a_definition_is_shown_whole_where_it_is_short() -> None:
    text = ask("What is delivery_cost?").text
    assert "```python\ndef delivery_cost(weight: float) -> float:" in text
    assert "Used at 1 place: `codeqa refs delivery_cost`" in text


def test_a_file_s_contents() -> None:
    text = ask("what does shop/prices.py contain?").text
    assert text.startswith("`shop/prices.py` defines 7 things:")
    assert "  - `Discount.apply` `shop/prices.py:15-17`: Return the price after the discount." in text


def test_which_lists_definitions_of_the_kind_asked_for() -> None:
    answer = ask("which functions work out a cost?")
    assert answer.text.startswith("**`delivery_cost`** (function) `shop/prices.py:25-29`: Work out what it costs")


def test_writing_without_a_model_shows_what_to_build_on() -> None:
    answer = ask("write a function that works out the price of a gift card")
    assert answer.text.startswith("Writing code takes a language model.")
    assert "with_tax" in answer.text


@pytest.mark.parametrize(
    "text", ["where is Discounter defined?", "who calls Discounter?", "what would break if I change Discounter?"]
)
def test_an_unknown_name_is_said_plainly_with_the_nearest(text: str) -> None:
    answer = ask(text)
    assert answer.text.startswith("Nothing in this codebase is named `Discounter`. Nearest: `Discount`, `discount`.")
    assert (answer.citations, answer.sources) == ((), ())


def test_a_question_about_something_else_altogether() -> None:
    answer = ask("how are kubernetes pods scheduled on nodes?")
    assert answer.text.startswith("Nothing was found in this codebase that answers that.")
    assert (answer.citations, answer.sources) == ((), ())


@pytest.mark.parametrize(
    "text",
    [
        "what is this repository about?",
        "how is an order priced?",
        "where is Checkout used?",
        "connection between quick_total and Discount",
        "trace the flow from main",
        "what depends on Discount.apply?",
        "which classes have a discount?",
        "what is Checkout?",
        "write a test for delivery_cost",
    ],
)
def test_every_citation_exists_and_every_code_line_is_the_repository_s(text: str) -> None:
    answer = ask(text)
    assert answer.citations
    assert (answer.model, answer.notes) == (None, ())
    for one in answer.citations:
        assert one.verdict is Verdict.VALID
        assert SHOP.lines(one.path, one.start_line, one.end_line).count("\n") == one.end_line - one.start_line
    everything = "\n".join(FILES.values())
    in_fence = False
    for line in answer.text.split("\n"):
        if line.startswith("```"):
            in_fence = not in_fence
        elif in_fence and line.strip():
            # Signatures of several lines are put on one; here none has several.
            assert line.strip().rstrip(":") in everything


def test_repository_text_cannot_break_out_of_its_fence() -> None:
    odd = 'def odd() -> str:\n    """Make a fence."""\n    return """\n```\nnot code\n````\n"""\n'
    text = ask("what is odd?", shop__odd__py="", **{"shop/odd.py": odd}).text
    assert "`````python\n" in text


def test_steps_begin_with_who_calls_the_main_place() -> None:
    steps = ask("how does Checkout get the total a customer pays?").text.split("**Step by step**\n\n")[1].split("\n")
    assert steps[0] == "1. `main` `shop/main.py:4-7` line 6: `print(quick_total(12.0))`"
    assert steps[1].startswith("2. `quick_total` `shop/checkout.py:19-20` line 20: `return Checkout(")
    assert steps[2] == "3. `Checkout.total` `shop/checkout.py:12`"
    assert (
        steps[3] == "4. line 14: `Discount.apply` `shop/prices.py:15-17`: `reduced = self.discount.apply(sum(prices))`"
    )


STATE = '''\
import json


class State:
    """What is kept between runs."""

    def load_state(self, path: str) -> dict:
        """Bring the state back."""
        with open(path) as file:
            return json.load(file)

    def save_state(self, path: str, state: dict) -> None:
        """Keep the state, which a later run loads: loaded state, state loaded from the file."""
        if not state:
            raise ValueError("no state to keep")
        with open(path, "w") as file:
            json.dump(state, file)


class Stored(State):
    def load_state(self, path: str) -> dict:
        return super().load_state(path)


class Cached(State):
    """Remembers the state."""
'''


def test_the_opposite_of_what_is_asked_does_not_come_first() -> None:
    more = {"shop/state.py": STATE}
    assert places(ask("how is the state loaded from its file?", **more))[0] == "shop/state.py:7"
    assert places(ask("how does the state get saved?", **more))[0] == "shop/state.py:12"


def test_a_question_of_when_shows_the_lines_that_decide() -> None:
    text = ask("what happens when there is no state to keep?", **{"shop/state.py": STATE}).text
    assert text.startswith("**`State.save_state`** (method)")
    assert 'raise ValueError("no state to keep")' in text


def test_the_tests_of_a_definition_with_the_lines_that_use_it() -> None:
    text = ask("which tests cover with_tax?").text
    assert text.startswith("2 tests in 1 file use `with_tax` (function) `shop/prices.py:20` directly:")
    assert "- `test_with_tax` `tests/test_checkout.py:9-10` line 10: `assert with_tax(10.0) == 12.0`" in text
    over = ask("is there a test for delivery_cost?").text
    assert over.startswith("No test uses `delivery_cost` directly; 1 test reach it over others:")
    assert ask("is stand_alone_helper tested?").text.startswith("No test refers to `stand_alone_helper`")


def test_the_tests_that_speak_of_something() -> None:
    text = ask("where is the total with tax and delivery tested?").text
    assert "speak of it:\n\n- `test_total_has_tax_and_delivery` `tests/test_checkout.py:5-6`" in text


def test_all_subclasses_with_their_count_and_the_base_last() -> None:
    text = ask("what subclasses of State are there?", **{"shop/state.py": STATE}).text
    assert text.startswith("2 classes extend `State`:\n\n- `Stored` `shop/state.py:20`")
    assert "- `Cached` `shop/state.py:25`: Remembers the state." in text
    assert text.endswith("`State` (class) stands in `shop/state.py:4`")


COMMANDS = """\
import click


@click.command()
def pack():
    pass


@click.command()
def ship():
    pass
"""


def test_all_that_carry_a_decorator() -> None:
    text = ask("list all commands", **{"shop/commands.py": COMMANDS}).text
    assert text.startswith("2 definitions carry the decorator `command`:\n\n- `pack` `shop/commands.py:4-6`")
    assert "`ship`" in text


def test_a_later_part_s_pronoun_means_what_answered_the_first() -> None:
    answer = ask("which function works out the cost of delivering a parcel, and who calls it?")
    second = answer.text.split("### ")[2]
    assert second.startswith("who calls `delivery_cost`?")
    assert "`shop/checkout.py:16` in `Checkout.total`" in second


def test_an_overview_of_the_architecture_begins_with_what_is_used_most() -> None:
    text = ask("give me an overview of the architecture").text
    assert text.startswith("4 files of code without tests and examples; lines: 63 of python.")
    assert text.index("**Most used types**") < text.index("**Where it starts**") < text.index("> Shop keeps the orders")
    types = text.split("**Most used types**")[1].split("\n\n**")[0]
    counts = [int(one) for one in re.findall(r"\((\d+) references?\)", types)]
    assert counts == sorted(counts, reverse=True) and len(counts) > 1


GUIDE = """\
# Contributing

## Adding a state

To add a state, extend `State` and register it in `shop/main.py`.
"""


def test_adding_begins_with_the_repository_s_own_guide() -> None:
    answer = ask("how do I add a new state?", **{"shop/state.py": STATE, "CONTRIBUTING.md": GUIDE})
    assert places(answer)[0].startswith("CONTRIBUTING.md:")
    assert "To add a state, extend `State` and register it" in answer.text
    assert "**What does so already**" in answer.text


FLAGS = """\
ALL_FLAGS = [
    "verbose",
    "quiet",
    "color",
]


def test_all_flags_are_known():
    assert ALL_FLAGS
"""


def test_the_written_list_where_there_is_no_class_of_them() -> None:
    text = ask("list all command line flags", **{"shop/flags.py": FLAGS}).text
    assert text.startswith("`ALL_FLAGS` lists them: `shop/flags.py:1-5`")
    assert '"quiet",' in text


def test_a_test_that_stands_beside_the_code_is_one() -> None:
    text = ask("which test covers the flags being known?", **{"shop/flags.py": FLAGS}).text
    assert "- `test_all_flags_are_known` `shop/flags.py:8-9`" in text


def test_a_word_that_occurs_nowhere_is_said_first() -> None:
    answer = ask("how is the delivery cost of a zeppelin worked out?")
    assert answer.text.startswith("`zeppelin` occurs nowhere in this codebase; what comes nearest:")


MIDDLEWARE = """\
package middleware

type writer struct{}

func (w *writer) Flush() {}

func Logger() {}

func Recoverer() {}

func helper() {}
"""


def test_what_a_folder_of_that_name_offers() -> None:
    text = ask("list all middlewares", **{"middleware/all.go": MIDDLEWARE}).text
    assert text.startswith("2 definitions stand in `middleware/`:")
    assert "`Logger` `middleware/all.go:7`" in text and "`Recoverer`" in text
