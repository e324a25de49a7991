"""The interface of a language."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from sandbox.limits import share_of_memory

Paths = Collection[str]
"""Names of an upload's files, relative, with slashes."""

SHELL = "/bin/sh"
_HERE = Path(__file__).resolve().parent
NOT_COMPILED = "Not compiled: "
"""Begins the last line of a build's log that names the files to which it is due."""
_NAMED = 5
"""Files that this line names."""
RESERVES = "ulimit -S -v $(ulimit -H -v)"
"""A command for runtimes that reserve much more address space than they use: where that space
stands for memory, since there are no control groups, its soft limit would be too little."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file that is made once for each compiler, and then lies among the sources of the builds
    that ask for it.

    ``command`` runs like a build, with no upload, and leaves ``path`` below /build.
    """

    path: str
    command: tuple[str, ...]
    wanted: Callable[[Mapping[str, bytes]], bool]
    """Whether a build of these files, by path, gets faster with it and stays what it is."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language is one module with one of these, a self-test in ``hello/``, and one line in
    `sandbox.languages`.

    ``build`` runs in the compiler's sandbox, with the upload at /program (also the working
    directory) and empty scratches at /build and /tmp: what it leaves in /build becomes part of
    the program, as do the uploaded files that ``ships`` keeps.  ``run`` is the command in a bot's
    sandbox, with the program at /program.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    """Of sources, the usual one first, in any case of letters; a project's are the names of the
    file that makes it one."""
    main: str | None
    """The name of an upload of one source file; None where one file is never enough."""
    entry: Callable[[Paths], str | None]
    """The error of these files as a program, and what to do; None if there is none."""
    build: Callable[[Paths], tuple[str, ...]]
    run: tuple[str, ...]
    tools: tuple[str, ...]
    """Absolute paths that a machine must have to build and run it."""
    packages: tuple[str, ...]
    """Debian's packages that bring the tools."""
    version: tuple[str, ...]
    """A command that prints which compiler it is, on its first line."""
    hint: str
    """Advice for authors, as a sentence without its end."""
    hello: tuple[Path, ...]
    """The files of the self-test: reads a line, and prints it from a second thread."""
    headers: tuple[str, ...] = ()
    """Suffixes of files that belong to the language but do not make a program alone."""
    product: str | None = None
    """Executable file that a build must leave in /build."""
    names_program: bool = False
    """Whether a build may make several programs.  The name of the one that the author wants, or
    "", is then the last word of the command, and a build that cannot tell which is meant leaves
    `sandbox.builds.REPORT` instead of ``product``."""
    ships: Callable[[str], bool] = lambda _path: True
    keeps_name: bool = False
    """Whether an upload of one source file keeps its own name where it can."""
    outranks: tuple[str, ...] = ()
    """Languages (by name) that files are not taken for where they are a whole program of this."""
    prepared: Prepared | None = None

    @property
    def short(self) -> str:
        """The title without the compiler: "C++20"."""
        return self.title.partition(" (")[0]

    def is_source(self, path: str) -> bool:
        return has_suffix(path, self.suffixes)

    def is_text(self, path: str) -> bool:
        """Whether the file is a source or a header."""
        return has_suffix(path, self.suffixes + self.headers)

    def lacks(self) -> str:
        """The tools that this machine lacks for the language, and what an organizer can do; empty
        if they are there.  Looks for files alone: `sandbox.selftest` tries them."""
        absent = [tool for tool in self.tools if not os.access(tool, os.X_OK)]
        if not absent:
            return ""
        install = f"an organizer can install it: apt-get install {' '.join(self.packages)}"
        return f"{', '.join(absent)} is missing; {install}"

    def unavailable(self) -> str | None:
        """`lacks` as a sentence about this machine; None if its tools are there."""
        lacks = self.lacks()
        return f"{self.title} is not available here, since {lacks}" if lacks else None


def hello(*names: str) -> tuple[Path, ...]:
    """Self-test programs of these names; languages may share one."""
    return tuple(_HERE / "hello" / name for name in names)


def script(name: str) -> str:
    """The text of a program that builds a language and is more than a few lines long."""
    return (_HERE / "scripts" / name).read_text()


def has_suffix(path: str, suffixes: tuple[str, ...]) -> bool:
    return path.lower().endswith(tuple(suffix.lower() for suffix in suffixes))


def needs(*names: str, otherwise: str) -> Callable[[Paths], str | None]:
    """An ``entry`` for languages that run a file of one of these names."""
    return lambda files: None if any(name in files for name in names) else otherwise


def shell(text: str, *files: str) -> tuple[str, ...]:
    """A command that runs a shell script, whose arguments are files of the working directory."""
    # A name such as -x.cpp must not be taken for an option.
    return (SHELL, "-c", text, "build", *(f"./{path}" for path in files))


def each(command: str) -> str:
    """A shell command that runs another one for each of its arguments, "$0" in there, two at a
    time: a build may have that much of a machine.  It ends after a line with `NOT_COMPILED` and
    those for which it failed."""
    return f"""
printf '%s\\n' "$@" | xargs -d '\\n' -n 1 -P 2 {SHELL} -c \
    '{command} || {{ echo "${{0#./}}" >>/tmp/failed; exit 1; }}'
status=$?
if [ -s /tmp/failed ]; then
    echo "{NOT_COMPILED}$(sort /tmp/failed | head -n {_NAMED} | paste -sd '|' | sed 's/|/, /g')"
    exit 1
fi
[ $status = 0 ] || exit $status
"""


def limited(command: str, share: int, unit: str = "m") -> tuple[str, ...]:
    """A run command with {memory} in it, which becomes ``share`` percent of the memory limit.

    For runtimes that collect garbage: they believe that all of the machine's memory is theirs,
    and would be killed for garbage that they had not yet collected.
    """
    memory = f"{share_of_memory(share)}{unit}"
    return (SHELL, "-c", f"{RESERVES}; {command.format(memory=memory)}")
