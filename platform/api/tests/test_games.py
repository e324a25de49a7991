"""The registry over the API."""

from accounts.models import User
from games.registry import GAMES
from ladder.models import Rating
from ladder.tests.play import make_bot


def test_every_game_is_listed_with_its_rulesets_and_formats(people):
    body = people["nobody"].get("/api/v1/games/").json()
    assert [game["name"] for game in body] == list(GAMES)
    for shown, game in zip(body, GAMES.values(), strict=True):
        assert [r["name"] for r in shown["rulesets"]] == [r.name for r in game.rulesets]
        assert [r["limits"]["cpu_ms"] for r in shown["rulesets"]] == [
            r.limits.cpu_ms for r in game.rulesets
        ]
        assert [e["name"] for e in shown["exports"]] == [e.name for e in game.exports]


def test_a_game_is_found_by_its_name(people):
    assert people["nobody"].get("/api/v1/games/snake/").json()["title"] == GAMES["snake"].title


def test_house_bots_are_listed_with_their_strength_the_strongest_first(people, season):
    house = User.objects.create(username="house", is_house=True)
    for name, mu in (("gardener", 20.0), ("hunter", 30.0)):
        Rating.objects.create(season=season, bot=make_bot(house, name), mu=mu, games=9)
    body = people["nobody"].get("/api/v1/games/snake/").json()
    bots = {bot["name"]: bot for bot in body["house_bots"]}
    assert list(bots)[:2] == ["hunter", "gardener"]
    assert (bots["hunter"]["strength"], bots["gardener"]["strength"]) == (1647, 1353)
    assert bots["hunter"]["uncertainty"] > 0
    assert bots["warden"]["strength"] is None
    assert [name for name, bot in bots.items() if bot["first_opponent"]] == ["drifter"]
    assert "Eats" in bots["gardener"]["summary"]
