"""``arbiter show``: a replay in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from cli.errors import CommandError, Exit, words_of
from sandbox.errors import SandboxError, UploadError


@click.command(short_help="Open a replay in the browser.")
@click.argument("replay", metavar="FILE", type=Path)
@click.option(
    "--output", metavar="FILE", type=Path, help="The file of the page; default: beside the replay."
)
@click.option("--no-open", "opened", is_flag=True, flag_value=False, default=True,
              help="Only write the page.")  # fmt: skip
@click.option("--game-module", "modules", metavar="M", multiple=True,
              help="A Python module with a game of its own, as GAME.")  # fmt: skip
def command(replay: Path, output: Path | None, opened: bool, modules: tuple[str, ...]) -> None:
    """Make a page of a replay, which needs no network, and open it in the browser."""
    from sandbox.play import page

    target = output or page.beside(replay)
    try:
        page.write(replay, target, modules)
    except (UploadError, OSError) as error:
        raise CommandError(words_of(error)) from error
    except SandboxError as error:
        raise CommandError(str(error), Exit.FAILED) from error
    if opened:
        page.open_in_browser(target)
    else:
        page.tell(target)
