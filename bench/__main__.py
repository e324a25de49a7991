"""``make bench``: everything that is measured, as ratios within one run, with the machine named.

``python -m bench PART …`` measures some parts only.  ``--keep`` makes the rows the baseline that
later runs are compared with.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
import traceback
from collections.abc import Callable, Sequence

from bench.table import Failure, Row, keep, show

PARTS = (
    "judger",
    "start",
    "leaks",
    "generals",
    "xghj",
    "microwars",
    "official",
    "drawing",
    "boards",
    "platform",
    "pages",
    "search",
    "crowds",
    "matchmaking",
)
"""Modules of this package; each has a ``main`` that measures, and returns its rows."""


def machine() -> str:
    """The machine of the measurements."""
    with open("/proc/cpuinfo") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    model = models[0] if models else platform.machine()
    python = sys.version.split()[0]
    return f"{model}, {os.cpu_count()} CPUs, Linux {platform.release()}, Python {python}"


def part(name: str) -> Callable[[], list[Row]]:
    measure: Callable[[], list[Row]] = importlib.import_module(f"bench.{name}").main
    return measure


def measure(names: Sequence[str]) -> tuple[list[Row], list[Failure]]:
    """One part after the other; one that fails does not keep the others from being measured."""
    rows: list[Row] = []
    failures: list[Failure] = []
    for name in names:
        try:
            rows += part(name)()
        except Exception as error:
            traceback.print_exc()
            failures.append(Failure(name, str(error) or type(error).__name__))
        print(flush=True)
    return rows, failures


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--keep", action="store_true", help="make these rows the baseline")
    given = parser.parse_args(words)
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    print(f"machine: {machine()}\n", flush=True)
    rows, failures = measure(given.parts or PARTS)
    show(rows, failures)
    if given.keep:
        keep(rows, machine())
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
