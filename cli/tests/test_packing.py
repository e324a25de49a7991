"""The files of a folder that are uploaded, and those that stay."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from cli.errors import CommandError
from cli.packing import packing, zipped

CPP = ("main.cpp", "deep/table.hpp", "main.o", "bot", "CMakeLists.txt", "build/x/cache.txt")
JAVA = ("Main.java", "classes/Main.class", "classes/notes.txt", "lib/Main.class")


@pytest.fixture
def folder(tmp_path):
    def make(*names):
        for name in names:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(name)
        return tmp_path

    return make


@pytest.mark.parametrize(
    ("names", "made"),
    [
        (CPP, {"main.o", "bot", "build/x/cache.txt"}),
        (JAVA, {"classes/Main.class", "classes/notes.txt", "lib/Main.class"}),
        (("Cargo.toml", "src/main.rs", "target/wasm/x"), {"target/wasm/x"}),
        (("main.py", "build/data.txt", "bot", "target/weights.bin"), set()),
        (("main.go", "bot", "data/bot"), {"bot"}),
        (("app/Cargo.toml", "app/target/x", "target/y"), {"app/target/x"}),
    ],
)
def test_the_output_of_builds_stays(folder, names, made):
    found = packing(folder(*names))
    assert set(map(str, found.made)) == made
    assert set(map(str, found.wanted)) == set(names) - made
    with zipfile.ZipFile(io.BytesIO(zipped(folder(), found))) as archive:
        assert set(archive.namelist()) == set(names) - made


def test_version_control_and_caches_are_not_mentioned(folder):
    found = packing(folder("main.py", ".git/config", "__pycache__/main.pyc", ".venv/x.py"))
    assert list(map(str, (*found.wanted, *found.made))) == ["main.py"]


@pytest.mark.parametrize("names", [(), ("main.o",), (".git/config",)])
def test_a_folder_without_sources_is_refused(folder, names):
    with pytest.raises(CommandError, match="no files to upload"):
        packing(folder(*names))


def test_a_dry_run_lists_and_needs_no_site(arbiter, folder):
    place = folder(*CPP)
    status, out, _ = arbiter("submit", place, "--bot", "newt", "--dry-run", "--json")
    assert status == 0
    listed = json.loads(out)
    assert listed["files"] == ["CMakeLists.txt", "deep/table.hpp", "main.cpp"]
    assert listed["left_out"] == ["bot", "build/x/cache.txt", "main.o"]
    assert listed["language"] == "cmake"
    status, out, err = arbiter("submit", place, "--bot", "newt", "--dry-run")
    assert (status, out) == (0, "CMakeLists.txt\ndeep/table.hpp\nmain.cpp\n")
    assert "main.o stays here" in err


@pytest.mark.parametrize(
    ("names", "language", "reason"),
    [
        (("a/main.py", "b/main.py"), "", "a/ and b/ each hold a program: send an archive"),
        (("main.py",), "cpp", "no C++20 (g++) source was found"),
        (("main.py",), "cobol", "there is no language 'cobol'"),
        (("notes.txt",), "", "no source file was found"),
    ],
)
def test_a_dry_run_refuses_what_the_site_refuses(arbiter, folder, names, language, reason):
    place = folder(*names)
    status, _, err = arbiter("submit", place, "--bot", "x", "--dry-run", "--language", language)
    assert (status, reason in " ".join(err.split())) == (2, True)
    assert err.startswith("error: The site would refuse this upload: ")
