"""Language behaviour: every source file under tests/corpus beside the facts it must give.

``pytest tests/index/test_corpus.py --update-corpus`` writes the facts anew; read the diff before committing it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from codeqa.index.facts import facts_of
from codeqa.index.parse import compiled_query, grammar
from codeqa.index.walk import Found
from codeqa.languages.registry import DEFINITIONS, INJECTIONS, REFERENCES, Language, load_languages
from codeqa.model import Chunk, Definition, FileFacts, Reference

CORPUS = Path(__file__).parent.parent / "corpus"
SOURCES = sorted(path for path in CORPUS.rglob("*") if path.is_file() and path.suffix != ".facts")
LANGUAGES = load_languages().languages
CODE_LANGUAGES = [language for language in LANGUAGES if language.is_code]
CUT_BY_SYNTAX = [one for one in LANGUAGES if one.is_code or one.has_patterns or one.view is not None]


def facts_text(facts: FileFacts) -> str:
    """Facts as text that reads and diffs well."""
    language = facts.file.language or "plain text"
    sections = [
        [f"{language}, {facts.file.lines} lines, {facts.file.broken_lines} broken"],
        ["definitions", *(_definition(one) for one in facts.definitions)],
        ["references", *(_reference(one) for one in facts.references)],
        ["chunks", *(_chunk(one) for one in facts.chunks)],
    ]
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def _definition(one: Definition) -> str:
    place = f"{one.start_line}-{one.end_line} {one.line}:{one.column}"
    ordinal = "" if one.ordinal == 1 else f" ~{one.ordinal}"
    doc = f"  # {one.doc.splitlines()[0]}" if one.doc else ""
    return f"  {one.kind} {one.qualified_name}{ordinal}  {place}  {one.signature}{doc}"


def _reference(one: Reference) -> str:
    parts = [f"  {one.line}:{one.column} {one.kind} {one.name}"]
    parts += [f"from {one.receiver}"] if one.receiver is not None else []
    parts += [f"as {one.alias}"] if one.alias is not None else []
    parts += [f"({one.arguments})"] if one.arguments is not None else []
    parts += [f"in {one.enclosing}"] if one.enclosing is not None else []
    return " ".join(parts)


def _chunk(one: Chunk) -> str:
    part = f" part {one.part}" if one.part else ""
    return f"  {one.start_line}-{one.end_line} {one.kind} {one.symbol or '-'}{part}"


def facts_at(path: Path) -> FileFacts:
    facts = facts_of(Found(path.name, path, path.stat().st_size, 0))
    assert isinstance(facts, FileFacts)
    return facts


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(CORPUS)))
def test_facts(source: Path, request: pytest.FixtureRequest) -> None:
    expected = source.with_name(source.name + ".facts")
    given = facts_text(facts_at(source))
    if request.config.getoption("--update-corpus"):
        expected.write_text(given, encoding="utf-8")
    assert expected.is_file(), f"{expected.name} is missing: run with --update-corpus and read what it writes"
    assert given == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", CUT_BY_SYNTAX, ids=lambda language: language.name)
def test_every_code_language_has_a_corpus(language: Language) -> None:
    assert any(source.parent.name == language.name for source in SOURCES)


@pytest.mark.parametrize("which", [DEFINITIONS, REFERENCES])
@pytest.mark.parametrize("language", CODE_LANGUAGES, ids=lambda language: language.name)
def test_queries_compile_against_the_installed_grammar(language: Language, which: str) -> None:
    assert grammar(language).abi_version >= 13
    assert compiled_query(language, which) is not None or which != DEFINITIONS
    compiled_query(language, INJECTIONS)
