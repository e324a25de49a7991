"""The browser's generals is the engine's: `view.js` and its parts against frames of real games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page

from games.generals.engine import GeneralsEngine
from games.generals.terrain import ECHO, Kind
from games.generals.tests.watched import match
from games.tests.views import asked, assert_follows
from tests.player.match import Recording

pytestmark = pytest.mark.browser

FOLDER = "/static/games/generals"
ALL_RULES = {"leapfrog": True, "city_state": True, "misty_veil": 2, "silent_war": True}

ASIDE = [{"e": "ops", "p": 1, "ops": [["move", 0, 0, "U"], ["undo"], ["move", 1, 1, "D"]]}]


@pytest.fixture(scope="module")
def recordings() -> list[Recording]:
    return [
        match(seed=1),
        match((1, 1, 2, 2), seed=2, leaving=0.002, halfturns=260),
        match((0,) * 5, seed=3, modifiers={"leapfrog": True}, halfturns=400),
        match((0,) * 4, seed=4, modifiers=ALL_RULES, halfturns=300),
        match((1, 1, 2, 0), seed=6, leaving=0.01, modifiers={"leapfrog": True}),
    ]


def halves(recording: Recording) -> list[dict[str, Any]]:
    return [e for f in recording.frames for e in f.get("events", ()) if e["e"] == "half"]


def ask(page: Page, body: str, *arguments: Any, module: str = "view.js") -> Any:
    """Run the body of an arrow function with the module as ``view`` and ``args``."""
    return asked(page, f"{FOLDER}/{module}", body, *arguments)


def test_apply_reaches_the_engines_own_state_at_every_half_turn(
    page: Page, recordings: list[Recording]
):
    for recording in recordings:
        assert_follows(page, f"{FOLDER}/state.js", recording, ASIDE)


def test_the_recorded_games_hold_everything_that_can_happen(recordings: list[Recording]):
    told = [(recording, half) for recording in recordings for half in halves(recording)]
    assert {event["e"] for r in recordings for f in r.frames for event in f.get("events", ())} == {
        *("ops", "half", "end")
    }
    ops = [
        op[0]
        for r in recordings
        for f in r.frames
        for e in f.get("events", ())
        for op in e.get("ops", ())
    ]
    assert set(ops) == {"move", "undo", "clear"}
    assert any(half["dropped"] for _, half in told)
    leaps = {
        bool(r.frames[0]["scene"]["modifiers"]["leapfrog"]) for r, half in told if half["captures"]
    }
    assert leaps == {False, True}
    heirs = [heir for _, half in told for _, heir in half["left"]]
    assert 0 in heirs
    assert any(heirs)
    assert any(len(half["tiles"]) > 10 for _, half in told), "no capital was worth anything"


def test_an_unknown_event_is_damage_and_not_ignored(page: Page):
    key = match(halfturns=2).views[0]
    body = (
        "try { return view.apply(args[0], [{ e: 'teleport' }]); } catch (e) { return e.message; }"
    )
    assert "teleport" in ask(page, body, key)


def picture(page: Page, recording: Recording, n: int, team: int | None) -> Any:
    return ask(
        page,
        """const { stateOf } = await import(args[3]);
        const shown = new view.Picture(stateOf(args[0]), args[1], args[2]);
        return { codes: [...shown.codes], units: [...shown.units], hidden: [...shown.hidden] };""",
        recording.views[n],
        recording.frames[0]["scene"],
        team,
        f"{FOLDER}/state.js",
        module="picture.js",
    )


@pytest.mark.parametrize(
    "modifiers",
    [{}, {"misty_veil": 3}, {"misty_veil": 0}, {"misty_veil": -1}, {"crystal_clear": True}],
    ids=str,
)
def test_the_fog_of_every_team_is_the_engines(page: Page, modifiers: dict[str, Any]):
    recording = match((1, 2, 2, 0), seed=8, size=(14, 9), halfturns=60, modifiers=modifiers)
    engine = GeneralsEngine(recording.setup)
    echo = recording.frames[0]["scene"]["echo"]
    maybe = {1: Kind.MOUNTAIN, 2: Kind.BLANK, 3: Kind.SWAMP}
    frame = 0
    while engine.pending():
        if frame % 29 == 0:
            for seat, team in enumerate(engine.world.teams[1:]):
                seen, shown = engine.view(seat), picture(page, recording, frame, team)
                hidden = [int(kind == "0") for kind in seen["kinds"]]
                assert shown["hidden"] == hidden
                kinds = [code & 7 for code in shown["codes"]]
                expected = [
                    maybe[int(echo[at])] if hidden[at] else int(kind)
                    for at, kind in enumerate(seen["kinds"])
                ]
                assert kinds == expected
                assert [code >> 3 for code in shown["codes"]] == [
                    int(o, 17) for o in seen["owners"]
                ]
                assert shown["units"] == seen["units"]
        frame += 1
        replies = recording.frames[frame]["replies"]
        engine.submit({seat: replies[str(seat)] for seat in engine.pending()})
    assert set(ECHO.values()) == set(maybe)


def words(page: Page, recording: Recording, n: int, **more: Any) -> list[str]:
    options = {
        "names": [seat.name for seat in recording.setup.seats],
        "scene": recording.frames[0]["scene"],
        "state": recording.views[n],
        "previous": recording.views[n - 1],
        **more,
    }
    body = "return args[0].map((e) => view.describe(e, args[1]));"
    told = ask(page, body, recording.frames[n]["events"], options)
    return [text for text in told if text]


def find(recordings: list[Recording], what: str) -> tuple[Recording, int, Any]:
    """The first half-turn in which something of a kind happened, and the first of that."""
    return next(
        (recording, half["id"] + 1, half[what][0])
        for recording in recordings
        for half in halves(recording)
        if half[what]
    )


def test_a_captured_capital_is_told_with_names_and_place_and_marked(
    page: Page, recordings: list[Recording]
):
    recording, n, (loser, taker, place) = find(recordings, "captures")
    names = [seat.name for seat in recording.setup.seats]
    row, column = divmod(place, recording.frames[0]["scene"]["width"])
    (told, *_) = words(page, recording, n)
    assert told.startswith(
        f"{names[taker - 1]} takes the capital of {names[loser - 1]} "
        f"at row {row + 1}, column {column + 1}"
    )
    marks = ask(page, "return view.marks(args[0]);", recording.frames[n])
    assert marks[0] == {"kind": "capture", "shape": "flag", "seat": taker - 1}
    seat = ask(page, "return view.seatOf(args[0]);", recording.frames[n]["events"][-1])
    assert seat in (taker - 1, -1)


def test_a_player_who_leaves_is_told_with_the_heir_and_marked(
    page: Page, recordings: list[Recording]
):
    recording, n, (player, heir) = find(recordings, "left")
    names = [seat.name for seat in recording.setup.seats]
    (told, *_) = words(page, recording, n)
    assert f"{names[player - 1]} leaves" in told
    assert (names[heir - 1] if heir else "nobody's") in told
    marks = ask(page, "return view.marks(args[0]);", recording.frames[n])
    assert {"kind": "left", "shape": "cross", "seat": player - 1} in marks


def test_plain_moves_and_discarded_orders_are_told_only_when_everything_is_asked_for(
    page: Page, recordings: list[Recording]
):
    recording, n, (player, x, y, *_, reason) = find(recordings, "dropped")
    name = recording.setup.seats[player - 1].name
    assert not any("discarded" in text for text in words(page, recording, n))
    (told,) = words(page, recording, n, all=True)
    for part in (f"{name}'s order", f"row {x + 1}, column {y + 1}", reason):
        assert part in told


def test_moves_are_told_by_rows_and_columns_from_1(page: Page):
    event = {"e": "half", "id": 0, "moves": [[1, 0, 1, 5]], "dropped": [], "captures": []}
    scene = {"width": 10, "teams": [1, 2]}
    told = ask(
        page,
        "return view.describe(args[0], { names: ['ada', 'bix'], scene: args[1], all: true });",
        {**event, "left": [], "winner": 0},
        scene,
    )
    assert told == "ada moves 5 right from row 1, column 1"


@pytest.mark.parametrize(
    ("half", "turn"),
    [(0, "Turn 0"), (1, "Turn 0½"), (2, "Turn 1"), (49, "Turn 24½"), (50, "Turn 25")],
)
def test_two_half_turns_are_a_turn(page: Page, half: int, turn: str):
    assert ask(page, "return view.turnInWords(args[0]);", half, module="labels.js") == turn


def test_a_refused_order_is_told_to_its_player_by_row_and_column_from_1(page: Page):
    prompt = {"messages": [], "dropped": {"order": ["move", 3, 0, "R", False], "reason": "why"}}
    (line,) = ask(page, "return view.tell(args[0], { seat: 1 });", prompt, module="seen.js")
    assert "your order right from row 4, column 1 was dropped" in line["text"]


def test_there_is_no_leaderboard_where_a_seat_is_told_none(page: Page):
    key = match(halfturns=2).views[0]
    assert ask(page, "return view.leaderboard({ ...args[0], ranking: [] });", key) is None


def test_the_end_says_who_is_first(page: Page, recordings: list[Recording]):
    for recording in recordings:
        n = len(recording.frames) - 1
        end = recording.frames[n]["events"][-1]
        told = words(page, recording, n)[-1]
        # Of a last capital, the events of the same half-turn have the reason.
        why = f", {end['words']}" if end["words"].startswith("all ") else ""
        assert f"The game ends{why}; first: " in told
        for rank, seat in zip(end["ranks"], recording.setup.seats, strict=True):
            assert (seat.name in told.split("first: ")[1]) == (rank == 1)


def test_the_leaderboard_is_the_engines_ranking_with_teams_as_groups(
    page: Page, recordings: list[Recording]
):
    for recording in recordings:
        for view in recording.views[::70]:
            board = ask(page, "return view.leaderboard(args[0]);", view)
            ranking = view["ranking"]
            assert [[row["seat"] + 1 for row in group["rows"]] for group in board["groups"]] == [
                [player for player, *_ in players] for _, _, _, players in ranking
            ]
            teams = any(len(players) > 1 for _, _, _, players in ranking)
            titles = [group["title"] for group in board["groups"]]
            assert titles == [f"team {team[0]}" if teams else None for team in ranking]
            for group, (_, land, _, players) in zip(board["groups"], ranking, strict=True):
                assert group["cells"][0] == str(land)
                for row, (player, out, tiles, _) in zip(group["rows"], players, strict=True):
                    assert row["out"] == bool(out)
                    waiting = len(view["queues"][player - 1])
                    assert row["cells"][0] == str(tiles)
                    assert row["cells"][2] == (str(waiting) if waiting else "")
            scores = ask(page, "return view.scores(args[0]);", view)
            assert scores == [
                land for _, land in sorted((p[0], p[2]) for t in ranking for p in t[3])
            ]


@pytest.mark.parametrize(
    ("value", "room", "text"),
    [(0, 3, "0"), (-75, 3, "-75"), (999, 3, "999"), (1234, 4, "1234"), (1234, 3, "1k"),
     (12_345, 4, "12k"), (-1999, 4, "-1.9k"), (999_999, 4, "999k"), (1_250_000, 4, "1.2M"),
     (2**31 - 1, 4, "2.1G"), (-(2**31), 5, "-2.1G"), (123_456, 6, "123456")],
)  # fmt: skip
def test_numbers_of_units_fit_their_tiles(page: Page, value: int, room: int, text: str):
    assert (
        ask(page, "return view.short(args[0], args[1]);", value, room, module="numbers.js") == text
    )


def test_what_grows_next_is_announced(page: Page):
    body = "return args[1].map((turn) => view.timelineItems(args[0], turn).map((i) => i.turn));"
    turns = ask(page, body, {"halfturns": 120}, [0, 49, 50, 99, 100, 120])
    assert turns == [[50], [50], [100], [100], [], []]


def test_one_unit_is_told_as_one(page: Page, recordings: list[Recording]):
    recording = recordings[0]
    width = recording.frames[0]["scene"]["width"]
    half = {**halves(recording)[0], "sight": [[0, 2, 2, 1], [width, 2, 0, 2]]}
    frames = [*recording.frames[:1], {**recording.frames[1], "events": [half]}]
    (told,) = words(page, replace(recording, frames=frames), 1, all=True)
    name = recording.setup.seats[1].name
    assert f"row 1, column 1 of {name} has 1 unit now" in told
    assert f"{name} takes row 2, column 1 and has 2 units there" in told
