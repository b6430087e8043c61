"""Loads the language tables and tells a file's language from its name and first lines."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Any

from codeqa.errors import LanguageTableError

DEFINITIONS = "definitions.scm"
REFERENCES = "references.scm"
INJECTIONS = "injections.scm"
PATTERNS = "patterns.toml"


@dataclass(frozen=True, slots=True)
class Language:
    """A language's table. CONTRIBUTING.md explains each key with examples."""

    name: str
    extensions: tuple[str, ...] = ()
    """Without the dot, lower case; ``d.ts`` style endings are allowed."""
    shared_extensions: tuple[str, ...] = ()
    """Extensions that many languages use: they count only where `content` is found."""
    filenames: tuple[str, ...] = ()
    """Whole names, and globs (``Dockerfile.*``), which count only where the extension is not known."""
    interpreters: tuple[str, ...] = ()
    """Programs a ``#!`` line may name."""
    modes: tuple[str, ...] = ()
    """Further names that Emacs and Vim modelines use."""
    content: str | None = None
    """A regular expression over a file's head that decides between languages sharing an extension."""
    document: str | None = None
    """How a file that is not parsed is cut: a name in `codeqa.index.documents`; None: by blank lines."""
    view: str | None = None
    """How the text to read is got out of the file's own: a name in `codeqa.index.view`; None: it is the file's own."""
    file_defines: str | None = None
    """The kind of what a file is as a whole, under the file's own name (a Vue component)."""
    file_signature: str = "{name}"
    """Its signature; ``{name}`` stands for the name."""

    inherits: tuple[str, ...] = ()
    """Folders whose queries come after the language's own."""
    grammar: str | None = None
    """``module:function`` giving the tree-sitter language; None for languages that are cut as documents."""
    blanked: str | None = None
    """A regular expression of what the grammar cannot parse (macros before a name), blanked out before parsing."""
    soft_keywords: str | None = None
    """A regular expression of names that the grammar takes for keywords; it is shown other words as long."""
    conditionals: bool = False
    """Lines of ``#if``, ``#else`` and ``#endif`` may split what is parsed."""
    separator: str = "."
    """Joins the parts of a qualified name."""
    module_separator: str | None = None
    """Joins the parts of a module's name in an import, where that is not `separator`."""
    imports_keep_path: bool = False
    """After ``import a.b`` the code writes ``a.b``, not ``b``."""
    wildcard: str = "*"
    """How an import of everything is written; recorded as ``*``."""
    module_scopes: tuple[str, ...] = ()
    """Node types around imports whose ``path`` field is a prefix of the module (Rust's ``use a::{…}``)."""
    module_here: tuple[str, ...] = ()
    """First parts of a module's name that mean the importer's own folder (or module)."""
    module_up: tuple[str, ...] = ()
    """Parts that mean one level up. A part that is in both lists means here when it comes first, up after that."""
    module_root: tuple[str, ...] = ()
    """First parts that mean the root of the importer's own package."""
    root_files: tuple[str, ...] = ()
    """Files that are such a root."""
    module_files: tuple[str, ...] = ()
    """Names, without ending, of files that stand for their folder."""
    packages_hold_module_file: bool = False
    """A folder with such a file is part of a package: no absolute name of a module begins inside it (Python)."""
    modules_own_folder: bool = False
    """A module's submodules lie in a folder of its name beside it (Rust)."""
    modules_keep_ending: bool = False
    """Imports name files with their ending (C's ``"list.h"``)."""
    drops_module_prefix: bool = False
    """The front of a module's name may be missing in the layout (Go's host and repository, a package's own name)."""
    family: str | None = None
    """The language whose files it shares a program with (TypeScript and JavaScript import each other)."""
    source_roots: tuple[str, ...] = ()
    """Folders in which packages begin: one may lie under several of them (``src/main/java``, ``src/test/java``)."""
    package_scope: str = "file"
    """Whose top-level names a file sees without an import: its own (``file``), its folder's (``folder``), or all
    files' of the language (``codebase``)."""
    implicit_self: bool = False
    """Members are called without naming the object (Java's ``run()`` for ``this.run()``)."""
    default_export: str | None = None
    """A regular expression that a signature matches when its file exports it without a name."""
    constructors: tuple[str, ...] = ()
    """Names that make a method a constructor; ``{class}`` stands for the enclosing class's own name."""
    comments: tuple[str, ...] = ("comment",)
    """Node types of comments."""
    attached: tuple[str, ...] = ()
    """Node types of siblings that stand before a definition and belong to it (Rust's attributes)."""
    attached_text: str | None = None
    """A regular expression that an attached sibling's text must match, where its type says too little."""
    attached_doc: str | None = None
    """A regular expression whose group ``doc`` is the documentation held by an attached sibling (Elixir's ``@doc``)."""
    detached_docs: str | None = None
    """A regular expression of comments that belong to a definition although a blank line stands between (``/**``)."""
    reaches_next: tuple[str, ...] = ()
    """Node types of definitions that, without a body, reach to the next one of their type (Perl's ``package A;``)."""
    merges_clauses: bool = False
    """Adjacent functions of one name are clauses of one definition (Elixir, Haskell)."""
    locals: tuple[str, ...] = ("variable",)
    """Kinds that are not recorded where they lie in a function."""
    wrappers: tuple[str, ...] = ()
    """Node types of parents that belong to the definition inside them (decorators, export statements)."""
    wrapper_parts: tuple[str, ...] = ()
    """Node types in a wrapper that are part of it, not something else that it wraps (a template's parameters)."""
    declarators: tuple[str, ...] = ()
    """Node types climbed through from a matched declarator to its whole declaration (C's ``int *f(void) {}``)."""
    annotations: tuple[str, ...] = ()
    """Node types left out of a signature."""
    delegating_calls: tuple[str, ...] = ()
    """Names that call another constructor: of the same class (a self name) or of its base (any other)."""
    base_names: tuple[str, ...] = ("super",)
    """Names by which a method speaks of its object as one of the base class."""
    parameter_names_first: bool = False
    """Parameters' names stand before their types without a colon (Go)."""
    self_names: tuple[str, ...] = ()
    """Names by which a method speaks of its own object."""
    value_nodes: tuple[str, ...] = ()
    """Node types of names that may be read as values. None: what is read as a value is not recorded."""
    member_nodes: tuple[str, ...] = ()
    """Node types that read a member, each with its fields for the object and for the name:
    ``attribute.object.attribute``."""
    call_nodes: tuple[str, ...] = ()
    """Node types of calls, each with its field for what is called: members are read from what they give."""
    call_methods: tuple[str, ...] = ()
    """Names of the member that is called when an object is called (Python's ``__call__``)."""
    property_decorators: tuple[str, ...] = ()
    """Decorators that make a method read like a field."""
    property_signature: str | None = None
    """A regular expression that the signature of a method matches which reads like a field (a getter)."""
    default_names: tuple[str, ...] = ()
    """What a name is assigned to, or follows, when its file exports it without a name (``module.exports``)."""
    package_sources: tuple[str, ...] = ()
    """A package's folder holds its modules in one of these: ``@scope/name/part`` is ``name/src/part``."""
    root_aliases: tuple[str, ...] = ()
    """First parts of a module's name that stand for such a folder (``@/part``)."""
    not_values: tuple[str, ...] = ()
    """Where such a name is no value: a parent's type with its field, or its type alone for any place in it:
    ``keyword_argument.name``."""
    names_are_qualified: bool = False
    """What a name belongs to is part of its word (Perl's ``Shape::area``): references are split at the separator."""
    capitalised_calls_construct: bool = False
    """A call of a capitalised name makes an object, where the syntax does not say so."""

    definitions_query: str = field(default="", repr=False)
    references_query: str = field(default="", repr=False)
    injections_query: str = field(default="", repr=False)
    """Where a file holds text of other languages, by tree-sitter's convention for ``injections.scm``."""
    patterns_table: str = field(default="", repr=False)
    """What to look for in a language that has no grammar: the text of ``patterns.toml``."""

    @property
    def is_code(self) -> bool:
        """True when files are parsed, False when they are read by patterns or cut as documents."""
        return self.grammar is not None

    @property
    def has_patterns(self) -> bool:
        """True when files are read by patterns: see `codeqa.languages.patterns.patterns_of`."""
        return bool(self.patterns_table)


@dataclass(frozen=True, slots=True)
class Registry:
    """All languages, found by name or by file."""

    languages: tuple[Language, ...]
    _by_name: Mapping[str, Language] = field(repr=False)
    _by_filename: Mapping[str, Language] = field(repr=False)
    _by_glob: tuple[tuple[re.Pattern[str], Language], ...] = field(repr=False)
    _by_extension: Mapping[str, tuple[Language, ...]] = field(repr=False)
    _by_mode: Mapping[str, Language] = field(repr=False)
    _by_interpreter: Mapping[str, Language] = field(repr=False)

    def named(self, name: str) -> Language:
        """The language of that name.

        Raises:
            LanguageTableError: there is none.
        """
        try:
            return self._by_name[name]
        except KeyError:
            known = ", ".join(sorted(self._by_name))
            raise LanguageTableError(f"Unknown language '{name}'. Known languages: {known}.") from None

    def called(self, name: str) -> Language | None:
        """The language that a text calls so: by its name, a mode or an extension (``ts``, ``text/x-scss``)."""
        word = name.strip().lower().rpartition("/")[2].removeprefix("x-")
        by_extension = self._by_extension.get(word, ())
        return self._by_mode.get(word) or next(iter(by_extension), None)

    def detect(self, path: str, head: str) -> Language | None:
        """The language of a file, or None where nothing tells.

        Args:
            path: relative path with ``/``; only its last part counts.
            head: the file's first lines (a few thousand characters are enough).
        """
        name = PurePosixPath(path).name
        if (by_filename := self._by_filename.get(name)) is not None:
            return by_filename
        if (by_modeline := self._from_modeline(head)) is not None:
            return by_modeline
        endings = name.lower().split(".")[1:]
        for start in range(len(endings)):
            ending = ".".join(endings[start:])
            candidates = self._by_extension.get(ending)
            if candidates and (found := _by_content(candidates, ending, head)) is not None:
                return found
        by_glob = next((language for glob, language in self._by_glob if glob.match(name)), None)
        return by_glob or self._from_shebang(head)

    def _from_shebang(self, head: str) -> Language | None:
        match = _SHEBANG.match(head)
        if match is None:
            return None
        return self._by_interpreter.get(match["program"].rstrip("0123456789.")) or self._by_interpreter.get(
            match["program"]
        )

    def _from_modeline(self, head: str) -> Language | None:
        match = _MODELINE.search(head[:1000]) if ("-*-" in head[:1000] or "vim:" in head[:1000]) else None
        return self._by_mode.get((match["emacs"] or match["vim"]).lower()) if match else None


_SHEBANG = re.compile(r"#!\s*(?:\S*/env\s+(?:-\S+\s+)*(?:\w+=\S+\s+)*)?(?:\S*/)?(?P<program>[\w.+-]+)")
_MODELINE = re.compile(
    r"-\*-\s*(?:[^\n]*?\bmode:\s*)?(?P<emacs>[\w+#-]+)\s*(?:;[^\n]*)?-\*-"
    r"|\bvim?:\s*[^\n]*?\b(?:ft|filetype|syntax)=(?P<vim>\w+)"
)


def _by_content(candidates: tuple[Language, ...], ending: str, head: str) -> Language | None:
    """The first candidate whose content pattern is found; else the first that has none; else the first.

    Those that only share the ending count where their pattern is found alone.
    """
    for language in candidates:
        if language.content is not None and re.search(language.content, head, re.MULTILINE):
            return language
    own = [language for language in candidates if ending not in language.shared_extensions]
    return next((language for language in own if language.content is None), own[0] if own else None)


@cache
def load_languages() -> Registry:
    """Reads every folder beside this file that holds a ``language.toml``.

    Raises:
        LanguageTableError: a table has an unknown key or a value of the wrong type.
    """
    folders = sorted(
        (folder for folder in files(__package__).iterdir() if folder.joinpath("language.toml").is_file()),
        key=lambda folder: folder.name,
    )
    return _registry(_load(folder) for folder in folders)


def _registry(languages: Iterable[Language]) -> Registry:
    every = tuple(languages)
    by_extension: dict[str, tuple[Language, ...]] = {}
    for language in every:
        for extension in (*language.extensions, *language.shared_extensions):
            by_extension[extension] = (*by_extension.get(extension, ()), language)
    return Registry(
        languages=every,
        _by_name={language.name: language for language in every},
        _by_filename={name: language for language in every for name in language.filenames if not _is_glob(name)},
        _by_glob=tuple(
            (re.compile(fnmatch.translate(name)), language)
            for language in every
            for name in language.filenames
            if _is_glob(name)
        ),
        _by_extension=by_extension,
        _by_mode={mode.lower(): language for language in every for mode in (language.name, *language.modes)},
        _by_interpreter={program: language for language in every for program in language.interpreters},
    )


def _is_glob(name: str) -> bool:
    return any(sign in name for sign in "*?[")


def _load(folder: Traversable) -> Language:
    table = tomllib.loads(folder.joinpath("language.toml").read_text(encoding="utf-8"))
    known = {spec.name: str(spec.type) for spec in fields(Language)}
    arguments: dict[str, Any] = {"name": folder.name}
    for key, value in table.items():
        if key not in known or key.endswith("_query") or key == "patterns_table":
            raise LanguageTableError(f"languages/{folder.name}/language.toml: unknown key '{key}'.")
        if known[key].startswith("tuple"):
            if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
                raise LanguageTableError(f"languages/{folder.name}/language.toml: '{key}' must be a list of strings.")
            value = tuple(value)
        arguments[key] = value
    folders = [folder, *(files(__package__).joinpath(name) for name in arguments.get("inherits", ()))]
    for key, filename in (
        ("definitions_query", DEFINITIONS),
        ("references_query", REFERENCES),
        ("injections_query", INJECTIONS),
    ):
        queries = [one.joinpath(filename) for one in folders]
        arguments[key] = "\n".join(query.read_text(encoding="utf-8") for query in queries if query.is_file())
    patterns = folder.joinpath(PATTERNS)
    if patterns.is_file():
        arguments["patterns_table"] = patterns.read_text(encoding="utf-8")
    return Language(**arguments)
