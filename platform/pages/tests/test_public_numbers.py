"""How pages print numbers."""

from __future__ import annotations

import re

import pytest

from pages.tests.walking import furnished as furnished
from pages.tests.walking import walk

pytestmark = pytest.mark.django_db
LONG = re.compile(r"(?<![\w.])\d+\.\d{4,}(?![\w.])")
"""A number with more than 3 decimals."""
NOT_READ = re.compile(r"<(script|svg|style|pre).*?</\1>|<[^>]+>", re.DOTALL)


def test_no_page_prints_a_number_with_more_than_three_decimals(client, furnished, alice, olga):
    pages = dict(walk(client, "/"))
    for person in (alice, olga):
        client.force_login(person)
        pages |= {f"{person}: {path}": html for path, html in walk(client, "/", "/bots/").items()}
    found = {path: LONG.findall(NOT_READ.sub(" ", html)) for path, html in pages.items()}
    assert {path: numbers for path, numbers in found.items() if numbers} == {}
    assert len(pages) > 100, len(pages)
