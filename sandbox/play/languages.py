"""``languages``: what bots can be written in here, each language tried in the sandbox."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import track

from games.texts import visible
from sandbox.errors import SandboxError
from sandbox.isolation import choose
from sandbox.isolation.base import Backend
from sandbox.languages import LANGUAGES
from sandbox.languages.base import Language
from sandbox.play.columns import aligned
from sandbox.play.status import Exit
from sandbox.selftest import check

_FAILS = "fails its test"
_HEAD = ("language", "name", "state", "version, or what to do")


def run(_given: argparse.Namespace) -> Exit:
    """`Exit.FAILED` where a language that is installed does not work."""
    try:
        backend = choose()
        console = Console(stderr=True)
        bar = track(
            LANGUAGES.values(),
            "Trying languages",
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        rows = [(language.title, language.name, *_state(language, backend)) for language in bar]
    except SandboxError as error:
        sys.stderr.write(f"error: {visible(str(error))}\n")
        return Exit.FAILED
    except KeyboardInterrupt:
        return Exit.STOPPED
    sys.stdout.write("\n".join(aligned([_HEAD, *rows])) + "\n")
    return Exit.FAILED if any(state == _FAILS for _, _, state, _ in rows) else Exit.DONE


def _state(language: Language, backend: Backend) -> tuple[str, str]:
    if language.unavailable():
        return "not installed", f"apt-get install {' '.join(language.packages)}"
    found = check(language, backend)
    if found.ok:
        return "works", found.version
    return _FAILS, next(iter(found.reason.splitlines()), "for no reason that it gives")
