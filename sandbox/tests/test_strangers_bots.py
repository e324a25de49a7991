"""Whole programs of strangers, packed as their public repositories are: each is uploaded as it is,
built in the sandbox, asked once, and answers."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import tempfile
from pathlib import Path

import pytest

from sandbox.artifacts import materialize
from sandbox.builds import build
from sandbox.isolation import choose
from sandbox.isolation.base import Spec
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits
from sandbox.tests.packing import gbk_zip, tarred, zipped
from sandbox.tests.sandboxes import read_line
from sandbox.uploads.archives import read_upload, write_to

ELF = b"\x7fELF\2\1\1" + bytes(200)
CPP = b"""\xef\xbb\xbf#include "ai.h"\r
#include <iostream>\r
int main() { int n; while (std::cin >> n) std::cout << think(n) << std::endl; }\r
"""
AI_H = b"#pragma once\r\n// \xd5\xb9\xbf\xaa\xcb\xd1\xcb\xf7\r\nint think(int);\r\n"
AI = b'#include "ai.h"\nint think(int n) { return n * 2; }\n'
PYTHON = "import 搜索\nfor line in open(0): print(搜索.think(int(line)), flush=True)\n"

CMAKE = zipped(
    {
        "generals-bot/.git/HEAD": b"ref: refs/heads/main\n",
        "generals-bot/.git/objects/pack/pack-1.idx": b"\xfftOc",
        "generals-bot/.gitignore": b"build/\n",
        "generals-bot/README.md": b"# A bot\n",
        "generals-bot/CMakeLists.txt": b"cmake_minimum_required(VERSION 3.29)\n"
        b"project(GeneralsBot)\nset(CMAKE_CXX_STANDARD 20)\ninclude_directories(include)\n"
        b"file(GLOB SRC src/*.cpp)\nadd_executable(main ${SRC})\n",
        "generals-bot/include/ai.h": AI_H,
        "generals-bot/src/main.cpp": CPP,
        "generals-bot/src/ai.cpp": AI,
        "generals-bot/build/CMakeCache.txt": b"CMAKE_HOME_DIRECTORY:INTERNAL=/home/x/bot\n",
        "generals-bot/build/CMakeFiles/3.22/CMakeSystem.cmake": b"",
        "generals-bot/build/Makefile": b"# CMAKE generated file: DO NOT EDIT!\nall:\n",
        "generals-bot/build/main": ELF,
    }
)
MAKE = zipped(
    {
        "Makefile": b"CXX = clang++\nOBJ = obj/main.o obj/ai.o\nall: clean main\n"
        b"main: $(OBJ)\n\t$(CXX) -o $@ $(OBJ)\nobj/%.o: src/%.cpp\n"
        b"\t$(CXX) -O3 -march=native -I/home/x/include -Isrc -c -o $@ $<\n"
        b"clean:\n\trm -f obj/*.o main\n",
        "src/main.cpp": CPP,
        "src/ai.cpp": AI,
        "src/ai.h": AI_H,
        "obj/main.o": ELF,
        "obj/ai.o": ELF,
        "main": ELF,
        "main.exe": b"MZ\x90\0" + bytes(100),
    }
)
WINDOWS = gbk_zip(
    {
        "bot-master\\策略.sln": b"Microsoft Visual Studio Solution File\r\n",
        "bot-master\\.vs\\策略\\v17\\.suo": b"\xd0\xcf\x11\xe0",
        "bot-master\\我的 策略\\main.cpp": CPP,
        "bot-master\\我的 策略\\ai.cpp": AI.replace(b"\n", b"\r\n"),
        "bot-master\\我的 策略\\ai.h": AI_H,
        "bot-master\\我的 策略\\策略.vcxproj": b"<Project/>\r\n",
        "bot-master\\x64\\Debug\\main.obj": b"\x64\x86" + bytes(100),
        "bot-master\\x64\\Debug\\策略.exe": b"MZ\x90\0" + bytes(100),
    }
)
PACKAGE = zipped(
    {
        "snake/main.py": PYTHON.encode(),
        "snake/搜索.py": b"def think(n): return n * int(open('data/factor.txt').read())\n",
        "snake/data/factor.txt": b"2\n",
        "snake/__pycache__/main.cpython-39.pyc": bytes(30),
        "snake/venv/bin/python": ELF,
        "snake/.DS_Store": bytes(30),
        "snake.ipynb": b"{}",
        "__MACOSX/snake/._main.py": bytes(30),
    }
)
CARGO = zipped(
    {
        "Cargo.toml": b'[workspace]\nmembers = ["bot", "rules"]\n',
        "Cargo.lock": b"version = 3\n",
        "bot/Cargo.toml": b'[package]\nname = "micro-bot"\nversion = "0.1.0"\nedition = "2021"\n'
        b'[dependencies]\nrules = { path = "../rules" }\n',
        "bot/src/main.rs": b"use std::io;\nfn main() { for l in io::stdin().lines() "
        b'{ println!("{}", rules::think(l.unwrap().trim().parse().unwrap())); } }\n',
        "rules/Cargo.toml": b'[package]\nname = "rules"\nversion = "0.1.0"\nedition = "2021"\n',
        "rules/src/lib.rs": b"pub fn think(n: i32) -> i32 { n * 2 }\n",
        "target/debug/micro-bot": ELF,
    }
)
TAR = gzip.compress(
    tarred(
        {
            "antwar/README.md": b"# Ants\n",
            "antwar/docs/protocol.txt": b"",
            "antwar/cpp/main.cpp": CPP.replace(b'#include "ai.h"', b"int think(int n);"),
            "antwar/cpp/think.cpp": AI.replace(b'#include "ai.h"\n', b""),
        }
    )
)
BOTH = zipped(
    {
        "bot/CMakeLists.txt": b"project(x)\nadd_executable(bot missing.cpp)\n",
        "bot/Makefile": b"../bin/player: main.cpp ai.cpp\n\tmkdir -p ../bin\n\tg++ -o $@ $^\n",
        "bot/main.cpp": CPP,
        "bot/ai.cpp": AI,
        "bot/ai.h": AI_H,
    }
)


@pytest.mark.parametrize(
    ("name", "data", "language"),
    [
        ("generals-bot.zip", CMAKE, "cmake"),
        ("bot.zip", MAKE, "make"),
        ("策略.zip", WINDOWS, "cpp"),
        ("snake.zip", PACKAGE, "python"),
        ("micro-bot.zip", CARGO, "rust"),
        ("antwar.tar.gz", TAR, "cpp"),
        ("bot-main.zip", BOTH, "make"),
    ],
)
def test_a_strangers_bot_is_taken_as_it_is_and_answers(name, data, language):
    if problem := LANGUAGES[language].unavailable():
        pytest.skip(problem)
    source = read_upload(name, io.BytesIO(data))
    assert source.language == language
    with tempfile.TemporaryDirectory() as folder:
        write_to(source, Path(folder))
        artifact = build(Path(folder), LANGUAGES[language], lambda _line: None)
    place = materialize(artifact.data, artifact.sha256)
    spec = Spec(artifact.manifest.argv, place, Limits())
    with contextlib.closing(choose().spawn(spec)) as process:
        for number in (21, 4):
            os.write(process.stdin, b"%d\n" % number)
            assert read_line(process) == str(number * 2)
