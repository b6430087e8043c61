"""Hints that a person is given once a day, not with each command."""

from __future__ import annotations

from datetime import date


def is_first_today(hint: str) -> bool:
    """Whether a hint was not given today; from then on it was.

    The day is kept in a file in the user's state folder. Where none can be written the hint is given each time.

    Args:
        hint: its name, fit for a file's.
    """
    from platformdirs import user_state_path

    today = date.today().isoformat()
    file = user_state_path("codeqa") / f"hint-{hint}"
    try:
        if file.read_text(encoding="utf-8") == today:
            return False
    except (OSError, ValueError):
        pass  # never given, or the file is no file of ours: it is given now, and noted
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(today, encoding="utf-8")
    except OSError:
        return True
    return True
