"""``show``: a replay in the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from sandbox.errors import SandboxError, UploadError
from sandbox.play import page
from sandbox.play.options import add_module
from sandbox.play.status import Status, complain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("replay", metavar="FILE", type=Path, help="a replay (.jsonl.gz)")
    output = "the page to write; else beside the replay, as .html"
    parser.add_argument("--output", metavar="FILE", type=Path, help=output)
    browser = "only write the page"
    parser.add_argument("--no-open", dest="open", action="store_false", help=browser)
    add_module(parser)


def run(given: argparse.Namespace) -> Status:
    output = given.output or page.beside(given.replay)
    try:
        page.write(given.replay, output, given.modules)
    except (UploadError, OSError) as error:
        return complain(Status.REFUSED, error)
    except SandboxError as error:
        return complain(Status.FAILED, error)
    if given.open:
        page.open_in_browser(output)
    else:
        page.tell(output)
    return Status.PLAYED
