"""The board: pixels of `draw.js` in a browser, against the engine's state."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.microwars.tests.boards import engine_of
from games.microwars.tests.watched import match, scene_of, turns
from tests.browsing import box_of
from tests.player.match import Recording
from tests.player.page import Stage as PlayerStage
from tests.player.page import loaded, part, search_for, seat_color

pytestmark = pytest.mark.browser

CELL = 40

# How many pixels near each of the colours every field has; 40 pixels a field, no margins but 3.
LOOK = """async ([scene, state, previous, events, layers, view, t, colours]) => {
  const { draw } = await import("/static/games/microwars/view.js");
  const { SEATS } = await import("/static/player/palette.js");
  const theme = { dark: false, bg: "#f7f8fa", surface: "#ffffff", surface2: "#f4f5f7",
    text: "#1a1f27", muted: "#5c6673", border: "#d8dce3", accent: "#2563c9", danger: "#c22f2f",
    ok: "#25803b", warn: "#a86400", font: "sans-serif" };
  const [width, height] = [scene.width * 40 + 6, scene.height * 40 + 6];
  const ctx = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  draw(ctx, state, previous, t, { scene, theme, palette: SEATS.slice(0, 2), width, height, view,
    events, layers: new Set(layers), camera: { zoom: 1, left: 0, top: 0 } });
  const near = (data, i, [r, g, b]) =>
    Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 36;
  const fields = {};
  for (let x = 1; x <= scene.width; x += 1) {
    for (let y = 1; y <= scene.height; y += 1) {
      const { data } = ctx.getImageData(3 + (x - 1) * 40, 3 + (scene.height - y) * 40, 40, 40);
      fields[`${x},${y}`] = colours.map((colour) => {
        let count = 0;
        for (let i = 0; i < data.length; i += 4) count += near(data, i, colour);
        return count;
      });
      fields[`${x},${y}`].push(data.reduce((sum, v, i) => (sum * 31 + v * (i % 251)) % 1000003, 7));
    }
  }
  return fields;
}"""
WALL, DANGER = (123, 134, 148), (194, 47, 47)
COLOURS = [list(seat_color(0)), list(seat_color(1)), list(WALL), list(DANGER)]


def look(
    page: Page,
    scene: Any,
    state: Any,
    before: Any = None,
    events: Any = (),
    *,
    layers: tuple[str, ...] = (),
    view: int | None = None,
    t: float = 1.0,
) -> dict[tuple[int, int], list[int]]:
    """Pixels of each field: of the first side's colour, of the second's, of walls, of danger; and
    a number that differs where anything does."""
    found = page.evaluate(
        LOOK, [scene, state, before, list(events), list(layers), view, t, COLOURS]
    )
    fields = {key: key.split(",") for key in found}
    return {(int(x), int(y)): found[key] for key, (x, y) in fields.items()}


def test_units_and_walls_stand_where_the_engine_has_them(page: Page, recordings: list[Recording]):
    for recording in (recordings[0], recordings[3]):
        scene = scene_of(recording)
        for n in (0, 7, 15):
            state = recording.views[n]
            units = {(u[3], u[4]): u[1] for u in state["units"]}
            blocked = {tuple(field) for field in scene["blocked"]}
            for field, (first, second, wall, *_) in look(page, scene, state).items():
                counts = [first, second]
                owner = units.get(field)
                for seat in (0, 1):
                    assert (counts[seat] > 150) == (owner == seat), (field, counts)
                assert (wall > 250) == (field in blocked)


def turn_of(text: str, first: Any, second: Any, points: str = "") -> Any:
    """Scene, state before, events and state after of one turn on a small board."""
    engine = engine_of(text, points=points)
    before = engine.view()
    replies = {0: first, 1: second}
    for seat, orders in replies.items():
        engine.check(seat, orders)
    events = [event.data for event in engine.submit(replies)]
    return engine.scene(), before, events, engine.view()


def test_all_shoot_first_then_all_move_then_the_dead_vanish(page: Page):
    """The tank on the left goes up; the one on the right has one point left, and is shot at."""
    scene, before, events, after = turn_of(
        ". . .\nT t .", [[1, 1, 2, 1, 1, 2]], [[2, 1, 0, 0, 3, 1]], "points 2 1 1"
    )
    at = {
        t: look(page, scene, after, before, events, layers=("traces",), t=t)
        for t in (0.0, 0.2, 0.49, 0.81, 0.9, 1.0)
    }
    plate = 220
    for t in (0.0, 0.2, 0.49):
        assert at[t][1, 1][0] > plate
        assert at[t][2, 1][1] > plate, "nobody has moved yet"
    assert at[0.2][2, 1] != at[0.0][2, 1], "a shot is on its way"
    assert at[0.81][1, 2][0] > plate
    assert at[0.81][3, 1][1] > plate, "who is shot to death moves all the same"
    assert at[0.9][3, 1][3] > 0, "and is crossed out"
    assert at[1.0][3, 1][1] == 0
    assert at[1.0][3, 1][3] > 60
    assert at[1.0][1, 2][0] > plate


def test_units_that_choose_the_same_field_go_towards_it_and_come_back(page: Page):
    scene, before, events, after = turn_of("T . t", [[1, 1, 0, 0, 2, 1]], [[3, 1, 0, 0, 2, 1]])
    still = look(page, scene, after)
    halfway = look(page, scene, after, before, events, layers=("traces",), t=0.65)
    assert halfway[2, 1][0] > 40
    assert halfway[2, 1][1] > 40
    rest = look(page, scene, after, before, events, layers=("traces",))
    assert rest[1, 1][0] > 220
    assert rest[3, 1][1] > 220
    assert rest[2, 1][3] > 30, "the field keeps a mark"
    assert still[2, 1][:4] == [0, 0, 0, 0]


def test_a_trace_of_the_turn_stays_and_can_be_hidden(page: Page, recordings: list[Recording]):
    scene = scene_of(recordings[0])
    _, event, before, after = next(t for t in turns(recordings[0]) if t[1]["damage"])
    bare = look(page, scene, after)
    assert look(page, scene, after, before, [event], layers=("traces",)) != bare
    assert look(page, scene, after, before, [event]) == bare


def test_who_looks_through_a_sides_eyes_sees_its_shots_alone(page: Page):
    scene, before, events, after = turn_of(
        "C . . .\n. . . .\n. . . .\n. . . c", [[1, 4, 3, 4, 1, 4]], [[4, 1, 2, 1, 4, 1]]
    )
    looks = [
        look(page, scene, after, before, events, layers=("traces",), view=view)
        for view in (None, 0, 1)
    ]
    bare = look(page, scene, after)
    shots = [tuple(seen[at] != bare[at] for at in ((3, 4), (2, 1))) for seen in looks]
    assert shots == [(True, True), (True, False), (False, True)]


def test_the_fields_that_can_be_hit_are_those_within_reach_and_blast(page: Page):
    rows = [". . . . . . . . . . . . . ."] * 7
    rows[2], rows[6] = "C" + rows[2][1:], rows[6][:-1] + "t"
    engine = engine_of("\n".join(rows))
    scene, state = engine.scene(), engine.view()
    plain = look(page, scene, state)
    for view, wanted in (
        (0, {(x, y) for x in range(1, 7) for y in range(1, 8)}),
        (1, {(x, y) for x in (13, 14) for y in (1, 2)}),
    ):
        shown = look(page, scene, state, layers=("danger",), view=view)
        assert {field for field in plain if shown[field] != plain[field]} == wanted
    both = look(page, scene, state, layers=("danger",))
    assert sum(both[field] != plain[field] for field in plain) == 6 * 7 + 4


def test_who_points_at_a_unit_is_told_what_it_can_do(pages):
    recording = match(4)
    stage = PlayerStage(pages)
    try:
        page = stage.open(stage.serve(recording), search_for(recording, 1))
        loaded(page, recording)
        board = part(page, "board")

        def picture() -> Any:
            return board.evaluate("canvas => canvas.toDataURL()")

        before = picture()
        box = box_of(board)
        scene = scene_of(recording)
        unit = next(unit for unit in recording.views[1]["units"] if unit[2] == 1)
        cell = min((box["width"] - 36) / scene["width"], (box["height"] - 36) / scene["height"])
        left = box["x"] + (box["width"] - cell * scene["width"]) / 2
        top = box["y"] + (box["height"] - cell * scene["height"]) / 2
        page.mouse.move(
            left + (unit[3] - 0.5) * cell, top + (scene["height"] - unit[4] + 0.5) * cell
        )
        points = f"{unit[5]} point{'s' if unit[5] != 1 else ''}"
        whose = recording.setup.seats[unit[1]].name
        expect(board).to_have_attribute(
            "title", f"{whose}’s cannon on ({unit[3]}, {unit[4]}), {points}, shoots up to 4 away"
        )
        assert picture() != before
        page.mouse.move(0, 0)
        expect(board).to_have_attribute("title", "")
        assert picture() == before
        assert stage.errors == []
    finally:
        stage.close()
