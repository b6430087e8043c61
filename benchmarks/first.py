"""Does the first thing shown answer the question? Told in words, over repositories of six languages, without a model.

    python benchmarks/first.py --prepare MIRRORS CHECKOUTS
    python benchmarks/first.py --check CHECKOUTS
    python benchmarks/first.py CHECKOUTS [--half tune|held-out] [--kind KIND] [--repository NAME]… [--show]

CHECKOUTS holds the repositories of ``first/repositories.json``, each at its revision in a folder of its name;
``--prepare`` lays them out from bare clones anywhere beneath MIRRORS. Indexes go to a temporary folder, or to
``--indexes FOLDER``, where the next run finds them. ``--show`` prints each miss with what came first.

How the questions were made: by reading each repository's code at its revision and finding the lines with grep, never
from what CodeQA shows. They are asked as developers ask: most name a process or a wish in words and not the symbol that
does it, long and short, some with slips. A question has one to three places of which a maintainer would show any first
(``first``), and the places without which the answer is not whole (``whole``). Questions about what a change of a symbol
breaks, or which tests it has, name it as ``subject``. Half of the repositories are for tuning; the other half is looked
at only at the end. Questions of the kind ``absent`` ask for what a repository does not have: their ``word`` occurs in
none of its files.

What is measured, from the answer's text and citations alone (`shown`):

- First right: the first place named is one of ``first``. That is so where it holds the right place's own first line
  (where the symbol is defined) and is no longer than twice that place or 15 lines more than it: a whole file or class
  does not count for a method of 10 lines in it. It is so too where at least half of its lines are within the right
  place, unless that is a class or the like, whose members are not the class (in questions for tests, they are).
  A subject's own place is passed over where another place is named within the next three lines.
- Within three: one of the first three places is right. Places within one that came before belong to it.
- Whole: each place of ``whole`` is within the first 40 lines: named, by the same rule, or with its own first line or
  three of its lines as code. Share: how many of them are.
- False confidence, for what is not there: the answer's first paragraph neither says that nothing was found nor that a
  word occurs nowhere.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Final

from codeqa import Codebase
from codeqa.settings import load_settings
from data import save, table
from first_data import Question, Repository, Wanted, check, prepare, questions, repositories
from shown import Seen, Span, says_nothing_found, seen

LINES: Final = 40
"""Lines shown within which the whole answer should be."""

NEAR: Final = 3
"""Lines after a mention of the subject within which what is said of it has to come."""


@dataclass(frozen=True, slots=True)
class Result:
    """How an answer did."""

    question: Question
    first: bool
    three: bool
    whole: bool
    share: float
    shown: tuple[Span, ...]
    """The first places, without the subject's."""
    confident: bool
    """It does not say that nothing was found."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--half", choices=("tune", "held-out"), help="only this half's repositories")
    parser.add_argument("--kind", help="only questions of this kind")
    parser.add_argument("--repository", action="append", help="only this repository; may be given several times")
    parser.add_argument("--show", action="store_true", help="print each miss with what came first")
    parser.add_argument("--indexes", type=Path, help="keep indexes in this folder")
    parser.add_argument("--prepare", type=Path, metavar="MIRRORS", help="lay the repositories out from bare clones")
    parser.add_argument("--check", action="store_true", help="check the questions' places against the repositories")
    arguments = parser.parse_args()
    names = arguments.repository or [one.name for one in repositories()]
    unknown = sorted(set(names) - {one.name for one in repositories()})
    if unknown:
        parser.error(f"no repository {', '.join(unknown)}: see first/repositories.json")
    chosen = [one for one in repositories() if one.name in names and arguments.half in (None, one.half)]
    if arguments.prepare is not None:
        prepare(chosen, arguments.prepare, arguments.checkouts)
        return
    if arguments.check:
        raise SystemExit(check(chosen, arguments.checkouts))
    with tempfile.TemporaryDirectory() as temporary:
        indexes = arguments.indexes or Path(temporary)
        results = [
            result
            for repository in chosen
            for result in asked(repository, arguments.checkouts, indexes, arguments.kind)
        ]
    if arguments.show:
        show(results)
    report(results, arguments.half)


def asked(repository: Repository, checkouts: Path, indexes: Path, kind: str | None) -> Iterator[Result]:
    """A repository's questions, answered."""
    root = checkouts / repository.name / repository.root
    settings = load_settings(root).model_copy(update={"model": None})
    codebase = Codebase(root, indexes / repository.name, settings)
    codebase.ensure_index()
    for question in questions():
        if question.repository == repository.name and kind in (None, question.kind):
            answer = codebase.ask(question.text)
            confident = not says_nothing_found(answer)
            yield judged(question, seen(answer, root), confident)


def judged(question: Question, shown: Sequence[Seen], confident: bool) -> Result:
    """How what is shown answers a question."""
    groups = grouped(without_subject(question, shown))
    tests = question.kind == "tests"
    share = mean(float(covered(one, shown, tests)) for one in question.whole) if question.whole else 0.0
    return Result(
        question,
        first=any(right(group[0], question.first, tests) for group in groups[:1]),
        three=any(right(span, question.first, tests) for group in groups[:3] for span in group),
        whole=share == 1.0,
        share=share,
        shown=tuple(group[0] for group in groups[:3]),
        confident=confident,
    )


def without_subject(question: Question, shown: Sequence[Seen]) -> list[Span]:
    """The places named, without those of the subject that another place follows at once."""
    named = [one for one in shown if not one.code]
    first = 0
    if question.subject is not None:
        while (
            first + 1 < len(named)
            and named[first].span.overlap(question.subject.span)
            and named[first + 1].at - named[first].at <= NEAR
        ):
            first += 1
    return [one.span for one in named[first:]]


def grouped(spans: Sequence[Span]) -> list[list[Span]]:
    """Places, each with those within it that come later."""
    groups: list[list[Span]] = []
    for span in spans:
        around = next((group for group in groups if group[0].overlap(span) == span.length), None)
        if around is None:
            groups.append([span])
        else:
            around.append(span)
    return groups


def right(span: Span, wanted: Sequence[Wanted], members: bool) -> bool:
    """True where a place shown is one of those wanted, by the rule that the benchmark states.

    Args:
        span: what is shown.
        wanted: any of these.
        members: a class's members count for the class.
    """
    for one in wanted:
        overlap = span.overlap(one.span)
        own = overlap and span.start_line <= one.span.start_line
        if own and span.length <= max(2 * one.span.length, one.span.length + 15):
            return True
        if not own and overlap * 2 >= span.length and (members or not one.is_type):
            return True
    return False


def covered(wanted: Wanted, shown: Sequence[Seen], members: bool) -> bool:
    """True where the first lines shown name a place or show its code."""
    above = [one for one in shown if one.at <= LINES]
    if any(right(one.span, [wanted], members) for one in above if not one.code):
        return True
    lines = {one.span.start_line for one in above if one.code and one.span.overlap(wanted.span)}
    return wanted.span.start_line in lines or (not wanted.is_type and len(lines) >= min(3, wanted.span.length))


def show(results: Sequence[Result]) -> None:
    """Prints each miss with what came first."""
    for one in results:
        question = one.question
        if question.kind == "absent":
            if one.confident:
                print(f"\nABSENT {question.repository}: {question.text}")
        elif not (one.first and one.whole):
            missed = [name for name in ("first", "three", "whole") if not getattr(one, name)]
            print(f"\n{question.kind.upper()} {question.repository}: {question.text}\n  misses {', '.join(missed)}")
            print("  shown  " + ("; ".join(map(str, one.shown)) or "nothing"))
            print("  right  " + "; ".join(str(place.span) for place in question.first))
            if not one.whole:
                print("  whole  " + "; ".join(str(place.span) for place in question.whole))


def report(results: Sequence[Result], half: str | None) -> None:
    """Prints the tables, and writes them beside the other results."""
    saved: dict[str, list[list[object]]] = {}
    for name in ("tune", "held-out"):
        rows = kinds([one for one in results if one.question.half == name])
        if rows:
            print(table([name, "questions", "first right", "within three", "whole in 40 lines", "share"], rows))
            absent = [one.confident for one in results if one.question.half == name and one.question.kind == "absent"]
            if absent:
                rows = [*rows, ["false confidence", len(absent), mean(map(float, absent))]]
                print(f"\nfalse confidence on what is not there: {mean(map(float, absent)):.3f} of {len(absent)}\n")
            saved[name] = rows
    save("first" if half is None else f"first-{half}", saved)


def kinds(results: Sequence[Result]) -> list[list[object]]:
    """A row for each kind, and one for all."""
    present = [one for one in results if one.question.kind != "absent"]
    groups = {kind: [one for one in present if one.question.kind == kind] for kind in sorted(_kinds(present))}
    if len(groups) > 1:
        groups["all"] = present
    return [
        [
            kind,
            len(group),
            mean(float(one.first) for one in group),
            mean(float(one.three) for one in group),
            mean(float(one.whole) for one in group),
            mean(one.share for one in group),
        ]
        for kind, group in groups.items()
    ]


def _kinds(results: Sequence[Result]) -> set[str]:
    return {one.question.kind for one in results}


if __name__ == "__main__":
    main()
