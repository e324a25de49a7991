"""The reasons of a loss or a failure on the page of a match, for the bot's managers alone."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from django.urls import reverse

from bots.models import Bot, BotVersion
from bots.services import create_bot, upload_version
from bots.tasks import build
from games.bundle import Message, Question
from games.engine import Wants
from games.registry import GAMES
from ladder.tests.play import add_version, make_bot
from matches import tasks
from matches.models import Match
from matches.recorded import endings
from matches.recorded.replays import open_replay
from matches.services import create_match
from matches.tests.recorded import recorded
from pages.frame.content.markdown import render
from pages.matches import moments

QUITS = b"""
import sys
data = sys.stdin.buffer.read(5)
print("now what?", file=sys.stderr)
print('#draw {"mark": "x"}', file=sys.stderr)
raise ValueError("no idea")
"""


@pytest.fixture
def lost(db, redis_client, alice, charlie, team) -> Match:
    """A match that alice's worm lost; bob is in her team."""
    bots = [make_bot(alice, "worm", team), make_bot(charlie, "viper")]
    match = create_match(
        "snake", "blitz", "ladder", [bot.active_version for bot in bots if bot.active_version]
    )
    match = recorded(match, logs={0: "hm\n", 1: "ha\n"})
    for seat in match.seats.all():
        seat.rank = 2 - seat.number
        seat.end = "ok"
        seat.turn_times = {"bins": {}, "slowest": {"us": 2_500_000, "game": 0, "turn": 3}}
        seat.save()
    return match


def page(client, match, user=None):
    client.logout()
    if user is not None:
        client.force_login(user)
    return client.get(f"/matches/{match.pk}/").text


def words_of(html):
    """The text of a page without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def test_a_loss_is_explained_to_the_bots_managers_alone(client, lost, alice, bob, charlie, olga):
    for user in (alice, bob):
        html = page(client, lost, user)
        assert "Why did worm lose?" in html
        assert "viper lose" not in html
    for user in (charlie, olga, None):
        assert "Why did" not in page(client, lost, user)


def test_the_head_tells_the_end_for_the_readers_seat(client, lost, alice, bob, charlie):
    told = {seat: endings.as_text(lost, seat) for seat in (0, 1, None)}
    for user, seat in ((alice, 0), (bob, 0), (charlie, 1), (None, None)):
        head = page(client, lost, user).partition("match-head")[2].partition("</header>")[0]
        assert told[seat] in words_of(f"<p {head}")
        assert f'href="/matches/{lost.pk}/?game=1&amp;turn=' in head
        assert 'href="/bots/' in head


def test_the_page_says_which_seats_are_on_a_side(client, lost, alice):
    assert 'data-sides="[-1, -2]"' in page(client, lost, alice)
    lost.seats.update(team=3)
    assert 'data-sides="[3, 3]"' in page(client, lost, alice)


def test_a_recording_that_cannot_be_played_again_leads_nowhere(client, lost, alice, monkeypatch):
    assert 'href="#recording">Replay at home' in page(client, lost, alice)
    monkeypatch.setattr(type(lost.played_game), "reproducible", False)
    html = page(client, lost, alice)
    assert "Why did worm lose?" in html
    assert 'href="#recording"' not in html


def test_a_match_that_goes_on_from_another_is_not_offered_as_a_test(client, lost, alice):
    assert "Keep as a test" in page(client, lost, alice)
    Match.objects.filter(pk=lost.pk).update(origin_frame=2)
    assert "Keep as a test" not in page(client, lost, alice)


def test_a_loss_in_a_game_that_was_removed_is_told_without_links_into_it(client, lost, alice):
    Match.objects.filter(pk=lost.pk).update(game="gone")
    html = page(client, lost, alice)
    assert "Why did worm lose?" in html
    assert "Place 2 of 2." in html
    for gone in ("The rule<", "Compare with another version", "Keep as a test", "#recording"):
        assert gone not in html


def test_the_clocks_stand_beside_their_limits(client, lost, alice):
    html = page(client, lost, alice)
    assert re.search(r"Slowest turn, CPU time: .*2,500 ms of \d", html)
    assert re.search(r"Memory: 0.* MB of \d", html)


def test_a_loss_shows_standard_error_too_folded(client, lost, alice):
    html = page(client, lost, alice)
    assert re.search(r"<details>\s*<summary>The last lines of its standard error</summary>", html)
    assert re.search(r'<pre class="log"[^>]*>hm</pre>', html)
    assert ">ha<" not in html


def test_the_page_leads_on_to_turn_rule_and_comparison(client, lost, alice):
    html = page(client, lost, alice)
    assert f"?game={lost.game_number + 1}&amp;turn={lost.turn}" in html
    assert f"{reverse('game-rules', args=['snake'])}#winner" in html
    assert "/bots/alice/worm/comparisons/new/?candidate=1" in html


def test_moments_tell_two_seats_of_one_bot_apart(client, lost, alice):
    lost.seats.update(version=lost.seats.get(number=0).version)
    client.force_login(alice)
    pages = [client.get(reverse("match-moments", args=[lost.pk, seat])) for seat in (0, 1)]
    shown = " ".join(words_of(page.text) for page in pages)  # of the seat that lost by its replay
    assert re.search(r"worm \([12]\)", shown)
    assert not re.search(r"worm(?! \([12]\))", shown), shown


def test_bytes_that_no_page_can_show_are_escaped():
    question = Question(7, Wants.ANSWER, None, "1", None)
    shown = moments._shown(GAMES["generals"], Message(20, 7, b"\x01ok\n\xff\x00", question))
    assert shown.sent == "\\x01ok\n\\xff\\x00"


@pytest.fixture
def failed(make_ready, alices_bot, alice) -> Match:
    """A match of a version that ends after the first bytes, against a good one."""
    good = make_ready(alices_bot)
    version = upload_version(alices_bot, alice, "main.py", io.BytesIO(QUITS))
    build(version.pk)
    BotVersion.objects.filter(pk=version.pk).update(state="ready")
    Match.objects.unfinished().delete()
    version.refresh_from_db()
    match = create_match("snake", "blitz", "friendly", [version, good], requested_by=alice)
    tasks.play("matches")
    match.refresh_from_db()
    return match


def test_a_failure_has_its_exact_verdict_and_its_last_words(client, failed, alice):
    html = page(client, failed, alice)
    assert "What went wrong with worm?" in " ".join(html.split())
    told = "worm (1) crashed in round 1 of half 1 (ValueError: no idea, line 6 of main.py)."
    assert f"{told} A failure loses the match." in words_of(html)
    assert "?game=1&amp;turn=1" in html
    assert "ValueError: no idea" in html
    assert "now what?" in html
    assert "#draw" not in html
    assert f"{reverse('game-rules', args=['snake'])}#faults" in html


def test_the_last_question_and_its_answer_are_for_the_team(client, lost, alice, charlie):
    address = f"/matches/{lost.pk}/seats/0/exchange/"
    client.force_login(alice)
    html = client.get(address).text
    assert "the bot read" in html
    assert "Its answer:" in html
    client.force_login(charlie)
    assert client.get(address).status_code == 404
    client.logout()
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_rules_have_the_sections_that_verdicts_lead_to(name):
    game = GAMES[name]
    html = render((game.folder / "RULES.md").read_text()).html
    assert f'id="{game.fault_rules}"' in html
    assert f'id="{game.winner_rules}"' in html


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_loss_in_every_game_is_explained_to_its_last_question(client, redis_client, alice, name):
    rules = GAMES[name].rulesets[0]
    bots = [create_bot(alice, name, f"bot{number}") for number in range(rules.seats)]
    versions = [add_version(bot) for bot in bots]
    match = recorded(create_match(name, rules.name, "friendly", versions, requested_by=alice))
    match.seats.filter(number=0).update(rank=2)  # sample actions may end in a draw
    seat = match.seats.get(number=0)
    html = page(client, match, alice)
    assert f"Why did {seat.name} lose?" in html
    told = endings.as_text(match, seat.number)
    assert f"Place {seat.rank} of {rules.seats}. {told}" in words_of(html)
    assert f"{reverse('game-rules', args=[name])}#{GAMES[name].winner_rules}" in html
    shown = client.get(f"/matches/{match.pk}/seats/{seat.number}/exchange/")
    assert shown.status_code == 200
    assert "Its answer:" in shown.text


def test_the_moments_that_cost_most_are_for_the_team(client, lost, alice, charlie):
    with open_replay(lost) as replay:
        ranks = [seat["rank"] for seat in replay.result["outcome"]["seats"]]
    seat = ranks.index(2)  # the actions were drawn: either may have lost
    Bot.objects.update(owner=alice)
    lost.seats.filter(number=seat).update(rank=2)
    address = f"/matches/{lost.pk}/seats/{seat}/moments/"
    assert address in page(client, lost, alice)
    html = client.get(address).text
    found = re.findall(r'href="\?game=(\d)&amp;turn=(\d+)&amp;ply=\d+">Open this turn', html)
    assert 1 <= len(found) <= 3
    assert html.count("One thing to try:") == 1
    assert ("viper", "worm")[seat] in html
    exchange = re.search(r'hx-get="([^"]*exchange/\?frame=\d+)"', html)
    assert exchange is not None
    shown = client.get(exchange[1]).text
    assert re.search(r"<pre class=\"log\">(right|up|left|down|ray|split)</pre>", shown)
    for user in (charlie, None):
        client.logout()
        if user:
            client.force_login(user)
        assert client.get(address).status_code == 404


def test_a_failure_has_no_moments(client, lost, alice):
    lost.seats.filter(number=0).update(end="crash", rank=2)
    assert "/moments/" not in page(client, lost, alice)
