"""Completes names of files and symbols while they are typed."""

from __future__ import annotations

from codeqa.model import Completion
from codeqa.retrieve.matching import Match, match_names
from codeqa.retrieve.names import parse_name
from codeqa.store.reader import IndexReader


def complete(reader: IndexReader, typed: str, limit: int) -> list[Completion]:
    """Files and symbols that a begun name may become, best first.

    Args:
        reader: an open index.
        typed: part of a path, of a bare name or of a qualified one; empty for the shortest of all.
        limit: how many.
    """
    wanted = typed.strip()
    ranked = [*_files(reader, wanted, limit), *_symbols(reader, wanted, limit)]
    ranked.sort(key=lambda one: (one[0].how, one[0].length, one[1].kind, one[1].text, one[1].path))
    return [completion for _, completion in ranked[:limit]]


def _files(reader: IndexReader, wanted: str, limit: int) -> list[tuple[Match, Completion]]:
    """Files by their own names, or by their paths where a slash was typed."""
    files = reader.files()
    by_name: dict[str, list[Completion]] = {}
    for file in files:
        name = file.path if "/" in wanted else file.path.rpartition("/")[2]
        completion = Completion("file", file.path, file.path, None, file.language or "plain text")
        by_name.setdefault(name, []).append(completion)
    return [(match, one) for match in match_names(by_name, wanted, limit) for one in by_name[match.name]]


def _symbols(reader: IndexReader, wanted: str, limit: int) -> list[tuple[Match, Completion]]:
    """Definitions by their bare names; qualifiers that were typed must stand before it."""
    if "/" in wanted:
        return []
    name = parse_name(wanted)
    begun = wanted.endswith((".", "::", "#"))
    qualifiers, bare = ((*name.qualifiers, name.bare), "") if begun else (name.qualifiers, name.bare)
    matches = match_names(reader.names(), bare, len(reader.names()) if qualifiers else limit)
    by_name = {match.name: match for match in matches}
    found: list[tuple[Match, Completion]] = []
    for one in reader.definitions(name=list(by_name)) if by_name else []:
        around = parse_name(one.parent) if one.parent else None
        before = (*around.qualifiers, around.bare) if around else ()
        if tuple(part.lower() for part in before[-len(qualifiers) :]) == tuple(q.lower() for q in qualifiers) or (
            not qualifiers
        ):
            detail = f"{one.kind.value} in {one.path}"
            found.append((by_name[one.name], Completion("symbol", one.qualified_name, one.path, one.line, detail)))
    return found
