"""No page, list or file tells results before the moment that they are kept for."""

from __future__ import annotations

import pytest

from bots.models import Bot
from bots.services import create_bot
from games.tests import stakes
from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events.models import EncounterGame, Event
from ladder.events.planning import acts
from ladder.events.tests.steps import authors, begin, play_all, stage, waiting
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import add_version
from matches.models import Match
from matches.recorded.results import sentence
from matches.tests import crowd
from notices.models import Notice

pytestmark = pytest.mark.django_db
KEPT_BACK = ["", "state/", "standings/", "matches/", "stages/league/", "stages/cup/"]
KEPT_BACK += ["atom.xml", "stages/league/state/", "stages/cup/state/", "matches.csv", "final.csv"]
REFUSED = ["stages/league/table.csv", "stages/cup/table.csv"]


@pytest.fixture(scope="module")
def over(kept_cast):
    """A league that is kept back, and a public cup of its first two, which is over."""
    ensure_seasons()
    league = stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN)
    cup = stage("cup", Kind.SINGLE, Feed("league", 2))
    play_all(begin(kept_cast.olga, authors(5)[:4], league, cup))


@pytest.fixture
def event(over, db, redis_client):
    return Event.objects.get()


@pytest.fixture
def bots(event):
    return list(Bot.objects.select_related("owner").order_by("pk"))


@pytest.fixture
def aside(event):
    """Leaves its address to the event that the test begins."""
    Event.objects.update(slug="earlier")


def pages(client) -> dict[str, str]:
    answers = {tail: client.get(f"/events/open/{tail}") for tail in KEPT_BACK}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {tail: answer.getvalue().decode() for tail, answer in answers.items()}


def told(client) -> list[str]:
    """Pages that tell of a match of the event, or who has won something."""
    ids = EncounterGame.objects.values_list("match", flat=True)
    links = [f"/matches/{pk}/" for pk in ids] + [
        "winner",
        "qualified for",
        "qualifies for",
        "encounters/",
    ]
    return [
        tail
        for tail, text in pages(client).items()
        if any(link in text for link in links) or (tail.endswith(".csv") and text.count("\n") > 1)
    ]


def test_no_sentence_of_a_hidden_result_is_shown_or_sent(client, event, bots, olga):
    hidden = Match.objects.with_seats().filter(event_game__encounter__stage__key="league")
    sentences = {match: sentence(match) for match in hidden}
    assert all(" beat " in each for each in sentences.values())
    owner = bots[0].owner
    told = {notice.text for notice in Notice.objects.filter(user=owner)}
    paths = ["/", "/live/", "/matches/", "/games/snake/matches/", "/bots/", "/notices/"]
    paths += [bots[0].get_absolute_url(), owner.get_absolute_url(), "/events/"]
    paths += [f"{path}atom.xml" for path in ("/games/snake/", *paths[-3:-1])]
    for person in (None, owner):
        if person:
            client.force_login(person)
        pages = [*told, *(client.get(path).text for path in paths)]
        for match, words in sentences.items():
            assert not any(words in page or f"match {match.pk}" in page for page in pages)
            assert client.get(match.get_absolute_url()).status_code == 404
    client.force_login(olga)
    match, words = sentences.popitem()
    assert words in client.get(match.get_absolute_url()).text


def test_nobody_learns_how_a_hidden_stage_ended_or_who_came_to_the_next(client, event, bots):
    assert told(client) == []
    client.force_login(bots[0].owner)
    assert told(client) == []
    page = client.get("/events/open/stages/cup/").text
    assert "Participants are hidden, too: they depend on stages whose results are hidden." in page
    assert ">b0<" not in page
    page = client.get("/events/open/stages/league/").text
    assert "hidden until an organizer reveals them" in page
    assert all(f"b{number}<" in page for number in range(4)), "who plays in it is known"
    rows = [row for each in event.stages.all() for row in each.encounters.all()]
    refused = [*REFUSED, *(f"stages/{r.stage.key}/encounters/{r.pk}/" for r in rows)]
    assert {client.get(f"/events/open/{tail}").status_code for tail in refused} == {404}


def test_the_list_of_events_does_not_name_its_winners(client, event, olga):
    assert "b0" not in client.get("/events/").text
    acts.reveal(event.stages.get(key="league"), olga, Reveal.PUBLIC)
    assert "b0" in client.get("/events/").text


def test_organizers_see_everything(client, event, olga):
    client.force_login(olga)
    found = told(client)
    assert set(found) >= {"", "standings/", "matches/", "stages/league/", "stages/cup/"}
    assert {client.get(f"/events/open/{tail}").status_code for tail in REFUSED} == {200}


def test_then_those_who_take_part_see_it_and_then_everybody(client, event, olga, bots):
    acts.reveal(event.stages.get(key="league"), olga, Reveal.PARTICIPANTS)
    assert told(client) == []
    assert "visible to participants only" in client.get("/events/open/stages/league/").text
    client.force_login(bots[4].owner)
    assert told(client) == []
    client.force_login(bots[3].owner)
    assert "stages/league/" in told(client)
    assert "stages/cup/" in told(client)
    client.logout()
    acts.reveal(event.stages.get(key="league"), olga, Reveal.PUBLIC)
    assert "stages/cup/" in told(client)


def test_a_stage_that_is_kept_back_after_a_public_one_hides_itself_alone(client, olga, bots, aside):
    cup = stage("cup", Kind.SINGLE, Feed("league", 2), reveal=Reveal.HIDDEN)
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN), cup)
    play_all(event)
    page = client.get("/events/open/stages/league/").text
    assert "qualified for Cup" in page
    page = client.get("/events/open/stages/cup/").text
    assert [f">b{number}<" in page for number in range(3)] == [True, True, False]
    assert "bracket-box" not in page
    final = client.get("/events/open/standings/").text
    assert "winner" not in final
    assert ">League<" in final, "as far as it is shown: the league's order"
    assert "<td>Cup</td>" not in final


def test_live_lists_leave_hidden_matches_out(client, olga, bots, aside):
    event = begin(olga, bots[:2], stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN))
    running, queued = waiting(event)
    Match.objects.filter(pk=running.pk).update(state="running")
    links = [f"/matches/{match.pk}/" for match in (running, queued)]
    for path in ("/", "/now/", "/live/", "/live/boards/", "/matches/", bots[0].get_absolute_url()):
        text = client.get(path).text
        assert not any(link in text for link in links), path
    assert {client.get(link).status_code for link in links} == {404}


def test_a_series_that_is_kept_back_is_not_there(
    client, olga, alice, bob, charlie, monkeypatch, aside
):
    crowd.install(monkeypatch, stakes)
    made = []
    for owner in (alice, bob, charlie, olga):
        bot = create_bot(owner, "stakes", f"of-{owner}")
        add_version(bot)
        bot.refresh_from_db()
        made.append(bot)
    Bot.objects.filter(pk=made[3].pk).update(is_house=True)
    given = {"game": "stakes", "ruleset": "three", "reveal": Reveal.HIDDEN}
    event = begin(olga, made[:3], stage("round", Kind.SERIES, **given))
    match = event.stages.get().series.get().games.get().match
    for user in (None, alice):
        if user:
            client.force_login(user)
        page = client.get("/events/open/stages/round/").text
        assert f"/matches/{match.pk}/" not in page
        assert client.get("/events/open/stages/round/table.csv").status_code == 404
        assert f"/matches/{match.pk}/" not in client.get("/events/open/matches/").text
    client.force_login(olga)
    assert f"/matches/{match.pk}/" in client.get("/events/open/stages/round/").text


def test_an_authors_own_list_neither_links_nor_times_a_match_that_is_kept_back(
    client, event, bots, olga
):
    client.force_login(bots[0].owner)
    played = EncounterGame.objects.values_list("match", flat=True)
    assert not any(f"/matches/{pk}/" in client.get("/bots/").text for pk in played)
    assert "none yet" in client.get("/bots/").text
    acts.reveal(event.stages.get(key="league"), olga, Reveal.PUBLIC)
    assert any(f"/matches/{pk}/" in client.get("/bots/").text for pk in played)
