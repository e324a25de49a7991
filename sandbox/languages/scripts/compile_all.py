"""Compiles the Python modules below the working directory, with the bots' interpreter.

Finds syntax errors before a match does, and saves each start from compiling.  Unchecked, since the
program's files are read-only; so that equal sources give equal bytes.  A source in an encoding
that it does not declare is a problem in the report (`sandbox.builds.REPORT`).
"""

import importlib.util
import json
import os
import py_compile
import sys
import tokenize


def has_unknown_encoding(path: str) -> bool:
    try:
        with tokenize.open(path) as file:
            file.read()
    except UnicodeDecodeError:
        return True
    except SyntaxError as error:
        return str(error).startswith("invalid or missing encoding")
    return False


def compiles(path: str) -> bool:
    cached = os.path.join("/build", importlib.util.cache_from_source(path))
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    try:
        py_compile.compile(path, cached, f"/program/{path}", True, invalidation_mode=unchecked)
    except py_compile.PyCompileError as error:
        sys.stderr.write(error.msg.replace("/program/", "").rstrip() + "\n")
        return False
    return True


bad, unknown = [], []
for folder, folders, names in os.walk("."):
    folders.sort()
    for name in sorted(n for n in names if n.endswith(".py")):
        path = os.path.normpath(os.path.join(folder, name))
        good = compiles(path)
        bad += [] if good else [path]
        # Modules are compiled less strictly than the interpreter reads the file that it runs.
        if (not good or path == "main.py") and has_unknown_encoding(path):
            unknown.append(path)
if unknown:
    problem = (
        f"{unknown[0]} is not in UTF-8 and does not declare its encoding. Save it as UTF-8, or "
        "declare the encoding in its first line, for GBK: # -*- coding: gbk -*-"
    )
    with open("/build/.report.json", "w") as file:
        json.dump({"problem": problem}, file)
elif bad:
    sys.exit("Not compiled: " + ", ".join(bad[:5]))
