from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from codeqa.index.read import digest_of
from codeqa.index.walk import Found
from codeqa.model import Skipped
from codeqa.pipeline.changes import TICK_NS, UNSETTLED, Changes, compare, settled
from codeqa.store.schema import FileStamp, SkippedStamp

NOW = 1_700_000_000_000_000_000
OLD = NOW - 1_000 * TICK_NS


def found(root: Path, path: str, content: str = "x = 1\n", mtime_ns: int = OLD) -> Found:
    place = root / path
    place.write_text(content)
    return Found(path, place, len(content), mtime_ns)


def stamp(content: str = "x = 1\n", mtime_ns: int = OLD) -> FileStamp:
    return FileStamp(len(content), mtime_ns, digest_of(content.encode()))


def test_same_size_and_time_is_unchanged_and_not_read(tmp_path: Path) -> None:
    entry = Found("gone.py", tmp_path / "gone.py", 6, OLD)
    assert compare([entry], {"gone.py": stamp()}, {}, NOW) == Changes(unchanged=1)


def test_a_new_time_with_the_same_content_is_only_noted(tmp_path: Path) -> None:
    entry = found(tmp_path, "a.py", mtime_ns=OLD + 1)
    changes = compare([entry], {"a.py": stamp()}, {}, NOW)
    assert changes == Changes(touched={"a.py": stamp(mtime_ns=OLD + 1)}, unchanged=1, hashed=1)


def test_other_content_is_a_change_whether_the_size_differs_or_not(tmp_path: Path) -> None:
    same_size = found(tmp_path, "a.py", "x = 2\n", OLD + 1)
    larger = found(tmp_path, "b.py", "x = 10\n", OLD)
    changes = compare([same_size, larger], {"a.py": stamp(), "b.py": stamp()}, {}, NOW)
    assert changes.changed == (same_size, larger)
    assert changes.unchanged == 0


def test_what_is_new_and_what_is_gone(tmp_path: Path) -> None:
    new = found(tmp_path, "b.py")
    changes = compare([new], {"a.py": stamp()}, {}, NOW)
    assert (changes.added, changes.removed) == ((new,), ("a.py",))


def test_a_file_changed_in_the_tick_of_the_run_is_read_again_the_next_time(tmp_path: Path) -> None:
    entry = found(tmp_path, "a.py", mtime_ns=NOW - 1)
    assert settled(entry, NOW).mtime_ns == UNSETTLED
    assert compare([entry], {}, {}, NOW).added[0].mtime_ns == UNSETTLED
    later = NOW + 10 * TICK_NS
    changes = compare([entry], {"a.py": stamp(mtime_ns=UNSETTLED)}, {}, later)
    assert changes.touched == {"a.py": stamp(mtime_ns=NOW - 1)}  # read, the same, and settled now
    entry.absolute.write_text("x = 2\n")
    assert [one.path for one in compare([entry], {"a.py": stamp(mtime_ns=UNSETTLED)}, {}, later).changed] == ["a.py"]


def test_an_unsettled_file_that_stays_so_is_not_written_again(tmp_path: Path) -> None:
    entry = found(tmp_path, "a.py", mtime_ns=NOW + 10 * TICK_NS)  # a clock that is ahead
    assert compare([entry], {"a.py": stamp(mtime_ns=UNSETTLED)}, {}, NOW) == Changes(unchanged=1, hashed=1)


def test_a_file_that_was_read_in_vain_is_read_again_only_when_it_changed(tmp_path: Path) -> None:
    known = {"a.min.js": SkippedStamp("minified", 6, OLD)}
    same = Found("a.min.js", tmp_path / "a.min.js", 6, OLD)
    assert compare([same], {}, known, NOW) == Changes(left_out=(Skipped("a.min.js", "minified"),))
    assert compare([Found("a.min.js", tmp_path, 7, OLD)], {}, known, NOW).added[0].size == 7


def test_other_content_of_the_same_size_and_time_is_told_by_inode_and_time_of_change(tmp_path: Path) -> None:
    known = replace(stamp(), ctime_ns=OLD, inode=7)
    same = replace(found(tmp_path, "a.py", "x = 2\n"), ctime_ns=OLD, inode=7)
    assert compare([same], {"a.py": known}, {}, NOW) == Changes(unchanged=1)  # and is not read
    for other in (replace(same, ctime_ns=OLD + 1), replace(same, inode=8)):
        assert compare([other], {"a.py": known}, {}, NOW) == Changes(changed=(other,), hashed=1)


def test_a_copy_costs_reading_and_no_more(tmp_path: Path) -> None:
    known = replace(stamp(), ctime_ns=OLD, inode=7)
    copied = replace(found(tmp_path, "a.py"), ctime_ns=OLD + 1, inode=8)
    touched = {"a.py": replace(known, ctime_ns=OLD + 1, inode=8)}
    assert compare([copied], {"a.py": known}, {}, NOW) == Changes(touched=touched, unchanged=1, hashed=1)
    assert compare([copied], touched, {}, NOW) == Changes(unchanged=1)


def test_a_time_that_was_put_back_in_the_tick_of_the_run_is_not_trusted(tmp_path: Path) -> None:
    entry = replace(found(tmp_path, "a.py"), ctime_ns=NOW - 1, inode=7)
    assert settled(entry, NOW).mtime_ns == UNSETTLED
    assert settled(replace(entry, ctime_ns=OLD), NOW).mtime_ns == OLD


def test_verifying_reads_what_seems_unchanged(tmp_path: Path) -> None:
    same, other = found(tmp_path, "a.py"), found(tmp_path, "b.py", "x = 2\n")
    known = {"a.py": stamp(), "b.py": stamp()}
    assert compare([same, other], known, {}, NOW) == Changes(unchanged=2)
    changes = compare([same, other], known, {}, NOW, verify=True)
    assert changes == Changes(changed=(other,), unchanged=1, hashed=2)


def test_a_file_that_was_read_in_vain_is_told_by_its_content_too(tmp_path: Path) -> None:
    known = SkippedStamp("minified", 6, OLD, OLD, 7, digest_of(b"x = 1\n"))
    copied = replace(found(tmp_path, "a.js"), ctime_ns=OLD + 1, inode=8)
    changes = compare([copied], {}, {"a.js": known}, NOW)
    assert changes.left_out == (Skipped("a.js", "minified"),)
    assert changes.touched_left_out == {"a.js": replace(known, ctime_ns=OLD + 1, inode=8)}
    other = replace(found(tmp_path, "a.js", "x = 2\n"), ctime_ns=OLD, inode=7)
    assert compare([other], {}, {"a.js": known}, NOW).added == ()
    assert compare([other], {}, {"a.js": known}, NOW, verify=True).added == (other,)
    assert compare([replace(other, inode=8)], {}, {"a.js": known}, NOW).added == (replace(other, inode=8),)


def test_a_file_without_rights_is_tried_again_each_time_and_new_once_it_can_be_read(tmp_path: Path) -> None:
    known = {"a.py": SkippedStamp("unreadable", 6, OLD)}
    gone = Found("a.py", tmp_path / "gone.py", 6, OLD)
    assert compare([gone], {}, known, NOW).left_out == (Skipped("a.py", "unreadable"),)
    entry = found(tmp_path, "a.py")
    assert compare([entry], {}, known, NOW).added == (entry,)


def test_a_file_that_cannot_be_read_is_left_for_indexing_to_explain(tmp_path: Path) -> None:
    entry = Found("a.py", tmp_path / "gone.py", 6, OLD + 1)
    assert compare([entry], {"a.py": stamp()}, {}, NOW).changed == (entry,)


def test_files_to_index_are_in_order_of_their_paths(tmp_path: Path) -> None:
    entries = [found(tmp_path, name, "x = 10\n") for name in ("a.py", "b.py", "c.py")]
    changes = compare(entries, {"b.py": stamp()}, {}, NOW)
    assert [one.path for one in changes.to_index] == ["a.py", "b.py", "c.py"]


def test_what_the_walk_left_out_is_passed_on() -> None:
    left_out = Skipped("node_modules/", "dependency folder")
    assert compare([left_out], {}, {}, NOW) == Changes(left_out=(left_out,))
