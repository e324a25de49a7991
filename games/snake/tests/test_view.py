"""The browser's snake is the engine's: `view.js` against frames of real games."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from games.engine import Engine
from games.snake import SNAKE
from games.snake.engine import SnakeEngine
from games.tests.views import asked, assert_follows
from tests.examples import sample
from tests.player.match import Recording, record

pytestmark = pytest.mark.browser

VIEW = "/static/games/snake/view.js"


def ask(page: Page, body: str, *arguments: Any) -> Any:
    """Run the body of an arrow function with ``view`` and the arguments as ``args``."""
    return asked(page, VIEW, body, *arguments)


def reckless(engine: Engine, seat: int, choose: Callable[[int], int]) -> int:
    """Sample actions, and now and then any legal op, also a deadly one."""
    assert isinstance(engine, SnakeEngine)
    legal = engine.legal()
    return SNAKE.sample_action(engine, seat, choose) if choose(40) else legal[choose(len(legal))]


@pytest.fixture(scope="module")
def recordings() -> list[Recording]:
    careful = [record(seed=seed, rounds=200) for seed in sample((1, 7), (7,))]
    seeds = sample((4, 6, 11, 13), (6, 11))
    return careful + [record(seed=seed, rounds=160, act=reckless) for seed in seeds]


def test_apply_reaches_the_engines_own_state_at_every_ply(page: Page, recordings: list[Recording]):
    for recording in recordings:
        assert_follows(page, VIEW, recording)


def test_the_recorded_games_hold_every_kind_of_event(recordings: list[Recording]):
    events = [e for r in recordings for f in r.frames for e in f.get("events", ())]
    kinds = {"op", "move", "die", "solid", "split", "ray", "round", "next", "end"}
    assert {event["e"] for event in events} == kinds
    assert {e["why"] for e in events if e["e"] == "die"} >= {"edge", "wall", "snake"}
    assert any(event["e"] == "round" and event["eaten"] for event in events)


def test_a_half_that_ends_by_a_fault_reaches_the_engines_state(page: Page):
    recording = record(seed=3, rounds=40, fault_at=31)
    assert recording.frames[31]["events"][-1]["reason"] == "fault"
    assert_follows(page, VIEW, recording)


def test_an_unknown_event_is_damage_and_not_ignored(page: Page):
    recording = record(rounds=4)
    message = ask(
        page,
        "try { return view.apply(args[0], [{ e: 'teleport' }]); }"
        "catch (error) { return error.message; }",
        recording.views[0],
    )
    assert "teleport" in message


def words(page: Page, recording: Recording, n: int, **more: Any) -> Any:
    frame = recording.frames[n]
    options = {
        "names": ["ada", "bix"],
        "scene": recording.frames[0]["scene"],
        "state": recording.views[n],
        "previous": recording.views[n - 1],
        **more,
    }
    return ask(
        page, "return args[0].map((e) => view.describe(e, args[1]));", frame["events"], options
    )


def test_events_are_told_in_words_with_the_owners_name(page: Page):
    recording = record(seed=7, rounds=200)
    n = recording.find("split")
    event = next(e for e in recording.frames[n]["events"] if e["e"] == "split")
    owner = ["ada", "bix"][recording.frames[n]["events"][0]["player"]]
    told = words(page, recording, n)
    assert f"{owner}'s snake {event['snake']} splits off snake {event['new']}" in told


def test_plain_moves_are_told_only_when_everything_is_asked_for(page: Page):
    recording = record(rounds=4)
    assert [w for w in words(page, recording, 1) if w] == []
    (told,) = [w for w in words(page, recording, 1, all=True) if w]
    assert told.startswith("ada's snake 0 moves to (")


def test_important_events_are_marked_with_their_owner_and_a_shape_of_their_own(page: Page):
    recording = record(seed=6, rounds=160, act=reckless)
    kinds = {}
    for kind in ("die", "solid", "split"):
        n = recording.find(kind)
        frame = recording.frames[n]
        marks = ask(page, "return view.marks(args[0], args[1]);", frame, recording.views[n - 1])
        assert marks[0]["seat"] == frame["events"][0]["player"]
        kinds[marks[0]["kind"]] = marks[0]["shape"]
    assert len(kinds) == len(set(kinds.values())) == 3


def test_items_to_come_are_those_after_the_round(page: Page):
    scene = record(rounds=60).frames[0]["scene"]
    coming = ask(page, "return view.timelineItems(args[0], 20);", scene)
    later = [item for item in scene["items"] if item[2] > 20]
    assert [item["turn"] for item in coming] == [item[2] for item in later]
    assert coming[0]["where"] == f"({later[0][0]}, {later[0][1]})"


def test_the_panel_lists_each_players_snakes_in_acting_order(page: Page):
    recording = record(seed=7, rounds=200)
    n = recording.find("split")
    state = recording.views[n]
    rows = ask(page, "return view.panel(args[0]).rows;", state)
    assert [row["cells"][0] for row in rows] == [str(s["id"]) for s in state["snakes"]]
    assert [row["cells"][1] for row in rows] == [str(len(s["body"])) for s in state["snakes"]]
    (acting,) = [row for row in rows if row["active"]]
    assert acting["cells"][0] == str(state["acting"])


_LABELS = """async ([address, scene, state]) => {
  const { draw } = await import(address);
  const { SEATS } = await import("/static/player/palette.js");
  const canvas = new OffscreenCanvas(640, 640);
  const ctx = canvas.getContext("2d");
  const told = [];
  ctx.fillText = (text) => told.push(text);
  const theme = { surface: "#fff", surface2: "#fff", bg: "#fff", border: "#fff", text: "#000",
    muted: "#000", ok: "#0f0", warn: "#ff0", danger: "#f00", font: "sans-serif" };
  draw(ctx, { ...state, items: [] }, null, 1, { scene, width: 640, height: 640, palette: SEATS,
    view: null, layers: new Set(), theme, events: [] });
  return told.filter((text) => !text.startsWith("+"));
}"""


def test_a_snake_has_one_number_on_the_board_in_the_table_and_in_words(page: Page):
    recording = record(seed=7, rounds=200)
    n = recording.find("split")
    state, scene = recording.views[n], recording.frames[0]["scene"]
    drawn = page.evaluate(_LABELS, [VIEW, scene, state])
    rows = ask(page, "return view.panel(args[0]).rows;", state)
    assert drawn == [row["cells"][0] for row in rows]
    event = next(e for e in recording.frames[n]["events"] if e["e"] == "split")
    assert str(event["new"]) in drawn
    assert any(f"snake {event['new']}" in told for told in words(page, recording, n) if told)


def test_the_board_has_the_movers_colours_and_the_seats_patterns(page: Page):
    found = page.evaluate(
        """async () => {
          const { boardPalette, roles } = await import("/static/games/snake/movers.js");
          const { SEATS } = await import("/static/player/palette.js");
          const halves = [SEATS.slice(0, 2), SEATS.slice(0, 2).reverse()];
          return { seats: halves, boards: halves.map(boardPalette), roles: roles() };
        }"""
    )
    for seats, board in zip(found["seats"], found["boards"], strict=True):
        assert [style["color"] for style in board] == ["#d9a400", "#2b6fe0"]
        assert [style["pattern"] for style in board] == [style["pattern"] for style in seats]
    assert [role["color"] for role in found["roles"]] == ["#d9a400", "#2b6fe0"]


def test_drawing_half_way_lies_between_the_two_states(page: Page):
    """The head of a moving snake is on its way: in the middle of the two cells at t = 0.5."""
    recording = record(rounds=4)
    scene, events = recording.frames[0]["scene"], recording.frames[1]["events"]
    where = page.evaluate(
        """async ([address, scene, previous, state, events]) => {
          const { draw } = await import(address);
          const { SEATS } = await import("/static/player/palette.js");
          const canvas = new OffscreenCanvas(320, 320);
          const ctx = canvas.getContext("2d");
          const theme = { surface: "#fff", surface2: "#fff", bg: "#fff", border: "#fff",
            text: "#000", muted: "#000", ok: "#0f0",
            warn: "#ff0", danger: "#f00", font: "sans-serif" };
          draw(ctx, state, previous, 0.5, { scene, width: 320, height: 320, palette: SEATS,
            view: null, layers: new Set(), theme, events });
          const { data } = ctx.getImageData(0, 0, 320, 320);
          let [left, right] = [320, 0];
          for (let i = 0; i < data.length; i += 4) {
            if (data[i] < 180 || data[i + 2] > 80) continue;  // not the first mover's yellow
            left = Math.min(left, (i / 4) % 320);
            right = Math.max(right, (i / 4) % 320);
          }
          return [left, right];
        }""",
        [VIEW, scene, recording.views[0], recording.views[1], events],
    )
    before, after = recording.views[0]["snakes"][0], recording.views[1]["snakes"][0]
    cell = 19
    assert before["body"][0] == [0, 15]
    reach = {(1, 15): 1.0 + 0.41, (0, 14): 0.5 + 0.41}[tuple(after["body"][0])]
    edge = (320 - 16 * cell) / 2 + reach * cell
    assert where[1] == pytest.approx(edge, abs=2), json.dumps(after)


def test_an_item_that_appears_under_a_snake_is_about_its_owner(
    page: Page, recordings: list[Recording]
):
    """The last player to move does not matter."""
    recording, n, event = next(
        (r, f["n"], e)
        for r in recordings
        for f in r.frames
        for e in f.get("events", ())
        if e["e"] == "round" and e["eaten"]
    )
    previous = recording.views[n - 1]
    owner = {snake["id"]: snake["owner"] for snake in previous["snakes"]}[event["eaten"][0][1]]
    seat = ask(page, "return view.seatOf(args[0], { previous: args[1] });", event, previous)
    assert seat == owner
