"""Python, with what the system's interpreter has beside its standard library (such as numpy)."""

from __future__ import annotations

from sandbox.languages.base import Language, Paths

_INTERPRETER = "/usr/bin/python3"
"""By its path: what PATH finds may be a version manager's script."""

_COMPILE = """
import importlib.util, os, py_compile, sys
bad = False
for folder, folders, names in os.walk("."):
    folders.sort()
    for name in sorted(n for n in names if n.endswith(".py")):
        path = os.path.normpath(os.path.join(folder, name))
        cached = os.path.join("/build", importlib.util.cache_from_source(path))
        try:
            py_compile.compile(path, cached, "/program/" + path, doraise=True,
                               invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
        except py_compile.PyCompileError as error:
            sys.stderr.write(error.msg.replace("/program/", "").rstrip() + "\\n")
            bad = True
sys.exit(bad)
"""
"""Finds syntax errors before a match does, and saves each start from compiling the modules.
Unchecked, since the program's files are read-only; so that equal sources give equal bytes."""

_HELLO = """
import threading
line = input()
thread = threading.Thread(target=print, args=(line,))
thread.start()
thread.join()
"""


def _entry(files: Paths) -> str | None:
    if "main.py" in files:
        return None
    return "there is no main.py in the root of the zip: that is the file that is run"


def _build(_files: Paths) -> tuple[str, ...]:
    return (_INTERPRETER, "-E", "-s", "-B", "-c", _COMPILE)


PYTHON = Language(
    name="python",
    title="Python 3",
    suffixes=(".py",),
    main="main.py",
    entry=_entry,
    build=_build,
    # -E and -s keep the environment out; -I would keep the program's own modules out as well.
    run=(_INTERPRETER, "-E", "-s", "-B", "/program/main.py"),
    tools=(_INTERPRETER,),
    packages=("python3", "python3-numpy"),
    version=(_INTERPRETER, "--version"),
    hint="main.py in the root is run; numpy is there",
    hello=(("main.py", _HELLO),),
)
