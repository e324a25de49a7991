"""Which language an upload is in, and what a program of each may count on."""

from __future__ import annotations

import contextlib
import importlib
import os
import textwrap
from pathlib import Path

import pytest

from sandbox import languages
from sandbox.artifacts import materialize
from sandbox.builds import build
from sandbox.errors import BuildError, UploadError
from sandbox.isolation import choose
from sandbox.isolation.base import Spec
from sandbox.languages import LANGUAGES, detect
from sandbox.languages.base import Language
from sandbox.tests.sandboxes import read_line, read_to_end


def play(tmp_path: Path, language: str, said: bytes = b"", **files: str) -> str:
    """Build a program, run it, and return what it prints; ``main__py`` stands for main.py."""
    for name, text in files.items():
        path = tmp_path / name.replace("__", ".").replace("_in_", "/")
        path.parent.mkdir(exist_ok=True)
        path.write_text(textwrap.dedent(text))
    artifact = build(tmp_path, LANGUAGES[language], lambda _line: None)
    program = materialize(artifact.data, artifact.sha256)
    with contextlib.closing(choose().spawn(Spec(LANGUAGES[language].run, program))) as process:
        os.write(process.stdin, said)
        process.close_stdin()
        return read_to_end(process.stdout) + read_to_end(process.stderr)


@pytest.mark.parametrize(
    ("files", "language"),
    [
        (["main.py"], "python"),
        (["main.py", "search.py", "weights.npy"], "python"),
        (["bot.cpp"], "cpp"),
        (["BOT.CPP"], "cpp"),
        (["src/a.cc", "src/a.h"], "cpp"),
        (["bot.cpp", "tune.py"], "cpp"),
        (["main.py", "native/speedups.cpp"], "python"),
        (["main.c", "table.h"], "c"),
        (["src/a.c", "src/b.c", "plot.py"], "c"),
        (["Main.java"], "java"),
        (["com/acme/Bot.java", "com/acme/Search.java"], "java"),
        (["main.go", "go.mod", "search/search.go"], "go"),
        (["main.js", "package.json", "search.mjs"], "javascript"),
        (["src/main.rs", "src/search.rs", "Cargo.toml"], "rust"),
        (["main.cpp", "viewer/view.js"], "cpp"),
        (["Makefile", "main.cpp"], "make"),
        (["makefile", "engine/a.c", "b.c"], "make"),
        (["CMakeLists.txt", "src/main.cpp", "src/CMakeLists.txt"], "cmake"),
        (["Makefile", "main.py"], "python"),
        (["tests/Makefile", "main.cpp"], "cpp"),
    ],
)
def test_the_files_say_which_language_it_is(files, language):
    assert detect(files).name == language


def test_where_it_could_be_two_languages_the_author_decides():
    files = ["main.py", "main.cpp"]
    with pytest.raises(UploadError, match=r"C\+\+20 \(g\+\+\) or Python 3: say which"):
        detect(files)
    assert detect(files, "cpp").name == "cpp"
    assert detect(files, "python").name == "python"
    files = ["Makefile", "CMakeLists.txt", "main.c"]
    assert detect(files).name == "make"
    assert detect(files, "cmake").name == "cmake"
    assert detect(files, "c").name == "c"


def test_an_upload_without_sources_learns_which_files_are_sources():
    with pytest.raises(UploadError, match=r"no source file .*\.cpp.*\.py"):
        detect(["readme.txt"])


def test_python_without_a_main_learns_what_is_run():
    with pytest.raises(UploadError, match=r"no main\.py in the root"):
        detect(["bot.py", "search.py"])


def test_sources_in_the_wrong_folder_learn_where_they_go():
    with pytest.raises(UploadError, match=r"put your \.cpp files in the root"):
        detect(["engine/deep/bot.cpp"])


@pytest.mark.parametrize(
    ("files", "language", "what"),
    [
        (["lib.js"], "javascript", r"no main\.js in the root"),
        (["lib.rs"], "rust", r"no main\.rs, src/main\.rs or Cargo\.toml"),
        (["cmd/bot.go"], "go", r"no \.go file in the root"),
        (["sub/Makefile", "a.c"], "make", "no Makefile in the root"),
        (["CMakeLists.txt"], "cmake", r"there is a CMakeLists\.txt, but no C or C\+\+ source"),
        (["deep/er/a.c"], "c", r"put your \.c files in the root"),
    ],
)
def test_what_a_language_lacks_is_said_with_what_to_do(files, language, what):
    with pytest.raises(UploadError, match=what):
        detect(files, language)


def test_a_language_that_does_not_fit_the_files_is_named():
    with pytest.raises(UploadError, match=r"no Python 3 source was found"):
        detect(["main.cpp"], "python")
    with pytest.raises(UploadError, match="no language 'cobol'"):
        detect(["main.cpp"], "cobol")


def test_every_language_names_its_single_file_like_one_of_its_sources():
    for name, language in LANGUAGES.items():
        assert name == language.name
        if language.main is not None:
            assert language.is_source(language.main)
            assert language.entry([language.main]) is None


def modules_with_languages() -> dict[Path, set[str]]:
    """The modules that make languages, and the names of those in each."""
    found = {}
    for path in sorted(Path(languages.__file__).parent.glob("[a-z]*.py")):
        module = importlib.import_module(f"sandbox.languages.{path.stem}")
        made = {name for name, each in vars(module).items() if isinstance(each, Language)}
        if made:
            found[path] = made
    return found


def test_every_language_is_in_the_table_and_its_module_is_read_at_a_glance():
    found = modules_with_languages()
    made = [name for names in found.values() for name in names]
    assert len(made) == len(LANGUAGES)
    lengths = {path.name: len(path.read_text().splitlines()) for path in found}
    assert {name: n for name, n in lengths.items() if not 20 <= n <= 40} == {}


def test_every_language_brings_a_self_test_that_is_a_program_in_it():
    for language in LANGUAGES.values():
        names = [file.name for file in language.hello]
        assert all(file.is_file() for file in language.hello)
        assert detect(names, language.name) is language


def test_a_file_is_shown_as_authors_write_it_and_found_in_any_case():
    with pytest.raises(UploadError, match=r"CMakeLists\.txt"):
        detect(["readme.txt"])
    with pytest.raises(UploadError, match=r"such files end with CMakeLists\.txt"):
        detect(["main.cpp"], "cmake")
    assert LANGUAGES["cmake"].is_source("cmakelists.TXT")
    assert LANGUAGES["cpp"].is_source("BOT.CPP")


def test_a_python_program_imports_its_own_modules_and_reads_its_own_files(tmp_path):
    said = play(
        tmp_path,
        "python",
        main__py="import search.deep as d; print(d.depth(), open('data_book').read())",
        search_in___init____py="",
        search_in_deep__py="def depth(): return 7",
        data_book="e4",
    )
    assert said == "7 e4\n"


def test_python_modules_are_compiled_at_the_build(tmp_path):
    said = play(
        tmp_path,
        "python",
        main__py="import helper; print(helper.__cached__, helper.where())",
        helper__py="def where(): return where.__code__.co_filename",
    )
    cached, where = said.split()
    assert cached.startswith("/program/__pycache__/helper.")
    assert where == "/program/helper.py"


@pytest.mark.parametrize("line", ["print('你好')", "# 你好"])
def test_python_in_gbk_that_does_not_say_so_fails_with_what_to_write(tmp_path, line):
    source = f"import helper\n{line}\nprint(helper.x)\n"
    (tmp_path / "helper.py").write_bytes("# 注释\nx = 1\n".encode("gbk"))
    (tmp_path / "main.py").write_bytes(source.encode("gbk"))
    with pytest.raises(BuildError, match=r"main\.py is not in UTF-8.*# -\*- coding: gbk -\*-"):
        build(tmp_path, LANGUAGES["python"], lambda _line: None)
    (tmp_path / "main.py").write_bytes(b"# -*- coding: gbk -*-\n" + source.encode("gbk"))
    artifact = build(tmp_path, LANGUAGES["python"], lambda _line: None)
    program = materialize(artifact.data, artifact.sha256)
    with contextlib.closing(choose().spawn(Spec(artifact.manifest.argv, program))) as process:
        assert read_to_end(process.stdout).endswith("1\n")


def test_python_with_a_byte_order_mark_and_in_windows_lines_runs(tmp_path):
    said = play(tmp_path, "python", main__py="\ufeffimport os\r\nprint(os.sep)\r\n")
    assert said == "/\n"


def test_a_cpp_program_may_have_several_sources_headers_and_all_of_the_library(tmp_path):
    said = play(
        tmp_path,
        "cpp",
        b"2 3\n",
        main__cpp="""
            #include <bits/stdc++.h>
            #include "add.h"
            int main() { int a, b; std::cin >> a >> b; std::cout << add(a, b) << std::endl; }
        """,
        add__cpp='#include "add.h"\nint add(int a, int b) { return a + b; }',
        add__h="int add(int, int);",
    )
    assert said == "5\n"


def test_cpp_sources_may_lie_in_src_and_older_code_compiles(tmp_path):
    said = play(
        tmp_path,
        "cpp",
        src_in_bot__cpp="""
            #include <cstdio>
            #include <optional>
            #include <thread>
            #include "include.h"
            int main() {
                std::optional<int> x = ANSWER;
                std::thread([&] { std::printf("%d\\n", *x); }).join();
            }
        """,
        src_in_include__h="#define ANSWER 42",
    )
    assert said == "42\n"


def test_a_cpp_program_reads_its_own_data_file_and_its_sources_do_not_come_along(tmp_path):
    said = play(
        tmp_path,
        "cpp",
        main__cpp="""
            #include <fstream>
            #include <iostream>
            int main() {
                std::string s;
                std::ifstream("weights.txt") >> s;
                std::cout << s << std::ifstream("main.cpp").good() << std::endl;
            }
        """,
        weights__txt="0.5",
    )
    assert said == "0.50\n"


def test_a_syntax_error_in_python_is_shown_with_file_and_line(tmp_path):
    (tmp_path / "main.py").write_text("import helper\n")
    (tmp_path / "helper.py").write_text("def f():\n    return (\n\nx = = 1\n")
    with pytest.raises(BuildError) as failure:
        build(tmp_path, LANGUAGES["python"], lambda _line: None)
    assert 'File "helper.py", line 2' in failure.value.log
    assert "SyntaxError" in failure.value.log


def test_a_cpp_error_is_shown_with_file_and_line(tmp_path):
    (tmp_path / "bot.cpp").write_text("int main() {\n  return x;\n}\n")
    with pytest.raises(BuildError) as failure:
        build(tmp_path, LANGUAGES["cpp"], lambda _line: None)
    assert "bot.cpp:2:10: error:" in failure.value.log


def test_a_source_with_the_name_of_an_option_is_a_source(tmp_path):
    (tmp_path / "-o.cpp").write_text('#include <cstdio>\nint main() { puts("fine"); }')
    artifact = build(tmp_path, LANGUAGES["cpp"], lambda _line: None)
    program = materialize(artifact.data, artifact.sha256)
    with contextlib.closing(choose().spawn(Spec(artifact.manifest.argv, program))) as process:
        assert read_line(process) == "fine"


@pytest.mark.skipif(LANGUAGES["java"].unavailable() is not None, reason="there is no Java here")
@pytest.mark.parametrize(("coding", "mark"), [("gbk", b""), ("utf-8", b"\xef\xbb\xbf")])
def test_java_of_windows_compiles_without_its_tests(tmp_path, coding, mark):
    code = (
        'class Main { public static void main(String[] x) { System.out.println("你".length()); } }'
    )
    (tmp_path / "src/test").mkdir(parents=True)
    (tmp_path / "src/test/MainTest.java").write_text("import org.junit.Test;")
    (tmp_path / "Main.java").write_bytes(mark + code.encode(coding))
    artifact = build(tmp_path, LANGUAGES["java"], lambda _line: None)
    program = materialize(artifact.data, artifact.sha256)
    with contextlib.closing(choose().spawn(Spec(LANGUAGES["java"].run, program))) as process:
        assert read_to_end(process.stdout) == "1\n"


@pytest.mark.skipif(LANGUAGES["java"].unavailable() is not None, reason="there is no Java here")
def test_java_says_why_it_ends_where_it_is_no_answer(tmp_path):
    code = """
        import java.util.*;
        public class Main {
            public static void main(String[] args) {
                List<byte[]> kept = new ArrayList<>();
                for (;;) kept.add(new byte[1 << 24]);
            }
        }
    """
    (tmp_path / "Main.java").write_text(textwrap.dedent(code))
    artifact = build(tmp_path, LANGUAGES["java"], lambda _line: None)
    program = materialize(artifact.data, artifact.sha256)
    with contextlib.closing(choose().spawn(Spec(LANGUAGES["java"].run, program))) as process:
        assert read_to_end(process.stdout) == ""
        assert "OutOfMemoryError" in read_to_end(process.stderr)
