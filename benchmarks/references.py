"""What our references mean beside what independent indexers say they mean.

Of the uses that an indexer ties to a definition in the repository: recall is the share that we tie to that definition,
precision the share of our ties that go there, by how certain we say they are. Printed and saved as
``results/references.json``.

Run ``python benchmarks/references.py CHECKOUTS TIES``. CHECKOUTS holds the repositories below, each in a folder of its
name. TIES holds the indexes, ``NAME.scip``, as the indexers of npm write them in a checkout:

    npx scip-python index --project-name NAME --project-version 1 --output TIES/NAME.scip
    npx scip-typescript index [--infer-tsconfig] --output TIES/NAME.scip

Java needs a JDK and no index: javac is asked.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from codeqa.index.resolve import Link
from codeqa.model import Definition, Kind, Reference
from data import save, table
from indexers import javac, scip
from indexers.ours import Ours, resolved
from indexers.ties import Tie

CERTAIN = 0.9
REPOSITORIES = {
    "flask": "Python",
    "click": "Python",
    "aiohttp": "Python",
    "trpc": "TypeScript",
    "vitest": "TypeScript",
    "hono": "TypeScript",
    "express": "JavaScript",
    "axios": "JavaScript",
    "mocha": "JavaScript",
    "gson": "Java",
    "commons-lang": "Java",
    "jsoup": "Java",
}
JAVA_SOURCES = {"gson": ("gson/src/main/java",)}


@dataclass(slots=True)
class Counted:
    """What was counted in a repository."""

    ties: int = 0
    found: Counter[str] = field(default_factory=Counter)
    """How the uses came out: ``right``, ``right, uncertain``, and the kinds of misses."""
    bare: Counter[bool] = field(default_factory=Counter)
    """Uses of a bare name, right or not."""
    members: Counter[bool] = field(default_factory=Counter)
    """Uses with something before the name, and members of objects that nothing in the text names, right or not."""
    certain: Counter[bool] = field(default_factory=Counter)
    """Our ties with a confidence of at least CERTAIN, right or not."""
    by_name: Counter[bool] = field(default_factory=Counter)
    """The others."""
    outside: int = 0
    """Certain ties of ours where the indexer says that the name is local or lies outside, or could not tell."""

    @property
    def recall(self) -> float:
        """The share of the uses that were tied to what the indexer says."""
        return (self.found["right"] + self.found["right, uncertain"]) / max(self.ties, 1)


def counted(ours: Ours, ties: Iterable[Tie]) -> Counted:
    """Compares what is said of each use.

    Left out: where a name is defined again, names bound by an import of something outside, and the object at hand.
    """
    ties = list({one.use: one for one in reversed(list(ties))}.values())
    unresolved = {
        (one.use.path, one.target)
        for one in ties
        if one.target.startswith("local ") and one.use in ours.links and ours.links[one.use][0].kind == "import"
    }
    result = Counted()
    for tie in ties:
        places = {(one.path, one.line) for one in tie.targets}
        again = any(one.column == tie.use.column for one in ours.defined_at.get((tie.use.path, tie.use.line), ()))
        imported = any(place in ours.imported_at for place in places)
        at_hand = tie.target.endswith(("(cls)", "(self)"))
        if again or imported or at_hand or (tie.use.path, tie.target) in unresolved:
            continue
        _count(result, ours, tie, places)
    return result


def _count(result: Counted, ours: Ours, tie: Tie, places: set[tuple[str, int]]) -> None:
    reference, link = ours.links.get(tie.use, (None, None))
    right = reference is not None and link is not None and _is_right(ours, reference, link, places)
    certain = link is not None and link.target_id is not None and link.confidence >= CERTAIN
    if not tie.targets:
        result.outside += certain
        return
    if link is not None and link.target_id is not None:
        (result.certain if certain else result.by_name)[right] += 1
    result.ties += 1
    result.found[_outcome(ours, link, places, right, certain)] += 1
    is_bare = reference is not None and reference.receiver is None
    (result.bare if is_bare else result.members)[right] += 1


def _outcome(ours: Ours, link: Link | None, places: set[tuple[str, int]], right: bool, certain: bool) -> str:
    if right:
        return "right" if certain else "right, uncertain"
    meant = {one.id for place in places for one in ours.defined_at.get(place, ())}
    if not meant:
        return "no definition of ours"
    if link is None:
        return "not recorded"
    if link.target_id is not None:
        return "another definition"
    return "among candidates" if meant.intersection(link.candidates) else "not tied"


def _is_right(ours: Ours, reference: Reference, link: Link, places: set[tuple[str, int]]) -> bool:
    if link.target_id is None:
        return False
    target = ours.definitions[link.target_id]
    meant = [one for place in places if place[0] == target.path for one in ours.defined_at.get(place, ())]
    return (target.path, target.line) in places or any(_is_same(one, target, reference.name) for one in meant)


def _is_same(one: Definition, other: Definition, name: str) -> bool:
    """True for overloads, for a class and its constructor, and for a class and an attribute that ``__slots__`` names.

    scip-typescript says constructor where we say class; scip-python says class where ``__slots__`` declares.
    """
    outer, inner = sorted((one, other), key=lambda definition: len(definition.qualified_name))
    if outer.qualified_name == inner.qualified_name:
        return True
    if not inner.qualified_name.startswith(outer.qualified_name):
        return False
    return inner.kind is Kind.CONSTRUCTOR or (inner is other and inner.kind is Kind.FIELD and name == inner.name)


def main(arguments: Sequence[str] | None = None) -> None:
    """Compares, prints and saves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("ties", type=Path)
    parser.add_argument("--only", nargs="+", choices=sorted(REPOSITORIES), default=list(REPOSITORIES))
    options = parser.parse_args(arguments)
    rows: list[tuple[object, ...]] = []
    saved: dict[str, object] = {}
    kinds = ("among candidates", "not tied", "another definition", "not recorded", "no definition of ours")
    for name in options.only:
        root = options.checkouts / name
        if REPOSITORIES[name] == "Java":
            ties = javac.ties(root, JAVA_SOURCES.get(name, ("src/main/java",)))
        else:
            ties = scip.ties(options.ties / f"{name}.scip")
        ours = resolved(root)
        result = counted(ours, ties)
        misses = [result.found[kind] for kind in kinds]
        rows.append(
            (
                f"{name} ({REPOSITORIES[name]})",
                result.ties,
                result.recall,
                _share(result.bare),
                _share(result.members),
                _share(result.certain),
                _share(result.by_name),
                *misses,
                result.outside,
            )
        )
        saved[name] = {
            "language": REPOSITORIES[name],
            "ties": result.ties,
            "recall": result.recall,
            "precision": _share(result.certain),
            "found": dict(result.found),
            "outside": result.outside,
            "references": len(ours.links),
            "seconds reading": ours.reading,
            "seconds resolving": ours.resolving,
        }
    header = ("repository", "uses", "recall", "bare names", "members", "precision, certain", "precision, by name")
    print(table([*header, *kinds, "certain, said outside"], rows))
    save("references", saved)


def _share(counts: Counter[bool]) -> float:
    return counts[True] / max(counts.total(), 1)


if __name__ == "__main__":
    main()
