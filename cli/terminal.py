"""Output: tables and sentences for people, JSON for programs, and progress on standard error.

Texts of sites and bots cannot control the terminal: `games.texts.visible`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from games.texts import IN_TEXT, visible

Function = TypeVar("Function", bound=Callable[..., Any])

_WANTS_JSON = "wants_json"
_WIDE = 1000
"""Columns where no terminal limits a line: programs read lines whole."""


def out() -> Console:
    width = None if sys.stdout.isatty() else _WIDE
    return Console(highlight=False, markup=False, soft_wrap=True, width=width)


def err() -> Console:
    return Console(stderr=True, highlight=False, markup=False, soft_wrap=True)


def json_option(function: Function) -> Function:
    """The option ``--json``, for `wants_json` and `as_json`."""
    words = "Print JSON for programs instead of text."
    return click.option("--json", _WANTS_JSON, is_flag=True, expose_value=False, callback=_keep,
                        help=words)(function)  # fmt: skip


def _keep(context: click.Context, _option: click.Parameter, value: bool) -> None:
    context.meta[_WANTS_JSON] = value


def wants_json() -> bool:
    """Whether this run was given ``--json``."""
    return bool(click.get_current_context().meta[_WANTS_JSON])


def as_json(value: Any) -> bool:
    """Print ``value`` if this run was given ``--json``; whether it was."""
    if wants_json():
        print_json(value)
    return wants_json()


def print_json(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    sys.stdout.write(IN_TEXT.sub(lambda found: json.dumps(found[0])[1:-1], text) + "\n")


def print_file(text: str) -> None:
    """A file of the site: as it is, but for a terminal."""
    sys.stdout.write(visible(text) if sys.stdout.isatty() else text)


def say(text: str) -> None:
    out().print(visible(text))


def note(text: str) -> None:
    """A remark on standard error, beside the output."""
    err().print(visible(text), style="dim")


def show_log(text: str) -> None:
    """More of a log, on standard error."""
    err().out(visible(text), end="")


def complain(words: str) -> None:
    err().print(f"error: {visible(words)}")


def table(
    columns: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[int] = ()
) -> None:
    """A table of texts; the columns numbered in ``right`` end at one edge."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for number, column in enumerate(columns):
        made.add_column(column, justify="right" if number in right else "left")
    for row in rows:
        made.add_row(*(Text("–" if cell is None else visible(str(cell))) for cell in row))
    out().print(made)


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Callable[..., None]]:
    """A bar on standard error, where that is a terminal.  The function advances it, by one unless
    given a number; ``label=`` changes its words."""
    console = err()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(
        *columns,
        TimeElapsedColumn(),
        console=console,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(visible(label), total=total)

        def advance(by: int = 1, label: str | None = None) -> None:
            more = {} if label is None else {"description": visible(label)}
            bar.update(task, advance=by, **more)  # type: ignore[arg-type]

        yield advance
