"""Each kind of page has a budget for the bytes of its scripts, with all that they import."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve

from accounts.models import User
from bots.models import Bot
from pages.tests.walking import furnished as furnished
from pages.tests.walking import walk

KB = 1000
BUDGETS_KB = {
    **dict.fromkeys(("front", "game", "live"), 130),
    "match": 230,
    "map-new": 170,
    "scenario-new": 115,
    "game-maps": 95,
    "room-new": 95,
}
"""Pages with boards, and forms with maps; sizes before compression, as they are plus a tenth."""
OTHERS_KB = 75
SCRIPT = re.compile(r'<script\b[^>]*?\bsrc="/static/([^"?]+)')
IMPORT = re.compile(r"^(?:import|export)\b[^\"';]*[\"']([^\"']+)[\"'];", re.MULTILINE)


def test_no_page_exceeds_its_budget(furnished: list[Bot], olga: User, client: Client):
    client.force_login(olga)
    sizes: dict[str, int] = {}
    for path, source in walk(client, "/").items():
        kind = str(resolve(urlsplit(path).path).url_name)
        sizes[kind] = sum(len(text) for text in with_imports(SCRIPT.findall(source)).values())
    budgets = {kind: BUDGETS_KB.get(kind, OTHERS_KB) * KB for kind in sizes}
    assert {kind: size for kind, size in sizes.items() if size > budgets[kind]} == {}
    assert set(BUDGETS_KB) <= set(sizes), "a kind of page with a budget was not found"
    assert sizes["match"] > sizes["about"] > 50 * KB


def with_imports(addresses: list[str]) -> dict[str, bytes]:
    """Scripts by their addresses below ``/static/``, with those that they import at once."""
    found: dict[str, bytes] = {}
    left = list(addresses)
    while left:
        address = left.pop()
        if address in found:
            continue
        path = finders.find(address)
        assert path, f"{address} is no static file"
        found[address] = Path(path).read_bytes()
        folder = PurePosixPath(address).parent
        left += [joined(folder, name) for name in IMPORT.findall(found[address].decode())]
    return found


def joined(folder: PurePosixPath, name: str) -> str:
    """The address of an import, which begins with ``./`` or ``../``."""
    return os.path.normpath(folder / name)
