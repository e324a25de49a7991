"""The memory of the whole site at rest, and of its web process after a crowd, as the kernel shares
it out (PSS)."""

from __future__ import annotations

import re
import time
from pathlib import Path
from selectors import DefaultSelector
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import urlopen

from bench.table import Row, told
from bench.viewers import join, live_match
from sandbox.isolation.proctree import descendants
from sandbox.tests.processes import name_of
from tests.site import Site

REST_S = 150.0
"""After this time without a match, the templates of games have left."""
PAGES, SOCKETS = 400, 1200
LEAVE_S = 40.0
"""After this time the site has returned the memory of viewers who left."""
LINK = re.compile(rb'href="(/[^"#]*)')


def measure(site: Site) -> list[Row]:
    time.sleep(REST_S)
    pids = [site.process.pid, *descendants(site.process.pid)]
    sizes = [size for pid in pids if (size := pss_mb(pid))]
    beside = f"{len(sizes)} processes"
    return [told(Row("whole site at rest, PSS", sum(sizes), "MB", 600, beside=beside))]


def after_a_crowd(site: Site) -> list[Row]:
    """The web process after a crawler's pages and many viewers at a time, who have left again."""
    (web,) = (pid for pid in descendants(site.process.pid) if name_of(pid) == "arbiter web")
    before = pss_mb(web)
    pages = crawl(site.address, PAGES)
    port = urlsplit(site.address).port
    assert port is not None
    with live_match() as (match, _), DefaultSelector() as selector:
        join(port, match, SOCKETS, selector)
        for key in selector.get_map().values():
            key.data.socket.close()
    time.sleep(LEAVE_S)
    beside = f"{before:.0f} MB before, {pages} pages, {SOCKETS:,} sockets"
    return [told(Row("web process after a crowd, PSS", pss_mb(web), "MB", 200, beside=beside))]


def crawl(address: str, most: int) -> int:
    """Read pages as a crawler does, link by link; how many answered."""
    waiting, known, answered = ["/"], {"/"}, 0
    while waiting and answered < most:
        try:
            with urlopen(urljoin(address, waiting.pop(0)), timeout=60) as page:  # noqa: S310  ours
                text = page.read()
        except HTTPError:
            continue
        answered += 1
        links = dict.fromkeys(link.decode().replace("&amp;", "&") for link in LINK.findall(text))
        waiting += [link for link in links if link not in known]
        known.update(links)
    return answered


def pss_mb(pid: int) -> float:
    """0 for a process that has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    found = re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0
