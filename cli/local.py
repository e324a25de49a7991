"""Matches on this computer: what the real judger needs, and what is there without it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from cli import terminal
from cli.errors import CommandError, Exit
from games.registry import GAMES
from games.texts.sentences import paragraph

if TYPE_CHECKING:
    from games.game import Game

CHOSEN = (
    "note: the starter kit's own referee plays. Bots run as plain programs, and no limit holds."
)
PLAIN = paragraph(CHOSEN, "This system has no sandbox for bots.")


def has_judger() -> bool:
    """Whether the real judger runs here: its sandbox is made of namespaces of Linux."""
    return sys.platform == "linux"


def has_sandbox() -> bool:
    """Whether this system lets the judger make one."""
    from sandbox.errors import SandboxError
    from sandbox.isolation import choose

    try:
        choose()
    except SandboxError:
        return False
    return True


@contextmanager
def playing() -> Iterator[None]:
    """`CommandError` for what cannot be built or played."""
    from sandbox.errors import BuildError, SandboxError, UploadError
    from sandbox.judger.job import JobError

    try:
        yield
    except BuildError as error:
        raise CommandError(f"{error}\n{error.log}".rstrip()) from error
    except (UploadError, JobError) as error:
        raise CommandError(str(error)) from error
    except SandboxError as error:
        raise CommandError(str(error), Exit.FAILED) from error


def game_named(name: str) -> Game:
    """`CommandError` for a game that this installation does not have."""
    if name not in GAMES:
        raise CommandError(f"There is no game “{name}”. Choose one of: {', '.join(GAMES)}.")
    return GAMES[name]


def bar(total: int) -> AbstractContextManager[Callable[..., None]]:
    """The bar of matches for `sandbox.play.command`."""
    return terminal.progress("Playing", total if total > 1 else None)
