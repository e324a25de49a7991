"""`python -m sandbox.hostile`: does this machine hold what the kit of hostile programs tries?

Runs each program with all walls and prints a line for it: its verdict ("held", "BROKEN" where it
was not held, "failed" where it could not be run), its name, and how it was held.  Exit status 1 if
a line is not "held", 2 where there is no such backend or program.  Each program bounds itself, so
that even a machine that holds nothing survives.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from enum import StrEnum

from sandbox.errors import SandboxError
from sandbox.tests.hostile import grounds
from sandbox.tests.hostile.grounds import Ground
from sandbox.tests.hostile.kinds import Broken, Hostile
from sandbox.tests.hostile.kit import KIT


class Verdict(StrEnum):
    HELD = "held"
    BROKEN = "BROKEN"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ReportLine:
    verdict: Verdict
    name: str
    how: str

    def __str__(self) -> str:
        return f"{self.verdict:8}{self.name:26}{' '.join(self.how.split())}"


def check(row: Hostile, ground: Ground) -> ReportLine:
    try:
        return ReportLine(Verdict.HELD, row.name, row.held(ground))
    except Broken as error:
        return ReportLine(Verdict.BROKEN, row.name, str(error))
    except SandboxError as error:
        return ReportLine(Verdict.FAILED, row.name, str(error))


def main(words: list[str] | None = None) -> int:
    options = _parser().parse_args(words)
    if missing := set(options.only or ()) - {row.name for row in KIT}:
        sys.stderr.write(f"there is no program {min(missing)!r} in the kit\n")
        return 2
    wanted = [row for row in KIT if not options.only or row.name in options.only]
    try:
        ground = grounds.ground(options.backend) if options.backend else grounds.strongest()
    except SandboxError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{len(wanted)} programs, isolation: {ground.name}\n")
    bad = 0
    for row in wanted:
        line = check(row, ground)
        bad += line.verdict is not Verdict.HELD
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(wanted) - bad} of {len(wanted)} are held\n")
    return 1 if bad else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sandbox.hostile",
        description="Run the kit of hostile programs on this machine, bounded by themselves.",
    )
    parser.add_argument(
        "--backend",
        choices=grounds.NAMES,
        help="groups: with control groups; rlimits: without; plain: no sandbox at all, where most "
        "succeed (only on a machine of no worth); otherwise the strongest that there is",
    )
    parser.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        help="run this program alone, or with others that are named in the same way",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
