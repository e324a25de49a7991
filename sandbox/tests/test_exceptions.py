"""The exception in the last words of a program of each language, and its place."""

from __future__ import annotations

import pytest

from sandbox.errors import exception_in

PYTHON = """turn 3
Traceback (most recent call last):
  File "/program/main.py", line 9, in <module>
    play()
  File "/program/strategy.py", line 12, in choose
    return 1 / 0
           ~~^~~
ZeroDivisionError: division by zero
"""
JAVA = """Exception in thread "main" java.lang.ArithmeticException: / by zero
\tat Bot.choose(Bot.java:7)
\tat Main.main(Main.java:31)
"""
NODE = """file:///program/strategy.js:5
    throw new Error("no way");
    ^

Error: no way
    at choose (file:///program/strategy.js:5:11)

Node.js v20.19.2
"""
RUST = """thread 'main' panicked at src/main.rs:12:5:
index out of bounds: the len is 3 but the index is 3
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
GO = """panic: no way

goroutine 1 [running]:
main.main()
\t/program/main.go:4 +0x1d
exit status 2
"""
CPP = """terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check
"""


@pytest.mark.parametrize(
    ("errors", "told"),
    [
        (PYTHON, "ZeroDivisionError: division by zero, line 12 of strategy.py"),
        (JAVA, "java.lang.ArithmeticException: / by zero, line 7 of Bot.java"),
        (NODE, "Error: no way, line 5 of strategy.js"),
        (RUST, "panic: index out of bounds: the len is 3 but the index is 3, line 12 of main.rs"),
        (GO, "panic: no way, line 4 of main.go"),
        (CPP, "std::out_of_range: vector::_M_range_check"),
        ("MemoryError\n", "MemoryError"),
        ("", ""),
        ("all is well: 3 errors\n", ""),
        (PYTHON + "turn 4\n", "ZeroDivisionError: division by zero, line 12 of strategy.py"),
        ("\x1b[31mValueError: x\n", ""),
        ("ValueError: \x1b[2J\n", "ValueError: \\x1b[2J"),
    ],
)
def test_the_exception_and_its_line_are_found(errors, told):
    assert exception_in(errors) == told


@pytest.mark.parametrize("piece", ["a", "a.", 'File "', "x.py:1", "Error: ", "a/", "thread '", " "])
def test_a_long_line_is_read_in_bounded_time(piece):
    assert len(exception_in(piece * (2_000_000 // len(piece)))) < 400
