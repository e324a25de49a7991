"""Sources that attack the machine that builds them: each ends as the author's fault, with a reason,
and leaves nothing."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.artifacts import cache_root
from sandbox.builds import build
from sandbox.errors import BuildError
from sandbox.languages import detect
from sandbox.limits import MIB, BuildLimits, Limits
from sandbox.tests.caches import empty_cache
from sandbox.tests.sandboxes import leftovers, needs_memory_groups, processes_with

SMALL = BuildLimits(
    compiler=Limits(memory_mb=512, processes=40, scratch_mb=64, file_mb=32, cpu_s=30),
    wall_s=60,
    artifact=MIB,
    files=50,
)
QUICK = BuildLimits(compiler=Limits(memory_mb=512, processes=40, cpu_s=1), wall_s=60)
SHORT = BuildLimits(compiler=Limits(memory_mb=512, processes=40), wall_s=1)
MAIN = "int main() { return 0; }\n"
SLEEP = "bash -c 'sleep 1000; :' TOKEN"


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with empty_cache(monkeypatch) as place:
        yield place


def attack(folder: Path, files: dict[str, str], limits: BuildLimits = SMALL) -> BuildError:
    """The failure of building these files, of which nothing is left."""
    token = uuid.uuid4().hex
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("TOKEN", token))
    before = leftovers()
    with pytest.raises(BuildError) as caught:
        build(folder, detect(list(files)), lambda _line: None, limits=limits)
    assert processes_with(token) == []
    assert leftovers() == before
    assert [path.name for path in cache_root().iterdir()] == [".lock"]
    return caught.value


def make(folder: Path, *commands: str, limits: BuildLimits = SMALL) -> BuildError:
    """The failure of a Makefile with these commands."""
    recipe = "".join(f"\t@{command}\n" for command in commands)
    return attack(folder, {"Makefile": f"bot:\n{recipe}", "main.c": MAIN}, limits)


def test_a_giant_array_in_the_program_is_a_file_too_large(tmp_path):
    error = attack(tmp_path, {"main.cpp": "int a[1 << 28] = {1};\n" + MAIN})
    assert "failed" in str(error)
    assert "File size limit exceeded" in error.log or "file too big" in error.log.lower()


def test_a_program_larger_than_artifacts_may_be_is_refused(tmp_path):
    error = attack(tmp_path, {"main.cpp": "char a[20 << 20] = {1};\n" + MAIN})
    assert str(error) == "what the build made cannot be kept: more than 1 MB"


def test_templates_without_an_end_are_the_compilers_to_refuse(tmp_path):
    source = "template <int N> struct A { static const int x = A<N + 1>::x; };\n"
    error = attack(tmp_path, {"main.cpp": source + "int main() { return A<0>::x; }\n"})
    assert "template instantiation depth exceeds maximum" in error.log


@needs_memory_groups
def test_templates_that_double_run_out_of_memory(tmp_path):
    source = """
        template <int N, int M> struct A {
            static const int x = A<N - 1, 2 * M>::x + A<N - 1, 2 * M + 1>::x;
        };
        template <int M> struct A<0, M> { static const int x = M; };
        int main() { return A<26, 0>::x; }
    """
    limits = BuildLimits(compiler=Limits(memory_mb=100, processes=40), wall_s=100)
    error = attack(tmp_path, {"main.cpp": source}, limits)
    assert str(error) == "the compiler needed more than 100 MB"


def test_a_header_that_includes_itself_is_the_compilers_to_refuse(tmp_path):
    files = {"main.cpp": '#include "a.h"\n' + MAIN, "a.h": '#include "a.h"\n'}
    assert "nested" in attack(tmp_path, files).log


def test_a_header_that_includes_itself_twice_comes_to_an_end_with_its_time(tmp_path):
    flood = "#if __INCLUDE_LEVEL__ < 30\n" + '#include "a.h"\n' * 10 + "#endif\n"
    error = attack(tmp_path, {"main.cpp": '#include "a.h"\n' + MAIN, "a.h": flood}, QUICK)
    assert str(error).endswith("the compiler used more than 1 s of CPU time")


def test_a_calculation_without_an_end_comes_to_an_end_with_its_time(tmp_path):
    source = """
        constexpr unsigned long f(unsigned long n) {
            unsigned long x = 0;
            for (unsigned long i = 0; i < 10; i++)
                for (unsigned long j = 0; j < 100000; j++) x += n;
            return x;
        }
        template <unsigned long N> struct A { static constexpr auto x = f(N) + A<N - 1>::x; };
        template <> struct A<0> { static constexpr auto x = 0UL; };
        int main() { return A<300>::x > 5; }
    """
    assert "took longer than 1 s" in str(attack(tmp_path, {"main.cpp": source}, SHORT))


@pytest.mark.parametrize("path", ["/etc/passwd", "/etc/shadow", "/root/.profile", "/proc/1/mem"])
def test_files_of_the_host_cannot_be_built_into_a_program(tmp_path, path):
    source = f'__asm__(".incbin \\"{path}\\"");\n' + MAIN
    error = attack(tmp_path, {"main.c": source})
    assert "file not found" in error.log
    error = attack(tmp_path, {"main.c": f'#include "{path}"\n' + MAIN})
    assert "No such file" in error.log


def test_a_makefile_that_forks_without_end_meets_a_limit(tmp_path):
    bomb = f"for i in $$(seq 200); do {SLEEP} & done; wait"
    error = make(tmp_path, bomb, limits=SHORT)
    assert "Cannot fork" in error.log or "took longer than 1 s" in str(error)


def test_what_a_makefile_leaves_running_ends_with_it(tmp_path):
    daemon = f"trap : TERM HUP; setsid {SLEEP} </dev/null >/dev/null 2>&1 &"
    assert "no executable file bot" in str(make(tmp_path, daemon))


def test_a_daemon_that_holds_the_log_ends_with_the_build(tmp_path):
    assert "no executable file bot" in str(make(tmp_path, f"setsid {SLEEP} &"))


def test_a_makefile_writes_nowhere_but_to_scratches(tmp_path):
    places = "/ /usr /usr/bin /etc /program /dev /proc /sys /root /home /var /run"
    error = make(tmp_path, f"for p in {places}; do echo x >$$p/TOKEN && echo WROTE $$p; done")
    assert "WROTE" not in error.log
    assert "cannot create /usr/" in error.log


def test_a_makefile_fills_its_scratch_and_no_more(tmp_path):
    fill = (
        "for d in /tmp /build /dev/shm; do for i in 1 2 3 4; do "
        "head -c 30000000 /dev/zero >$$d/$$i || echo FULL $$d; done; done; rm /tmp/[1-4]"
    )
    error = make(tmp_path, fill, limits=BuildLimits(Limits(scratch_mb=64, file_mb=32)))
    assert error.log.count("FULL") >= 3


def test_a_makefile_has_no_network(tmp_path):
    reach = "bash -c ': 3<>/dev/tcp/127.0.0.1/22' || bash -c ': 3<>/dev/udp/8.8.8.8/53'"
    error = make(tmp_path, f"{reach} || {{ echo NOWHERE; exit 1; }}")
    assert "NOWHERE" in error.log


def test_a_makefile_that_hangs_is_stopped(tmp_path):
    assert str(make(tmp_path, SLEEP, limits=SHORT)) == ("the compiler took longer than 1 s")


def test_a_makefile_that_says_too_much_is_cut(tmp_path):
    limits = BuildLimits(Limits(cpu_s=20), log=4096)
    error = make(tmp_path, "head -c 30000000 /dev/zero | tr '\\0' 'x\\n'; exit 1", limits=limits)
    assert len(error.log) < 20_000
    assert error.log.endswith("[the log is cut here: it is longer than 4 KiB]\n")


@pytest.mark.parametrize(
    ("product", "reason"),
    [
        ("ln -s /etc/passwd /build/bot", "bot is not a regular file"),
        ("ln -s /etc /build/data; echo x >bot; chmod +x bot", "data is not a regular file"),
        ("mkfifo /build/bot", "failed: exit status 2"),
        ("mkdir /build/bot", "no executable file bot"),
        ("echo x >bot", "no executable file bot"),
        ("head -c 3000000 /dev/zero >bot", "more than 1 MB"),
        ("touch /build/$$(seq -s ' /build/' 60)", "more than 50 files"),
    ],
)
def test_a_product_that_is_no_program_is_refused(tmp_path, product, reason):
    assert reason in str(make(tmp_path, product))


def test_names_that_lead_out_of_a_tar_stay_in_the_scratch(tmp_path):
    """tar is started in /build, after the makefile: its own options must not be names there."""
    names = ["--to-command=touch TOKEN", "--checkpoint=1", "..a", "-"]
    made = "; ".join(f"touch '/build/{name}'" for name in names)
    assert "no executable file bot" in str(make(tmp_path, made))


def test_options_in_environment_and_files_do_not_reach_the_compiler(tmp_path):
    """A specs file or plugin beside the sources is not loaded by itself."""
    files = {
        "main.c": "int main(void) { return x; }\n",
        "specs": "*cc1:\n--help\n",
        "cc1": "#!/bin/sh\necho TAKEN\n",
        "as": "#!/bin/sh\necho TAKEN\n",
        ".gccrc": "-fplugin=evil.so",
    }
    error = attack(tmp_path, files)
    assert "TAKEN" not in error.log
    assert "'x' undeclared" in error.log.replace("‘", "'").replace("’", "'")


def test_annotation_processors_do_not_run_in_the_java_compiler(tmp_path):
    files = {
        "Main.java": "class Main { int x = y; }",
        "META-INF/services/javax.annotation.processing.Processor": "Evil",
        "Evil.java": "class Evil {}",
    }
    log = attack(tmp_path, files, BuildLimits()).log
    assert "Evil" not in log
    assert "cannot find symbol" in log


def test_a_go_file_that_asks_for_the_c_compiler_is_not_heard(tmp_path):
    source = 'package main\n\n// #cgo LDFLAGS: -Wl,-e,x\n// int f() { return 1; }\nimport "C"\n'
    error = attack(tmp_path, {"main.go": source + "func main() { C.f() }\n"}, BuildLimits())
    assert "build constraints exclude all Go files" in error.log
