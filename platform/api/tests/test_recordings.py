"""Bundles and verifications over the API: for whom, and what they hold."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from api.tests.test_problems import assert_problem
from games.bundle import read
from games.replay import ReplayReader, ReplayWriter
from games.wire import encode
from ladder.tests.play import RULESET
from matches.audience import Audience
from matches.models import Match, Verification
from matches.recorded import verification
from matches.services import create_match
from matches.tests.recorded import recorded
from notices.models import Notice

PEOPLE = ("nobody", "alice", "bob", "charlie", "olga")


@pytest.fixture
def played(worm, viper, season) -> Match:
    """A match between alice's worm and charlie's viper; worm wrote to its standard error."""
    versions = [worm.active_version, viper.active_version]
    return recorded(create_match("snake", "blitz", "ladder", versions), logs={0: "apples!\n"})


def bundle_of(client, match, seat=0):
    cache.clear()
    return client.get(f"/api/v1/matches/{match.pk}/bundle/?seat={seat}")


def statuses(people, match, seat=0):
    return {name: bundle_of(people[name], match, seat).status_code for name in PEOPLE}


def test_everybody_may_have_the_bundle_of_a_public_match_and_managers_get_the_log(people, played):
    assert statuses(people, played) == dict.fromkeys(PEOPLE, 200)
    for name in PEOPLE:
        response = bundle_of(people[name], played)
        found = read(response.getvalue())
        assert found.head["match"] == played.pk
        assert found.head["player"] == "alice/worm v1"
        private = name in ("alice", "bob")
        assert [row["text"] for row in found.logs] == (["apples!\n"] if private else [])
        assert ("no-store" in response["Cache-Control"]) == private


def test_a_game_that_hides_things_gives_the_bundle_to_its_team_alone(people, played, monkeypatch):
    monkeypatch.setattr(type(played.played_game), "hides", True)
    own = {"nobody": 403, "alice": 200, "bob": 200, "charlie": 403, "olga": 403}
    assert statuses(people, played) == own
    assert statuses(people, played, 1) == {**dict.fromkeys(PEOPLE, 403), "charlie": 200}
    problem = assert_problem(bundle_of(people["charlie"], played), 403)
    assert "hides things" in problem["detail"]


def test_a_match_that_is_kept_back_has_no_bundle_even_for_its_players(people, played):
    Match.objects.filter(pk=played.pk).update(audience=Audience.HIDDEN)
    assert statuses(people, played) == {**dict.fromkeys(PEOPLE, 404), "olga": 403}


def test_a_match_that_waits_and_a_seat_that_is_none_have_no_bundle(people, worm, viper, played):
    waits = create_match("snake", RULESET, "friendly", [worm.active_version, viper.active_version])
    assert bundle_of(people["alice"], waits).status_code == 403
    assert bundle_of(people["alice"], played, 2).status_code == 404
    assert bundle_of(people["alice"], played, "x").status_code == 400


def verify(client, match):
    return client.post(f"/api/v1/matches/{match.pk}/verify/")


def test_a_verification_is_requested_carried_out_and_read(people, played):
    assert people["nobody"].get(f"/api/v1/matches/{played.pk}/verify/").status_code == 404
    assert verify(people["nobody"], played).status_code == 401
    response = verify(people["charlie"], played)
    assert response.status_code == 202
    assert response.json()["state"] == "waiting"
    assert verification.carry_out() == 1
    body = people["nobody"].get(f"/api/v1/matches/{played.pk}/verify/").json()
    assert (body["state"], body["finding"], body["frame"]) == ("done", "same", None)
    assert body["engine"] == played.played_game.version
    assert verify(people["alice"], played).json()["state"] == "done"
    assert verification.carry_out() == 0


def test_one_changed_reply_is_found_and_organizers_learn_of_it(people, played, olga, charlie):
    change_reply(played, 20)
    verify(people["charlie"], played)
    verification.carry_out()
    body = people["nobody"].get(f"/api/v1/matches/{played.pk}/verify/").json()
    assert body["finding"] == "differs"
    assert body["frame"] >= 20
    (notice,) = Notice.objects.filter(kind="match.differs")
    assert notice.user == olga
    assert f"match {played.pk}" in notice.text


def change_reply(match, number):
    with match.replay.open("rb") as file:
        old = ReplayReader(io.BytesIO(file.read()))
    target = io.BytesIO()
    writer = ReplayWriter(target)
    writer.header(old.header)
    for frame in old.read():
        if frame["n"] == number:
            frame["replies"] = {seat: 1 + reply % 4 for seat, reply in frame["replies"].items()}
        writer.frame(encode(frame), key="key" in frame, first="setup" in frame)
    writer.result(old.result)
    with match.replay.storage.open(match.replay.name, "wb") as file:
        file.write(target.getvalue())


def test_a_person_has_a_number_of_verifications_a_day(people, played, worm, viper, monkeypatch):
    monkeypatch.setattr(verification, "DAILY", 1)
    other = recorded(
        create_match("snake", RULESET, "friendly", [worm.active_version, viper.active_version])
    )
    assert verify(people["charlie"], played).status_code == 202
    assert "24 hours" in str(assert_problem(verify(people["charlie"], other), 400))
    assert verify(people["alice"], other).status_code == 202
    day = timezone.now() - timedelta(days=1, minutes=1)
    Verification.objects.filter(match=played).update(requested=day)
    third = recorded(
        create_match("snake", RULESET, "friendly", [worm.active_version, viper.active_version])
    )
    assert verify(people["charlie"], third).status_code == 202


def test_a_match_that_one_may_not_see_cannot_be_verified(people, played):
    Match.objects.filter(pk=played.pk).update(audience=Audience.HIDDEN)
    assert verify(people["charlie"], played).status_code == 404
    assert people["charlie"].get(f"/api/v1/matches/{played.pk}/verify/").status_code == 404


def test_a_match_is_played_on_over_the_api(people, played):
    address = f"/api/v1/matches/{played.pk}/fork/"
    assert people["nobody"].post(address, {"frame": 3}, format="json").status_code == 401
    made = people["alice"].post(address, {"frame": 3}, format="json")
    assert made.status_code == 201
    body = made.json()
    assert (body["kind"], body["origin"], body["origin_frame"]) == ("fork", played.pk, 3)
    assert [seat["bot"]["name"] for seat in body["seats"]] == ["worm", "viper"]
    seats = {"seats": [{"bot": "charlie/viper"}, {"bot": None}]}
    other = people["charlie"].post(address, {"frame": 3, **seats}, format="json").json()
    assert [seat["bot"]["name"] for seat in other["seats"]] == ["viper", "viper"]


def test_a_fork_that_cannot_be_is_refused_with_a_reason(people, played):
    address = f"/api/v1/matches/{played.pk}/fork/"

    def said(body):
        return str(assert_problem(people["alice"].post(address, body, format="json"), 400))

    assert "from 0 to" in said({"frame": 10**6})
    assert "2 seats" in said({"frame": 3, "seats": [{"bot": "alice/worm"}]})
    assert "frame" in said({})
    assert "no bot" in said({"frame": 3, "seats": [{"bot": "alice/x"}, {}]})
