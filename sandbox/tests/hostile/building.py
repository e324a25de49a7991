"""Rows: sources that are after the compiler, or after what it can see."""

from __future__ import annotations

import atexit
import functools
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sandbox import artifacts
from sandbox.builds import build
from sandbox.errors import BuildError
from sandbox.isolation.base import Backend, Wall
from sandbox.languages.base import Language
from sandbox.languages.cpp import CPP
from sandbox.languages.projects import MAKE
from sandbox.limits import KIB, MIB, BuildLimits, Limits
from sandbox.tests.hostile import bait, traces
from sandbox.tests.hostile.alone import new_token
from sandbox.tests.hostile.grounds import Ground
from sandbox.tests.hostile.kinds import Broken, Hostile

_SMALL = Limits(
    memory_mb=256,
    processes=16,
    open_files=128,
    file_mb=16,
    scratch_mb=64,
    scratch_files=100,
    cpu_s=5,
)
_LOG = 16 * KIB
SMALL = BuildLimits(compiler=_SMALL, wall_s=60, log=_LOG)


@dataclass(frozen=True, kw_only=True)
class Build(Hostile):
    """A program of one ``file`` that must not build, with ``words`` in the reason or the log.

    Without its ``walls``, or with ``lifted`` limits, ``evidence`` (a pattern) is found in the log
    or in what was built.  {token}, in source and pattern, stands for the run's token.
    """

    name: str
    tries: str
    source: str
    language: Language = CPP
    file: str = "{token}.cpp"
    words: str
    evidence: str
    limits: BuildLimits = SMALL
    lifted: BuildLimits | None = None
    walls: frozenset[Wall] = frozenset()

    def held(self, ground: Ground) -> str:
        token = new_token()
        with traces.without_trace(token):
            reason, log, _ = self.attempt(ground.backend, self.limits, token)
        if not reason:
            raise Broken("it was built")
        if not re.search(self.words, reason + log):
            raise Broken(f"not built for another reason: {reason}; {log[-300:]}")
        if self.walls and re.search(self.pattern(token), log):
            raise Broken("the log has what it was after")
        return reason

    def pattern(self, token: str) -> str:
        return self.evidence.replace("{token}", token)

    def attempt(self, backend: Backend, limits: BuildLimits, token: str) -> tuple[str, str, bytes]:
        """Why it did not build ("" where it did), the log, and what was made."""
        lines: list[str] = []
        with bait.laid(token), tempfile.TemporaryDirectory() as folder, _own_cache():
            for name, text in ((self.file, self.source), (f"{token}.cpp", self.source)):
                path = Path(folder, name.replace("{token}", token))
                path.write_text(text.replace("{token}", token))
            try:
                made = build(Path(folder), self.language, lines.append, backend, limits).data
            except BuildError as error:
                return str(error), error.log, b""
        return "", "".join(lines), made


@functools.cache
def _cache() -> Path:
    """Where builds of the kit are kept, apart from the platform's; gone at exit."""
    folder = Path(tempfile.mkdtemp(prefix="arbiter-kit-cache-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    folder.chmod(0o711)
    return folder / "programs"


@contextmanager
def _own_cache() -> Iterator[None]:
    before = os.environ.get(artifacts.CACHE)
    os.environ[artifacts.CACHE] = str(_cache())
    try:
        yield
    finally:
        os.environ.pop(artifacts.CACHE)
        if before is not None:
            os.environ[artifacts.CACHE] = before


def _within(**limits: int) -> BuildLimits:
    """`SMALL` with other limits of the compiler."""
    return replace(SMALL, compiler=replace(_SMALL, **limits))


_DOUBLING = """
template <int depth, long path> struct Node {
    static const long value =
        Node<depth - 1, 2 * path>::value + Node<depth - 1, 2 * path + 1>::value;
};
template <long path> struct Node<0, path> { static const long value = path; };
int main() { return Node<16, 0>::value == 0; }
"""
_MULTIPLIES = """
all:
\t@for i in $$(seq 200); do sleep 1 & done; echo all 200 of them are there; false {token}
"""
_FLOOD = """
#define A a b c d e f g h
#define B A; A; A; A; A; A; A; A;
int main() { B B B B B B B B }
"""

COMPILERS: tuple[Hostile, ...] = (
    Build(
        name="include of /etc/passwd",
        tries="have the compiler show a file of the host's in its messages",
        source="#include </etc/passwd>\nint main() {}\n",
        words="No such file",
        evidence="root:x:0:0",
        walls=frozenset({Wall.FILES}),
    ),
    Build(
        name="assembler's include",
        tries="build a file of the host's into the program",
        source='asm(".incbin \\"/etc/passwd\\""); int main() {}\n',
        words="file not found|No such file",
        evidence="root:x:0:0",
        walls=frozenset({Wall.FILES}),
    ),
    Build(
        name="include without end",
        tries="take memory by reading zeros as a source",
        source='#include "/dev/zero"\nint main() {}\n',
        words="more than 128 MB|out of memory|annot allocate|Killed",
        evidence="more than 300 MB|out of memory",
        limits=_within(memory_mb=128),
        lifted=_within(memory_mb=300),
    ),
    Build(
        name="template bomb",
        tries="keep the compiler busy by templates that need two more each",
        source=_DOUBLING,
        words="at most 1 s|more than 1 s of CPU|CPU time limit exceeded",
        evidence="files/bot",
        limits=_within(cpu_s=1),
        lifted=_within(cpu_s=60, memory_mb=1024),
    ),
    Build(
        name="giant array",
        tries="fill the disk with a program of 24 MB",
        source="char array[24 << 20] = {1}; int main() { return array[7]; }\n",
        words="File too large|[Ff]ile size limit|size of a file",
        evidence="files/bot",
        limits=_within(file_mb=8),
        walls=frozenset({Wall.SIZES}),
    ),
    Build(
        name="log flood",
        tries="fill the log with messages",
        source=_FLOOD,
        words="the log is cut here",
        evidence=f"(?s).{{{_LOG + KIB}}}",
        lifted=replace(SMALL, log=4 * MIB),
    ),
    Build(
        name="makefile that tells",
        tries="have a makefile write the platform's environment into the log",
        language=MAKE,
        file="Makefile",
        source="all:\n\t@env; false {token}\n",
        words="Error 1",
        evidence=f"{bait.SECRET}={{token}}",
        walls=frozenset({Wall.ENVIRONMENT}),
    ),
    Build(
        name="makefile that multiplies",
        tries="have a makefile start 200 processes",
        language=MAKE,
        file="Makefile",
        source=_MULTIPLIES,
        words="fork",
        evidence="all 200 of them are there",
        limits=_within(memory_mb=512),
        walls=frozenset({Wall.COUNT}),
    ),
)
