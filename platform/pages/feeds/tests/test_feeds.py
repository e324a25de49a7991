"""Feeds of results: newest first, what everybody may see and nothing else."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.utils import timezone

from games.engine import EndState
from ladder.core.contest.plan import Kind
from ladder.events.tests.steps import authors, begin, open_event, play_all, stage
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import finish, make_bot
from matches.models import Match
from matches.services import create_match
from pages.feeds.views import NEWEST

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]
ATOM = "{http://www.w3.org/2005/Atom}"
FEEDS = ["/games/snake/", "/bots/alice/worm/", "/people/alice/"]


@pytest.fixture
def bots(alice, charlie):
    return make_bot(alice, "worm"), make_bot(charlie, "viper")


@pytest.fixture
def play(bots):
    def play(ranks, ends=None, kind="ladder") -> Match:
        versions = [bot.active_version for bot in bots]
        return finish(create_match("snake", "blitz", kind, versions), ranks, ends)

    return play


def entries(client, address: str) -> list[ElementTree.Element]:
    answer = client.get(f"{address}atom.xml")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")  # noqa: S314  our own


def titles(client, address: str) -> list[str]:
    return [each.findtext(f"{ATOM}title") or "" for each in entries(client, address)]


@pytest.mark.parametrize("address", FEEDS)
def test_a_feed_has_the_results_newest_first_with_links_and_times(client, play, address):
    older, newer = play([1, 2]), play([2, 1], [EndState.CRASH, EndState.OK])
    first, second = entries(client, address)
    assert (second.findtext(f"{ATOM}title") or "").startswith("alice/worm beat charlie/viper")
    assert "charlie/viper beat alice/worm" in (first.findtext(f"{ATOM}title") or "")
    links = [each.find(f"{ATOM}link") for each in (first, second)]
    found = [link.attrib["href"] for link in links if link is not None]
    assert [href.rpartition("/matches/")[2] for href in found] == [f"{newer.pk}/", f"{older.pk}/"]
    assert "Snake, blitz" in (first.findtext(f"{ATOM}summary") or "")
    assert older.finished is not None
    assert (second.findtext(f"{ATOM}published") or "")[:10] == older.finished.date().isoformat()


@pytest.mark.parametrize("address", FEEDS)
def test_the_page_names_its_feed(client, play, address):
    play([1, 2])
    text = client.get(address).text
    assert f'type="application/atom+xml" title="Results" href="{address}atom.xml"' in text


@pytest.mark.parametrize("address", FEEDS)
def test_a_feed_has_nothing_that_only_some_may_see_whoever_asks(client, play, alice, olga, address):
    play([1, 2], kind="trial")
    create = play([1, 2])
    Match.objects.filter(pk=create.pk).update(state=Match.State.RUNNING)
    for person in (None, alice, olga):
        if person:
            client.force_login(person)
        assert titles(client, address) == []


def test_the_feeds_of_others_do_not_have_it(client, play, bob):
    play([1, 2])
    make_bot(bob, "newt")
    for address in ("/games/generals/", "/bots/bob/newt/", "/people/bob/"):
        assert titles(client, address) == []


@pytest.mark.parametrize("path", ["games/chess", "bots/alice/eel", "people/nobody", "events/none"])
def test_there_is_no_feed_of_what_does_not_exist(client, path):
    assert client.get(f"/{path}/atom.xml").status_code == 404


def test_a_feed_has_a_largest_number(client, play, bots, django_assert_max_num_queries):
    for _ in range(3):
        play([1, 2])
    match = Match.objects.get(pk=play([1, 2]).pk)
    fields = [field.name for field in Match._meta.fields if field.name != "id"]
    copy = {name: getattr(match, name) for name in fields}
    Match.objects.bulk_create(Match(**copy) for _ in range(NEWEST))
    with django_assert_max_num_queries(12):
        assert len(entries(client, "/games/snake/")) == NEWEST


def test_an_event_has_a_feed_of_its_own_matches(client, play, olga):
    ensure_seasons()
    play([1, 2])
    event = begin(olga, authors(4), stage("cup", Kind.SINGLE))
    play_all(event)
    found = titles(client, "/events/open/")
    assert len(found) == Match.objects.filter(event_game__isnull=False).finished().count() > 0
    assert not any("worm" in title for title in found)


def test_a_draft_of_an_event_has_no_feed(client, olga):
    ensure_seasons()
    event = open_event(olga, stage("cup", Kind.SINGLE))
    type(event).objects.filter(pk=event.pk).update(state="draft")
    client.force_login(olga)
    assert client.get(f"/events/{event.slug}/atom.xml").status_code == 404


def test_a_voided_result_is_updated(client, play):
    match = play([1, 2])
    Match.objects.filter(pk=match.pk).update(voided_at=timezone.now())
    (entry,) = entries(client, "/games/snake/")
    assert (entry.findtext(f"{ATOM}updated") or "") > (entry.findtext(f"{ATOM}published") or "")
