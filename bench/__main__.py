"""``make bench``: everything that is measured, as ratios within one run, with the machine named."""

from __future__ import annotations

import os
import platform
import sys

from bench import (
    drawing,
    generals,
    judger,
    leaks,
    matchmaking,
    microwars,
    official,
    pages,
    start,
    xghj,
)
from bench import platform as whole


def machine() -> str:
    """The machine of the measurements."""
    with open("/proc/cpuinfo") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    model = models[0] if models else platform.machine()
    python = sys.version.split()[0]
    return f"{model}, {os.cpu_count()} CPUs, Linux {platform.release()}, Python {python}"


def main() -> None:
    print(f"machine: {machine()}\n", flush=True)
    for part in (judger, start, leaks, generals, xghj, microwars, official, pages, drawing):
        part.main()
        print(flush=True)
    whole.main()
    print(flush=True)
    # Last, as it fails where it is behind.
    matchmaking.main()


if __name__ == "__main__":
    main()
