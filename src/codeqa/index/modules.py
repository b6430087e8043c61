"""Which file an import means: module names are matched with the layout of the files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from posixpath import dirname

from codeqa.languages.registry import Language

Parts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModulePlace:
    """What a module's name was found to be."""

    files: tuple[str, ...] = ()
    """Files that are the module itself; several where the name does not decide."""
    folder_files: tuple[str, ...] = ()
    """Files that lie in the folder of that name, for languages whose packages are folders."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that give the module its names."""
        return self.files or self.folder_files

    def __bool__(self) -> bool:
        return bool(self.files or self.folder_files)


NOWHERE = ModulePlace()


@dataclass(slots=True)
class Modules:
    """The modules of one language.

    Args:
        language: its table tells how modules are named and laid out.
        paths: its files.
    """

    language: Language
    paths: Iterable[str]
    _files: dict[str, list[tuple[Parts, str]]] = field(init=False, default_factory=lambda: defaultdict(list))
    _folders: dict[str, list[tuple[Parts, str]]] = field(init=False, default_factory=lambda: defaultdict(list))
    _in_folder: dict[str, list[str]] = field(init=False, default_factory=lambda: defaultdict(list))
    _in_package: dict[str, list[str]] = field(init=False, default_factory=lambda: defaultdict(list))
    _packages: set[str] = field(init=False, default_factory=set)
    """Folders that hold a file that stands for them."""
    _known: dict[tuple[str, str], ModulePlace] = field(init=False, default_factory=dict)
    _places: dict[ModulePlace, ModulePlace] = field(init=False, default_factory=dict)
    _ending: dict[Parts, tuple[list[str], list[str]]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for path in sorted(self.paths):
            self._in_folder[dirname(path)].append(path)
            self._in_package[self.package_of(path)].append(path)
            if self._is_folder_module(path):
                self._packages.add(dirname(path))
            parts = self._parts_of(path)
            if parts:
                self._files[parts[-1].lower()].append((parts, path))
        for folder in self._in_folder:
            parts = tuple(folder.split("/"))
            self._folders[parts[-1].lower()].append((parts, folder))

    def only(self, path: str) -> ModulePlace:
        """The module that is one file. Equal places are one object."""
        place = ModulePlace((path,))
        return self._places.setdefault(place, place)

    def package_of(self, path: str) -> str:
        """The package of a file: its folder, counted from the last source root in it where there is one.

        A source root is a folder such as ``src/main/java``.
        """
        parts = dirname(path).split("/")
        roots = [at for at, part in enumerate(parts) if part in self.language.source_roots]
        return "/".join(parts[roots[-1] :]) if roots else dirname(path)

    def find(self, module: str, importer: str) -> ModulePlace:
        """The files that a module's name means in a file that imports it. Equal places are one object.

        Args:
            module: as the code writes it: ``a.b``, ``..units``, ``./lib/paths``, ``crate::search``.
            importer: path of the file that imports it.
        """
        # Absolute names depend on the importer, too, where several files fit.
        key = (module, importer)
        if key not in self._known:
            place = self._find(module, importer)
            self._known[key] = self._places.setdefault(place, place)
        return self._known[key]

    def _find(self, module: str, importer: str) -> ModulePlace:
        language = self.language
        separator = language.module_separator or language.separator
        parts = module.split(separator)
        if len(parts) > 1 and not parts[-1]:  # "." and "../" end with a separator that says nothing more
            parts.pop()
        base = self._base(parts, importer)
        if base is not None:
            folder, rest = base
            return self._at([*folder, *rest])
        wanted = tuple(part for part in parts if part)
        if language.package_sources:
            place = self._in_packages(wanted, importer)
            if place:
                return place
        while wanted:
            place = self._ending_with(wanted, importer)
            if place or not language.drops_module_prefix:
                return place
            wanted = wanted[1:]
        return NOWHERE

    def _in_packages(self, wanted: Parts, importer: str) -> ModulePlace:
        """A module of a package that lies in the codebase too: ``@scope/name/part``, ``name``, or ``@/part``."""
        language = self.language
        if wanted[0] in language.root_aliases:
            found = [(*rest, *wanted[1:]) for rest in ((one,) for one in language.package_sources)]
        else:
            name = wanted[1:] if wanted[0].startswith("@") else wanted
            found = [(name[0], one, *name[1:]) for one in language.package_sources] if name else []
        for one in found:
            files = [path for own, path in self._files_ending(one) if _ends(own, one)]
            if files:
                return ModulePlace(tuple(_nearest(files, importer)))
        return NOWHERE

    def _base(self, parts: list[str], importer: str) -> tuple[list[str], list[str]] | None:
        """For a relative name the folder it starts from and the parts left; None for an absolute one."""
        language = self.language
        if parts[0] not in (*language.module_here, *language.module_up, *language.module_root):
            return None
        folder = [part for part in dirname(importer).split("/") if part]
        if language.modules_own_folder and not self._is_folder_module(importer):
            folder.append(importer.rpartition("/")[2].partition(".")[0])
        if parts[0] in language.module_root:
            return self._root(importer), parts[1:]
        rest = list(parts)
        first = True
        while rest and rest[0] in (*language.module_here, *language.module_up):
            here = rest[0] in language.module_here and (first or rest[0] not in language.module_up)
            if not here:
                folder = folder[:-1]
            rest, first = rest[1:], False
        return folder, [part for part in rest if part]

    def _root(self, importer: str) -> list[str]:
        """The nearest folder above that holds a root module (Rust's lib.rs or main.rs)."""
        folder = dirname(importer)
        while folder:
            if any(f"{folder}/{name}" in self._in_folder[folder] for name in self.language.root_files):
                break
            folder = dirname(folder)
        return [part for part in folder.split("/") if part]

    def _is_folder_module(self, path: str) -> bool:
        name = path.rpartition("/")[2]
        return name in self.language.root_files or name.partition(".")[0] in self.language.module_files

    def _at(self, parts: Sequence[str]) -> ModulePlace:
        """The module at exactly these parts from the codebase's root."""
        wanted = tuple(parts)
        folder_files = tuple(self._in_folder.get("/".join(wanted), ()))
        if not wanted:
            return ModulePlace(tuple(path for path in folder_files if self._is_folder_module(path)), folder_files)
        exact = "/".join(wanted)
        if exact in self._in_folder.get(dirname(exact), ()):
            return ModulePlace((exact,))
        names = {wanted, (*wanted[:-1], wanted[-1].rpartition(".")[0] or wanted[-1])}
        return ModulePlace(tuple(path for own, path in self._files_ending(wanted) if own in names), folder_files)

    def _ending_with(self, wanted: Parts, importer: str) -> ModulePlace:
        if wanted not in self._ending:
            files = [path for own, path in self._files_ending(wanted) if self._is_named(own, wanted)]
            folders = (
                [] if files else [folder for own, folder in self._folders_ending(wanted) if self._is_named(own, wanted)]
            )
            self._ending[wanted] = files, folders
        files, folders = self._ending[wanted]
        if files:
            return ModulePlace(tuple(self._preferred(files, wanted, importer)))
        packages = dict.fromkeys(self.package_of(f"{folder}/") for folder in _nearest(folders, importer))
        return ModulePlace(folder_files=tuple(path for package in packages for path in self._in_package[package]))

    def _preferred(self, files: list[str], wanted: Parts, importer: str) -> list[str]:
        """The files that are meant among several whose paths end with the name.

        Where packages are marked, names begin in folders around the importer, the nearest first, else in the one
        nearest to the top, as an interpreter's path is made of such.
        """
        if len(files) < 2 or not self.language.packages_hold_module_file:
            return _nearest(files, importer)
        roots = {path: "/".join(self._parts_of(path)[: -len(wanted)]) for path in files}
        around = [path for path in files if not roots[path] or importer.startswith(roots[path] + "/")]
        deepest = max((len(roots[path]) for path in around), default=0)
        shallowest = min(root.count("/") for root in roots.values())
        chosen = [path for path in around if len(roots[path]) == deepest] or [
            path for path in files if roots[path].count("/") == shallowest
        ]
        return _nearest(chosen, importer)

    def _is_named(self, own: Parts, wanted: Parts) -> bool:
        """True when an absolute name may mean a module: its path ends so, and the name does not begin in a package."""
        if not _ends(own, wanted):
            return False
        return not self.language.packages_hold_module_file or "/".join(own[: -len(wanted)]) not in self._packages

    def _folders_ending(self, wanted: Parts) -> Sequence[tuple[Parts, str]]:
        return self._folders.get(wanted[-1].lower(), ())

    def _files_ending(self, wanted: Parts) -> list[tuple[Parts, str]]:
        last = wanted[-1].lower()
        stem = last.rpartition(".")[0]
        return [*self._files.get(last, ()), *(self._files.get(stem, ()) if stem else ())]

    def _parts_of(self, path: str) -> Parts:
        """A file's module as parts: its path without the ending, and without a name that stands for its folder."""
        folder, _, name = path.rpartition("/")
        stem = name if self.language.modules_keep_ending else name.partition(".")[0]
        parts = [part for part in folder.split("/") if part]
        return tuple(parts) if parts and self._is_folder_module(path) else (*parts, stem)


def _ends(own: Parts, wanted: Parts) -> bool:
    tail = own[len(own) - len(wanted) :] if len(own) >= len(wanted) else ()
    return len(tail) == len(wanted) and all(
        one.lower() == other.lower() or one.lower() == other.rpartition(".")[0].lower()
        for one, other in zip(tail, wanted, strict=True)
    )


def _nearest(places: Sequence[str], importer: str) -> list[str]:
    """The places that share the longest path with the importer; among those the shortest."""
    if len(places) < 2:
        return list(places)

    def shared(place: str) -> int:
        count = 0
        for one, other in zip(place.split("/"), importer.split("/"), strict=False):
            if one != other:
                break
            count += 1
        return count

    best = max(map(shared, places))
    near = [place for place in places if shared(place) == best]
    shortest = min(place.count("/") for place in near)
    return [place for place in near if place.count("/") == shortest]
