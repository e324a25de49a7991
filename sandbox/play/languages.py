"""The command line of `python -m sandbox`, and its ``languages``: what bots can be written in here,
each language tried in the sandbox.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import track

from games.texts import visible
from sandbox.errors import SandboxError
from sandbox.isolation import __main__ as isolation
from sandbox.isolation import choose
from sandbox.isolation.base import Backend
from sandbox.languages import LANGUAGES
from sandbox.languages.base import Language
from sandbox.play.report import aligned
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


def parser() -> argparse.ArgumentParser:
    words = "Commands for operators that need no site.  Authors use the program arbiter."
    made = argparse.ArgumentParser(prog="python -m sandbox", description=words)
    commands = made.add_subparsers(metavar="COMMAND", required=True)

    words = "list the languages that bots can be written in, and try each of them"
    listed = commands.add_parser("languages", help=words, description=f"{words.capitalize()}.")
    listed.set_defaults(run=run)

    words = "say what the sandbox can hold on this machine"
    check = commands.add_parser("check", help=words, description=f"{words.capitalize()}.")
    check.set_defaults(run=lambda _given: isolation.main())
    return made
