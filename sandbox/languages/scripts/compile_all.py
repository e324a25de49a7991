"""Compiles the Python modules below the working directory, with the bots' interpreter.

Finds syntax errors before a match does, and saves each start from compiling.  Unchecked, since the
program's files are read-only; so that equal sources give equal bytes.
"""

import importlib.util
import os
import py_compile
import sys

bad = False
for folder, folders, names in os.walk("."):
    folders.sort()
    for name in sorted(n for n in names if n.endswith(".py")):
        path = os.path.normpath(os.path.join(folder, name))
        cached = os.path.join("/build", importlib.util.cache_from_source(path))
        unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
        try:
            py_compile.compile(path, cached, f"/program/{path}", True, invalidation_mode=unchecked)
        except py_compile.PyCompileError as error:
            sys.stderr.write(error.msg.replace("/program/", "").rstrip() + "\n")
            bad = True
sys.exit(bad)
