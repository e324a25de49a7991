"""Every page: a budget for the bytes of its scripts, and short numbers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from html import unescape
from itertools import accumulate
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve, reverse

from accounts.models import User
from arbiter.tests.hashed import hashed as hashed
from arbiter.tests.hashed import manifest
from pages.tests.addresses import every_address
from pages.tests.walking import NOT_WALKED, furnish, walk
from tests.undone import undone

pytestmark = pytest.mark.django_db
Seen = Callable[[str | None], dict[str, str]]
KB = 1000
BUDGETS_KB = {
    **dict.fromkeys(("front", "game", "live"), 77),
    "live-wall": 92,
    "event-projector": 160,
    "match": 200,
    "map-new": 176,
    "scenario-new": 121,
    # The code editor: a quarter of this is sent, as it is compressed.
    **dict.fromkeys(("write", "lesson"), 640),
    "game-maps": 38,
    "room-new": 93,
    **dict.fromkeys(("matches", "ladder", "events", "event", "event-stage", "about"), 22),
    "person": 22,
    **dict.fromkeys(("help", "help-page"), 22),
}
"""Pages with boards, forms with maps, and pages that do without htmx at first; sizes before
compression, as they are plus a tenth."""
OTHERS_KB = 75
SCRIPT = re.compile(r'<script\b[^>]*?\bsrc="/static/([^"?]+)')
NAMED = re.compile(r'(?:src|href|data-[a-z]+)="/static/([^"]+)"')
IMPORT = re.compile(r"^(?:import|export)\b[^\"';]*[\"']([^\"']+)[\"'];", re.MULTILINE)


LONG = re.compile(r"(?<![\w.])\d+\.\d{4,}(?![\w.])")
"""A number with more than 3 decimals."""
NOT_READ = re.compile(r"<(script|svg|style|pre).*?</\1>|<[^>]+>", re.DOTALL)


@pytest.fixture(scope="module")
def seen(kept_cast) -> Seen:
    """The sources of the pages that a person comes to on a furnished site, by their addresses."""
    furnish(kept_cast.alice, kept_cast.olga)

    @cache
    def seen(name: str | None) -> dict[str, str]:
        client = Client()
        if name:
            client.force_login(User.objects.get(username=name))
        return walk(client, *(("/", "/bots/") if name else ("/",)))

    return seen


def test_no_page_exceeds_its_budget(seen: Seen):
    sizes: dict[str, int] = {}
    for path, source in seen("olga").items():
        kind = str(resolve(urlsplit(path).path).url_name)
        sizes[kind] = sum(len(text) for text in with_imports(SCRIPT.findall(source)).values())
    budgets = {kind: BUDGETS_KB.get(kind, OTHERS_KB) * KB for kind in sizes}
    assert {kind: size for kind, size in sizes.items() if size > budgets[kind]} == {}
    assert set(BUDGETS_KB) <= set(sizes), "a kind of page with a budget was not found"
    assert sizes["match"] > sizes["bots"] > sizes["about"] > 15 * KB


def test_sites_have_every_file_that_a_page_names(seen: Seen, hashed: Path):
    named = {each for source in seen("olga").values() for each in NAMED.findall(source)}
    assert len(named) > 30
    assert named <= set(manifest(hashed))


def test_addresses_above_pages_lead_to_pages(seen: Seen):
    """People find them by leaving out the end of an address."""
    client = Client()
    client.force_login(User.objects.get(username="olga"))
    # Above these are acts, which have no pages, and one of two owners in an address.
    some = (each for each in seen("olga") if not re.search("/(foresee|against)/", each))
    pages = {urlsplit(each).path for each in some}
    above = {
        f"{part}/" for path in pages for part in accumulate(path.split("/")[:-2], "{}/{}".format)
    }
    missing = [path for path in above if client.get(path, follow=True).status_code == 404]
    assert sorted(missing) == []
    assert client.get("/games/")["Location"] == "/#games-title"


def with_imports(addresses: list[str]) -> dict[str, bytes]:
    """Scripts by their addresses below ``/static/``, with those that they import at once."""
    found: dict[str, bytes] = {}
    left = list(addresses)
    while left:
        address = left.pop()
        if address in found:
            continue
        found[address], imports = script(address)
        left += imports
    return found


@cache
def script(address: str) -> tuple[bytes, list[str]]:
    """Its content, and the addresses of its imports."""
    path = finders.find(address)
    assert path, f"{address} is no static file"
    content, folder = Path(path).read_bytes(), PurePosixPath(address).parent
    return content, [joined(folder, name) for name in IMPORT.findall(content.decode())]


def joined(folder: PurePosixPath, name: str) -> str:
    """The address of an import, which begins with ``./`` or ``../``."""
    return os.path.normpath(folder / name)


FORM = re.compile(r'<form\b[^>]*\bmethod="post"[^>]*>')
ACTION = re.compile(r'\baction="([^"]+)"')


def posts(pages: dict[str, str]) -> dict[str, str]:
    """By the name of its view: one address of each form that pages send, and of each view whose
    parameters a page of the same beginning has."""
    found: dict[str, str] = {}
    for path, source in pages.items():
        for form in FORM.findall(source):
            action = ACTION.search(form)
            there = urljoin(path, unescape(action[1])) if action else path
            found.setdefault(resolve(urlsplit(there).path).view_name, there)
    known = [resolve(urlsplit(path).path) for path in pages]
    for each in every_address():
        if each.name in found or ":" in each.name or not each.name:
            continue
        wanted = set(re.findall(r"<(?:\w+:)?(\w+)>", each.path))
        first = each.path.split("/")[0]
        for match in known:
            if wanted <= match.kwargs.keys() and match.route.split("/")[0] == first:
                values = {name: match.kwargs[name] for name in wanted}
                found[each.name] = reverse(each.name, kwargs=values)
                break
    return found


OF_DESK = re.compile(r"/desk/|/events/.*/organize/")


def test_a_form_that_is_sent_empty_is_answered(seen: Seen):
    """By a person who may send it; those below a game also by people without an account."""
    clients = {name: Client(raise_request_exception=False) for name in (None, "alice", "olga")}
    for name in ("alice", "olga"):
        clients[name].force_login(User.objects.get(username=name))
    addresses = [each for each in posts(seen("olga")).values() if not NOT_WALKED.match(each)]
    sent: list[tuple[str | None, str]] = [
        ("olga" if OF_DESK.match(each) else "alice", each) for each in addresses
    ]
    sent += [(None, each) for each in addresses if each.startswith("/games/")]
    failures = {}
    for who, address in sent:
        with undone():
            status = clients[who].post(address).status_code
        if status >= 500:
            failures[address] = status
    assert failures == {}
    assert len(addresses) > 150, len(addresses)


@pytest.mark.parametrize(
    ("names", "least"),
    [
        pytest.param(["olga"], 60, id="an-organizer"),
        pytest.param([None, "alice", "olga"], 100, id="everybody", marks=pytest.mark.nightly),
    ],
)
def test_no_page_prints_a_number_with_more_than_three_decimals(seen: Seen, names, least):
    pages = {f"{name}: {path}": html for name in names for path, html in seen(name).items()}
    found = {path: LONG.findall(NOT_READ.sub(" ", html)) for path, html in pages.items()}
    assert {path: numbers for path, numbers in found.items() if numbers} == {}
    assert len(pages) > least, len(pages)
