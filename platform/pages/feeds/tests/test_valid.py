"""Every feed of the site is one that readers take: RFC 4287."""

from __future__ import annotations

import pytest
from django.urls import get_resolver, reverse

from bots.models import Bot
from following import noting, services
from ladder.core.contest.plan import Kind
from ladder.events.tests.steps import authors, begin, play_all, stage
from ladder.seasons.current import ensure_seasons
from matches.models import Match
from news.models import Announcement
from pages.feeds.tests.atom import problems

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


@pytest.fixture
def addresses(charlie) -> dict[str, list[str]]:
    """Values of the address of every feed, by its name."""
    return {
        "game-feed": ["snake"],
        "game-changes-feed": ["snake"],
        "bot-feed": ["author-0", "b0"],
        "person-feed": ["author-0"],
        "event-feed": ["open"],
        "following-feed": [services.feed_token(charlie)],
        "news-feed": [],
    }


def test_every_feed_is_valid_with_and_without_entries(client, olga, charlie, addresses):
    feeds = {name for name in get_resolver().reverse_dict if str(name).endswith("-feed")}
    assert feeds == addresses.keys()
    ensure_seasons()
    event = begin(olga, authors(4), stage("cup", Kind.SINGLE))
    assert _wrong(client, addresses) == []
    play_all(event)
    Match.objects.filter(event_game__isnull=False).update(reason="1 < 2 & more")
    Announcement.objects.create(title="A & B", text="**Bold** & <b>plain</b>", created_by=olga)
    services.follow(charlie, event)
    services.follow(charlie, Bot.objects.get(name="b0"))
    noting.sweep()
    assert _wrong(client, addresses) == []


def _wrong(client, addresses) -> list[str]:
    return [
        f"{name}: {what}"
        for name, values in addresses.items()
        for what in problems(client.get(reverse(name, args=values)).content)
    ]


def test_two_people_have_feeds_of_different_names(client, alice, charlie):
    ids = {
        client.get(reverse("following-feed", args=[services.feed_token(each)]))
        .text.partition("<id>")[2]
        .partition("</id>")[0]
        for each in (alice, charlie)
    }
    assert len(ids) == 2
