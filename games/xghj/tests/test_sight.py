"""A player's knowledge and the effects of bombs, in the browser and in the engine."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from games.xghj import frames
from games.xghj.rules import Round, Rules
from games.xghj.tests.watched import (
    ask,
    names_of,
    replayed,
    rounds,
    scene_of,
)
from games.xghj.tests.worlds import influence
from tests.player.match import Recording

pytestmark = pytest.mark.browser


def test_every_player_sees_what_the_engine_shows_him(page: Page, recordings: list[Recording]):
    seen_all = seen_some = 0
    for recording in recordings:
        for n, engine in replayed(recording):
            if n % 4 or recording.views[n]["phase"] != "round":
                continue
            found = ask(
                page,
                """const [state, scene] = args;
                return state.saving.map((_, player) => [...view.inSight(state, scene, player)]);""",
                recording.views[n],
                scene_of(recording),
                module="vision.js",
            )
            for player, known in enumerate(found):
                sight = engine.view(player)["owner"]
                assert known == [int(letter != frames.UNKNOWN) for letter in sight]
                seen_all += all(known)
                seen_some += any(known) and not all(known)
    assert seen_all
    assert seen_some


def test_countries_are_known_as_far_as_the_engine_tells(page: Page, recordings: list[Recording]):
    fields = ("area", "saving", "income")
    for recording in recordings:
        for n, engine in replayed(recording):
            if n % 4 or recording.views[n]["phase"] != "round":
                continue
            boards = ask(
                page,
                """return args[0].saving.map((_, player) =>
                  view.leaderboard(args[0], { view: player }).groups[0].rows);""",
                recording.views[n],
            )
            for player, rows in enumerate(boards):
                told = engine.view(player)["players"]
                for row in rows:
                    nation = told[row["seat"]]
                    expected = [nation[field] for field in fields]
                    assert row["cells"] == ["?" if v is None else str(v) for v in expected]


@pytest.mark.parametrize("number", [0, 1, 3])
def test_influence_is_the_engines_with_the_bombs_of_capitals(
    page: Page, recordings: list[Recording], number: int, monkeypatch: pytest.MonkeyPatch
):
    recording, played = recordings[number], list[list[list[int]]]()
    play = Rules.play

    def listened(rules: Rules, *args: Any) -> Round:
        now = play(rules, *args)
        played.append(influence(rules, now).tolist())
        return now

    monkeypatch.setattr(Rules, "play", listened)
    for _ in replayed(recording):
        pass
    checked = 0
    for (n, event), wanted in list(zip(rounds(recording), played, strict=True))[::7]:
        found = ask(
            page,
            """const [before, event, scene] = args;
            const free = view.capitalBombs(before, event, scene.constants);
            const bombs = [...view.placedBombs(event, scene.cols), ...free];
            return [free.length, before.saving.map((_, player) =>
              [...view.influenceOf(bombs.filter((b) => b.player === player), scene)])];""",
            recording.views[n - 1],
            event,
            scene_of(recording),
            module="influence.js",
        )
        assert found[1] == wanted
        checked += found[0]
    assert checked, "no capital had a bomb"


def test_the_table_of_relations_keeps_the_secrets_of_others(
    page: Page, recordings: list[Recording]
):
    recording = recordings[0]
    hidden = 0
    for n, engine in replayed(recording):
        if n % 9 or recording.views[n]["phase"] != "round":
            continue
        for player in range(8):
            told = engine.view(player)["players"]
            options = {
                "names": names_of(recording), "scene": scene_of(recording), "view": player,
            }  # fmt: skip
            table, *_ = ask(
                page, "return view.tables(args[0], args[1]);", recording.views[n], options
            )
            for one, row in enumerate(table["rows"]):
                for other, cell in enumerate(row["cells"]):
                    known = (
                        player in (one, other)
                        or told[one]["relation"] is not None
                        or told[other]["relation"] is not None
                    )
                    if one != other:
                        assert ("?" in cell["text"]) == (not known)
                        assert "/" not in cell["text"] or one == player
                        hidden += not known
    assert hidden
