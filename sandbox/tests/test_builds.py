"""Builds: their results, their messages to authors, and the limits of hostile builds."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.artifacts import cache_root, materialize
from sandbox.builds import build
from sandbox.compiling import Log
from sandbox.errors import BuildError, CompilerKilled, MachineFault
from sandbox.isolation import choose
from sandbox.isolation.base import Spec
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.plain import Plain
from sandbox.isolation.running.cgroups import TreeV1, TreeV2
from sandbox.isolation.running.groups import CORE, write
from sandbox.languages import LANGUAGES
from sandbox.limits import BUILDS, MIB, BuildLimits, Limits
from sandbox.tests.caches import empty_cache
from sandbox.tests.sandboxes import TREE, needs_memory_groups

CPP, PYTHON = LANGUAGES["cpp"], LANGUAGES["python"]
HELLO = '#include <cstdio>\nint main() { std::puts("hello"); }\n'


def ignore(_line: str) -> None: ...


def scripted(script: str):
    """A language whose compiler does what the test wants."""
    return dataclasses.replace(
        PYTHON, title="Script", build=lambda _files: ("/usr/bin/bash", "-c", script)
    )


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with empty_cache(monkeypatch) as place:
        yield place


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "main.py").write_text("print('hello')\n")
    return tmp_path


def test_a_build_gives_an_artifact_that_says_how_it_is_run(tmp_path):
    (tmp_path / "bot.cpp").write_text(HELLO)
    artifact = build(tmp_path, CPP, ignore)
    assert artifact.manifest.language == "cpp"
    assert artifact.manifest.argv == CPP.run
    assert (materialize(artifact.data, artifact.sha256) / "bot").stat().st_mode & 0o777 == 0o755


def test_equal_sources_give_equal_artifacts(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.cpp").write_text(HELLO)
        (tmp_path / name / "book.txt").write_text("e4")
    artifacts = [build(tmp_path / name, CPP, ignore) for name in ("one", "two")]
    assert artifacts[0] == artifacts[1]


def test_the_log_comes_while_the_compiler_runs(source):
    seen: list[tuple[str, float]] = []
    began = time.monotonic()
    script = "echo first; sleep 0.5; echo second >&2"
    build(source, scripted(script), lambda line: seen.append((line, time.monotonic() - began)))
    assert [line for line, _ in seen] == ["first\n", "second\n"]
    assert seen[1][1] - seen[0][1] > 0.4


def test_a_failing_compiler_is_told_with_its_status_and_log(source):
    with pytest.raises(BuildError, match="failed: exit status 3; the log says why") as failure:
        build(source, scripted("echo because; exit 3"), ignore)
    assert failure.value.log == "because\n"


@pytest.mark.parametrize(
    ("language", "good", "bad"),
    [
        (CPP, "int good() { return 1; }\n", "int bad() { return x; }\n" * 9),
        (LANGUAGES["javascript"], "let x = 1;\n", "let x = ;\n"),
        (LANGUAGES["python"], "x = 1\n", "x =\n"),
    ],
)
def test_a_failed_build_of_several_files_names_those_that_fail(source, language, good, bad):
    suffix = language.suffixes[0]
    for name, text in (("main", good), ("good", good), ("a bad", bad), ("-bad", bad)):
        source.joinpath(f"{name}{suffix}").write_text(text)
    limits = BuildLimits(log=200)  # also where the log is cut before it says so
    with pytest.raises(BuildError) as failure:
        build(source, language, ignore, limits=limits)
    failed = f"-bad{suffix}, a bad{suffix}"
    assert str(failure.value).endswith(f"failed: {failed}; the log says why")


@pytest.mark.parametrize("what", ["mkdir", "touch"])
def test_what_no_ordinary_user_may_read_is_the_authors_fault(source, monkeypatch, what):
    def refused(path, *arguments, **places):
        if path == "hidden":  # a superuser may read it
            raise PermissionError(path)
        return real(path, *arguments, **places)

    real = os.open
    monkeypatch.setattr("sandbox.compiling.os.open", refused)
    with pytest.raises(BuildError, match="hidden has a mode with which nobody may read it"):
        build(source, scripted(f"{what} /build/hidden && chmod 0 /build/hidden"), ignore)


@pytest.mark.parametrize(
    "script",
    [
        "kill -9 $$",
        # The child of g++ that waits for its source is the compiler.
        (
            "sleep 9 2>/tmp/log | g++ -x c++ -c - -o /tmp/o & until kill -9 "
            "$(grep -l cc1plus /proc/*/comm | tr -cd 0-9); do sleep 0.05; done 2>/tmp/no; wait $!"
        ),
    ],
)
def test_a_compiler_that_was_killed_is_no_fault_of_the_author(source, script):
    log: list[str] = []
    with pytest.raises(CompilerKilled, match=r"by something on this machine$") as killed:
        build(source, scripted(script), log.append)
    assert not killed.value.no_memory, "its own program killed it"
    assert log == [] or "Killed signal terminated program cc1plus" in "".join(log)


@pytest.fixture
def poor() -> Iterator[Bubblewrap]:
    """A sandbox in a group that has less memory than one build may use, as a small machine has."""
    assert TREE is not None
    above = TREE.parents["memory"] / f"poor-{os.getpid()}"
    above.mkdir()
    try:
        if TREE.version == 2:
            for name in TREE.parents.keys() - {CORE}:
                write(above / "cgroup.subtree_control", f"+{name}")
            write(above / "memory.max", 64 * MIB)
            yield Bubblewrap(TreeV2(dict.fromkeys(TREE.parents, above)))
        else:
            write(above / "memory.limit_in_bytes", 64 * MIB)
            yield Bubblewrap(TreeV1({**TREE.parents, "memory": above}))
    finally:
        above.rmdir()


@needs_memory_groups
def test_a_compiler_that_the_kernel_killed_for_the_machines_memory_is_told_from_others(
    source, poor
):
    script = "/usr/bin/python3 -c \"x = b'x' * (1 << 27)\""
    with pytest.raises(CompilerKilled, match="which has no memory left") as killed:
        build(source, scripted(script), ignore, poor)
    assert killed.value.no_memory


def test_an_author_who_writes_of_killed_ones_has_failed_like_all(source):
    script = "echo 'main.cpp:1: error: Killed was not declared'; exit 1"
    with pytest.raises(BuildError, match="exit status 1"):
        build(source, scripted(script), ignore)


def test_a_compiler_that_takes_too_long_is_stopped(source):
    with pytest.raises(BuildError, match=r"took longer than 0\.3 s") as failure:
        build(source, scripted("echo begun; sleep 60"), ignore, limits=BuildLimits(wall_s=0.3))
    assert failure.value.log == "begun\n"


@needs_memory_groups
def test_a_compiler_that_needs_too_much_memory_is_told_so(source):
    limits = BuildLimits(compiler=Limits(memory_mb=64))
    script = "/usr/bin/python3 -c \"x = b'x' * (1 << 27)\""
    with pytest.raises(BuildError, match="needed more than 64 MB"):
        build(source, scripted(script), ignore, limits=limits)


def test_a_build_without_a_program_is_shown(source):
    language = dataclasses.replace(scripted("true"), product="bot")
    with pytest.raises(BuildError, match="left no program"):
        build(source, language, ignore)


@pytest.mark.parametrize(("padding", "why"), [(10, "so it is"), (100_000, "left no program")])
def test_a_report_that_is_longer_than_reports_are_is_not_read(source, padding, why):
    report = f"printf '{{\"problem\": \"so it is\"}}%{padding}s' '' >/build/.report.json"
    language = dataclasses.replace(scripted(report), product="bot")
    with pytest.raises(BuildError, match=why):
        build(source, language, ignore)


def test_a_folder_with_the_name_of_the_program_is_told_and_not_left_to_a_match(tmp_path):
    (tmp_path / "bot.cpp").write_text(HELLO)
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "book.txt").write_text("e4")
    with pytest.raises(BuildError, match="both make a bot, one a folder and one a file: rename"):
        build(tmp_path, CPP, ignore)


def test_uploaded_and_built_files_together_have_a_limit(source):
    limits = BuildLimits(files=10)
    build(source, scripted("touch /build/{1..9}"), ignore, limits=limits)
    with pytest.raises(BuildError, match="the program has more than 10 files"):
        build(source, scripted("touch /build/{1..10}"), ignore, limits=limits)


def test_the_largest_program_that_a_build_may_make_can_be_started(source):
    artifact = build(source, scripted(f"touch /build/{{2..{BUILDS.files}}}"), ignore)
    program = materialize(artifact.data, artifact.sha256)
    process = choose().spawn(Spec(("/usr/bin/true",), program))
    process.close()


def test_a_build_may_not_make_more_than_its_size(source):
    script = "head -c 3000000 /dev/zero >/build/large"
    with pytest.raises(BuildError, match="more than 1 MB"):
        build(source, scripted(script), ignore, limits=BuildLimits(artifact=1 << 20, files=10))


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("ln -s /etc/passwd /build/link", "link is not a regular file"),
        ("ln -s /etc /build/folder", "folder is not a regular file"),
        ("ln -s / /build/$'\\e[31mred'", r"'\\x1b\[31mred' is not a regular file"),
        ("mkdir /build/{1..11}", "more than 10 folders"),
        ("touch /build/$'\\xff'", "is no name in UTF-8"),
        ("p=/build/$(printf %0250d 1); mkdir -p $p/$p/$p/$p/$p", "too long a path"),
        ("truncate -s 200M /build/hole", "more than 64 MB"),
        ("for i in {1..5}; do truncate -s 15M /build/$i; done", "more than 64 MB"),
    ],
)
def test_what_a_build_may_not_leave_is_refused(source, script, why):
    with pytest.raises(BuildError, match=f"what the build made cannot be kept: .*{why}"):
        build(source, scripted(script), ignore, limits=BuildLimits(files=10))


def test_no_process_of_a_build_has_a_pipe_for_its_files(source):
    """Its output and its errors are the log; the folder is read when nothing of it runs."""
    script = """
        for fd in /proc/[0-9]*/fd/*; do echo TOLD >$fd; done
        (sleep 0.2; echo late >/build/late) & disown
        echo early >/build/early
    """
    log: list[str] = []
    artifact = build(source, scripted(script), log.append)
    made = materialize(artifact.data, artifact.sha256)
    assert sorted(path.name for path in made.iterdir()) == ["early", "main.py"]
    assert "TOLD\n" in log


def test_a_compiler_finds_neither_the_network_nor_the_host(source):
    script = "ls /root /home /etc/passwd; (exec 3<>/dev/udp/127.0.0.1/9) || echo no network"
    log: list[str] = []
    build(source, scripted(script + "; true"), log.append)
    text = "".join(log)
    assert text.count("No such file or directory") == 3
    assert "no network" in text


def test_a_long_log_is_cut_with_a_mark(source):
    log: list[str] = []
    build(source, scripted("yes | head -n 100000"), log.append, limits=BuildLimits(log=1024))
    assert "".join(log).startswith("y\ny\n")
    assert log[-1] == "[the log is cut here: it is longer than 1 KiB]\n"
    assert len("".join(log)) < 1200


def test_terminal_escapes_and_broken_text_do_not_reach_the_reader():
    lines: list[str] = []
    log = Log(lines.append, 10_000)
    data = "\x1b[31merror\x1b[0m: é\x07\r\n\x1b]0;title\x07ok\x9b1m\n".encode() + b"\xff\xfe"
    for byte in data:  # in any fragmentation
        log.take(bytes([byte]))
    log.end()
    assert lines == ["error: é\n", "ok1m\n", "��\n"]


def test_a_line_without_an_end_does_not_fill_the_memory():
    lines: list[str] = []
    log = Log(lines.append, 100_000)
    for _ in range(10):
        log.take(b"x" * 9000)
    assert len(lines) == 10


def test_a_build_leaves_no_folder_behind_but_what_is_kept_on_purpose(source):
    build(source, PYTHON, ignore)
    with pytest.raises(BuildError):
        build(source, scripted("false"), ignore)
    names = [path.name for path in cache_root().iterdir()]
    assert len(names) == 2
    assert sorted(name.partition("-")[0] for name in names) == [".lock", "kept"]


def test_a_program_that_is_not_executable_is_none(source):
    language = dataclasses.replace(scripted("touch /build/bot"), product="bot")
    with pytest.raises(BuildError, match="left no program: no executable file bot"):
        build(source, language, ignore)


def test_a_language_without_its_compiler_is_refused_with_what_to_install(source):
    tool = "/usr/bin/no-such-compiler"
    language = dataclasses.replace(PYTHON, tools=(tool,), packages=("python3", "more"))
    with pytest.raises(MachineFault) as failure:
        build(source, language, ignore)
    assert str(failure.value) == (
        f"Python 3 is not available here, since {tool} is missing; "
        "an organizer can install it: apt-get install python3 more"
    )


@pytest.mark.parametrize("backend", [Bubblewrap(None), Plain()], ids=lambda b: b.name)
def test_weaker_backends_build_as_well(tmp_path, backend):
    (tmp_path / "bot.cpp").write_text(HELLO)
    assert build(tmp_path, CPP, ignore, backend).manifest.argv == CPP.run
