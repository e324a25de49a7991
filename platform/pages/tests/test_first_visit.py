"""The bytes that a browser fetches on a first visit: the page, its styles and its scripts."""

from __future__ import annotations

import re

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse

from arbiter.serving.modules import with_imports
from arbiter.tests.hashed import hashed as hashed
from arbiter.tests.hashed import manifest
from games.registry import GAMES
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from matches.models import Match
from matches.services import create_match
from pages.templatetags.site import board_view, thumb_view

pytestmark = pytest.mark.django_db
KB = 1000
FRONT_KB, MATCH_KB = 62, 110
FIRST = re.compile(r'<(?:script|link rel="stylesheet")[^>]* (?:src|href)="/static/([^"]+)"')
BY_SERVER = len("HTTP/1.1 200 OK\r\ndate: Thu, 26 Nov 2026 03:15:04 GMT\r\n\r\n")


@pytest.fixture
def match(alice, bob, redis_client) -> Match:
    ensure_seasons()
    versions = [make_bot(owner, f"{owner}-bot").versions.get() for owner in (alice, bob)]
    return finish(create_match("snake", RULESET, Match.Kind.FRIENDLY, versions, seed=3), (1, 2))


class Visitor:
    """A browser that has seen nothing of the site."""

    def __init__(self, names: dict[str, str]) -> None:
        self.client = Client(headers={"accept-encoding": "gzip, deflate, br"})
        self.hashed = names
        self.plain = {own: name for name, own in names.items()}
        self.sizes: dict[str, int] = {}

    def visit(self, page: str, view: str) -> dict[str, int]:
        """Bytes by what is fetched for a page, if the module ``view`` draws the board on it."""
        answer = self.client.get(page)
        html = Client().get(page).text
        told = [self.plain[each] for each in FIRST.findall(html)]
        scripts = [name for name in told if name.endswith(".js")]
        own = view.removeprefix("/static/")
        files = {*told, *with_imports(*scripts, self.plain.get(own, own))}
        found = {name: self.size_of(name) for name in files}
        return {**found, page: _bytes_of(answer, answer.content)}

    def size_of(self, name: str) -> int:
        if name not in self.sizes:
            answer = self.client.get(f"/static/{self.hashed[name]}")
            self.sizes[name] = _bytes_of(answer, _body(answer))
        return self.sizes[name]


def _bytes_of(answer, body: bytes) -> int:
    return BY_SERVER + sum(len(f"{n}: {v}\r\n") for n, v in answer.headers.items()) + len(body)


def _body(answer) -> bytes:
    async def read() -> bytes:
        return b"".join([part async for part in answer.streaming_content])

    return async_to_sync(read)()


def test_a_first_visit_takes_few_bytes_whichever_game_is_shown(hashed, match):
    visitor = Visitor(manifest(hashed))
    for page, view, most, least in (
        (reverse("front"), thumb_view, FRONT_KB, 30),
        (match.get_absolute_url(), board_view, MATCH_KB, 60),
    ):
        for game in GAMES:
            fetched = visitor.visit(page, view(game))
            assert least * KB < sum(fetched.values()) <= most * KB, (game, fetched)
            assert "django_htmx/htmx-2.min.js" not in fetched
