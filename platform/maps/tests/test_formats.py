"""The map format of every installed game keeps to what the pages need."""

from __future__ import annotations

import random

import pytest

from games.maps import MapError
from games.registry import GAMES, OURS
from maps import boards
from maps.tests.meadow import MEADOW

MAPPED = [game for game in (*GAMES.values(), MEADOW) if game.maps is not None]


@pytest.fixture(params=MAPPED, ids=[game.name for game in MAPPED])
def game(request, monkeypatch):
    monkeypatch.setitem(OURS, request.param.name, request.param)
    return request.param


def test_a_map_by_chance_is_a_map_with_every_default(game):
    board = boards.generate(game.name, {}, 7)
    assert board == boards.generate(game.name, {}, 7)
    assert boards.read_text(game.name, board.text) == board
    assert boards.read_json(game.name, board.json) == board
    assert boards.facts(game.name, board.json)
    objections = boards.objections(game.name, board.json)
    assert set(objections) == {ruleset.name for ruleset in game.rulesets}


def test_options_out_of_bounds_are_refused(game):
    for option in game.maps.options:
        assert option.low <= option.default <= option.high
        for wrong in (option.low - 1, option.high + 1):
            with pytest.raises(MapError):
                game.maps.generate({option.name: wrong}, 1)


def test_stock_maps_are_maps_and_every_pool_has_those_it_names(game):
    stock = {each.name: each for each in game.maps.stock}
    assert len(stock) == len(game.maps.stock)
    read = {name: boards.read_text(game.name, s.path.read_text()) for name, s in stock.items()}
    for ruleset in game.rulesets:
        for name in ruleset.pool:
            assert boards.objection(game.name, read[name].json, ruleset) == ""


def test_the_game_draws_its_maps(game):
    assert (game.folder / "static" / "map.js").is_file()
    assert game.maps.help


@pytest.mark.parametrize("seed", range(20))
def test_nonsense_is_refused_in_words_and_never_a_crash(game, seed):
    rng = random.Random(seed)
    text = list(boards.generate(game.name, {}, seed).text)
    for _ in range(rng.randrange(1, 30)):
        text[rng.randrange(len(text))] = rng.choice("#. ,\n\tx09-٣é\u2028L_gAZn")
    lines = "".join(text).split("\n")
    for problem in problems_of(game.name, "".join(text)):
        assert problem.reason
        assert problem.row is None or 1 <= problem.row <= len(lines)


def problems_of(game, text):
    try:
        boards.read_text(game, text)
    except boards.MapRefused as error:
        return error.problems
    return ()


@pytest.mark.parametrize("board", [None, 7, "", [], {}, {"width": 5, "height": 5, "cells": None}])
def test_json_that_is_no_map_is_refused(game, board):
    with pytest.raises(boards.MapRefused):
        boards.read_json(game.name, board)
