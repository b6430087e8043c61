"""Markdown as HTML that cannot run: raw HTML is text, links lead to the web, mail or this codebase, images are words.

Numbers in brackets become buttons that open the source they cite.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from posixpath import dirname, join, normpath
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from codeqa.faces.http.highlight import highlighted
from codeqa.model import Citation

LONGEST: Final = 200_000
"""Characters of a document that are rendered; nobody reads on a page what lies behind them."""

_SCHEMES: Final = frozenset({"http", "https", "mailto"})
_LONGEST_NUMBER: Final = 3
_MISSING: Final = ": no such source]"


@dataclass(frozen=True, slots=True)
class Sources:
    """What the numbers of an answer point to.

    Attributes:
        places: ``path:line`` or ``path:start-end`` by number, as answers write them.
    """

    places: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, citations: Iterable[Citation]) -> Sources:
        """The places of an answer's citations."""
        return cls({one.number: _written_place(one) for one in citations if one.path})

    def number_of(self, place: str) -> int | None:
        """The number of a place; None where it has none."""
        return next((number for number, one in self.places.items() if one == place), None)


def _written_place(one: Citation) -> str:
    return f"{one.path}:{one.start_line}" if one.start_line == one.end_line else one.place


@dataclass(frozen=True, slots=True)
class Document:
    """A file whose relative links lead to other files of the codebase.

    Attributes:
        codebase: the codebase's id.
        path: the file.
        files: paths that are in the index.
    """

    codebase: str
    path: str
    files: Collection[str]

    def address(self, link: str) -> str | None:
        """The page of the file that a relative link means; None where there is no such file."""
        parts = urlsplit(link)
        target = normpath(join(dirname(self.path), unquote(parts.path))).removeprefix("./")
        if parts.path and target in self.files:
            return f"#/{quote(self.codebase)}/file/{quote(target)}"
        return None


def answer_html(text: str, sources: Sources) -> str:
    """An answer's Markdown as HTML."""
    return _html(_answers(), text, {"sources": sources})


def cited_numbers(text: str) -> list[int]:
    """The numbers that an answer cites, each once, ascending."""
    numbers: set[int] = set()
    tokens = list(_answers().parse(text[:LONGEST]))
    while tokens:
        token = tokens.pop()
        tokens += token.children or ()
        if token.type == "citation":
            numbers.add(token.meta["number"])
    return sorted(numbers)


def document_html(text: str, document: Document | None = None) -> str:
    """A Markdown file, or a definition's documentation, as HTML."""
    return _html(_documents(), text, {"document": document})


def _html(parser: MarkdownIt, text: str, env: EnvType) -> str:
    html: str = parser.render(text[:LONGEST], env)
    return html


@cache
def _documents() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer)
    parser.enable(["table", "strikethrough"])
    parser.validateLink = _is_link  # type: ignore[method-assign]
    return parser


@cache
def _answers() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer)
    parser.enable(["table", "strikethrough"])
    parser.validateLink = _is_link  # type: ignore[method-assign]
    # "[1]: …" lists a source for a person; to Markdown it would make a link of every [1], and vanish.
    parser.disable("reference")
    parser.inline.ruler.before("link", "citation", _citation)
    return parser


def _is_link(url: str) -> bool:
    """Whether a link may be kept: to the web or mail, or without a scheme."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return False
    return parts.scheme.lower() in _SCHEMES or (not parts.scheme and not parts.netloc and ":" not in url)


def _citation(state: StateInline, silent: bool) -> bool:
    """``[3]`` outside of links."""
    if state.linkLevel or state.src[state.pos] != "[":
        return False
    end = state.pos + 1
    while end < state.posMax and end - state.pos <= _LONGEST_NUMBER and state.src[end] in "0123456789":
        end += 1
    digits = state.src[state.pos + 1 : end]
    if not digits or end >= state.posMax:
        return False
    missing = state.src.startswith(_MISSING, end)
    if not missing and (state.src[end] != "]" or state.src[end + 1 : end + 2] == "("):
        return False
    if not silent:
        token = state.push("missing" if missing else "citation", "", 0)
        token.meta = {"number": int(digits)}
    state.pos = end + (len(_MISSING) if missing else 1)
    return True


class _Renderer(RendererHTML):
    """Writes the tokens. Nothing it writes has a style, a script or an address that a browser fetches by itself."""

    def citation(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A button that opens a source."""
        number = tokens[index].meta["number"]
        place = _sources(env).places.get(number)
        if place is None:
            return f'<span class="citation citation-unknown">{number}</span>'
        return _button(number, place, str(number))

    def missing(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A number that the check of the answer found to cite nothing."""
        number = tokens[index].meta["number"]
        return f'<span class="citation citation-missing">{number}: no such source</span>'

    def code_inline(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """Code in a sentence; a button where it is the place of a source."""
        content = tokens[index].content
        number = _sources(env).number_of(content)
        if number is not None:
            return _button(number, content, escape(content), "citation citation-place")
        return f"<code>{escape(content)}</code>"

    def fence(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A block of code in its language."""
        token = tokens[index]
        language = token.info.split(maxsplit=1)[0] if token.info.strip() else None
        return _block(token.content, language)

    def code_block(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """An indented block of code."""
        return _block(tokens[index].content, None)

    def image(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """The words in place of an image: fetching it would tell its server who reads what."""
        token = tokens[index]
        alt = self.renderInlineAsText(token.children or [], options, env)
        return f'<span class="image">{escape(alt)}</span>' if alt else ""

    def link_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A link to the web in a page of its own, or to a file of the codebase in this one."""
        url = str(tokens[index].attrGet("href") or "")
        if urlsplit(url).scheme:
            return f'<a href="{escape(url)}" target="_blank" rel="noopener noreferrer nofollow">'
        document = env.get("document")
        address = document.address(url) if isinstance(document, Document) else None
        return "<a>" if address is None else f'<a href="{escape(address)}">'

    def heading_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A heading below the page's own two."""
        return f"<h{_level(tokens[index])}>"

    def heading_close(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """Its end."""
        return f"</h{_level(tokens[index])}>\n"

    def th_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A column's head; the parser's ``style`` would be refused by the page's policy."""
        return _cell(tokens[index])

    td_open = th_open


def _level(token: Token) -> int:
    return min(int(token.tag[1:]) + 2, 6)


def _cell(token: Token) -> str:
    align = str(token.attrGet("style") or "").removeprefix("text-align:")
    return f'<{token.tag} class="align-{align}">' if align in ("left", "right", "center") else f"<{token.tag}>"


def _sources(env: EnvType) -> Sources:
    found: Any = env.get("sources")
    return found if isinstance(found, Sources) else Sources()


def _button(number: int, place: str, shown: str, classes: str = "citation") -> str:
    label = escape(f"Source {number}: {place}")
    return f'<button type="button" class="{classes}" data-number="{number}" title="{label}">{shown}</button>'


def _block(code: str, language: str | None) -> str:
    return (
        f'<pre class="highlight" tabindex="0"><code>{highlighted(code.removesuffix(chr(10)), language)}</code></pre>\n'
    )
