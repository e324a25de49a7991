"""What a language is to the platform."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

Paths = Collection[str]
"""Names of an upload's files, relative, with slashes."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language is one module with one of these, and one line in `sandbox.languages`.

    ``build`` runs in the compiler's sandbox, with the upload at /program (also the working
    directory) and an empty scratch at /build: what it leaves there becomes part of the program,
    as do the uploaded files that ``ships`` keeps.  ``run`` is the command in a bot's sandbox, with
    the program at /program.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    """Of sources, the usual one first."""
    headers: tuple[str, ...]
    """Suffixes of files that belong to the language but do not make a program alone."""
    main: str
    """What an upload of one source file is called."""
    entry: Callable[[Paths], str | None]
    """What is wrong with these files as a program, and what to do; None if nothing is."""
    build: Callable[[Paths], tuple[str, ...]]
    run: tuple[str, ...]
    product: str | None
    """File that a build must leave in /build."""
    ships: Callable[[str], bool]
    tools: tuple[str, ...]
    """Absolute paths that a machine must have to build and run it."""

    def is_source(self, path: str) -> bool:
        return path.lower().endswith(self.suffixes)

    def is_text(self, path: str) -> bool:
        """Whether the file is a source or a header."""
        return path.lower().endswith(self.suffixes + self.headers)
