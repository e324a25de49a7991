"""`python -m sandbox`: what operators can do without the site.

Exit statuses are those of `sandbox.play.status`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

OLDEST = (3, 11)
REFUSED = 2
"""As in `sandbox.play.status`, which may not be importable."""
_ROOT = Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str] | None = None) -> int:
    if sys.platform != "linux":
        return _refuse(
            "the sandbox needs Linux: it is made of namespaces.",
            "Run this in WSL or a virtual machine.",
        )
    if sys.version_info < OLDEST:
        return _refuse(f"this is Python {sys.version.split()[0]}; 3.11 is needed.", _advice())
    try:
        # Not at the top: where a package is missing, the message below names it.
        from sandbox.play.languages import parser
    except ModuleNotFoundError as missing:
        return _refuse(f"this Python lacks the package {missing.name}.", _advice())
    given = parser().parse_args(arguments)
    status: int = given.run(given)
    return status


def _advice() -> str:
    """The way to a Python that can do it."""
    python = _ROOT / ".venv" / "bin" / "python"
    if python.exists():
        return f"Write {os.path.relpath(python)} instead of python."
    return (
        f"In {_ROOT}, run: python3.11 -m venv .venv && .venv/bin/pip install -r requirements.txt\n"
        "Then write .venv/bin/python instead of python."
    )


def _refuse(why: str, what_to_do: str) -> int:
    sys.stderr.write(f"error: {why}\n{what_to_do}\n")
    return REFUSED


if __name__ == "__main__":
    sys.exit(main())
