"""Places in files, as terminals and editors open them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from codeqa.faces.cli.show.terminal import shown_path
from codeqa.settings import EDITOR_LINKS

if TYPE_CHECKING:
    from codeqa.codebase import Codebase


@dataclass(frozen=True, slots=True)
class Places:
    """Writes places of a codebase.

    Attributes:
        root: the codebase's folder.
        link: URL with ``{path}`` and ``{line}`` that opens a place; empty for none.
    """

    root: Path
    link: str = ""

    @classmethod
    def of(cls, codebase: Codebase) -> Places:
        """Places of a codebase, linked as its settings say."""
        chosen = codebase.settings.editor_links
        return cls(codebase.root, EDITOR_LINKS.get(chosen, chosen))

    def path(self, path: str) -> str:
        """A file's path from the working directory, or the whole path."""
        return shown_path(self.root / path)

    def place(self, path: str, line: int, end_line: int | None = None) -> Text:
        """``path:line`` or ``path:start-end``, bold and linked."""
        lines = f"{line}" if end_line is None else f"{line}-{end_line}"
        return Text(f"{self.path(path)}:{lines}", self.style(path, line))

    def style(self, path: str, line: int = 1) -> Style:
        """Bold, with the link to a line of a file."""
        return Style(bold=True, link=self.url(path, line))

    def url(self, path: str, line: int) -> str | None:
        """What opens a line of a file; None without links."""
        if not self.link:
            return None
        whole = quote((self.root / path).as_posix())
        return self.link.replace("{path}", whole if whole.startswith("/") else f"/{whole}").replace("{line}", str(line))

    def from_here(self, text: str, paths: Iterable[str]) -> str:
        """Text whose ``path:line`` start at the working directory.

        Args:
            text: names places as the index does, from the root.
            paths: the files that it may name.
        """
        known = {path: self.path(path) for path in paths}
        changed = {path: shown for path, shown in known.items() if path != shown}
        if not changed:
            return text
        return _places_of(changed).sub(lambda match: f"{changed[match['path']]}:{match['lines']}", text)


@dataclass(frozen=True, slots=True)
class Linked:
    """Something to print, with links where it names places.

    Attributes:
        shown: what to print.
        places: how places are linked.
        paths: the files that it may name, from the root, by the path that is printed.
    """

    shown: ConsoleRenderable
    places: Places
    paths: dict[str, str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The segments of what is shown, cut where links begin and end."""
        if not self.places.link or not self.paths:
            yield self.shown
            return
        pattern = _places_of(self.paths)
        for segment in console.render(self.shown, options):
            yield from self._cut(segment, pattern)

    def _cut(self, segment: Segment, pattern: re.Pattern[str]) -> Iterator[Segment]:
        text, style, control = segment
        if control:
            yield segment
            return
        at = 0
        for match in pattern.finditer(text):
            url = self.places.url(self.paths[match["path"]], int(match["line"]))
            yield Segment(text[at : match.start()], style)
            yield Segment(match.group(), (style or Style.null()) + Style(link=url))
            at = match.end()
        yield Segment(text[at:], style)


def _places_of(paths: Iterable[str]) -> re.Pattern[str]:
    """Finds ``path:line`` of some files; a longer path goes before one that it ends with."""
    names = "|".join(re.escape(path) for path in sorted(paths, key=len, reverse=True))
    return re.compile(rf"(?<![\w./-])(?P<path>{names}):(?P<lines>(?P<line>\d+)(?:-\d+)?)")
