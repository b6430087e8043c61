"""What an index survives: runs that are ended, full disks, damaged files, crowds, hostile files, thousands of changes.

    python benchmarks/reliability.py [--short] [--parts kill,interrupt,terminate,full,growth,damage,crowd,hostile]

Everything happens on codebases that are made up in a temporary folder. After each mishap the index must open with every
file's rows once, old or new; a run later it must hold what a clean index of the same files holds. Ends with status 1
when anything was lost or wrong. "disk full" mounts a small tmpfs, for which it has to run as root.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from data import save, table
from mishaps.crowd import crowd
from mishaps.damage import damage
from mishaps.disk import full, growth
from mishaps.hostile import hostile
from mishaps.kills import kills
from mishaps.trees import Part, only


def parts(arguments: argparse.Namespace) -> Mapping[str, Callable[[Path], Part]]:
    """The parts of the campaign, by name."""
    short, files = arguments.short, arguments.files
    ended = arguments.kills if arguments.kills is not None else (3 if short else 100)
    return {
        "kill": lambda folder: kills(folder, files, ended, signal.SIGKILL),
        "interrupt": lambda folder: kills(folder, files, ended, signal.SIGINT, seed=2),
        "terminate": lambda folder: kills(folder, files, ended, signal.SIGTERM, seed=3),
        "full": lambda folder: full(folder, files, 2 if short else 20),
        "growth": lambda folder: growth(folder, files, arguments.commits or (6 if short else 5_000)),
        "damage": lambda folder: damage(folder, files, arguments.every or (40 if short else 1)),
        "crowd": lambda folder: crowd(folder, files, arguments.seconds or (5.0 if short else 300.0)),
        "hostile": lambda folder: hostile(folder, arguments.hostile or (150 if short else 10_000)),
    }


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="a few of each, in about two minutes")
    parser.add_argument("--parts", help="names, separated by commas; all of them by default")
    parser.add_argument("--files", type=int, default=30, help="size of the codebases")
    parser.add_argument("--kills", type=int, help="runs that are ended by each signal")
    parser.add_argument("--commits", type=int, help="changes of one file")
    parser.add_argument("--every", type=int, help="only every so many of the damages")
    parser.add_argument("--seconds", type=float, help="how long the crowd works")
    parser.add_argument("--hostile", type=int, help="hostile files")
    arguments = parser.parse_args(given)
    known = parts(arguments)
    wanted = arguments.parts.split(",") if arguments.parts else list(known)
    if unknown := set(wanted) - set(known):
        parser.error(f"there are no parts {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    done: list[Part] = []
    for name in wanted:
        with tempfile.TemporaryDirectory(prefix="codeqa-") as scratch:
            started = time.monotonic()
            part = known[name](Path(scratch))
            part.seconds = time.monotonic() - started
        done.append(part)
        print(f"{part.name}: {part.tried:,} tried, {len(part.faults)} lost or wrong, {part.note}", file=sys.stderr)
        for fault in only(part.faults):
            print(f"  {fault}", file=sys.stderr)
    rows = [[one.name, f"{one.tried:,}", len(one.faults), one.note, f"{one.seconds:.0f} s"] for one in done]
    print(table(["what", "tried", "lost or wrong", "", "took"], rows))
    save("reliability", [asdict(one) for one in done])
    return int(any(one.faults for one in done))


if __name__ == "__main__":
    sys.exit(main())
