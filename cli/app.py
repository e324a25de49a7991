"""The program `arbiter`: its commands, and how a run of it ends."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib import metadata
from io import StringIO
from typing import Any

import click

from cli.errors import CommandError, Exit, words_of
from cli.terminal import complain, show_log

COMMANDS = (
    *("new", "play", "bench", "bots", "show", "replay", "verify"),
    *("login", "logout", "submit", "status", "settings", "logs", "tests", "download", "top"),
    *("event", "moderate"),
    "completion",
)
"""In the order of the help; each is the ``command`` of the module of its name in `cli.commands`."""

EPILOG = """\b
Exit statuses:
    0  done, and no bot was at fault
    1  a bot was at fault, a version failed, or something differs
    2  the command is impossible as it was given
    3  the sandbox or the judger failed
    4  the site refused the request or does not answer
  130  interrupted
"""


class Commands(click.Group):
    """Imports a command only when it is needed: some need Linux, and some take time to load."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = importlib.import_module(f"cli.commands.{cmd_name}").command
        return found

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # click itself would print an empty line
            ctx.exit(Exit.STOPPED)


def _version() -> str:
    try:
        return metadata.version("arbiter")
    except metadata.PackageNotFoundError:
        return "of this folder"


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--site", metavar="ADDRESS", help="The site, such as https://arbiter.example.")
@click.version_option(_version(), prog_name="arbiter")
def arbiter(site: str | None) -> None:
    """Write, test and submit bots."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; its exit status."""
    try:
        result = arbiter.main(
            args=None if arguments is None else list(arguments),
            prog_name="arbiter",
            standalone_mode=False,
        )
        return int(result or 0)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        words = StringIO()
        error.show(words)
        show_log(words.getvalue())
        return Exit.REFUSED
    except (click.Abort, KeyboardInterrupt):
        return Exit.STOPPED
    except CommandError as error:
        complain(str(error))
        return error.status
    except BrokenPipeError:
        sys.stderr.close()
        return Exit.DONE
    except OSError as error:
        complain(words_of(error))
        return Exit.REFUSED


def run() -> None:
    """The console script."""
    sys.exit(main())
