"""Which program of a Makefile or CMake project is the bot, and what strangers' projects may do."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from sandbox.artifacts import materialize
from sandbox.builds import build
from sandbox.errors import BuildError
from sandbox.isolation import choose
from sandbox.isolation.base import Spec
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits
from sandbox.tests.sandboxes import read_to_end

ELF = b"\x7fELF\2\1\1" + bytes(100)


def source(word: str) -> str:
    return f'#include <stdio.h>\nint main(void) {{ puts("{word}"); return 0; }}\n'


def made(
    folder: Path, language: str, files: Mapping[str, str | bytes], program: str = ""
) -> tuple[str, str, set[str]]:
    """The output of the built program, the build's log, and the program's files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    log: list[str] = []
    artifact = build(folder, LANGUAGES[language], log.append, program=program)
    place = materialize(artifact.data, artifact.sha256)
    spec = Spec(artifact.manifest.argv, place, Limits())
    with contextlib.closing(choose().spawn(spec)) as process:
        process.close_stdin()
        said = read_to_end(process.stdout) + read_to_end(process.stderr)
    names = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    return said.strip(), "".join(log), names


def cmake(*lines: str, minimum: str = "3.13") -> str:
    head = f"cmake_minimum_required(VERSION {minimum})\nproject(mine C)\n"
    return head + "\n".join(lines) + "\n"


MAKE_TWO = "all: client server\n%: %.c\n\tgcc -o $@ $<\n"
TWO = {"client.c": source("client"), "server.c": source("server")}


@pytest.mark.parametrize(
    ("language", "files"),
    [
        ("make", {"Makefile": "all:\n\tgcc -o main main.c\n", "main.c": source("it")}),
        ("make", {"Makefile": "x:\n\tmkdir bin; gcc -o bin/x m.c\n", "m.c": source("it")}),
        ("make", {"Makefile": "x:\n\tgcc -o bot.exe m.c\n", "m.c": source("it")}),
        ("cmake", {"CMakeLists.txt": cmake("add_executable(main m.c)"), "m.c": source("it")}),
        (
            "cmake",
            {
                "CMakeLists.txt": cmake(
                    "set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_SOURCE_DIR}/../bin)",
                    "add_executable(x m.c)",
                ),
                "m.c": source("it"),
            },
        ),
        (
            "cmake",
            {
                "CMakeLists.txt": cmake(
                    "add_executable(tests broken.c)",
                    "add_executable(player m.c)",
                    "install(TARGETS player DESTINATION bin)",
                ),
                "broken.c": "#error",
                "m.c": source("it"),
            },
        ),
        (
            "cmake",
            {
                "CMakeLists.txt": cmake(
                    "add_executable(engine m.c)",
                    "add_executable(tests broken.c)",
                    "set_target_properties(engine PROPERTIES OUTPUT_NAME bot)",
                ),
                "broken.c": "#error",
                "m.c": source("it"),
            },
        ),
        (
            "cmake",
            {
                "CMakeLists.txt": cmake(
                    "add_custom_target(x ALL gcc -o x ${CMAKE_SOURCE_DIR}/m.c)",
                ),
                "m.c": source("it"),
            },
        ),
    ],
    ids=["main", "folder", "exe", "target", "bin beside", "installed", "output name", "custom"],
)
def test_the_program_may_have_any_name(tmp_path, language, files):
    said, log, names = made(tmp_path, language, files)
    assert said == "it"
    assert "The program is " in log
    assert "bot" in names


@pytest.mark.parametrize(
    ("language", "project"),
    [
        ("make", {"Makefile": MAKE_TWO}),
        (
            "cmake",
            {
                "CMakeLists.txt": cmake(
                    "add_executable(client client.c)", "add_executable(server server.c)"
                )
            },
        ),
    ],
)
def test_of_several_programs_the_author_names_one(tmp_path, language, project):
    files = {**project, **TWO}
    with pytest.raises(BuildError, match="2 programs, and none is named bot: client, server") as no:
        made(tmp_path, language, files)
    assert no.value.programs == ("client", "server")
    assert made(tmp_path, language, files, "server")[0] == "server"
    with pytest.raises(BuildError, match=r"no program named judge. It made: client, server") as no:
        made(tmp_path, language, files, "judge")
    assert no.value.programs == ("client", "server")


def test_a_program_named_bot_comes_before_others(tmp_path):
    files = {"Makefile": "all: bot test\n%: %.c\n\tgcc -o $@ $<\n", "bot.c": source("it")}
    assert made(tmp_path, "make", {**files, "test.c": source("no")})[0] == "it"


def test_a_build_without_a_program_names_what_it_made(tmp_path):
    files = {"Makefile": "all: lib.o\n", "lib.c": "int x;\n"}
    with pytest.raises(BuildError, match=r"no executable file bot, and no other. New files: lib.o"):
        made(tmp_path, "make", files)


def test_programs_and_objects_of_another_machine_are_left_out_with_a_word_in_the_log(tmp_path):
    files: dict[str, str | bytes] = {
        "Makefile": "bin/main: obj/main.o\n\tgcc -o $@ $<\nobj/%.o: %.c\n\tgcc -c -o $@ $<\n",
        "main.c": source("fresh"),
        "obj/main.o": ELF,
        "bin/main": ELF,
        "weights.bin": b"\0\1",
    }
    said, log, names = made(tmp_path, "make", files)
    assert said == "fresh"
    assert "Left out: bin/main (a Linux executable).\n" in log
    assert "Left out: obj/main.o (an object file).\n" in log
    assert names == {"Makefile", "bot", "weights.bin"}


def test_what_cmake_left_of_a_build_elsewhere_is_ignored(tmp_path):
    cache = "CMAKE_HOME_DIRECTORY:INTERNAL=/home/me/bot\nCMAKE_C_COMPILER:FILEPATH=/opt/cc\n"
    files = {
        "CMakeLists.txt": cmake("add_executable(main main.c)"),
        "main.c": source("it"),
        "CMakeCache.txt": cache,
        "build/CMakeCache.txt": cache,
        "Makefile": "# CMAKE generated file: DO NOT EDIT!\nall:\n\tfalse\n",
    }
    said, log, names = made(tmp_path, "cmake", files)
    assert (said, names) == ("it", {"CMakeLists.txt", "bot"})
    assert "Left out: CMakeCache.txt (generated by CMake).\n" in log


def test_a_project_that_is_both_takes_the_makefile_and_says_so(tmp_path):
    files = {
        "CMakeLists.txt": cmake("add_executable(main main.c)"),
        "Makefile": "main: main.c\n\tgcc -DMAKE -o main main.c\n",
        "main.c": '#include <stdio.h>\n#ifdef MAKE\nint main(void) { puts("make"); }\n#endif\n',
    }
    said, log, _ = made(tmp_path, "make", files)
    assert said == "make"
    assert "This project has a Makefile and a CMakeLists.txt: the Makefile is used." in log


@pytest.mark.parametrize(
    "makefile",
    [
        "help:\n\t@echo say make all\nall: main\nmain: main.c\n\tgcc -o main main.c\n",
        "CC = clang-15\nmain: main.c\r\n\t$(CC) -o main main.c\r\n",
        "all: clean main\nmain: main.c\n\tsleep 0.1; gcc -o $@ $<\nclean:\n\trm -f main\n",
        "CFLAGS = -march=native -I/home/me/include\nmain: main.c\n",
        "main: gen.sh\n\t./gen.sh && gcc -static -o main main.c\n",
        "all:\n\tgcc -o main main.c && cp main bot-final\n",
    ],
    ids=["all", "clang, CRLF", "clean first", "native", "script, static", "copy"],
)
def test_makefiles_of_strangers_build(tmp_path, makefile):
    files = {"Makefile": makefile, "main.c": source("it"), "gen.sh": "#!/bin/sh\r\ntrue\r\n"}
    assert made(tmp_path, "make", files)[0] == "it"


@pytest.mark.parametrize(
    ("language", "project"),
    [
        ("make", {"Makefile": "/home/me/bot/main: /home/me/bot/m.c\n\tgcc -o $@ $<\n"}),
        (
            "cmake",
            {
                "CMakeLists.txt": cmake(
                    "set(CMAKE_RUNTIME_OUTPUT_DIRECTORY D:/bots/bin)",
                    "add_executable(main /Users/me/my-bot/m.c)",
                    "target_include_directories(main PRIVATE /home/me/my-bot/src/include)",
                )
            },
        ),
    ],
)
def test_paths_of_the_authors_machine_lead_into_the_project(tmp_path, language, project):
    files = {**project, "m.c": source("it"), "src/include/x.h": ""}
    said, log, _ = made(tmp_path, language, files)
    assert said == "it"
    assert "m.c is not here; m.c in the project is taken instead." in log


def test_the_errors_of_a_compiler_are_shown_once(tmp_path):
    files = {"Makefile": "all: main\nmain: main.c\n\tgcc -o main main.c\n", "main.c": "oops"}
    with pytest.raises(BuildError, match="failed: exit status 2") as failure:
        made(tmp_path, "make", files)
    assert failure.value.log.count("main.c:1:1: error:") == 1


@pytest.mark.parametrize("minimum", ["2.8", "3.13", "3.99", "4.1...4.2"])
def test_a_cmake_project_may_ask_for_an_older_or_newer_cmake(tmp_path, minimum):
    files = {
        "CMakeLists.txt": cmake("add_executable(main m.c)", minimum=minimum),
        "m.c": source("it"),
    }
    said, log, _ = made(tmp_path, "cmake", files)
    assert said == "it"
    assert ("asks for CMake" in log) == (minimum[:3] in ("3.9", "4.1"))


def test_a_cmake_program_with_a_shared_library_of_its_own_is_built_and_finds_it(tmp_path):
    files = {
        "CMakeLists.txt": cmake(
            "add_library(words SHARED words.c)",
            "add_executable(main main.c)",
            "target_link_libraries(main words)",
        ),
        "words.c": 'const char *word(void) { return "shared"; }\n',
        "main.c": "#include <stdio.h>\nconst char *word(void);\nint main(void) { puts(word()); }\n",
    }
    said, log, names = made(tmp_path, "cmake", files)
    assert (said, names) == ("shared", {"CMakeLists.txt", "bot", "libwords.so"})
    assert "building once more with shared libraries" in log


def test_a_project_that_lay_in_a_folder_finds_the_folders_beside_it(tmp_path):
    files = {
        "Makefile": "main: main.c\n\tgcc -I../include -o main main.c\n",
        "main.c": "#include <word.h>\n" + source("it"),
        "include/word.h": "\n",
    }
    assert made(tmp_path, "make", files)[0] == "it"


def test_a_report_that_a_build_wrote_itself_is_read_with_care(tmp_path):
    evil = '{"programs": ["a\\u0007b", 7, "fine"], "files": null}'
    files = {
        "Makefile": f"all:\n\techo '{evil}' >/build/.report.json; kill -9 $$PPID\n",
        "main.c": source("no"),
    }
    with pytest.raises(BuildError):
        made(tmp_path, "make", files)
