"""The command line of `python -m sandbox`."""

from __future__ import annotations

import argparse

from sandbox.isolation import __main__ as isolation
from sandbox.play import languages


def parser() -> argparse.ArgumentParser:
    words = "Commands for operators that need no site.  Authors use the program arbiter."
    made = argparse.ArgumentParser(prog="python -m sandbox", description=words)
    commands = made.add_subparsers(metavar="COMMAND", required=True)

    words = "list the languages that bots can be written in, and try each of them"
    listed = commands.add_parser("languages", help=words, description=f"{words.capitalize()}.")
    listed.set_defaults(run=languages.run)

    words = "say what the sandbox can hold on this machine"
    check = commands.add_parser("check", help=words, description=f"{words.capitalize()}.")
    check.set_defaults(run=lambda _given: isolation.main())
    return made
