"""Pieces of the SQL conditions that LanceDB filters by. Values are always quoted here, nowhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterable

NOTHING = "false"
"""A condition that no row meets."""


def quoted(text: str) -> str:
    """A text as an SQL literal. Only the quote itself is special in it."""
    return "'" + text.replace("'", "''") + "'"


def is_in(column: str, values: Collection[str] | Collection[int]) -> str:
    """The condition that a column holds one of the values; :data:`NOTHING` where there are none."""
    if not values:
        return NOTHING
    listed = ", ".join(quoted(one) if isinstance(one, str) else str(int(one)) for one in values)
    return f"{column} IN ({listed})"


def all_of(conditions: Iterable[str | None]) -> str | None:
    """The condition that all conditions hold; those that are None are left out."""
    kept = [f"({one})" for one in conditions if one is not None]
    return " AND ".join(kept) if kept else None


def any_of(conditions: Iterable[str]) -> str:
    """The condition that at least one condition holds."""
    return " OR ".join(f"({one})" for one in conditions) or NOTHING
