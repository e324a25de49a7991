"""The memory of the whole site at rest, as the kernel shares it out (PSS)."""

from __future__ import annotations

import re
import time
from pathlib import Path

from bench.table import Row, told
from sandbox.isolation.proctree import descendants
from tests.site import Site

REST_S = 150.0
"""After this time without a match, the templates of games have left."""


def measure(site: Site) -> list[Row]:
    time.sleep(REST_S)
    pids = [site.process.pid, *descendants(site.process.pid)]
    sizes = [size for pid in pids if (size := pss_mb(pid))]
    beside = f"{len(sizes)} processes"
    return [told(Row("whole site at rest, PSS", sum(sizes), "MB", 600, beside=beside))]


def pss_mb(pid: int) -> float:
    """0 for a process that has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    found = re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0
