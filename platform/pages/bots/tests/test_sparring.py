"""Sparring on pages: marks, hidden ratings, the learner's record, consent, and no notices."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot, rated
from matches.models import Match
from matches.recorded.voiding import void
from notices.models import Delivery, Kind, Notice
from notices.webhooks import create
from pages.bots.tests.sparring import make_boa, spar

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]
MARK = "sparring partner"


@pytest.fixture
def worm(alice, team):
    return make_bot(alice, "worm", team)


@pytest.fixture
def boa(charlie):
    return make_boa(charlie)


@pytest.fixture
def match(worm, boa):
    """After a rated match of both bots, so that both have ratings."""
    ensure_seasons()
    season = current_season("snake", RULESET)
    assert season is not None
    finish(rated(season, worm, boa[0]), [1, 2])
    return spar(worm, boa[1])


def words(client, address: str) -> str:
    return " ".join(client.get(address).text.split())


def test_the_match_page_marks_the_partner_and_hides_its_rating(client, match):
    page = words(client, match.get_absolute_url())
    assert page.count(MARK) >= 2
    assert 'href="/help/sparring/"' in page
    table = page[page.index('id="seats-title"') :]
    worm_row, boa_row = table[table.index("worm") :].split("boa", 1)
    assert "±" in worm_row
    assert "±" not in boa_row[: boa_row.index("</tr>")]
    listed = APIClient().get(f"/api/v1/matches/{match.pk}/").json()
    assert [seat["sparring"] for seat in listed["seats"]] == [False, True]
    assert listed["kind"] == "sparring"
    assert not {"mu", "sigma", "rating"} & {key for seat in listed["seats"] for key in seat}


def test_lists_and_the_filter_by_kind_have_the_mark(client, match):
    page = words(client, "/matches/?kind=sparring")
    assert f'href="/matches/{match.pk}/"' in page
    assert MARK in page
    assert "1 match" in page


def test_the_bots_page_has_its_record_and_share(client, worm, boa, match):
    spar(worm, boa[1], ranks=(2, 1))
    spar(worm, boa[1], ranks=(1, 1))
    page = words(client, "/bots/alice/worm/")
    assert "v1 has won 1, drawn 1 and lost 1 of 3 matches." in page
    assert "That is 75 % of its ladder and sparring matches" in page
    assert 'id="sparring"' not in client.get("/bots/charlie/boa/").text


def test_a_voided_sparring_match_is_not_in_the_record(client, worm, match, olga):
    void(match, olga, "by mistake")
    assert 'id="sparring"' not in client.get("/bots/alice/worm/").text


def test_owners_find_matches_of_their_old_version_and_others_do_not(client, charlie, bob, match):
    client.force_login(charlie)
    page = words(client, "/bots/charlie/boa/versions/1/")
    assert "Newest matches as a sparring partner" in page
    assert f'href="/matches/{match.pk}/"' in page
    assert "as a sparring partner" not in client.get("/bots/charlie/boa/versions/2/").text
    mine = client.get("/bots/").text
    assert f"/matches/{match.pk}/" not in mine
    assert f"/matches/{match.pk - 1}/" in mine
    client.force_login(bob)
    assert client.get("/bots/charlie/boa/versions/1/").status_code == 404


def test_nobody_is_notified_of_the_matches_of_a_partner(worm, boa, charlie, alice, match):
    for person in (charlie, alice):
        create(person, "https://example.com/hook", [Kind.MATCH_FINISHED])
    before = Notice.objects.count()
    spar(worm, boa[1])
    assert Notice.objects.count() == before
    assert [row.user for row in Delivery.objects.filter(kind=Kind.MATCH_FINISHED)] == [alice]


def test_a_void_is_told_to_the_owner_of_the_bot_that_sparred_alone(alice, charlie, match, olga):
    void(match, olga, "by mistake")
    told = Notice.objects.filter(kind=Kind.ANNOUNCEMENT)
    assert told.filter(user=alice).exists()
    assert not told.filter(user=charlie).exists()


def test_feeds_leave_sparring_out(client, match):
    for address in ("/games/snake/", "/bots/charlie/boa/", "/people/alice/"):
        assert f"/matches/{match.pk}/" not in client.get(f"{address}atom.xml").text


def test_managers_allow_and_withdraw_sparring(client, bob, charlie, worm):
    address = "/bots/alice/worm/edit/"
    client.force_login(charlie)
    assert client.post(address, {"sparring": "on"}).status_code == 404
    client.force_login(bob)
    page = client.get(address).text
    assert "Old versions may be sparring partners" in page
    assert 'href="/help/sparring/"' in page
    client.post(address, {"about": "", "sparring": "on"})
    worm.refresh_from_db()
    assert worm.sparring
    assert "checked" in client.get(address).text
    client.post(address, {"about": ""})
    worm.refresh_from_db()
    assert not worm.sparring
    assert "sparring" not in client.get("/bots/new/").text


def test_the_queue_names_sparring_matches(client, worm, boa, olga, match):
    Match.objects.filter(pk=match.pk).update(state=Match.State.QUEUED)
    client.force_login(olga)
    assert "sparring" in words(client, "/desk/queue/")
    assert "Sparring" in words(client, "/status/queue/")


def test_the_help_explains_it_with_the_numbers_in_force(client):
    page = words(client, "/help/sparring/")
    assert "Fewer than 3 opponents of other owners are within 174 points" in page
    assert "At most 50 % of the version's matches" in page
    assert "20 rated matches or more" in page
