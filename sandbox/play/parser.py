"""The command line of `python -m sandbox`."""

from __future__ import annotations

import argparse

from sandbox.isolation import __main__ as isolation
from sandbox.play import command, house, languages, options, show


def parser() -> argparse.ArgumentParser:
    words = "Commands for authors and operators that need no site."
    made = argparse.ArgumentParser(prog="python -m sandbox", description=words)
    commands = made.add_subparsers(metavar="COMMAND", required=True)

    words = "play matches between bots on this machine"
    play = commands.add_parser("play", help=words, description=f"{words.capitalize()}.")
    options.add_arguments(play)
    play.set_defaults(run=command.run)

    words = "list the house bots of a game, from the weakest to the strongest"
    bots = commands.add_parser("bots", help=words, description=f"{words.capitalize()}.")
    house.add_arguments(bots)
    bots.set_defaults(run=house.run)

    words = "make a page of a replay, which needs no network, and open it in the browser"
    shown = commands.add_parser("show", help=words, description=f"{words.capitalize()}.")
    show.add_arguments(shown)
    shown.set_defaults(run=show.run)

    words = "list the languages that bots can be written in, and try each of them"
    listed = commands.add_parser("languages", help=words, description=f"{words.capitalize()}.")
    listed.set_defaults(run=languages.run)

    words = "say what the sandbox can hold on this machine"
    check = commands.add_parser("check", help=words, description=f"{words.capitalize()}.")
    check.set_defaults(run=lambda _given: isolation.main())
    return made
