"""What CodeQA reads of each language, counted on a real repository and held against an independent count.

    python benchmarks/languages.py CHECKOUTS [--only LANGUAGE ...] [--missing N]

CHECKOUTS holds the repositories of the table below, each in a folder of its name. The independent count is that of
universal-ctags, of the kinds that CodeQA covers; for languages that it does not know, ctags counts lines that begin
with the language's keywords (``ctags/*.ctags``). A tag counts as found when a definition of the file has its name and
lies within two lines of it, or when the tag lies between the definition's first line and its name. Of what CodeQA
finds beyond ctags nothing is said here: the corpus in ``tests/corpus`` holds that.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from codeqa.index.facts import facts_of
from codeqa.index.parse import Syntax
from codeqa.index.read import HEAD_CHARACTERS, UnreadableError, read_source
from codeqa.index.walk import Found, walk
from codeqa.languages.registry import load_languages
from codeqa.model import Definition, FileFacts, Kind
from codeqa.text.tokens import estimate_tokens
from data import save, table

NEAR = 2
"""Lines by which the two may differ about where a name stands."""

VARIABLES = {"variable", "var", "constant", "alias"}
LOCAL_SCOPES = {"function", "method", "func", "macro", "generator", "constructor", "getter", "setter", "subroutine"}
"""Variables inside these are locals, which CodeQA does not record."""

NAMELESS = re.compile("_*[Aa]non")
"""How the names begin that ctags makes up."""

OPTIONS = Path(__file__).parent / "ctags"


@dataclass(frozen=True, slots=True)
class Count:
    """How ctags counts a language, and what of that is no definition, or none of a kind that CodeQA covers."""

    name: str
    """ctags' name of the language."""
    kinds: str
    """ctags' letters of the kinds that are compared."""
    names: str = r".+"
    """What a name looks like, where ctags gives more than names."""
    lines: Mapping[str, str] = field(default_factory=dict)
    """By kind, what the line must look like; NAME stands for the name."""
    not_code: str | None = None
    """Text that ctags takes for code (in literals) or for definitions (in imports): it is shown blanks."""


BLOCK_STRINGS = r'"""[\s\S]*?"""'
AT_TOP = r"^(?:export |declare |default )*(?:const|let|var|async|function)\b"
"""Variables inside functions are not recorded, and ctags does not say where they lie."""

ECMA = {
    "variable": AT_TOP + r"(?!.*\brequire\()",
    "constant": AT_TOP + r"(?!.*\brequire\()",
    "class": r"\bclass\b",
    "field": r"^\s*(?:static\s+|#)*NAME\s*(?:=(?![=>])|;|$)",
}
RE_EXPORTS = r"^(?:import|export)\b[^{;\n]*\{[^}]*\}"
NO_MACRO_CALL = {
    "prototype": r"^(?!.*\bNAME\s*\()|\b(?![A-Z_0-9]+\b)NAME\b",
    "enumerator": r"^(?!.*\bNAME\s*\()",
}

CSHARP = {
    "field": r"^(?!.*=>)(?!\s*(?:return|if|&&|\|\|)).*\bNAME\b\s*(?:=|;|,|$)",
    "class": r"\b(?:class|record)\s+NAME\b",
}

COUNTERS = {
    "python": Count("Python", "cfmv"),
    "javascript": Count("JavaScript", "CGMScfgmv", lines=ECMA),
    "typescript": Count("TypeScript", "CGacefgimnpv", lines=ECMA, not_code=RE_EXPORTS),
    "tsx": Count("TypeScript", "CGacefgimnpv", lines=ECMA, not_code=RE_EXPORTS),
    "java": Count("Java", "acefgim"),
    "rust": Count("Rust", "MPcefgimnstv"),
    "go": Count("Go", "acfimnstv"),
    "c": Count("C", "defgmpstuvx", lines=NO_MACRO_CALL),
    "cpp": Count("C++", "Acdefgmnpstuvx", names=r"(?!(?:TYPED_)?TEST(?:_[FP])?$).+", lines=NO_MACRO_CALL),
    "csharp": Count("C#", "Ecefgimnpst", lines=CSHARP),
    "kotlin": Count("CountedKotlin", "cfavw", not_code=BLOCK_STRINGS),
    "scala": Count("CountedScala", "cotdyv"),
    "swift": Count("CountedSwift", "cfiaev", not_code=BLOCK_STRINGS),
    "php": Count("PHP", "cdfit"),
    "ruby": Count("Ruby", "ACSacfm"),
    "elixir": Count("Elixir", "acdegimopyf", not_code=BLOCK_STRINGS),
    "haskell": Count("Haskell", "cft", names=r"(?!(?:where|let|infix[lr]?|in|of|do|class|pattern)$)[a-z_][\w']*"),
    "lua": Count("Lua", "f", lines={"function": r"\bfunction\s+NAME\s*\(|\bNAME\b[\"'\]]*\s*=\s*function\b"}),
    "bash": Count("Sh", "f", names=r"[\w.:-]+"),
    "zig": Count("CountedZig", "ftvx"),
}
REPOSITORIES = (
    *(("python", "pytest"), ("javascript", "axios"), ("javascript", "express"), ("typescript", "trpc")),
    *(("tsx", "trpc"), ("java", "commons-lang"), ("rust", "axum"), ("go", "etcd"), ("c", "curl")),
    *(("cpp", "abseil-cpp"), ("csharp", "dapper"), ("kotlin", "exposed"), ("scala", "cats"), ("swift", "vapor")),
    *(("php", "laravel-framework"), ("ruby", "jekyll"), ("elixir", "phoenix"), ("haskell", "pandoc")),
    *(("lua", "luarocks"), ("bash", "bats-core"), ("zig", "zls")),
)


@dataclass(frozen=True, slots=True)
class Subject:
    """A language and the repository it is measured on."""

    language: str
    repository: str

    @property
    def counter(self) -> Count:
        """How it is counted by others."""
        return COUNTERS[self.language]

    @property
    def options(self) -> list[str]:
        """What ctags has to be told of a language that it does not know."""
        own = OPTIONS / f"{self.language}.ctags"
        return [f"--options={own}"] if own.is_file() else []


@dataclass(frozen=True, slots=True)
class Tag:
    """A definition as ctags counts it."""

    path: str
    name: str
    line: int
    kind: str
    scope: str


@dataclass(slots=True)
class Measured:
    """What was found."""

    subject: Subject
    files: int = 0
    clean: int = 0
    lines: int = 0
    definitions: int = 0
    references: int = 0
    placed: int = 0
    """References that lie in a definition."""
    chunk_tokens: list[int] = field(default_factory=list)
    parse_seconds: float = 0.0
    tags: int = 0
    missing: list[Tag] = field(default_factory=list)

    @property
    def agreement(self) -> float:
        """The share of ctags' definitions that CodeQA has."""
        return 1 - len(self.missing) / self.tags if self.tags else 0.0

    @property
    def percentile_95(self) -> int:
        """Tokens that 95 of 100 chunks do not exceed."""
        ordered = sorted(self.chunk_tokens)
        return ordered[int(0.95 * (len(ordered) - 1))] if ordered else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path, metavar="CHECKOUTS")
    parser.add_argument("--only", nargs="+", default=[], metavar="LANGUAGE")
    parser.add_argument("--missing", type=int, default=0, metavar="N", help="show so many of the tags not found")
    arguments = parser.parse_args()
    results = []
    for subject in (Subject(*one) for one in REPOSITORIES):
        if not arguments.only or subject.language in arguments.only:
            result = measure(subject, arguments.checkouts / subject.repository)
            results.append(result)
            if arguments.missing:
                show_missing(result, arguments.missing)
    print(table(HEADER, [row(result) for result in results]))
    if not arguments.only:
        save("languages", [record(result) for result in results])


HEADER = (
    *("language", "repository", "files", "parse clean", "definitions", "ctags' definitions", "agreement"),
    *("references", "in a definition", "chunk tokens: median", "95 %", "lines a second, parsed"),
)


def row(result: Measured) -> list[object]:
    """A line of the table."""
    return [
        result.subject.language,
        result.subject.repository,
        f"{result.files:,}",
        f"{result.clean / result.files:.1%}",
        f"{result.definitions:,}",
        f"{result.tags:,}",
        result.agreement,
        f"{result.references:,}",
        f"{result.placed / max(1, result.references):.0%}",
        f"{median(result.chunk_tokens):.0f}",
        result.percentile_95,
        f"{result.lines / result.parse_seconds:,.0f}",
    ]


def record(result: Measured) -> dict[str, object]:
    """The same for machines."""
    return {
        **dict(zip(HEADER, row(result), strict=True)),
        "missing by kind": Counter(tag.kind for tag in result.missing).most_common(),
    }


def show_missing(result: Measured, limit: int) -> None:
    """Prints tags not found, by kind and some at random."""
    kinds = Counter(tag.kind for tag in result.missing).most_common()
    print(f"\n{result.subject.language}, {result.subject.repository}: {len(result.missing)} of {result.tags}: {kinds}")
    sample = random.Random(0).sample(result.missing, min(limit, len(result.missing)))
    for tag in sorted(sample, key=lambda one: (one.kind, one.path, one.line)):
        print(f"  {tag.kind} {tag.name}  {tag.path}:{tag.line}" + (f"  in {tag.scope}" if tag.scope else ""))


def measure(subject: Subject, root: Path) -> Measured:
    """Everything about a language in a repository."""
    result = Measured(subject)
    every: dict[str, list[Definition]] = {}
    for found in files_of(subject.language, root):
        facts = facts_of(found)
        if not isinstance(facts, FileFacts) or facts.file.note is not None:
            continue
        every[found.path] = list(facts.definitions)
        result.files += 1
        result.clean += facts.file.broken_lines == 0
        result.lines += facts.file.lines
        result.definitions += len(facts.definitions)
        result.references += len(facts.references)
        result.placed += sum(one.enclosing is not None for one in facts.references)
        result.chunk_tokens += [estimate_tokens(chunk.text) for chunk in facts.chunks]
        result.parse_seconds += parse_seconds(subject.language, found)
    clauses = load_languages().named(subject.language).merges_clauses
    for tag in tags_of(subject, root, every):
        result.tags += 1
        if not is_found(tag, every[tag.path], clauses):
            result.missing.append(tag)
    return result


def files_of(language: str, root: Path) -> Iterator[Found]:
    """The repository's files of a language."""
    for entry in walk(root):
        if isinstance(entry, Found):
            try:
                head = read_source(entry.absolute).text[:HEAD_CHARACTERS]
            except UnreadableError:
                continue
            detected = load_languages().detect(entry.path, head)
            if detected is not None and detected.name == language:
                yield entry


def parse_seconds(language: str, found: Found) -> float:
    """What parsing a file takes, alone."""
    text = read_source(found.absolute).text
    started = time.perf_counter()
    Syntax(load_languages().named(language), text)
    return time.perf_counter() - started


def tags_of(subject: Subject, root: Path, paths: Iterable[str]) -> Iterator[Tag]:
    """What ctags finds in the files, of the kinds that are compared."""
    count = subject.counter
    command = [
        *("ctags", *subject.options, "--output-format=json", "--fields=+neKl", "--sort=no", "-f", "-"),
        *(f"--language-force={count.name}", f"--kinds-{count.name}={count.kinds}", "-L", "-"),
    ]
    with tempfile.TemporaryDirectory() as scratch:
        copies = {path: read_source(root / path).text for path in paths}
        for path, text in copies.items():
            copy = Path(scratch) / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(blanked(text, count.not_code), encoding="utf-8", errors="replace")
        done = subprocess.run(
            command,
            cwd=scratch,
            input="\n".join(copies),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=True,
        )
    lines = {path: text.split("\n") for path, text in copies.items()}
    for line in done.stdout.splitlines():
        one = json.loads(line)
        if one["_type"] == "tag" and one.get("language") == count.name:
            tag = Tag(one["path"], one["name"], one["line"], one["kind"], one.get("scope", ""))
            local = tag.kind in VARIABLES and one.get("scopeKind", "") in LOCAL_SCOPES
            if not local and counts(count, tag, lines[tag.path]):
                yield tag


def blanked(text: str, expression: str | None) -> str:
    """The text without what an expression finds; lines stay where they are."""
    if expression is None:
        return text
    return re.sub(expression, lambda match: "\n" * match[0].count("\n"), text, flags=re.MULTILINE)


def counts(count: Count, tag: Tag, lines: Sequence[str]) -> bool:
    """False where ctags made the name up, or took something else for a definition."""
    if NAMELESS.match(tag.name) or not re.fullmatch(count.names, tag.name):
        return False
    expression = count.lines.get(tag.kind)
    if expression is None or not 0 < tag.line <= len(lines):
        return True
    return re.search(expression.replace("NAME", re.escape(tag.name)), lines[tag.line - 1]) is not None


def is_found(tag: Tag, definitions: Sequence[Definition], clauses: bool) -> bool:
    """True when one of a file's definitions is the tag's; where functions have clauses, one of its clauses."""
    name = "".join(tag.name.split())
    if tag.kind == "method":
        name = name.rpartition(".")[2]  # C#'s explicit implementations: IList.Add
    return any(
        min(one.start_line, one.line - NEAR) <= tag.line <= max(one.line + NEAR, one.end_line if clauses else 0)
        and name in names_of(one)
        for one in definitions
    )


def names_of(definition: Definition) -> set[str]:
    """What a definition may be called without blanks: its name, and that with any of the names around it."""
    qualified = "".join(definition.qualified_name.split())
    separator = load_languages().named(definition.language).separator
    parts = qualified.split(separator)
    names = {separator.join(parts[start:]) for start in range(len(parts))}
    names |= {":".join(name.rsplit(separator, 1)) for name in names}  # Lua's methods
    names |= {f"{parts[-1]}="} if definition.kind is Kind.PROPERTY else set()  # Ruby's writers
    return {"".join(definition.name.split()), *names}


if __name__ == "__main__":
    main()
