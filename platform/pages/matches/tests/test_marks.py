"""A match's page reports disturbed turns, and the faults and costs of bots."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django_htmx.http import HTMX_STOP_POLLING as STOP_POLLING

from games.engine import EndState
from ladder.tests.play import RULESET, finish, make_bot
from matches import services
from matches.models import Match, Seat
from matches.playing.proving import ADVICE
from pages.matches import faults as figures
from pages.templatetags.site import amount

pytestmark = pytest.mark.django_db

TURN = {"game": 0, "turn": 12, "seat": 1, "wall_ms": 912, "cpu_ms": 3, "waited_ms": 890}
EXCESS = {"what": "CPU time in one turn", "limit": 3000, "used": 3012, "unit": "ms"}
FAULT = {"game": 1, "turn": 7, "kind": "timeout", "detail": "too slow", "excess": EXCESS}


@pytest.fixture
def match(alice, team, charlie) -> Match:
    """A waiting ladder match of alice's worm (seat 0) against charlie's noodle (seat 1)."""
    bots = [make_bot(alice, "worm", team), make_bot(charlie, "noodle")]
    versions = [bot.active_version for bot in bots if bot.active_version]
    return services.create_match("snake", RULESET, "ladder", versions)


def show(client, match):
    return client.get(match.get_absolute_url()).content.decode()


def state(client, match):
    answer = client.get(reverse("match-state", args=[match.pk]))
    return answer.status_code, answer.content.decode()


def test_a_disturbed_match_is_marked_on_its_page_and_in_lists(client, match):
    finish(match, (1, 2))
    assert "disturbed" not in show(client, match)
    Match.objects.update(disturbed=[TURN], reruns=1)
    html = show(client, match)
    assert "in its first run and in the second, which counts" in html
    assert "912 ms" in html
    assert "890 ms" in html
    assert ">disturbed</span>" in client.get(reverse("matches")).content.decode()
    Match.objects.update(kind="friendly", reruns=0)
    assert "not rated" not in show(client, match)


def test_a_match_whose_second_run_was_fair_says_so_without_the_mark(client, match):
    finish(match, (1, 2))
    Match.objects.update(reruns=1)
    assert "this is the second" in show(client, match)
    assert ">disturbed</span>" not in client.get(reverse("matches")).content.decode()


def test_viewers_of_a_rated_match_hear_that_it_is_played_again_and_why(client, match):
    claimed = Match.objects.claim(match.pk, "here:1")
    assert claimed is not None
    assert state(client, match) == (200, "")
    assert reverse("match-state", args=[match.pk]) in show(client, match)
    Match.objects.update(state="queued", reruns=1, disturbed=[TURN])
    code, words = state(client, match)
    assert code == 200
    assert "played again: the machine was busy" in words
    assert "the machine was busy" in show(client, match)
    assert ">again</span>" in client.get(reverse("matches")).content.decode()
    Match.objects.claim(match.pk, "here:1")
    code, words = state(client, match)
    assert code == STOP_POLLING
    assert "the machine was busy" in words
    html = show(client, match)
    assert "the machine was busy" in html
    assert reverse("match-state", args=[match.pk]) not in html


def test_figures_are_for_those_who_manage_the_bot_and_for_organizers(
    client, match, alice, bob, charlie, olga
):
    finish(match, (2, 1), (EndState.TIMEOUT, EndState.OK))
    mine = {"faults": [FAULT], "stolen_ms": 1500, "stderr_bytes": 2 << 20, "stderr_cut": True}
    Seat.objects.filter(match=match, number=0).update(**mine)
    told = (
        "timed out (CPU time in one turn: 3,012 ms of 3,000 ms) in game 2 on turn 7",
        "1,500 ms of CPU time outside its turns",
        "2.0 MiB on standard error, of which the first part was kept",
    )
    for viewer in (alice, bob, charlie, olga, None):
        client.logout()
        if viewer:
            client.force_login(viewer)
        html = show(client, match)
        assert "timed out" in html
        assert [words in html for words in told] == [viewer in (alice, bob, olga)] * 3, viewer


@pytest.mark.parametrize(
    ("number", "unit", "words"),
    [(3012, "ms", "3,012 ms"), (65536, "bytes", "64.0 KiB"), (64, "", "64"), (1.5, "MB", "1.5 MB")],
)
def test_amounts_are_told_with_their_unit(number, unit, words):
    assert amount(number, unit) == words


def test_a_fault_without_a_limit_has_its_details():
    crash = {"game": 0, "turn": 3, "kind": "crash", "detail": "exited with status 1"}
    words = "crashed (exited with status 1) in game 1 on turn 3"
    assert figures.fault_words({**crash, "excess": None}) == words


def test_every_way_to_fail_a_first_match_has_an_advice():
    assert set(ADVICE) == set(EndState) - {EndState.OK, EndState.LEFT}
