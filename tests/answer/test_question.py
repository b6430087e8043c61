from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.answer.question import QuestionKind, content_words, parts_of, read_question
from codeqa.model import Kind, ReferenceKind


@pytest.mark.parametrize(
    ("text", "kind", "subjects"),
    [
        ("What is this repository about?", QuestionKind.OVERVIEW, ()),
        ("what does this project do", QuestionKind.OVERVIEW, ()),
        ("Give me an overview.", QuestionKind.OVERVIEW, ()),
        ("what's the architecture of the codebase?", QuestionKind.OVERVIEW, ()),
        ("where do I start reading?", QuestionKind.OVERVIEW, ()),
        ("how are references resolved to definitions?", QuestionKind.HOW, ()),
        ("Why does the test client keep cookies?", QuestionKind.HOW, ()),
        ("What does the package do with cookies?", QuestionKind.HOW, ()),
        ("Which methods write to the session cookie?", QuestionKind.WHICH, ()),
        ("list all decorators", QuestionKind.LIST, ("decorators",)),
        ("which signals are there?", QuestionKind.LIST, ("signals",)),
        ("what subclasses of Converter are there?", QuestionKind.LIST, ("subclasses of Converter",)),
        ("which tests cover super_len?", QuestionKind.TESTS, ("super_len",)),
        ("is there a test for super_len", QuestionKind.TESTS, ("super_len",)),
        ("where's the cookie logic tested?", QuestionKind.TESTS, ("cookie logic",)),
        ("Is merge_path tested?", QuestionKind.TESTS, ("merge_path",)),
        ("give me an overview of the architecture", QuestionKind.OVERVIEW, ()),
        ("overview of the architecture", QuestionKind.OVERVIEW, ()),
        ("explain the structure of this repository", QuestionKind.OVERVIEW, ()),
        ("I'm new here. Which classes should I read first to understand the code base?", QuestionKind.OVERVIEW, ()),
        ("how is this code base organized?", QuestionKind.OVERVIEW, ()),
        ("where is the Blueprint class used and with which constructors?", QuestionKind.WHERE_USED, ("Blueprint",)),
        ("who calls `Flask.full_dispatch_request`?", QuestionKind.WHERE_USED, ("Flask.full_dispatch_request",)),
        ("subclasses of BaseSegment", QuestionKind.WHERE_USED, ("BaseSegment",)),
        ("what is the connection between Blueprint and Scaffold?", QuestionKind.CONNECTION, ("Blueprint", "Scaffold")),
        ("what connects Blueprint and Scaffold?", QuestionKind.CONNECTION, ("Blueprint", "Scaffold")),
        ("How is Session connected to CookieJar?", QuestionKind.CONNECTION, ("Session", "CookieJar")),
        ("how does app.run reach the socket", QuestionKind.CONNECTION, ("app.run", "socket")),
        ("what is the difference between get and getlist?", QuestionKind.COMPARISON, ("get", "getlist")),
        ("how does Session differ from CookieJar", QuestionKind.COMPARISON, ("Session", "CookieJar")),
        ("trace the flow from wsgi_app", QuestionKind.FLOW, ("wsgi_app",)),
        ("What happens when full_dispatch_request is called?", QuestionKind.FLOW, ("full_dispatch_request",)),
        ("what would break if I change url_for?", QuestionKind.IMPACT, ("url_for",)),
        ("what depends on make_response", QuestionKind.IMPACT, ("make_response",)),
        ("write a function that registers a command", QuestionKind.WRITE, ("a function that registers a command",)),
        ("How do I add a template filter?", QuestionKind.ADD, ("a template filter",)),
        ("where do I register a new command?", QuestionKind.ADD, ("a new command",)),
        ("who would be affected by a change of url_for?", QuestionKind.IMPACT, ("url_for",)),
        ("is it safe to touch settle()? who uses it", QuestionKind.IMPACT, ("settle()",)),
        ("I want to change the signature of url_for, who depends on it?", QuestionKind.IMPACT, ("url_for",)),
        ("What is Flask.url_map?", QuestionKind.DEFINITION, ("Flask.url_map",)),
        ("where is jsonify defined", QuestionKind.DEFINITION, ("jsonify",)),
        ("url_for", QuestionKind.DEFINITION, ("url_for",)),
    ],
)
def test_the_kind_of_a_question_and_what_it_is_about(text: str, kind: QuestionKind, subjects: tuple[str, ...]) -> None:
    question = read_question(text)
    assert (question.kind, question.subjects) == (kind, subjects)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("how does HTTPServer parse a raw_request?", ("HTTPServer", "raw_request")),
        ("what does `run` do in Parser::new?", ("run", "Parser::new")),
        ("Explain how the Flask class starts", ("Flask",)),
        ("Does it use app.run() or serve()?", ("app.run", "serve")),
        ("How are errors handled, e.g. timeouts?", ()),
        ("Is `a + b` faster?", ("a",)),
    ],
)
def test_identifiers_are_known_by_how_they_are_written(text: str, names: tuple[str, ...]) -> None:
    assert read_question(text).names == names


def test_paths_are_no_names() -> None:
    question = read_question("How does src/flask/ctx.py use globals.py?")
    assert question.paths == ("src/flask/ctx.py", "globals.py")
    assert question.names == ()


def test_what_kind_of_definition_and_of_use_is_asked_for() -> None:
    assert Kind.CONSTRUCTOR in read_question("which constructors take a path?").kinds
    assert read_question("where is Parser instantiated?").uses == {ReferenceKind.INSTANTIATION, ReferenceKind.CALL}
    assert read_question("which classes implement Handler?").uses == {ReferenceKind.INHERITANCE}
    assert read_question("where is Parser used?").uses == frozenset()


def test_several_questions_in_one() -> None:
    assert read_question("How is it parsed, and where are the errors reported?").compound
    assert read_question("What is a chunk? How is it stored?").compound
    assert not read_question("How and where is class Flask used, with which constructors?").compound
    assert not read_question("error handling and how errors are converted").compound
    assert parts_of("What is a chunk? How is it stored, and then who reads it?") == [
        "What is a chunk?",
        "How is it stored?",
        "who reads it?",
    ]


def test_words_that_carry_meaning() -> None:
    assert content_words("How does the tokenizer work?") == {"tokenizer"}
    assert content_words("what is it?")


@given(st.text(max_size=200))
def test_any_text_is_a_question(text: str) -> None:
    question = read_question(text)
    assert question == read_question(question.text)
    assert all(question.subjects)
