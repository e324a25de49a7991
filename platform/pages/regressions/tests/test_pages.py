"""The pages of a bot's regression tests."""

from __future__ import annotations

import re

import pytest

from bots import services as bots
from ladder.regressions.models import RegressionTest
from ladder.tests.play import add_version, finish, make_bot
from matches.models import Match
from matches.services import create_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


@pytest.fixture
def lost(alice, charlie, team) -> Match:
    """A match that alice's worm, which bob shares, lost on seat 1."""
    worm, viper = make_bot(alice, "worm", team), make_bot(charlie, "viper")
    versions = [bot.active_version for bot in (viper, worm) if bot.active_version]
    return finish(create_match("snake", "blitz", "friendly", versions), [1, 2])


def keep(client, match, seat=1, **form):
    return client.post(f"/bots/alice/worm/tests/keep/{match.pk}/{seat}/", form, follow=True)


def test_a_match_is_kept_from_its_page_and_removed_again(client, alice, lost):
    client.force_login(alice)
    page = client.get(f"/matches/{lost.pk}/").text
    assert "Keep as a test of worm" in page
    assert "Keep as a test of viper" not in page
    listed = keep(client, lost).text
    assert f"Match {lost.pk} is a test of worm now." in listed
    assert "first place" in listed
    test = RegressionTest.objects.get()
    client.post(f"/bots/alice/worm/tests/{test.pk}/remove/")
    assert "Tests are matches that" in client.get("/bots/alice/worm/tests/").text


def test_a_match_that_cannot_be_kept_says_why(client, alice, lost):
    client.force_login(alice)
    assert "does not sit on seat 1" in keep(client, lost, 0).text
    keep(client, lost)
    assert "is a test of the bot already" in keep(client, lost).text


def test_the_version_page_has_the_results(client, alice, lost):
    client.force_login(alice)
    keep(client, lost, goal="as-then")
    worm = alice.bots.get(name="worm")
    version = add_version(worm, state="proving", active=False)
    bots.proved(version)
    address = f"/bots/alice/worm/versions/{version.number}/"
    assert "1 waiting." in client.get(address).text
    played = finish(Match.objects.get(kind="test"), [1, 2])
    page = client.get(address).text
    assert "1 passed." in page  # its goal was no more than that loss
    assert re.search(rf'<a class="badge[^>]* href="/matches/{played.pk}/">passed</a>', page)


def test_the_team_chooses_whether_a_worse_version_waits(client, bob, lost):
    client.force_login(bob)
    page = client.post("/bots/alice/worm/tests/policy/", {"holds": "on"}, follow=True).text
    assert 'name="holds" checked' in page
    page = client.post("/bots/alice/worm/tests/policy/", {}, follow=True).text
    assert 'name="holds" checked' not in page


def test_the_pages_are_for_managers(client, charlie, lost):
    client.force_login(charlie)
    assert client.get("/bots/alice/worm/tests/").status_code == 404
    assert keep(client, lost).status_code == 404
    assert "Keep as a test of worm" not in client.get(f"/matches/{lost.pk}/").text
