from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.markdown import Markdown

from codeqa.codebase import Codebase, Notice, Piece, Stage
from codeqa.codebase import Progress as Moment
from codeqa.faces.cli.show import answers, progress, terminal
from codeqa.faces.cli.show.document import as_document
from codeqa.faces.cli.show.places import Linked, Places
from codeqa.faces.cli.show.terminal import counted, harmless, shown_path
from codeqa.model import Answer, Citation, Definition, Hit, Kind, Trait, Verdict

words = st.text(max_size=20)
lines = st.integers(1, 10_000)
hits = st.recursive(
    st.builds(Hit, words, lines, lines, st.sampled_from(Kind), st.none() | words, st.floats(0, 1), words),
    lambda inner: st.builds(
        Hit, words, lines, lines, st.sampled_from(Kind), words, st.floats(0, 1), words, more=st.tuples(inner, inner)
    ),
    max_leaves=4,
)


@given(hits)
def test_any_record_has_a_form_in_json(hit: Hit) -> None:
    document = json.loads(json.dumps(as_document([hit])))[0]
    assert (document["kind"], document["text"], document["place"]) == (hit.kind, hit.text, hit.place)
    assert [one["place"] for one in document["more"]] == [one.place for one in hit.more]


def test_what_records_hold_keeps_its_meaning_in_json() -> None:
    @dataclass(frozen=True)
    class Record:
        path: Path
        when: datetime
        traits: frozenset[Trait]
        pairs: tuple[tuple[str, int], ...]
        none: None = None

    record = Record(Path("a/b"), datetime(2024, 5, 6, tzinfo=UTC), frozenset({Trait.TEST, Trait.EXAMPLE}), (("a", 1),))
    assert as_document(record) == {
        "path": "a/b",
        "when": "2024-05-06T00:00:00+00:00",
        "traits": ["example", "test"],
        "pairs": [["a", 1]],
        "none": None,
    }
    definition = Definition("a.py", "f", "A.f", Kind.METHOD, 1, 2, 1, 5, "def f()")
    assert as_document({"one": definition})["one"]["id"] == "a.py::A.f"
    with pytest.raises(TypeError, match="a bytes has no form in JSON"):
        as_document(b"")


@given(st.text())
def test_harmless_text_keeps_its_lines_and_its_length_and_no_controls(text: str) -> None:
    shown = harmless(text)
    assert len(shown) == len(text)
    assert [line.count("\t") for line in shown.split("\n")] == [line.count("\t") for line in text.split("\n")]
    assert not {"\x1b", "\x07", "\r", "\x7f", "\x9b", "\u202e", "\u2066"} & set(shown)


def test_escape_sequences_are_shown_and_not_obeyed() -> None:
    assert harmless("\x1b]0;title\x07 x\ty\n") == "␛]0;title␇ x\ty\n"


def test_paths_start_at_the_working_directory_where_that_is_shorter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    assert shown_path(tmp_path / "a" / "b" / "x.py") == "x.py"
    assert shown_path(tmp_path / "x.py") == str(Path("..", "..", "x.py"))
    assert shown_path(Path("/x.py")) == str(Path("/x.py"))
    assert Places(tmp_path / "a").path("b/x.py") == "x.py"
    assert Places(tmp_path / "a" / "b" / "c").place("x.py", 3, 9).plain == f"{Path('c', 'x.py')}:3-9"


def test_links_are_urls_with_whole_paths(tmp_path: Path) -> None:
    places = Places(Path("/code base"), "vscode://file{path}:{line}")
    assert places.url("src/ä.py", 7) == "vscode://file/code%20base/src/%C3%A4.py:7"
    assert Places(Path("/code")).url("src/a.py", 7) is None


def test_places_in_texts_are_rewritten_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    places = Places(tmp_path)
    text = "`a.py:3-5`, lib/a.py:3, xa.py:1, a.py alone, (a.py:7)."
    assert places.from_here(text, {"a.py", "lib/a.py"}) == (
        "`../a.py:3-5`, ../lib/a.py:3, xa.py:1, a.py alone, (../a.py:7)."
    )
    monkeypatch.chdir(tmp_path)
    assert places.from_here(text, {"a.py"}) == text
    assert places.from_here(text, ()) == text


def test_places_in_rendered_markdown_are_linked() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=60, color_system="truecolor")
    shown = Linked(
        Markdown("See `a.py:3-5` and **b**."), Places(Path("/code"), "file://{path}#{line}"), {"a.py": "a.py"}
    )
    segments = [segment for segment in console.render(shown) if segment.style and segment.style.link]
    assert [(segment.text, segment.style and segment.style.link) for segment in segments] == [
        ("a.py:3-5", "file:///code/a.py#3")
    ]
    plain = Linked(shown.shown, Places(Path("/code")), shown.paths)
    assert "".join(one.text for one in console.render(plain)) == "".join(one.text for one in console.render(shown))


def test_numbers_have_their_nouns() -> None:
    assert [counted(number, "file") for number in (0, 1, 1200)] == ["0 files", "1 file", "1,200 files"]


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> tuple[StringIO, StringIO]:
    """What a terminal of 60 columns would get on stdout and stderr."""
    streams = StringIO(), StringIO()
    out, err = (Console(file=file, force_terminal=True, width=60, soft_wrap=True, highlight=False) for file in streams)
    for module in (terminal, answers):
        monkeypatch.setattr(module, "out", out)
    for module in (terminal, progress):
        monkeypatch.setattr(module, "err", err)
    return streams


def test_an_answer_on_a_terminal_is_wrapped_and_harmless(
    tmp_path: Path, on_terminal: tuple[StringIO, StringIO]
) -> None:
    text = "- " + "many words " * 20 + "\x1b]0;owned\x07 **end**"
    answers.AnswerStream(Codebase(tmp_path), is_live=False).end(Answer("?", text, notes=("Some was left out.",)))
    shown = on_terminal[0].getvalue()
    assert "␛]0;owned␇" in shown
    assert "\x1b]0;" not in shown
    assert shown.count("many") == 20
    assert "Some was left out." in on_terminal[1].getvalue()


def test_a_live_answer_is_written_as_it_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    stream = answers.AnswerStream(Codebase(tmp_path), is_live=True)
    stream.on_event(Notice("Waiting."))
    stream.on_event(Piece("One "))
    assert capsys.readouterr() == ("One ", "Waiting.\n")
    stream.on_event(Piece("two [1]."))
    citations = (
        Citation(1, "a.py", 3, 5, Verdict.VALID),
        Citation(2, "b.py", 1, 2, Verdict.UNKNOWN),
    )
    stream.end(Answer("?", "One two [1].", citations, model="url/tiny"))
    assert capsys.readouterr().out == "two [1].\n\n[1] a.py:3-5\n[2] b.py:1-2  (unknown)\n"


def test_progress_draws_nothing_until_there_is_some(on_terminal: tuple[StringIO, StringIO]) -> None:
    with progress.progress():
        pass
    assert on_terminal[1].getvalue() == ""
    with progress.progress() as listener:
        listener(Moment(Stage.WALK, 5))
        listener(Moment(Stage.INDEX, 50, 100))
    assert "indexing" in on_terminal[1].getvalue()
    assert on_terminal[0].getvalue() == ""


def test_progress_draws_nothing_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress() as listener:
        listener(Moment(Stage.INDEX, 50, 100))
    assert capsys.readouterr() == ("", "")
