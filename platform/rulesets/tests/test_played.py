"""Matches of scenarios, by real judgers: what they are played with, and who may see them."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from bots.services import create_bot
from games.tests.crowd import bidder
from games.tests.orchard import FIELD
from maps.services import Draft as MapDraft
from maps.services import edit_map
from matches import services as matches
from matches import tasks
from matches.derived.previews import request_preview
from matches.models import Match
from matches.recorded.replays import open_replay
from matches.seating import rules_of
from rulesets import services
from rulesets.tests.steps import draft, make, plant


@pytest.fixture
def bots(make_ready, orchard, alice, charlie):
    """One of alice's and one of the house."""
    charlie.is_house = True
    charlie.save()
    made = []
    for number, owner in enumerate((alice, charlie)):
        bot = create_bot(owner, "orchard", f"of-{owner}")
        make_ready(bot, bidder(1 + number, 2 * number))
        bot.refresh_from_db()
        made.append(bot)
    return made


@pytest.fixture
def published(bots, summer, olga):
    return services.publish(summer, olga)


def play(match: Match) -> Match:
    """As a worker does, twice where a busy machine disturbed the first attempt."""
    for _ in range(2):
        tasks.play("matches")
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED, match.failure
    return match


def turns(match: Match) -> int:
    with open_replay(match) as replay:
        numbers: list[int] = [frame["turn"] for frame in replay.read()]
    return max(numbers)


def request(by, bots, **more) -> Match:
    versions = [bot.active_version for bot in bots]
    return matches.request_match(by, "orchard", "summer", versions, **more)


def test_a_match_is_played_by_the_scenario_as_it_was_when_it_was_made(
    published, bots, field, alice, olga
):
    match = request(alice, bots)
    services.edit(published, olga, draft(field, data={"constants": {"turns": 5}}))
    services.retire(published, olga, "over")
    play(match)
    with open_replay(match) as replay:
        setup = replay.header["setup"]
    assert setup["ruleset"] == "duel"
    assert setup["params"]["turns"] == 2
    assert setup["params"]["scenario"]["points"][0]["name"] == "Old tree"
    assert setup["map"] == published.board
    assert turns(match) == 2
    assert (match.ruleset, match.scenario, match.base) == ("summer", published, "duel")
    assert (match.map_used, match.map_revision) == (field, 1)


def test_it_is_played_on_the_board_that_the_scenario_kept(published, bots, field, alice, olga):
    edit_map(field, olga, MapDraft("field", FIELD.replace("#", "h"), public=True))
    match = request(alice, bots)
    assert match.map == published.board
    assert match.map_revision == 1


def test_another_map_or_a_scenario_that_is_not_played_is_refused(published, bots, alice, olga):
    other = plant(olga, "other", public=True)
    with pytest.raises(ValidationError, match="on its own map alone"):
        request(alice, bots, board=other)
    services.retire(published, olga, "over")
    with pytest.raises(ValidationError, match="no ruleset “summer”"):
        request(alice, bots)


def test_a_draft_cannot_be_challenged_not_even_by_organizers(summer, bots, olga):
    with pytest.raises(ValidationError, match="no ruleset “summer”"):
        request(olga, bots)


def test_shipped_rulesets_are_played_as_ever(bots, alice):
    versions = [bot.active_version for bot in bots]
    match = play(matches.request_match(alice, "orchard", "duel", versions))
    assert (turns(match), match.scenario, match.base, match.params) == (6, None, "", None)


def test_a_preview_is_played_by_house_bots_and_seen_by_organizers_alone(
    bots, summer, alice, olga, client
):
    match = play(request_preview(olga, summer))
    assert [str(seat.version and seat.version.bot) for seat in match.seats.all()] == [
        "charlie/of-charlie"
    ] * 2
    assert turns(match) == 2
    assert list(Match.objects.visible_to(olga)) == [match, *Match.objects.public()]
    assert match not in Match.objects.visible_to(alice)
    paths = ["", "replay.jsonl.gz", "state/"]
    pages = [f"/matches/{match.pk}/{path}" for path in paths] + [f"/api/v1/matches/{match.pk}/"]
    for user, status in ((None, 404), (alice, 404), (olga, 200)):
        client.logout()
        if user:
            client.force_login(user)
        found = [client.get(page).status_code for page in pages]
        assert [code if code == 404 else 200 for code in found] == [status] * len(pages), user
        listing = client.get("/api/v1/matches/?game=orchard").json()["results"]
        assert (match.pk in [row["id"] for row in listing]) == (user is olga)
        assert f"/matches/{match.pk}/" not in client.get("/matches/?game=orchard").text


def test_a_preview_needs_an_organizer_a_playable_scenario_and_house_bots(
    bots, summer, field, alice, olga
):
    with pytest.raises(PermissionDenied):
        request_preview(alice, summer)
    broken = make(olga, field, name="broken", data={"points": []})
    with pytest.raises(ValidationError, match="no point has the tag gate"):
        request_preview(olga, broken)
    bots[1].is_house = False
    bots[1].save()
    with pytest.raises(ValidationError, match="No house bot"):
        request_preview(olga, summer)


def test_a_match_of_a_base_that_left_cannot_be_played(published, bots, alice, monkeypatch):
    match = request(alice, bots)
    assert rules_of(match).params["turns"] == 2
    match.base = "gone"
    with pytest.raises(KeyError):
        rules_of(match)
