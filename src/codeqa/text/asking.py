"""The words of questions that say how something is asked, not what about."""

from __future__ import annotations

from typing import Final

ASKING: Final = frozenset(
    "a an and are as at be been by can could did do does for from had has have how i if in into is it its like may me "
    "might my no not of on or our please shall should show so tell than that the their them then there these they this "
    "those to use used uses using was we were what when where which while who whose why will with work working works "
    "would you your".split()
)
"""Nouns of code (class, method, file) are not among them: they find things."""
