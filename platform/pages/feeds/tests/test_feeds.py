"""Feeds of results: newest first, what everybody may see and nothing else."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.utils import timezone

from following import noting, services
from games.engine import EndState
from ladder.core.contest.plan import Kind, Reveal
from ladder.events.planning import acts
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
    """Those of results."""
    return [
        each for each in every_entry(client, f"{address}atom.xml") if "/matches/" in _href(each)
    ]


def every_entry(client, path: str) -> list[ElementTree.Element]:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")  # noqa: S314  our own


def _href(entry: ElementTree.Element) -> str:
    link = entry.find(f"{ATOM}link")
    return "" if link is None else link.attrib["href"]


def news(client, path: str) -> list[str]:
    """Titles of entries that are no results, oldest first."""
    found = [each for each in every_entry(client, path) if "/matches/" not in _href(each)]
    return [each.findtext(f"{ATOM}title") or "" for each in reversed(found)]


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
    assert f'type="application/atom+xml" title="News and results" href="{address}atom.xml"' in text


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


# News ---------------------------------------------------------------------------------------------


def test_a_feed_has_the_news_of_its_subject(client, alice, olga, bots):
    said = "alice has a new bot for Snake: worm."
    assert news(client, "/bots/alice/worm/atom.xml") == [said]
    assert news(client, "/people/alice/atom.xml") == [said]
    ensure_seasons()
    event = begin(olga, authors(4), stage("cup", Kind.SINGLE))
    play_all(event)
    noting.sweep()
    assert "Open has begun." in news(client, "/events/open/atom.xml")
    assert "author-0/b0 won Open." in news(client, "/people/author-0/atom.xml")
    assert "author-1/b1 came second in Open." in news(client, "/bots/author-1/b1/atom.xml")
    open_event(olga, stage("cup", Kind.SINGLE))
    noting.sweep()
    assert "Open is announced." in news(client, "/games/snake/atom.xml")
    ids = [each.findtext(f"{ATOM}id") for each in every_entry(client, "/events/open/atom.xml")]
    assert len(set(ids)) == len(ids)


@pytest.fixture
def feed(charlie):
    """The path of charlie's private feed."""
    return lambda: f"/feeds/{services.feed_token(charlie)}/atom.xml"


def test_the_private_feed_has_the_news_of_all_that_a_person_follows(
    client, charlie, alice, bob, bots, feed
):
    make_bot(bob, "newt")
    assert news(client, feed()) == []
    services.follow(charlie, bots[0])
    services.follow(charlie, alice)
    assert news(client, feed()) == ["alice has a new bot for Snake: worm."]
    answer = client.get(feed())
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Robots-Tag"] == "noindex"
    assert not answer.cookies


def test_an_old_and_a_forged_address_of_a_private_feed_do_not_exist(client, charlie, feed):
    old = feed()
    assert client.get(old).status_code == 200
    services.renew_feed(charlie)
    assert client.get(old).status_code == 404
    assert client.get(feed()).status_code == 200
    assert client.get("/feeds/WzEsImFiYyJd:1vMabc:forged/atom.xml").status_code == 404


@pytest.mark.parametrize("level", [Reveal.HIDDEN, Reveal.PARTICIPANTS])
def test_results_that_are_kept_back_are_in_no_feed(client, olga, bots, level):
    ensure_seasons()
    others = authors(3)
    event = begin(olga, others, stage("cup", Kind.SINGLE, reveal=Reveal.PUBLIC))
    play_all(event)
    noting.sweep()
    acts.reveal(event.stages.get(), olga, level)
    own = others[1].owner  # takes part, and sees the results
    for person in (olga, own):
        services.follow(person, event)
        services.follow(person, others[0])
        path = f"/feeds/{services.feed_token(person)}/atom.xml"
        client.force_login(person)
        for each in (path, "/events/open/atom.xml", "/bots/author-0/b0/atom.xml"):
            assert not any("won" in said or "over" in said for said in news(client, each))
    acts.reveal(event.stages.get(), olga, Reveal.PUBLIC)
    assert "author-0/b0 won Open." in news(client, "/bots/author-0/b0/atom.xml")


def test_a_voided_result_is_updated(client, play):
    match = play([1, 2])
    Match.objects.filter(pk=match.pk).update(voided_at=timezone.now())
    (entry,) = entries(client, "/games/snake/")
    assert (entry.findtext(f"{ATOM}updated") or "") > (entry.findtext(f"{ATOM}published") or "")
