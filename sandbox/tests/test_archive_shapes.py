"""Archives as strangers pack them: names, folders, links, and what tools leave."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
from typing import Any

import pytest

from sandbox.errors import UploadError
from sandbox.tests.packing import gbk_zip, tarred, zipped
from sandbox.uploads.archives import Source, read_stored, read_upload, to_zip
from sandbox.uploads.roots import rooted

MAIN = b"print('hello')\n"
ELF = b"\x7fELF\2\1\1" + bytes(100)


def read(data: bytes, language: str = "") -> Source:
    source = read_upload("bot.zip", io.BytesIO(data), language=language)
    stored = read_stored(io.BytesIO(to_zip(source)), source.language)
    assert stored == source  # what is kept is read as it was the first time
    return source


def names(data: bytes, language: str = "") -> list[str]:
    return list(read(data, language).files)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_a_tar_is_taken_like_a_zip(pack):
    data = pack(tarred({"bot-master/main.py": MAIN, "bot-master/lib/a.py": b""}))
    assert names(data) == ["lib/a.py", "main.py"]


def test_a_tar_that_never_ends_is_stopped_in_any_packing():
    for pack in (gzip.compress, bz2.compress, lzma.compress):
        with pytest.raises(UploadError, match="times its size"):
            read(pack(tarred({"main.py": MAIN, "zeros": bytes(8 << 20)})))


def test_an_archive_in_an_archive_is_unpacked_where_it_is_alone():
    inner = zipped({"bot/main.py": MAIN})
    assert names(zipped({"__MACOSX/._bot.zip": b"x", "bot.zip": inner})) == ["main.py"]
    assert names(zipped({"main.py": MAIN, "maps.zip": inner})) == ["main.py", "maps.zip"]


def test_names_in_gbk_and_from_windows_are_read():
    data = gbk_zip({"我的机器人\\main.py": MAIN, "我的机器人\\数据\\权重.txt": b"1"})
    assert names(data) == ["main.py", "数据/权重.txt"]
    assert names(zipped({"机器人/main.py": MAIN, "机器人/数据.txt": b""})) == [
        "main.py",
        "数据.txt",
    ]
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", encoding="gbk", format=tarfile.GNU_FORMAT) as tar:
        for name in ("main.py", "数据.txt"):
            tar.addfile(tarfile.TarInfo(name))
    assert names(buffer.getvalue()) == ["main.py", "数据.txt"]


@pytest.mark.parametrize(
    "junk",
    [
        *("._main.py", ".vs/x/v17/.suo", "venv/lib/python3.11/site-packages/numpy/main.py"),
        *("target/release/bot", "crates/a/target/debug/x", "CMakeFiles/3.25/CompilerId/main.cpp"),
        *("cmake-build-debug/main.cpp", ".git/" + "a/" * 15 + "x", ".git/tab\there"),
    ],
)
def test_what_tools_leave_is_left_out_whatever_it_is_called(junk):
    assert names(zipped({"main.py": MAIN, junk: ELF})) == ["main.py"]


def test_a_folder_called_target_may_be_the_authors_own():
    assert names(zipped({"main.py": MAIN, "target/choose.py": b""})) == [
        "main.py",
        "target/choose.py",
    ]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["README.md", "bot/main.py", "bot/w.txt"], ["README.md", "main.py", "w.txt"]),
        (["README.md", "bot/README.md", "bot/main.py"], ["README.md", "main.py"]),
        (["notes.txt", "a/b/main.cpp"], ["main.cpp", "notes.txt"]),
        (["doc/a.txt", "cpp/Makefile", "cpp/m.cpp", "lib/l.h"], None),
        (["README", "ai/CMakeLists.txt", "ai/src/m.cc", "sdk/x.cpp", "sdk/y.cpp"], None),
        (["Main.py", "search.py"], ["main.py", "search.py"]),
        (["x/MAIN.PY", "readme"], ["main.py", "readme"]),
        (["strategy.py", "weights.json"], ["main.py", "weights.json"]),
        (["go.mod", "cmd/bot/main.go", "internal/x.go"], None),
    ],
)
def test_the_program_is_found_in_the_folder_in_which_it_lies(files, expected):
    found = names(zipped(dict.fromkeys(files, b"x")))
    if expected is None:
        expected = sorted(path.removeprefix("cpp/").removeprefix("ai/") for path in files)
        expected = sorted(path.removeprefix("cmd/bot/") for path in expected)
    assert found == expected


@pytest.mark.timeout(60)  # quadratic time takes minutes
def test_the_search_for_a_program_is_quick_however_many_folders_there_are():
    paths = [f"a{n}/b{n}/c{n}/d{n}/notes.txt" for n in range(500)]
    assert rooted(paths) == {}


def test_where_two_folders_hold_a_program_the_author_decides():
    data = zipped({"cpp/main.cpp": b"int main() {}", "python/main.py": MAIN, "readme": b""})
    with pytest.raises(UploadError, match=r"cpp/ and python/ each hold a program: send .* or say"):
        read(data)
    assert names(data, "python") == ["cpp/main.cpp", "main.py", "readme"]


@pytest.mark.parametrize("language", ["", "python"])
def test_where_a_language_would_not_decide_the_advice_is_to_send_one_folder(language):
    data = zipped({"a/main.py": MAIN, "b/main.py": MAIN, "c/main.cpp": b"int main() {}"})
    if not language:
        data = zipped({"a/main.py": MAIN, "b/main.py": MAIN})
    with pytest.raises(
        UploadError, match=r"a/ and b/ each .*: send an archive of the one .*plays$"
    ):
        read(data, language=language)


def test_a_makefile_that_cmake_made_does_not_decide():
    made = b"# CMAKE generated file: DO NOT EDIT!\nall:\n"
    files = {"CMakeLists.txt": b"", "Makefile": made, "main.cpp": b"", "CMakeCache.txt": b""}
    assert read(zipped(files)).language == "cmake"
    files["Makefile"] = b"all:\n"
    assert read(zipped(files)).language == "make"
    assert read(zipped(files), "cmake").language == "cmake"


def test_a_folder_into_which_a_project_builds_is_kept_and_no_other():
    entries = {"Makefile": b"", "m.c": b"", "obj/": b"", "a/": b"", "a/b/": b""}
    assert names(zipped(entries)) == ["Makefile", "a/b/.empty", "m.c", "obj/.empty"]
    assert names(zipped({"main.py": MAIN, "logs/": b""})) == ["main.py"]


def link(name: str, target: str) -> dict[Any, bytes]:
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return {entry: target.encode()}


def test_a_link_to_a_file_of_the_archive_is_that_file_and_no_other_is_taken():
    real: dict[Any, bytes] = {"lib/common.h": b"#define X\n", "main.cpp": b"int main() {}"}
    source = read(zipped({**real, **link("src/common.h", "../lib/common.h")}))
    assert source.files["src/common.h"] == b"#define X\n"
    for target in ("/etc/passwd", "../../etc/passwd", "lib", "self"):
        with pytest.raises(UploadError, match="self is a link; replace it"):
            read(zipped({**real, **link("self", target)}))


def test_links_of_a_tar_are_followed_too():
    buffer = io.BytesIO(tarred({"bot/main.py": MAIN}))
    with tarfile.open(fileobj=buffer, mode="a") as tar:
        member = tarfile.TarInfo("bot/soft.py")
        member.type, member.linkname = tarfile.SYMTYPE, "main.py"
        tar.addfile(member)
    assert dict(read(buffer.getvalue()).files) == dict.fromkeys(("main.py", "soft.py"), MAIN)


@pytest.mark.parametrize("name", ["bot.zip", "BOT.ZIP", "bot.tar.gz", "main.py.gz", "bot.tgz"])
def test_a_damaged_archive_is_told_as_one(name):
    with pytest.raises(UploadError, match=r"has not the content that its name says; pack the"):
        read_upload(name, io.BytesIO(bytes(range(256)) * 4))
