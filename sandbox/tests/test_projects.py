"""Guarantees for programs of several files, language by language."""

from __future__ import annotations

import contextlib
import textwrap
from pathlib import Path

import pytest

from sandbox.artifacts import materialize
from sandbox.builds import build
from sandbox.errors import BuildError
from sandbox.isolation import choose
from sandbox.isolation.base import Spec
from sandbox.languages import LANGUAGES, detect
from sandbox.limits import Limits
from sandbox.tests.sandboxes import read_to_end


def made(tmp_path: Path, files: dict[str, str]) -> tuple[tuple[str, ...], Path, str]:
    """The built program's command and folder, and the log."""
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    log: list[str] = []
    artifact = build(tmp_path, detect(files), log.append)
    return artifact.manifest.argv, materialize(artifact.data, artifact.sha256), "".join(log)


def said(tmp_path: Path, files: dict[str, str], limits: Limits | None = None) -> str:
    argv, program, _ = made(tmp_path, files)
    with contextlib.closing(choose().spawn(Spec(argv, program, limits or Limits()))) as process:
        process.close_stdin()
        return read_to_end(process.stdout, 60) + read_to_end(process.stderr, 60)


def failure(tmp_path: Path, files: dict[str, str]) -> BuildError:
    with pytest.raises(BuildError) as caught:
        made(tmp_path, files)
    return caught.value


def test_a_c_program_has_several_sources_and_the_mathematical_library(tmp_path):
    files = {
        "main.c": """
            #include <math.h>
            #include <stdio.h>
            #include "two.h"
            int main(void) { printf("%.0f\\n", sqrt(two() * 8)); }
        """,
        "src/unused.c": "broken",
        "two words.c": '#include "two.h"\ndouble two(void) { return 2; }\n',
        "two.h": "double two(void);\n",
        "book.txt": "e4",
    }
    assert said(tmp_path, files) == "4\n"


def test_all_errors_of_several_sources_are_shown(tmp_path):
    files = {"a.cpp": "int main() { return x; }", "b.cpp": "int f() { return y; }"}
    error = failure(tmp_path, files)
    assert "a.cpp:1:21: error:" in error.log
    assert "b.cpp:1:18: error:" in error.log


def test_equal_sources_make_equal_programs_whoever_compiles_first(tmp_path):
    files = {
        **{f"{name}.cpp": f"int {name}() {{ return 1; }}" for name in "abcdef"},
        "main.cpp": "int main() {}",
    }
    programs = set()
    for turn in range(3):  # a file beside them keeps the cache out of it
        _, program, _ = made(tmp_path, {**files, "turn.txt": str(turn)})
        programs.add((program / "bot").read_bytes())
    assert len(programs) == 1


def test_a_source_that_another_one_includes_is_not_compiled_twice(tmp_path):
    files = {
        "main.cpp": '#include <cstdio>\n#include "ai/../think.cpp"\nint main() { puts(go()); }',
        "think.cpp": 'const char *go() { return "once"; }\n',
        "other.cpp": "int unused;\n",
        "ai/notes.txt": "",
    }
    assert said(tmp_path, files) == "once\n"


MAKEFILE = """
bot: out/main.o out/other.o
\tg++ -o bot $^
out/%.o: source/%.cpp
\tmkdir -p out
\tg++ -O2 -c -o $@ $<
"""


def test_a_makefile_builds_beside_its_sources_and_leaves_bot(tmp_path):
    files = {
        "Makefile": MAKEFILE,
        "source/main.cpp": """
            #include <fstream>
            #include <iostream>
            int other();
            int main() {
                std::string s;
                std::ifstream("data/book.txt") >> s;
                std::cout << other() << s << std::endl;
            }
        """,
        "source/other.cpp": "int other() { return 7; }",
        "data/book.txt": "e4",
    }
    assert said(tmp_path, files) == "7e4\n"
    _, program, log = made(tmp_path, files)
    assert "g++ -o bot out/main.o out/other.o" in log
    names = sorted(str(p.relative_to(program)) for p in program.rglob("*") if p.is_file())
    assert names == ["Makefile", "bot", "data/book.txt"]


def test_a_cmake_project_is_a_release_wherever_its_target_lies(tmp_path):
    files = {
        "CMakeLists.txt": """
            cmake_minimum_required(VERSION 3.13)
            project(mine CXX)
            add_subdirectory(program)
        """,
        "program/CMakeLists.txt": """
            add_executable(bot main.cpp)
            set_target_properties(bot PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/x)
        """,
        "program/main.cpp": """
            #include <cstdio>
            int main() {
            #ifdef NDEBUG
                std::puts("release");
            #endif
            }
        """,
    }
    assert said(tmp_path, files) == "release\n"


JAVA = """
package com.acme;
public final class Bot extends Helper<String> {
    static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
    public static void main(String... args) throws Exception {
        long all = 0;
        for (int i = 0; i < 100; i++) all += new byte[16 << 20].length;
        System.out.println(name() + " " + deep(200_000) + " " + (all >> 20));
        System.out.println(Runtime.getRuntime().maxMemory() >> 20);
    }
}
"""
HELPER = 'package com.acme;\npublic class Helper<T> { static String name() { return "né"; } }\n'


def test_java_finds_the_class_to_run_has_a_deep_stack_and_collects_within_its_memory(tmp_path):
    files = {"com/acme/Bot.java": JAVA, "com/acme/Helper.java": HELPER}
    hello, heap = said(tmp_path, files, Limits(memory_mb=512)).splitlines()
    assert hello == "né 200000 1600"
    assert 250 < int(heap) < 310  # three fifths; the rest is for what is not heap


def test_java_prefers_main_where_several_classes_could_be_run(tmp_path):
    body = 'public static void main(String[] args) { System.out.println("%s"); }'
    files = {
        "Main.java": f"public class Main {{ {body % 'main'} }}",
        "Test.java": f"public class Test {{ {body % 'test'} }}",
    }
    assert said(tmp_path, files) == "main\n"


def test_java_without_one_class_to_run_is_shown(tmp_path):
    main = "public static void main(String[] args) {}"
    none = {"Bot.java": "public class Bot { void main() {} }"}
    assert "no class has a method" in failure(tmp_path, none).log
    two = {name + ".java": f"class {name} {{ {main} }}" for name in ("Bot", "Test")}
    assert "call the one to run Main: Bot Test" in failure(tmp_path, two).log


def test_java_errors_are_shown_with_file_and_line(tmp_path):
    error = failure(tmp_path, {"Main.java": "class Main {\n  int x = y;\n}"})
    assert "Main.java:2: error: cannot find symbol" in error.log


def test_javascript_may_be_modules_and_errors_in_any_file_are_shown(tmp_path):
    files = {
        "package.json": '{"type": "module"}',
        "main.js": 'import { x } from "./lib/x.js"; console.log(x);',
        "lib/x.js": "export const x = 42;",
    }
    assert said(tmp_path, files) == "42\n"
    files["lib/y.js"] = "const = 3;"
    assert "/program/lib/y.js:1" in failure(tmp_path, files).log


def test_javascript_collects_within_its_memory_and_has_a_deep_stack(tmp_path):
    files = {
        "main.js": """
            const deep = (n) => (n === 0 ? 0 : 1 + deep(n - 1));
            let all = 0;
            for (let i = 0; i < 300; i++) all += new Array(500_000).fill(i).length;
            console.log(deep(100_000), all);
            console.log(require("v8").getHeapStatistics().heap_size_limit >> 20);
        """,
    }
    said_first, heap = said(tmp_path, files, Limits(memory_mb=512)).splitlines()
    assert said_first == "100000 150000000"
    assert 350 < int(heap) < 440


@pytest.mark.parametrize("module", [{}, {"go.mod": "module bot\n\ngo 1.19\n"}], ids=["bare", "mod"])
def test_a_go_module_has_packages_below_it(tmp_path, module):
    files = {
        "main.go": """
            package main

            import (
                "bot/search"
                "fmt"
                "runtime/debug"
            )

            func main() { fmt.Println(search.Depth(), debug.SetMemoryLimit(-1)>>20) }
        """,
        "search/search.go": "package search\n\nfunc Depth() int { return 7 }\n",
        **module,
    }
    assert said(tmp_path, files, Limits(memory_mb=512)) == "7 435\n"


def test_go_fetches_nothing_and_says_what_is_missing(tmp_path):
    files = {"main.go": 'package main\nimport _ "example.org/x/y"\nfunc main() {}\n'}
    assert "example.org/x/y" in failure(tmp_path, files).log


def test_a_rust_crate_has_modules(tmp_path):
    files = {
        "Cargo.toml": '[package]\nname = "x"\n',
        "src/main.rs": 'mod search;\nfn main() { println!("{}", search::depth()); }\n',
        "src/search.rs": "pub fn depth() -> u32 { 7 }\n",
    }
    assert said(tmp_path, files) == "7\n"


@pytest.mark.parametrize("name", ["c", "cpp", "go", "java", "rust"])
def test_compiled_programs_leave_their_sources_behind(tmp_path, name):
    files = {file.name: file.read_text() for file in LANGUAGES[name].hello}
    _, program, _ = made(tmp_path, {**files, "book.txt": "e4"})
    names = {path.name for path in program.rglob("*") if path.is_file()}
    assert "book.txt" in names
    assert not names & files.keys()
