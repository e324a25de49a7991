"""How pages print numbers."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from pages.tests.walking import furnished as furnished
from pages.tests.walking import walk

pytestmark = pytest.mark.django_db
LONG = re.compile(r"(?<![\w.])\d+\.\d{4,}(?![\w.])")
"""A number with more than 3 decimals."""
NOT_READ = re.compile(r"<(script|svg|style|pre).*?</\1>|<[^>]+>", re.DOTALL)


@pytest.mark.parametrize(
    ("names", "least"),
    [
        pytest.param(["olga"], 60, id="an-organizer"),
        pytest.param([None, "alice", "olga"], 100, id="everybody", marks=pytest.mark.nightly),
    ],
)
def test_no_page_prints_a_number_with_more_than_three_decimals(client, furnished, names, least):
    pages: dict[str, str] = {}
    for name in names:
        if name:
            client.force_login(User.objects.get(username=name))
        starts = ("/", "/bots/") if name else ("/",)
        pages |= {f"{name}: {path}": html for path, html in walk(client, *starts).items()}
    found = {path: LONG.findall(NOT_READ.sub(" ", html)) for path, html in pages.items()}
    assert {path: numbers for path, numbers in found.items() if numbers} == {}
    assert len(pages) > least, len(pages)
