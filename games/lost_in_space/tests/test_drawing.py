"""The board: pictures of `draw.js` in a real browser, and the floors of a match page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.lost_in_space.state import Status
from games.lost_in_space.tests.watched import ask, match, replayed, scene_of
from tests.examples import sample
from tests.player.match import Recording
from tests.player.page import Pages, Stage, loaded, seat_color

pytestmark = pytest.mark.browser

WIDE, NARROW = (960, 480), (374, 374)

PICTURE = """
  const { SEATS } = await import("/static/player/palette.js");
  const theme = { surface: "#ffffff", surface2: "#eeeeee", bg: "#f4f4f4", border: "#d0d0d0",
    text: "#101010", muted: "#606060", ok: "#208020", warn: "#a06000", danger: "#c02020",
    accent: "#106040", font: "sans-serif", dark: false };
  const optionsOf = (job) => ({ scene: job.scene, width: job.size[0], height: job.size[1],
    palette: SEATS, view: job.view ?? null, layers: new Set(job.layers ?? []), theme,
    events: job.events ?? [] });
  const picture = (job) => {
    const canvas = new OffscreenCanvas(...job.size);
    const ctx = canvas.getContext("2d", { willReadFrequently: true });
    canvas.parentElement = null;
    view.draw(ctx, job.state, job.previous ?? null, job.t ?? 1, optionsOf(job));
    return ctx.getImageData(0, 0, ...job.size).data;
  };
"""


@pytest.fixture
def stage(pages: Pages) -> Iterator[Stage]:
    stage = Stage(pages)
    yield stage
    stage.close()
    assert stage.errors == []


@pytest.fixture(scope="module")
def recording() -> Recording:
    return match(1)


def pictures_differ(page: Page, pairs: list[Any]) -> list[int]:
    """In how many places the two pictures of each pair differ."""
    body = (
        PICTURE
        + """
      return args[0].map(([one, other]) => {
        const [a, b] = [picture(one), picture(other)];
        let count = 0;
        for (let i = 0; i < a.length; i += 4) {
          if (a[i] !== b[i] || a[i + 1] !== b[i + 1] || a[i + 2] !== b[i + 2]) count += 1;
        }
        return count;
      });"""
    )
    found: list[int] = ask(page, body, pairs, module="draw.js")
    return found


def pixels_at(page: Page, job: Any, spots: list[Any]) -> list[tuple[int, ...]]:
    """Colours at places of the station; a spot is a place and parts of a grid step from it."""
    body = (
        PICTURE
        + """
      const { layOut } = await import("/static/games/lost_in_space/layout.js");
      const [job, spots] = args;
      const data = picture(job);
      const { floors } = layOut(optionsOf(job), 1);
      return spots.map(([pos, right, up]) => {
        const floor = floors.find(({ z }) => z === pos[2]);
        const [x, y] = floor.middle(pos);
        const at = [x + right * floor.unit, y - up * floor.unit].map(Math.round);
        const i = 4 * (at[1] * job.size[0] + at[0]);
        return [...data.slice(i, i + 3)];
      });"""
    )
    return [tuple(pixel) for pixel in ask(page, body, job, spots, module="draw.js")]


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_through_the_eyes_of_a_seat_the_picture_is_made_of_what_that_seat_sees(
    page: Page, recording: Recording, size: tuple[int, int]
):
    """Drawn from the whole state as from what the engine shows the seat, to the last pixel."""
    scene, pairs = scene_of(recording), []
    for n, engine, _ in replayed(recording):
        if n % sample(40, 80) == 0 and engine.outcome() is None:
            for seat in range(4):
                if engine.world.players[seat].status not in (Status.ESCAPED, Status.ERROR):
                    common = {"scene": scene, "size": size, "view": seat}
                    whole = {**common, "state": recording.views[n]}
                    pairs.append((whole, {**common, "state": engine.view(seat)}))
    assert len(pairs) > sample(30, 15)
    assert set(pictures_differ(page, pairs)) == {0}


def test_what_a_seat_cannot_see_changes_nothing_in_its_picture(page: Page, recording: Recording):
    """Others' traps, who is on other floors, and stocks: shown to everybody, not to the seat."""
    scene = scene_of(recording)
    n, trap = next(
        (n, trap)
        for n, view in enumerate(recording.views)
        for trap in view["traps"]
        if view["players"][(trap[2] + 1) % 4]["pos"]
    )
    state, other = recording.views[n], (trap[2] + 1) % 4
    without = {**state, "traps": [t for t in state["traps"] if t[2] == other]}
    empty = {**state, "stock": [0] * len(state["stock"])}
    job = {"scene": scene, "size": WIDE}
    pairs = [
        ({**job, "state": state, "view": view}, {**job, "state": changed, "view": view})
        for changed in (without, empty)
        for view in (None, other)
    ]
    everybody_traps, seat_traps, everybody_stock, seat_stock = pictures_differ(page, pairs)
    assert everybody_traps > 20
    assert everybody_stock > 20
    assert seat_traps == seat_stock == 0


def test_machines_have_the_colours_of_their_keys(page: Page, recording: Recording):
    machines = scene_of(recording)["plan"]["machines"]
    state = recording.views[0]
    nowhere = [{**p, "pos": None, "status": Status.ESCAPED} for p in state["players"]]
    job = {"scene": scene_of(recording), "size": WIDE, "state": {**state, "players": nowhere}}
    colours = pixels_at(page, job, [(pos, 0.23, 0.0) for _, pos in machines])
    assert colours == [seat_color(key) for key, _ in machines]


def test_a_moving_player_is_half_way_at_half_time(page: Page, recording: Recording):
    n, event = next(
        (f["n"], e)
        for f in recording.frames
        for e in f.get("events", ())
        if e.get("type") == "move"
        and recording.views[f["n"] - 1]["players"][e["playerid"]]["pos"][0] != e["pos"][0]
        and recording.views[f["n"] - 1]["players"][e["playerid"]]["pos"][1] == e["pos"][1]
    )
    before = recording.views[n - 1]["players"][event["playerid"]]["pos"]
    job = {"scene": scene_of(recording), "size": WIDE, "state": recording.views[n], "t": 0.5}
    job |= {"previous": recording.views[n - 1], "events": recording.frames[n]["events"]}
    body = (
        PICTURE
        + """
      const { layOut } = await import("/static/games/lost_in_space/layout.js");
      const [job, [from, to], rgb] = args;
      const { floors } = layOut(optionsOf(job), 1);
      const floor = floors.find(({ z }) => z === to[2]);
      const [[x, y0], [, y1]] = [floor.middle(from), floor.middle(to)];
      const data = picture(job);
      const rows = [];
      for (let y = Math.round((y0 + y1 - floor.unit) / 2); y < (y0 + y1 + floor.unit) / 2; y += 1) {
        const i = 4 * (y * job.size[0] + Math.round(x + floor.unit * 0.24));
        if (rgb.every((v, c) => v === data[i + c])) rows.push(y);
      }
      return [(rows[0] + rows[rows.length - 1]) / 2, (y0 + y1) / 2 - 0.06 * floor.unit];"""
    )
    rgb = list(seat_color(event["playerid"]))
    drawn, wanted = ask(page, body, job, [before, event["pos"]], rgb, module="draw.js")
    assert drawn == pytest.approx(wanted, abs=2)


def test_zones_are_tinted_warn_before_they_close_and_are_struck_out(
    page: Page, recording: Recording
):
    far, near, shut = (
        next(view for view in recording.views if view["round"] == number) for number in (5, 38, 42)
    )
    # Between two places of the warehouse, beside the passage that joins them.
    spot = [((2, 2, 1), 0.5, 0.3)]
    job = {"scene": scene_of(recording), "size": WIDE}
    tints = [pixels_at(page, {**job, "state": s}, spot)[0] for s in (far, near, shut)]
    assert len(set(tints)) == 3
    red = [colour[0] - colour[1] for colour in tints]
    assert red[1] > 20
    assert abs(red[0]) < 12
    assert abs(red[2]) < 12
    assert shut["closed"] == 1
    # A place is a circle with a border; a closed one is a small cross in the middle.
    (open_, closed) = (
        pixels_at(page, {**job, "state": s}, [((2, 3, 1), 0.0, 0.0)])[0] for s in (far, shut)
    )
    assert open_ == (255, 255, 255)
    assert closed != (255, 255, 255)


def test_everything_that_happens_leaves_a_mark_while_its_frame_is_in_view(
    page: Page, recording: Recording
):
    """Also without motion: a frame that is looked at alone says what it did."""
    kinds = ("attack", "getkey", "died", "regenerate", "map_update", "place_trap", "detect")
    pairs = []
    for kind in (*kinds, "escaped", "inspect"):
        for frame in recording.frames[1:]:
            found = [e for e in frame["events"] if e.get("type") == kind]
            # The box itself is gone, which is mark enough.
            if not found or found[0].get("args", [""])[0] == "box_disappear":
                continue
            n = frame["n"]
            job = {"scene": scene_of(recording), "size": WIDE, "state": recording.views[n]}
            job["previous"] = recording.views[n - 1]
            pairs.append(({**job, "events": found}, {**job, "events": []}))
            break
    differ = pictures_differ(page, pairs)
    assert len(differ) == 9
    assert min(differ) > 30


# The floors of a page


def buttons(page: Page) -> Any:
    return page.locator('[aria-label="Floors"] button')


def test_three_floors_stand_side_by_side_where_there_is_room(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), "?turn=20")
    loaded(page, recording)
    expect(buttons(page)).to_have_count(0)


@pytest.mark.parametrize(("size", "search"), [((390, 844), ""), ((1280, 800), "&layers=large")])
def test_where_there_is_not_one_floor_is_large_and_the_others_are_tabs(
    stage: Stage, recording: Recording, size: tuple[int, int], search: str
):
    page = stage.open(stage.serve(recording), "?turn=20" + search, size)
    loaded(page, recording)
    tabs = buttons(page)
    expect(tabs).to_have_count(3)
    expect(page.locator('[aria-label="Floors"] [aria-pressed="true"]')).to_have_count(1)
    before = page.locator('[data-part="board"]').screenshot()
    # By the keyboard, too.
    other = page.locator('[aria-label="Floors"] [aria-pressed="false"]').first
    other.focus()
    wanted = other.get_attribute("data-floor")
    page.keyboard.press("Enter")
    chosen = page.locator(f'[data-floor="{wanted}"]')
    expect(chosen).to_have_attribute("aria-pressed", "true")
    assert page.locator('[data-part="board"]').screenshot() != before
    expect(chosen).to_have_attribute("title", "Follow the players again")
    chosen.click()
    expect(chosen).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_tabs_say_who_is_where(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), "?turn=1", (390, 844))
    loaded(page, recording)
    labels = [
        "Top floor",
        "Middle floor, ada, bix, cleo and dora there",
        "Lower floor",
    ]
    for tab, label in zip(buttons(page).all(), labels, strict=True):
        expect(tab).to_have_attribute("aria-label", label)


def test_tabs_are_where_the_small_floors_are_drawn(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), "?turn=20", (390, 844))
    loaded(page, recording)
    expect(buttons(page)).to_have_count(3)
    boxes = page.evaluate(
        """async () => {
          const { layOut } = await import("/static/games/lost_in_space/layout.js");
          const canvas = document.querySelector('[data-part="board"]');
          const at = canvas.getBoundingClientRect();
          const options = { width: at.width, height: at.height, layers: new Set() };
          const drawn = layOut(options, 1).minis.map(({ left, top, width, height }) =>
            [left + at.left, top + at.top, width, height]);
          const tabs = [...document.querySelectorAll('[aria-label="Floors"] button')].map((tab) => {
            const { left, top, width, height } = tab.getBoundingClientRect();
            return [left, top, width, height];
          });
          return [drawn, tabs];
        }"""
    )
    for drawn, tab in zip(*boxes, strict=True):
        assert tab == pytest.approx(drawn, abs=1)
