"""``arbiter completion``: completion for the shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from cli.errors import CommandError
from cli.terminal import say


@click.command(short_help="Print the completion for your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print a script that completes commands and options, for example in bash:

    eval "$(arbiter completion bash)"
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise CommandError(f"There is no completion for {shell}.")
    program = context.find_root().command
    say(kind(program, {}, "arbiter", "_ARBITER_COMPLETE").source())
