"""A site with something on every page, and a walk along its links."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import pairwise
from urllib.parse import urldefrag, urlsplit

import pytest
from django.test import Client
from django.urls import resolve, reverse

from accounts.models import User
from bots.models import Bot
from ladder.comparisons.tests import steps as comparisons
from ladder.core.contest.plan import Feed, Kind
from ladder.events.circuits import legs
from ladder.events.circuits import services as circuits
from ladder.events.circuits.services import CircuitDraft
from ladder.events.tests.steps import authors, begin, open_event, play_all, stage
from ladder.models import RatedMatch
from ladder.ratings import official
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, add_version, finish
from matches.services import create_match
from pages.status import health
from pages.tests.addresses import makes_downloads
from rooms.models import Room
from rooms.services import open_room, put_bot, sit, start

NOT_WALKED = re.compile(r"/(static|desk/admin|accounts/logout|api/v1)(/|$)")
ALIKE = {"event-plan-blank", "event-plan-file", "webhook-help"}
"""Kinds of pages that look as others do: the forms that begin a plan, and prose."""


def furnish(author: User, organizer: User) -> list[Bot]:
    """The bots of a site with a ladder, events and a comparison of the author's."""
    ensure_seasons()
    bots = authors(5)
    Bot.objects.filter(pk=bots[0].pk).update(owner=author)
    bots[0].refresh_from_db()
    season = current_season("snake", RULESET)
    assert season is not None
    for first, second in [*pairwise(bots[:4]), (bots[0], bots[3])]:
        versions = [bot.versions.get() for bot in (first, second)]
        match = create_match("snake", RULESET, "ladder", versions)
        RatedMatch.objects.create(match=match, season=season)
        finish(match, [1, 2])
    official.refit(season)
    league = stage("league", Kind.ROUND_ROBIN)
    event = begin(organizer, bots[:4], league, stage("cup", Kind.DOUBLE, Feed("league", 4)))
    play_all(event)
    circuit = circuits.create(organizer, CircuitDraft("Cups"))
    legs.add(circuit, organizer, event)
    circuits.set_state(circuit, organizer, "running")
    open_event(organizer, stage("later", Kind.SWISS))
    newer, older = add_version(bots[0], active=False), bots[0].active_version
    comparisons.win(comparisons.begin(author, newer, older, RULESET), 3, share=0.5)
    return bots


def walk(client: Client, *starts: str, most: int = 1) -> dict[str, str]:
    """Pages that links lead to, by their addresses: their sources.  ``most`` of each kind.
    A link that leads nowhere fails the test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(health, "TIMEOUT_S", 0.1)  # no worker runs here that could answer
        return _walk(client, starts, most)


def _walk(client: Client, starts: tuple[str, ...], most: int) -> dict[str, str]:
    found: dict[str, str] = {}
    count: Counter[str] = Counter()
    left = list(starts)
    seen = set(left)
    while left:
        path = left.pop(0)
        view = resolve(urlsplit(path).path)
        kind = view.view_name
        if count[kind] >= most or makes_downloads(view.func):
            continue
        count[kind] += 1
        answer = client.get(path)
        if answer.streaming or not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        if 300 <= answer.status_code < 400:
            continue
        # The page of the site's health says that no worker runs here.
        expected = 503 if kind == "status" else 200
        assert answer.status_code == expected, f"{path} answers {answer.status_code}"
        found[path] = answer.text
        for link in re.findall(r'<a [^>]*?href="([^"]+)"', found[path]):
            there = urldefrag(unescape(link)).url
            there = f"{urlsplit(path).path}{there}" if there.startswith("?") else there
            local = there.startswith("/") and not there.startswith("//")
            if local and there not in seen and not NOT_WALKED.match(there):
                seen.add(there)
                left.append(there)
    return found


def furnished_site(olga: User) -> Client:
    """A site on which olga, an organizer, has a bot and two rooms, and her browser."""
    version = furnish(olga, olga)[0].active_version
    assert version is not None
    open_room(olga, "snake", RULESET)
    begun = open_room(olga, "snake", RULESET)
    sit(begun, olga, 0)
    put_bot(begun, olga, 1, version)
    start(begun, olga)
    client = Client()
    client.force_login(olga)
    return client


def kinds_of_pages(client: Client) -> list[str]:
    """A page of each kind that links lead to, and others of kinds with several faces."""
    pages = [path for path, source in walk(client, "/").items() if "<html" in source]
    walked = [path for path in pages if kind_of(path) not in ALIKE]
    room, begun = Room.objects.order_by("pk")
    more = [reverse("event-stage", args=["open", stage]) for stage in ("league", "cup")]
    more += [reverse("event", args=["open"]), reverse("event-run", args=["open"])]
    more += [reverse("room", args=[room.code]), reverse("play", args=[begun.match_id, 0])]
    return [*walked, *(path for path in more if path not in walked)]


def kind_of(path: str) -> str | None:
    return resolve(urlsplit(path).path).url_name
