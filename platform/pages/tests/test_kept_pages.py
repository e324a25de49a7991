"""Pages for everybody: few queries, none while they are kept, and what is hidden is gone at
once."""

from __future__ import annotations

import pytest
from django.urls import reverse

from arbiter.serving import kept
from bots.services import create_bot
from ladder.core.contest.plan import Kind, Reveal
from ladder.events.planning import acts
from ladder.events.tests.steps import authors, begin, play_all, stage
from ladder.models import RatedMatch, Rating
from ladder.seasons.current import default_seasons, ensure_seasons
from ladder.tests.play import RULESET, add_version, finish, make_bot
from maps.services import publish
from maps.tests.steps import add_meadow, make_map
from matches.models import Match
from matches.recorded import voiding
from matches.services import create_match
from news import services as news
from news.models import Announcement

pytestmark = pytest.mark.django_db
MOST_QUERIES = 16
PAGES = [
    ("front", ()),
    ("now", ()),
    ("live", ()),
    ("live-boards", ()),
    ("game", ("snake",)),
    ("game-matches", ("snake",)),
    ("ladder", ("snake", RULESET)),
    ("matches", ()),
    ("match", (None,)),
    ("about", ()),
]


@pytest.fixture(autouse=True)
def keeping(settings, redis_client, monkeypatch):
    settings.PUBLIC_SECONDS = 60
    monkeypatch.setattr(kept, "PAGES", kept.Keeper())


@pytest.fixture
def match(alice, charlie) -> Match:
    """A ladder match that counts; the newest of several.  Every game has rated bots."""
    ensure_seasons()
    seasons = default_seasons()
    for game, season in seasons.items():
        bot = create_bot(alice, game, f"alices-{game}"[:20])
        add_version(bot)
        Rating.objects.create(season=season, bot=bot, version=bot.active_version, games=3)
    versions = [make_bot(owner, f"{owner}-bot").versions.get() for owner in (alice, charlie)]
    for ranks in ((1, 2), (2, 1), (1, 2)):
        match = create_match("snake", RULESET, Match.Kind.LADDER, versions, seed=3)
        RatedMatch.objects.create(match=match, season=seasons["snake"])
        finish(match, ranks)
    return match


def path(name, args, match):
    return reverse(name, args=[match.pk if arg is None else arg for arg in args])


@pytest.mark.parametrize(("name", "args"), PAGES)
def test_a_page_takes_few_queries_and_none_while_it_is_kept(
    client, match, name, args, django_assert_max_num_queries, django_assert_num_queries
):
    where = path(name, args, match)
    client.get(where)  # what a process learns once
    kept.PAGES.clear()
    with django_assert_max_num_queries(MOST_QUERIES):
        first = client.get(where)
    with django_assert_num_queries(0):
        second = client.get(where)
    assert first.status_code == second.status_code == 200
    assert first.content == second.content


WHOLE = [page for page in PAGES if page[0] not in ("now", "live-boards")]


@pytest.mark.parametrize(("name", "args"), WHOLE)
def test_who_is_logged_in_is_neither_given_nor_leaves_a_kept_page(client, alice, match, name, args):
    where = path(name, args, match)
    for person in (True, False, True, False):
        client.force_login(alice) if person else client.logout()
        head = client.get(where).content.decode().partition("<main")[0]
        assert ("Log out" in head) == person


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Calls what it is given as if its transaction were committed."""

    def call(act, *given, **named):
        with django_capture_on_commit_callbacks(execute=True):
            return act(*given, **named)

    return call


def test_a_void_result_is_void_at_once_and_counts_again_at_once(client, olga, match, committed):
    where = reverse("match", args=[match.pk])
    assert "asleep" not in client.get(where).content.decode()
    committed(voiding.void, match, olga, "The referee was asleep.")
    assert "asleep" in client.get(where).content.decode()
    committed(voiding.restore, match, olga, "The referee was awake.")
    assert "asleep" not in client.get(where).content.decode()


def test_matches_of_a_stage_are_hidden_and_revealed_at_once(client, olga, committed, db):
    ensure_seasons()
    event = begin(olga, authors(2), stage("league", Kind.ROUND_ROBIN))
    play_all(event)
    one = Match.objects.filter(event_game__encounter__stage__event=event).earliest("pk")
    page, matches = reverse("match", args=[one.pk]), reverse("matches")

    def seen() -> tuple[int, bool]:
        return client.get(page).status_code, page in client.get(matches).content.decode()

    assert seen() == (200, True)
    for level, shown in ((Reveal.HIDDEN, (404, False)), (Reveal.PUBLIC, (200, True))):
        committed(acts.reveal, event.stages.get(), olga, level)
        assert seen() == shown


def test_an_announcement_is_read_and_withdrawn_at_once(client, olga, committed):
    ensure_seasons()
    front = reverse("front")
    assert "New maps" not in client.get(front).content.decode()
    made = Announcement(title="New maps", text="Two of them.")
    made.full_clean(exclude=["created_by"])
    committed(news.save, made, olga)
    assert "New maps" in client.get(front).content.decode()
    committed(news.withdraw, made, olga, "They were none.")
    assert "New maps" not in client.get(front).content.decode()


def test_a_map_that_is_hidden_is_named_by_no_page_any_more(
    client, alice, match, committed, monkeypatch, settings
):
    add_meadow(monkeypatch, settings)
    made = make_map(alice, "labyrinth")
    publish(made, alice)
    Match.objects.filter(pk=match.pk).update(map_used=made)
    where = reverse("match", args=[match.pk])
    assert "labyrinth" in client.get(where).content.decode()
    committed(publish, made, alice, False)
    assert "labyrinth" not in client.get(where).content.decode()
