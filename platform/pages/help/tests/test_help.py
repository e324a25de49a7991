"""The help: every page is reachable, its links lead somewhere, and its numbers are computed."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

import pytest
from allauth.account import app_settings
from django.conf import settings
from django.urls import reverse
from django.utils.html import escape
from rest_framework.throttling import SimpleRateThrottle

from games.engine import EndState
from games.registry import GAMES
from pages.help import ends, rates
from pages.help.contents import PAGES, neighbours
from pages.help.facts import facts

pytestmark = pytest.mark.django_db
TEXTS = settings.ROOT / "templates" / "help" / "texts"
DOCUMENTS = [page for page in PAGES.values() if not page.address]
EXAMPLES = {
    "ratings": {"1640", "35", "1605", "1675", "10"},
    "rates": {"429"},
    "programs": {"429"},
}
"""Numbers that no code has: those of examples, and a status of HTTP."""


def html_of(client, url):
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def main_of(html):
    return html[html.index("<main") : html.index("</main>")]


def test_the_footer_leads_to_the_index_and_the_index_to_every_page(client):
    assert f'href="{reverse("help")}"' in html_of(client, reverse("about"))
    index = html_of(client, reverse("help"))
    for page in PAGES.values():
        assert f'<a href="{page.url}">{escape(page.title)}</a>' in index
    for game in GAMES:
        assert reverse("game-rules", args=[game]) in index


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_each_page_has_contents_and_links_that_lead_somewhere(client, page):
    html = main_of(html_of(client, page.url))
    assert 'aria-label="Contents"' in html
    links = {unescape(link) for link in re.findall(r'href="([^"]+)"', html)}
    for link in links:
        url, anchor = urldefrag(urljoin(page.url, link))
        if not url.startswith("/") or url.startswith(("/static/", "/settings/", "/api/")):
            continue
        answer = client.get(url)
        assert answer.status_code in (200, 302), f"{link} answers {answer.status_code}"
        assert not anchor or f'id="{anchor}"' in answer.content.decode(), f"{link} has no place"


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_each_page_leads_to_the_pages_beside_it(client, page):
    html = main_of(html_of(client, page.url))
    before, after = neighbours(page.name)
    for rel, other in (("prev", before), ("next", after)):
        found = re.findall(rf'rel="{rel}" href="([^"]+)"', html)
        assert found == ([other.url] if other else [])


def test_every_document_belongs_to_a_page():
    assert {path.stem for path in TEXTS.glob("*.md")} == {page.name for page in DOCUMENTS}


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: page.name)
def test_the_numbers_of_a_document_are_computed(page):
    text = (TEXTS / f"{page.name}.md").read_text()
    text = re.sub(r"```.*?```|`[^`]*`|{%.*?%}|{{.*?}}", " ", text, flags=re.DOTALL)
    text = re.sub(r"^ *\d+\. ", " ", text, flags=re.MULTILINE)
    assert set(re.findall(r"\d+", text)) - EXAMPLES.get(page.name, set()) - {"1"} == set()


def test_no_name_in_a_document_is_unknown():
    """A misspelt name would leave a gap in a sentence."""
    loops = {"game", "keys", "effect", "kind", "days", "what", "most", "forloop", "pausing"}
    loops |= {"name", "label", "meaning", "remedy"}
    for path in TEXTS.glob("*.md"):
        names = re.findall(r"{{ (\w+)", path.read_text())
        assert set(names) <= facts().keys() | loops, path.name


def test_an_unknown_page_is_not_found(client):
    answer = client.get("/help/nothing/")
    assert answer.status_code == 404


def test_every_end_state_is_explained(client):
    assert set(ends.MEANINGS) == set(EndState)
    html = html_of(client, PAGES["verdicts"].url)
    for end in EndState:
        assert f"{end.words} (<code>{end.value}</code>)" in html


def test_every_rate_has_words():
    assert set(rates.SCOPES) >= set(SimpleRateThrottle.THROTTLE_RATES)
    assert set(rates.ACTS) | rates.UNUSED == set(app_settings.RATE_LIMITS)


def test_rates_are_those_that_are_enforced(client, monkeypatch, settings):
    usual = SimpleRateThrottle.THROTTLE_RATES
    changed = {**usual, "match": "7/day", "upload": None}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", changed)
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "9/5m/ip"}
    settings.ROOMS_PER_PERSON = 1234
    html = html_of(client, PAGES["rates"].url)
    assert "<td>7 in 1 day</td>" in html
    assert "<td>no limit</td>" in html
    assert "<td>9 in 5 minutes by network address</td>" in html
    assert "<td>1234</td>" in html


def test_the_keys_of_the_player_are_those_that_the_player_lists(client):
    keys: Any = facts()["player_keys"]
    assert ("`v`", "next view") in keys
    source = Path(settings.ROOT, "static/player/controls.js").read_text()
    table = source[source.index("const KEYS") :]
    letters = set(re.findall(r"^  (\w): \"", table[: table.index("};")], re.MULTILINE)) - {"0"}
    assert letters <= {key.strip("`") for key, _ in keys}
