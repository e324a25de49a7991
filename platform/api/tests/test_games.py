"""The registry over the API."""

from games.registry import GAMES


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
