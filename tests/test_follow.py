"""Following with real files, the system's own news, and a real index. What must come is waited for, not timed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from codeqa import Codebase
from codeqa.errors import UsageError
from codeqa.follow import Follower
from codeqa.model import Freshness
from codeqa.store.lock import WriterLock
from codeqa.store.manifest import read_manifest

BOUND = 60.0
"""Seconds that something may take before it counts as never coming."""

SETTLED = 1.0
"""Seconds in which something that must not come would have come."""


def until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + BOUND
    while not holds():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.02)


def paths_of(codebase: Codebase) -> set[str]:
    return {one.path for one in codebase.files()}


def has(codebase: Codebase, path: str, text: str | None = None) -> Callable[[], bool]:
    def holds() -> bool:
        if not codebase.has_index or path not in paths_of(codebase):
            return False
        return text is None or text in (codebase.lines(path, 1, 1_000) or "")

    return holds


def lacks(codebase: Codebase, path: str) -> Callable[[], bool]:
    return lambda: path not in paths_of(codebase)


def commits(codebase: Codebase) -> int:
    return read_manifest(codebase.index_dir).commit


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "shop").mkdir(parents=True)
    (folder / "shop" / "cart.py").write_text("def total(cart):\n    return sum(cart)\n")
    (folder / "readme.md").write_text("# Shop\n\nA shop.\n")
    return folder


@pytest.fixture
def codebase(root: Path) -> Codebase:
    return Codebase(root)


@pytest.fixture
def follower(codebase: Codebase) -> Iterator[Follower]:
    with codebase.follow() as follower:
        assert follower.wait(BOUND)
        yield follower


def test_makes_the_first_index(codebase: Codebase, follower: Follower) -> None:
    assert paths_of(codebase) == {"shop/cart.py", "readme.md"}
    assert follower.freshness.updated == read_manifest(codebase.index_dir).updated
    assert follower.freshness.sentence() == ""


def test_takes_in_what_changed_while_nobody_followed(codebase: Codebase, root: Path) -> None:
    codebase.index()
    (root / "shop" / "tax.py").write_text("RATE = 7\n")
    with codebase.follow() as follower:
        assert follower.wait(BOUND)
        assert "shop/tax.py" in paths_of(codebase)


def test_a_written_file_is_taken_in(codebase: Codebase, follower: Follower, root: Path) -> None:
    (root / "shop" / "cart.py").write_text("def grand_total(cart):\n    return sum(cart)\n")
    until(has(codebase, "shop/cart.py", "grand_total"), "the change")
    assert [one.name for one in codebase.definitions("grand_total")] == ["grand_total"]
    until(lambda: not follower.freshness.behind, "being current")


def test_new_files_deleted_files_and_renamed_files(codebase: Codebase, follower: Follower, root: Path) -> None:
    (root / "shop" / "tax.py").write_text("RATE = 7\n")
    until(has(codebase, "shop/tax.py"), "the new file")
    (root / "shop" / "tax.py").rename(root / "shop" / "duty.py")
    until(has(codebase, "shop/duty.py"), "the renamed file")
    until(lacks(codebase, "shop/tax.py"), "the old name's end")
    (root / "shop" / "duty.py").unlink()
    until(lacks(codebase, "shop/duty.py"), "the deleted file's end")


def test_files_in_new_folders(codebase: Codebase, follower: Follower, root: Path) -> None:
    (root / "web" / "pages" / "deep").mkdir(parents=True)
    time.sleep(SETTLED)  # the empty folders are watched before anything lies in them
    (root / "web" / "pages" / "deep" / "home.py").write_text("def home(): ...\n")
    until(has(codebase, "web/pages/deep/home.py"), "the file in the new folder")
    (root / "web" / "pages").rename(root / "web" / "views")
    until(has(codebase, "web/views/deep/home.py"), "the renamed folder's file")
    (root / "web" / "views" / "deep" / "home.py").write_text("def start(): ...\n")
    until(has(codebase, "web/views/deep/home.py", "start"), "the change in the renamed folder")
    shutil.rmtree(root / "web")
    until(lacks(codebase, "web/views/deep/home.py"), "the removed folder's end")


def test_a_folder_that_was_empty_from_the_start(codebase: Codebase, root: Path) -> None:
    (root / "empty").mkdir()
    with codebase.follow() as follower:
        assert follower.wait(BOUND)
        (root / "empty" / "first.py").write_text("FIRST = 1\n")
        until(has(codebase, "empty/first.py"), "the file in it")


def test_a_folder_removed_and_made_again(codebase: Codebase, follower: Follower, root: Path) -> None:
    shutil.rmtree(root / "shop")
    (root / "shop").mkdir()
    (root / "shop" / "till.py").write_text("def ring(): ...\n")
    until(has(codebase, "shop/till.py"), "the new folder's file")
    until(lambda: not follower.freshness.behind, "being current")
    (root / "shop" / "till.py").write_text("def ding(): ...\n")
    until(has(codebase, "shop/till.py", "ding"), "the change in the new folder")


def test_editors_that_save_beside_and_rename(codebase: Codebase, follower: Follower, root: Path) -> None:
    for number in range(3):
        beside = root / "shop" / f".cart.py.{number}.tmp"
        beside.write_text(f"def saved_{number}(): ...\n")
        os.replace(beside, root / "shop" / "cart.py")  # noqa: PTH105
        until(has(codebase, "shop/cart.py", f"saved_{number}"), "what was saved")


def test_rules_that_change(codebase: Codebase, follower: Follower, root: Path) -> None:
    (root / "gen").mkdir()
    (root / "gen" / "api.py").write_text("def api(): ...\n")
    until(has(codebase, "gen/api.py"), "the new file")
    (root / ".gitignore").write_text("gen/\n")
    until(lacks(codebase, "gen/api.py"), "what the new rule leaves out")
    (root / ".gitignore").write_text("other/\n")
    until(has(codebase, "gen/api.py"), "what the rule gives back")
    (root / "gen" / "api.py").write_text("def interface(): ...\n")
    until(has(codebase, "gen/api.py", "interface"), "the change in what was given back")


def test_what_is_left_out_starts_nothing(codebase: Codebase, root: Path) -> None:
    (root / ".gitignore").write_text("*.log\n")
    (root / "node_modules" / "left-pad").mkdir(parents=True)
    (root / "package.json").write_text("{}\n")
    told: list[Freshness] = []
    with codebase.follow(told.append) as follower:
        assert follower.wait(BOUND)
        time.sleep(SETTLED)  # news of what was written before it followed
        assert follower.wait(BOUND)
        before = len(told)
        (root / "node_modules" / "left-pad" / "index.js").write_text("module.exports = 1\n")
        (root / "debug.log").write_text("started\n")
        (root / "shop" / ".cart.py.swp").write_bytes(b"b0VIM")
        (root / "shop" / "logo.png").write_bytes(b"\x89PNG")
        (root / "shop" / "__pycache__").mkdir()
        (root / "shop" / "__pycache__" / "cart.pyc").write_bytes(b"\0")
        (codebase.index_dir / "note").write_text("by hand\n")
        time.sleep(SETTLED)
        assert told[before:] == []


@pytest.mark.parametrize("inside", ["index", "shop/index"])
def test_an_index_among_the_files_does_not_follow_itself(root: Path, inside: str) -> None:
    codebase = Codebase(root, index_dir=root / inside)
    told: list[Freshness] = []
    with codebase.follow(told.append) as follower:
        assert follower.wait(BOUND)
        (root / "shop" / "cart.py").write_text("def other(): ...\n")
        until(has(codebase, "shop/cart.py", "other"), "the change")
        assert follower.wait(BOUND)
        time.sleep(SETTLED)
        before = len(told)
        time.sleep(SETTLED)
        assert told[before:] == []
        assert all(not one.path.startswith(inside) for one in codebase.files())


def test_writing_without_end_is_taken_in_on_the_way(codebase: Codebase, follower: Follower, root: Path) -> None:
    end, number = time.monotonic() + BOUND, 0
    while not has(codebase, "shop/cart.py", "version_")():
        assert time.monotonic() < end
        number += 1
        (root / "shop" / "cart.py").write_text(f"def version_{number}(): ...\n")
        (root / "shop" / f"file_{number % 50}.py").write_text(f"N = {number}\n")
        time.sleep(0.01)
    (root / "shop" / "cart.py").write_text("def last_version(): ...\n")
    until(has(codebase, "shop/cart.py", "last_version"), "the last version")


def test_a_branch_switch_of_many_files(codebase: Codebase, root: Path) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments],
            cwd=root, check=True, capture_output=True,
        )  # fmt: skip

    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    git("checkout", "-q", "-b", "wide")
    for number in range(1_500):
        folder = root / f"part_{number % 30}"
        folder.mkdir(exist_ok=True)
        (folder / f"piece_{number}.py").write_text(f"def piece_{number}(): ...\n")
    (root / "shop" / "cart.py").unlink()
    git("add", ".")
    git("commit", "-q", "-m", "two")
    git("checkout", "-q", "main")
    with codebase.follow() as follower:
        assert follower.wait(BOUND)
        assert len(paths_of(codebase)) == 2
        git("checkout", "-q", "wide")
        until(lambda: len(paths_of(codebase)) == 1_501, "the other branch")
        assert "shop/cart.py" not in paths_of(codebase)
        git("checkout", "-q", "main")
        until(lambda: paths_of(codebase) == {"shop/cart.py", "readme.md"}, "the first branch")
        assert follower.wait(BOUND)
    fresh = Codebase(root, index_dir=root.parent / "fresh")
    fresh.index()
    assert [(one.path, one.digest) for one in fresh.files()] == [(one.path, one.digest) for one in codebase.files()]


def test_a_locked_index_is_waited_for(codebase: Codebase, root: Path) -> None:
    codebase.index()
    (root / "shop" / "tax.py").write_text("RATE = 7\n")
    lock = WriterLock(codebase.index_dir)
    lock.acquire()
    try:
        with codebase.follow() as follower:
            until(lambda: "waiting for process" in (follower.freshness.stage or ""), "the waiting")
            assert follower.freshness.error is None
            assert follower.freshness.behind
            assert not follower.wait(0.0)
            lock.release()
            until(lambda: not follower.freshness.behind, "being current")
            assert "shop/tax.py" in paths_of(codebase)
    finally:
        lock.release()


def test_it_can_be_stopped_while_it_waits(codebase: Codebase) -> None:
    codebase.index()
    (codebase.root / "shop" / "tax.py").write_text("RATE = 7\n")
    with WriterLock(codebase.index_dir):
        follower = codebase.follow()
        until(lambda: "waiting for process" in (follower.freshness.stage or ""), "the waiting")
        follower.stop()


def test_a_home_folder_is_not_followed(codebase: Codebase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: codebase.root)
    with pytest.raises(UsageError, match="is a home folder"):
        codebase.follow()
    codebase = Codebase(codebase.root, any_folder=True)
    with codebase.follow() as follower:
        assert follower.wait(BOUND)
    with Codebase(codebase.root).follow() as follower:  # it was meant once
        assert follower.wait(BOUND)


def test_a_root_that_vanishes_and_comes_back(root: Path, tmp_path: Path) -> None:
    codebase = Codebase(root, index_dir=tmp_path / "index")
    with codebase.follow() as follower:
        assert follower.wait(BOUND)
        root.rename(tmp_path / "away")
        until(lambda: "is gone" in (follower.freshness.error or ""), "the sentence")
        assert follower.freshness.behind
        (tmp_path / "away" / "shop" / "tax.py").write_text("RATE = 7\n")
        (tmp_path / "away").rename(root)
        until(has(codebase, "shop/tax.py"), "the file written meanwhile")
        until(lambda: follower.freshness.error is None, "the end of the error")
        (root / "shop" / "tax.py").write_text("RATE = 19\n")
        until(has(codebase, "shop/tax.py", "19"), "the change after that")


def test_where_watches_run_out_it_polls(codebase: Codebase, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import watchfiles._rust_notify as rust

    def refuse(*_: object) -> None:
        raise OSError("No space left on device (os error 28)")

    monkeypatch.setattr(rust, "RustNotify", refuse)
    with codebase.follow() as follower:
        assert follower.wait(BOUND)
        until(lambda: bool(follower.notes), "the note")
        assert "looked at every 2 seconds" in follower.notes[0]
        (root / "shop" / "tax.py").write_text("RATE = 7\n")
        until(has(codebase, "shop/tax.py"), "the new file")
        (root / "shop" / "tax.py").unlink()
        until(lacks(codebase, "shop/tax.py"), "the deleted file's end")


_FOLLOWED_WITH_FEW_WATCHES = """
import sys, time
from pathlib import Path
from codeqa import Codebase

root = Path(sys.argv[1])
codebase = Codebase(root)
with codebase.follow() as follower:
    assert follower.wait(60)
    while not follower.notes:
        time.sleep(0.02)
    (root / "shop" / "tax.py").write_text("RATE = 7\\n")
    while "shop/tax.py" not in {one.path for one in codebase.files()}:
        time.sleep(0.02)
    print(follower.notes[0])
"""


def test_a_real_limit_of_watches(root: Path) -> None:
    """A user namespace of one's own has a limit of one's own."""
    limited = "echo 1 > /proc/sys/user/max_inotify_watches"
    if (
        shutil.which("unshare") is None
        or subprocess.run(["unshare", "-Ur", "sh", "-c", limited], capture_output=True).returncode
    ):
        pytest.skip("no user namespace can be made here")
    ran = subprocess.run(
        ["unshare", "-Ur", "sh", "-c", f'{limited} && exec "$@"', "sh", sys.executable, "-c",
         _FOLLOWED_WITH_FEW_WATCHES, str(root)],
        capture_output=True, text=True, timeout=2 * BOUND,
    )  # fmt: skip
    assert "cannot watch 2 folders" in ran.stdout, ran.stderr


def test_requests(codebase: Codebase, follower: Follower, root: Path) -> None:
    before = commits(codebase)
    follower.request(rebuild=True)
    assert follower.freshness.indexing
    assert not follower.wait(0.0)
    assert follower.wait(BOUND)
    assert commits(codebase) > before


def test_the_listener_hears_of_every_turn(codebase: Codebase, root: Path) -> None:
    told: list[Freshness] = []
    with codebase.follow(told.append) as follower:
        assert follower.wait(BOUND)
        until(lambda: bool(told) and told[-1] == follower.freshness, "the last word")
        assert told[0].indexing
        assert not told[-1].behind
        assert told[-1].updated is not None
        assert all(one != other for one, other in pairwise(told))
        count = len(told)
        (root / "shop" / "tax.py").write_text("RATE = 7\n")
        until(has(codebase, "shop/tax.py"), "the new file")
        assert follower.wait(BOUND)
        until(lambda: not told[-1].behind, "the last word")
        assert any(one.pending == 1 for one in told[count:])


def test_questions_are_answered_while_it_indexes(codebase: Codebase, follower: Follower) -> None:
    follower.request(rebuild=True)
    answered = 0
    while follower.freshness.indexing:
        assert codebase.search("total of the cart")
        answered += 1
    assert follower.wait(BOUND)
    assert answered


def test_stopping_in_the_middle_leaves_a_whole_index(codebase: Codebase, root: Path) -> None:
    codebase.index()
    for number in range(300):
        (root / "shop" / f"piece_{number}.py").write_text(f"def piece_{number}(): ...\n" * 20)
    follower = codebase.follow()
    until(lambda: follower.freshness.stage is not None, "a run")
    follower.stop()
    assert {"shop/cart.py", "readme.md"} <= paths_of(codebase)
    codebase.index()
    assert len(paths_of(codebase)) == 302
