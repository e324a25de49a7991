"""The header that includes all of C++'s library: most of the time of compiling a small program."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sandbox.languages import native
from sandbox.languages.base import SHELL, Prepared, has_suffix

FOLDER = ".precompiled"
"""Where it lies among the sources of a build, which has to look there for headers first."""
_ALL = "bits/stdc++.h"
_INCLUDES_ALL = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*<bits/stdc\+\+\.h>", re.MULTILINE)
_COMPILE = """
cd /build && mkdir -p {folder}/bits && echo '#include <{all}>' >/tmp/all.h &&
exec {compiler} {flags} -x c++-header /tmp/all.h -o {folder}/{all}.gch
"""


def library(compiler: str, flags: tuple[str, ...]) -> Prepared:
    """For builds with this compiler and exactly these flags."""
    command = _COMPILE.format(folder=FOLDER, all=_ALL, compiler=compiler, flags=" ".join(flags))
    return Prepared(f"{FOLDER}/{_ALL}.gch", (SHELL, "-c", command), _wanted)


def _wanted(files: Mapping[str, bytes]) -> bool:
    # An author may bring such a header, for a compiler without one; then that is meant.
    if any(path.endswith(_ALL) or path.startswith(FOLDER) for path in files):
        return False
    kinds = native.CPP + native.HEADERS
    texts = (text for path, text in files.items() if has_suffix(path, kinds))
    return any(map(_INCLUDES_ALL.search, texts))
