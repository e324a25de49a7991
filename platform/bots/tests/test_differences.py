"""Differences between the files of two versions."""

from __future__ import annotations

from bots.differences import MOST_LINES, differences


def of(old, new):
    return {file.path: file for file in differences(old, new)}


def shown(file):
    return [(line.kind, line.text, line.old, line.new) for line in file.lines]


def test_only_files_that_differ_are_named():
    found = of({"a": b"1\n", "b": b"2\n", "c": b"3\n"}, {"a": b"1\n", "b": b"4\n", "d": b"5\n"})
    assert {path: file.state for path, file in found.items()} == {
        "b": "changed",
        "c": "removed",
        "d": "added",
    }
    assert shown(found["b"]) == [("removed", "2", 1, None), ("added", "4", None, 1)]
    assert (found["d"].added, found["d"].removed) == (1, 0)


def test_lines_far_from_a_change_are_left_out():
    old = [str(number) for number in range(1, 31)]
    new = [*old[:14], "new", *old[14:]]
    lines = shown(of({"a": "\n".join(old).encode()}, {"a": "\n".join(new).encode()})["a"])
    assert [kind for kind, *_ in lines] == ["gap", *["same"] * 3, "added", *["same"] * 3, "gap"]
    assert lines[1] == ("same", "12", 12, 12)
    assert lines[4] == ("added", "new", None, 15)
    assert lines[5] == ("same", "15", 15, 16)


def test_a_change_at_the_ends_has_no_gap_beyond():
    old, new = b"1\n2\n3\n4\n5\n6\n7\n8\n9\n", b"0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
    kinds = [line.kind for line in of({"a": old}, {"a": new})["a"].lines]
    assert kinds == ["added", "same", "same", "same", "gap", "same", "same", "same", "added"]


def test_files_that_are_no_text_are_named_without_their_content():
    found = of({"a": b"\0\1", "b": b"x" * 200_001}, {"a": b"\0\2", "b": b"x"})
    assert [file.lines for file in found.values()] == [(), ()]
    assert "no text, or a large one" in found["a"].note
    assert "no text, or a large one" in found["b"].note


def test_ends_of_lines_alone_are_said_in_words():
    found = of({"a": b"1\n2\n"}, {"a": b"1\r\n2\r\n"})
    assert found["a"].note == "Only the ends of lines differ."


def test_files_of_very_many_lines_are_not_compared():
    found = of({"a": b"1\n" * (MOST_LINES + 1)}, {"a": b"1\n" * MOST_LINES})
    assert found["a"].lines == ()
    assert str(MOST_LINES) in found["a"].note
