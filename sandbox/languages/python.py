"""Python, with what the system's interpreter has beside its standard library (such as numpy)."""

from __future__ import annotations

from sandbox.languages.base import Language, hello, needs, script

# By its path: what PATH finds may be a version manager's script.  -E and -s keep the environment
# out; -I would keep the program's own modules out as well.
_PYTHON = ("/usr/bin/python3", "-E", "-s", "-B")
_COMPILE = (*_PYTHON, "-c", script("compile_all.py"))

PYTHON = Language(
    name="python",
    title="Python 3",
    suffixes=(".py",),
    main="main.py",
    entry=needs(
        "main.py",
        otherwise="there is no main.py in the root of the zip: that is the file that is run",
    ),
    build=lambda _files: _COMPILE,
    run=(*_PYTHON, "/program/main.py"),
    tools=_PYTHON[:1],
    packages=("python3", "python3-numpy"),
    version=(_PYTHON[0], "--version"),
    hint="main.py in the root is run; numpy is there",
    hello=hello("main.py"),
)
