"""Builds that were made before: found, told, and never mistaken for another."""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox import build_cache
from sandbox.artifacts import Artifact, File, Manifest, cache_root, materialize, pack, prune
from sandbox.builds import build
from sandbox.errors import BuildError
from sandbox.languages import LANGUAGES
from sandbox.languages.base import Language
from sandbox.limits import BuildLimits
from sandbox.tests.caches import empty_cache

PYTHON, CPP = LANGUAGES["python"], LANGUAGES["cpp"]
MANIFEST = Manifest("python", ("/usr/bin/true",))
SUM = "#include <bits/stdc++.h>\nint main() { std::cout << 5 << std::endl; }\n"


def ignore(_line: str) -> None: ...


def dice(more: str = "") -> Language:
    """A language whose compiler makes something else each time, so that one can tell."""
    script = f"echo rolling; cat /proc/sys/kernel/random/uuid >/build/rolled; {more}"
    return dataclasses.replace(
        PYTHON, title="Dice", build=lambda _files: ("/usr/bin/bash", "-c", script)
    )


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with empty_cache(monkeypatch) as place:
        yield place


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "main.py").write_text("print('hello')\n")
    return tmp_path


def an_artifact(text: bytes = b"data") -> Artifact:
    return pack({"book.txt": File(text)}, MANIFEST)


def kept_folders(cache: Path) -> list[Path]:
    return sorted(cache.glob("kept-*"))


def test_the_same_sources_are_built_once_and_the_log_is_said_again(source):
    language = dice()
    logs: list[list[str]] = [[], []]
    artifacts = [build(source, language, log.append) for log in logs]
    assert artifacts[0] == artifacts[1]
    assert logs == [["rolling\n"], ["rolling\n"]]


@pytest.mark.parametrize("change", ["content", "name", "more", "command", "compiler", "limits"])
def test_a_source_that_differs_in_anything_is_built_again(source, change):
    language, limits = dice(), BuildLimits()
    first = build(source, language, ignore, limits=limits)
    if change == "content":
        (source / "main.py").write_text("print('bye')\n")
    elif change == "name":
        (source / "main.py").rename(source / "other.py")
    elif change == "more":
        (source / "book.txt").write_text("")
    elif change == "command":
        language = dice("true")
    elif change == "compiler":
        language = dataclasses.replace(language, version=("/usr/bin/echo", "Dice 2"))
    else:
        limits = BuildLimits(files=100)
    assert build(source, language, ignore, limits=limits).sha256 != first.sha256


def test_a_build_that_failed_is_tried_again(source):
    language = dice("false")
    for _ in range(2):
        with pytest.raises(BuildError) as failure:
            build(source, language, ignore)
        assert failure.value.log == "rolling\n"


@pytest.mark.parametrize("name", ["artifact.tar", "log", "sha256"])
def test_a_build_that_a_crash_of_the_machine_has_emptied_is_built_again(source, cache, name):
    build(source, dice(), ignore)
    place = kept_folders(cache)[0]
    if name == "log":
        (place / name).unlink()
    else:
        (place / name).write_bytes(b"")
    log: list[str] = []
    build(source, dice(), log.append)
    assert log == ["rolling\n"]


def test_what_is_kept_can_be_read_by_the_platforms_user_alone(source, cache):
    build(source, dice(), ignore)
    assert [place.stat().st_mode & 0o777 for place in kept_folders(cache)] == [0o700]


def test_builders_at_once_keep_one_whole_build(cache):
    name = build_cache.key("race")
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        pool.starmap(_keep, [(name, number) for number in range(40)])
    built = build_cache.load(name, MANIFEST)
    assert built is not None
    assert built.artifact == an_artifact(built.log.encode())
    assert [path.name for path in cache.iterdir() if path.name != ".lock"] == [f"kept-{name}"]


def _keep(name: str, number: int) -> None:
    text = str(number)
    build_cache.save(name, build_cache.Built(an_artifact(text.encode()), text))
    built = build_cache.load(name, MANIFEST)
    assert built is not None
    assert built.artifact == an_artifact(built.log.encode())


def test_kept_builds_go_before_programs_that_may_be_running(cache):
    running = an_artifact(b"x" * 1000)
    materialize(running.data, running.sha256)
    for number in range(3):
        build_cache.save(str(number), build_cache.Built(an_artifact(b"x" * 1000), ""))
        used = time.time() - 100 + number
        os.utime(cache / f"kept-{number}", (used, used))
    size = sum(f.stat().st_size for f in (cache / "kept-0").iterdir())
    assert prune(max_bytes=2 * size) == 2
    assert [path.name for path in kept_folders(cache)] == ["kept-2"]
    assert prune(max_bytes=0) == 1
    assert (cache / running.sha256).is_dir()


def test_a_build_that_is_used_again_is_not_the_next_to_go(cache):
    for name in ("old", "new"):
        build_cache.save(name, build_cache.Built(an_artifact(), ""))
    for name, age in (("old", 200), ("new", 100)):
        os.utime(cache / f"kept-{name}", (time.time() - age,) * 2)
    assert build_cache.load("old", MANIFEST)
    prune(max_bytes=sum(f.stat().st_size for f in (cache / "kept-old").iterdir()))
    assert [path.name for path in kept_folders(cache)] == ["kept-old"]


@pytest.mark.parametrize(
    "place", ["usual", pytest.param("empty", marks=pytest.mark.nightly, id="that-is-empty")]
)
def test_the_header_of_all_headers_is_compiled_once_and_used(tmp_path, cache, monkeypatch, place):
    """The compiler's own list of headers (-H) marks a precompiled one that it uses with "!".

    Compiling the header takes long: usually another build has done it.
    """
    if place == "usual":
        monkeypatch.undo()
        cache = cache_root()
    flags = dataclasses.replace(CPP, build=lambda files: (*CPP.build(files), "-H"))
    source = f"// {uuid.uuid4()}\n{SUM}"
    (tmp_path / "main.cpp").write_text(source)
    log: list[str] = []
    build(tmp_path, flags, log.append)
    assert "! .precompiled/bits/stdc++.h.gch\n" in log
    headers = sorted(cache.glob("kept-*/.precompiled/bits/stdc++.h.gch"))
    made = [path.stat().st_mtime_ns for path in headers]
    assert place == "usual" or len(made) == 1
    (tmp_path / "main.cpp").write_text(source.replace("5 <<", "6 <<"))
    artifact = build(tmp_path, flags, log.append)
    assert log.count("! .precompiled/bits/stdc++.h.gch\n") == 2
    assert sorted(cache.glob("kept-*/.precompiled/bits/stdc++.h.gch")) == headers
    assert [path.stat().st_mtime_ns for path in headers] == made
    assert list((materialize(artifact.data, artifact.sha256)).iterdir()) != []
    if place == "empty":
        assert headers[0].stat().st_nlink == 1  # the builds' own names of it are gone


def test_a_source_of_empty_lines_is_searched_in_linear_time():
    prepared = CPP.prepared
    assert prepared is not None
    # In quadratic time each of these would take longer than a test may.
    assert not prepared.wanted({"main.cpp": b"\n" * 1_000_000})
    assert prepared.wanted({"main.cpp": b"\n" * 1_000_000 + b" # include <bits/stdc++.h>"})


@pytest.mark.parametrize("path", ["bits/stdc++.h", "include/bits/stdc++.h", ".precompiled/x.h"])
def test_an_authors_own_header_of_that_name_is_left_in_its_right(path):
    assert CPP.prepared is not None
    files = {"main.cpp": SUM.encode()}
    assert CPP.prepared.wanted(files)
    assert not CPP.prepared.wanted({**files, path: b""})
    assert not CPP.prepared.wanted({"main.cpp": b"#include <vector>\nint main() {}"})


def test_a_build_goes_on_without_what_cannot_be_prepared(tmp_path, cache):
    assert CPP.prepared is not None
    broken = dataclasses.replace(CPP.prepared, command=("/usr/bin/false",))
    (tmp_path / "main.cpp").write_text(SUM)
    build(tmp_path, dataclasses.replace(CPP, prepared=broken), ignore)
    assert list(cache.glob("kept-*/.precompiled")) == []
