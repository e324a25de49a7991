"""The page that tells authors what a bot may use."""

from __future__ import annotations

from dataclasses import fields

import pytest
from django.urls import reverse

from games.engine import Setup
from games.registry import GAMES
from pages.help import limits
from sandbox.isolation.base import HOME
from sandbox.isolation.layout import environment
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits


def page(client):
    answer = client.get(reverse("limits"))
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_limit_has_words():
    assert set(limits.WORDS) == {field.name for field in fields(Limits)}


def test_every_limit_is_told_once_for_all_games_or_for_each():
    shared = {label for label, _ in limits.common()}
    for _, lines in limits.of_games():
        own = {label for label, _ in lines}
        assert own.isdisjoint(shared)
        assert {words for words, _ in limits.WORDS.values()} <= own | shared


@pytest.mark.django_db
def test_the_page_has_the_limits_of_every_ruleset(client):
    html = page(client)
    for game in GAMES.values():
        assert f'id="{game.name}"' in html
        for ruleset in game.rulesets:
            assert f"{ruleset.limits.cpu_ms:,} ms" in html
    assert "64.0 KiB" in html


@pytest.mark.django_db
def test_what_a_game_itself_bounds_is_told_with_its_limits(client):
    microwars = GAMES["microwars"]
    words = ("Real time of all turns together", "60 s, and 10 ms for each turn of the game")
    html = page(client)
    section = html[html.index('id="microwars"') :]
    section = section[: section.index("</section>")]
    about = client.get(reverse("ruleset", args=["microwars", "standard"]))
    for told in (section, about.content.decode()):
        assert all(each in told for each in words)
    # In one cell for all rulesets: a sentence in each would leave no room for their numbers.
    assert f'<td colspan="{len(microwars.rulesets)}">{words[1]}</td>' in section
    assert words[0] not in html.replace(section, "")


def test_a_game_with_a_bound_of_waiting_shows_it():
    """Also games to come: how long an engine waits in all is no secret of its code."""
    for game in GAMES.values():
        ruleset = game.rulesets[0]
        names = [f"bot{seat}" for seat in range(ruleset.seats)]
        params = {**ruleset.params, **game.brief}
        setup = Setup(ruleset.seated(names), 1, ruleset.name, params)
        assert game.engine(setup).wait_ms is None or game.further_limits, game.name


@pytest.mark.django_db
def test_the_page_has_the_surroundings_of_a_program(client):
    html = page(client)
    for name, value in environment(HOME).items():
        assert f">{name}</th>" in html
        assert f">{value}</td>" in html
    for language in LANGUAGES.values():
        assert language.run[0] in html
    assert HOME in html
    assert "The time zone is UTC" in html


@pytest.mark.django_db
def test_rules_and_kits_lead_there(client):
    for name in ("game-rules", "game-kit"):
        assert (
            f"{reverse('limits')}#snake"
            in client.get(reverse(name, args=["snake"])).content.decode()
        )
