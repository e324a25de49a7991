"""The board: pixels of `draw.js` and `map.js`, in a browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page

from games.generals.maptext import parse_token
from games.generals.terrain import Kind
from games.generals.tests.watched import match
from games.tests.views import assert_parts_make_the_map
from tests.player.match import Recording
from tests.player.page import seat_color

pytestmark = pytest.mark.browser

VIEW = "/static/games/generals/view.js"
MAP = "/static/games/generals/map.js"

HARNESS = """
window.theme = { dark: false, bg: "#f7f8fa", surface: "#ffffff", surface2: "#eef0f4",
  text: "#1a1f27", muted: "#5c6673", border: "#d8dce3", accent: "#2563c9", danger: "#c22f2f",
  ok: "#25803b", warn: "#a86400", font: "sans-serif" };
window.canvasOf = (width, height, dpr = 1) => {
  const canvas = new OffscreenCanvas(width * dpr, height * dpr);
  const ctx = canvas.getContext("2d", { willReadFrequently: true });
  ctx.scale(dpr, dpr);
  return ctx;
};
window.show = async (ctx, scene, state, previous, t, more = {}) => {
  const { draw } = await import("/static/games/generals/view.js");
  const { SEATS } = await import("/static/player/palette.js");
  const dpr = ctx.getTransform().a;
  draw(ctx, state, previous, t, { scene, theme, palette: SEATS.slice(0, scene.players),
    width: ctx.canvas.width / dpr, height: ctx.canvas.height / dpr, view: null, events: [],
    layers: new Set(more.layers ?? []), ...(more.options ?? {}) });
};
window.pixels = (ctx, x, y, w, h) => {
  const { data } = ctx.getImageData(x, y, w, h);
  return Array.from({ length: w * h }, (_, i) => [...data.slice(4 * i, 4 * i + 3)].join());
};
"""


@pytest.fixture(scope="module")
def harness() -> str:
    return HARNESS


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Ten columns and eight rows: 30 px a tile on a canvas of 306 x 246 with its margins."""
    return match((0, 0, 0), seed=3, size=(10, 8), halfturns=150, modifiers={"leapfrog": True})


TURN_LINE = 20
SIZE = (306, 246)
CELL = 30
MARGIN = 3


def colours(
    page: Page, recording: Recording, n: int, layers: list[str], **options: Any
) -> list[list[str]]:
    """The colours of all pixels of each tile after frame n, by place."""
    tiles: list[str] = page.evaluate(
        """async ([scene, state, layers, options, [width, height], cell, margin]) => {
          const ctx = canvasOf(width, height);
          await show(ctx, scene, state, null, 1, { layers, options });
          const found = [];
          for (let place = 0; place < scene.width * scene.height; place += 1) {
            const [row, column] = [Math.floor(place / scene.width), place % scene.width];
            found.push(pixels(ctx, margin + column * cell, margin + row * cell, cell, cell));
          }
          return found.map((tile) => tile.join(" "));
        }""",
        [scene_of(recording), recording.views[n], layers, options, SIZE, CELL, MARGIN],
    )
    return [tile.split(" ") for tile in tiles]


def late(recording: Recording) -> int:
    """A frame in which much is owned."""
    return len(recording.frames) * 2 // 3


def scene_of(recording: Recording) -> Any:
    return recording.frames[0]["scene"]


def test_every_owned_tile_has_its_owners_colour_and_pattern(page: Page, recording: Recording):
    n = late(recording)
    view = recording.views[n]
    patterned, plain = (colours(page, recording, n, layers) for layers in ([], ["plain"]))
    for place, owner in enumerate(view["owners"]):
        colour = ",".join(map(str, seat_color(int(owner, 17) - 1))) if owner != "0" else None
        if colour:
            assert colour in patterned[place]
            assert plain[place].count(colour) > patterned[place].count(colour) > 0
        else:
            assert not {",".join(map(str, seat_color(seat))) for seat in range(3)} & set(
                plain[place]
            )
    assert set(view["owners"]) >= {"0", "1", "2"}


def test_tiles_out_of_view_look_alike_whatever_stands_there(page: Page, recording: Recording):
    """Nothing shines through the fog: hidden tiles with the same echo have the same pixels."""
    n = late(recording)
    drawn = colours(page, recording, n, [], view=0)
    everything = colours(page, recording, n, [])
    owners, scene = recording.views[n]["owners"], scene_of(recording)
    own = {place for place, owner in enumerate(owners) if owner == "1"}
    near = {
        place
        for place in range(len(owners))
        for at in own
        if max(abs(a - b) for a, b in zip(divmod(place, 10), divmod(at, 10), strict=True)) <= 1
    }
    near |= set(scene["lit"])
    looks: dict[str, set[tuple[str, ...]]] = {}
    for place, echo in enumerate(scene["echo"]):
        if place in near:
            assert drawn[place] == everything[place]
        else:
            looks.setdefault(echo, set()).add(tuple(drawn[place]))
    assert {echo: len(found) for echo, found in looks.items()} == dict.fromkeys(looks, 1)
    assert len(looks) >= 2


CAMERA = {"camera": {"zoom": 2.3, "left": -140.5, "top": -90.25}}


@pytest.mark.parametrize(
    ("options", "dpr"),
    [
        ({"view": 1}, 1),
        (CAMERA, 2),
        *(
            pytest.param(options, dpr, marks=pytest.mark.nightly)
            for options, dpr in (({}, 1), ({}, 2), ({"view": 1}, 2), (CAMERA, 1))
        ),
    ],
    ids=str,
)
def test_painting_step_by_step_and_painting_all_again_give_the_same(
    page: Page, recording: Recording, dpr: int, options: Mapping[str, Any]
):
    wrong = page.evaluate(
        """async ([scene, states, options, dpr]) => {
          const ctx = canvasOf(306, 246, dpr);
          const all = (c) => c.getImageData(0, 0, 306 * dpr, 246 * dpr).data;
          for (const [n, state] of states.entries()) {
            await show(ctx, scene, state, null, 1, { options });
            if (n % 10) continue;
            const fresh = canvasOf(306, 246, dpr);
            await show(fresh, scene, state, null, 1, { options });
            const [one, other] = [all(ctx), all(fresh)];
            const at = one.findIndex((v, i) => v !== other[i]);
            if (at >= 0) return [n, (at >> 2) % (306 * dpr), Math.floor((at >> 2) / (306 * dpr))];
          }
          return null;
        }""",
        [scene_of(recording), recording.views[:120], dict(options), dpr],
    )
    assert wrong is None


@pytest.mark.parametrize("dpr", [1, 2])
def test_a_board_that_is_moved_looks_as_if_it_was_painted_there(
    page: Page, recording: Recording, dpr: int
):
    ways = [(0, 0), (-7, 0), (-40, 0), (-40, -33), (5, 12), (-90, 4), (-90, 4), (-110.5, 4)]
    ways += [
        (-400, -320),
        (-420, -340),
        (-420, -335),
        (-5000, -335),
        (-480, -310),
        (0, 240),
        (3, 9),
    ]
    wrong = page.evaluate(
        """async ([scene, states, ways, dpr]) => {
          const ctx = canvasOf(306, 246, dpr);
          const all = (c) => c.getImageData(0, 0, 306 * dpr, 246 * dpr).data;
          for (const [n, [left, top]] of ways.entries()) {
            const more = { options: { camera: { zoom: n < 13 ? 2.37 : 4, left, top } } };
            const fresh = canvasOf(306, 246, dpr);
            for (const c of [ctx, fresh]) await show(c, scene, states[n >> 1], null, 1, more);
            const [one, other] = [all(ctx), all(fresh)];
            if (one.some((v, i) => v !== other[i])) return n;
          }
          return null;
        }""",
        [scene_of(recording), recording.views[60:80], ways, dpr],
    )
    assert wrong is None


def test_numbers_leave_nothing_on_neighbouring_tiles(page: Page, recording: Recording):
    """Long ones come and go on tiles that are barely large enough for any."""
    view = recording.views[late(recording)]
    long = [units if place % 3 else -333_000_000 for place, units in enumerate(view["units"])]
    left = page.evaluate(
        """async ([scene, state, long]) => {
          const look = (ctx) => pixels(ctx, 0, 0, 156, 126).join(";");
          const [ctx, fresh] = [canvasOf(156, 126), canvasOf(156, 126)];
          for (const units of [state.units, long, state.units]) {
            await show(ctx, scene, { ...state, units }, null, 1);
          }
          await show(fresh, scene, state, null, 1);
          return look(ctx) !== look(fresh);
        }""",
        [scene_of(recording), view, long],
    )
    assert not left


def test_another_theme_and_another_size_paint_the_board_again(page: Page, recording: Recording):
    same = page.evaluate(
        """async ([scene, state]) => {
          const ctx = canvasOf(306, 246);
          const look = async (options) => {
            await show(ctx, scene, state, null, 1, { options });
            return pixels(ctx, 0, 0, 306, 246).join(";");
          };
          const first = await look({});
          const dark = await look({ theme: { ...theme, dark: true, surface: "#1b1f26" } });
          const small = await look({ width: 200, height: 160 });
          return [first === dark, first === small, first === await look({})];
        }""",
        [scene_of(recording), recording.views[late(recording)]],
    )
    assert same == [False, False, True]


def test_a_move_is_on_its_way_half_way_through_its_half_turn(page: Page, recording: Recording):
    n = next(
        n
        for n, frame in enumerate(recording.frames)
        for event in frame.get("events", ())
        if event["e"] == "half" and event["moves"] and n > 40
    )
    events = recording.frames[n]["events"]
    player, source, target, _ = next(e for e in events if e["e"] == "half")["moves"][0]
    arguments = [scene_of(recording), recording.views[n - 1], recording.views[n], events]
    differ = page.evaluate(
        """async ([scene, before, after, events, source, target]) => {
          const middle = (place) =>
            [place % 10, Math.floor(place / 10)].map((v) => 3 + (v + 0.5) * 30);
          const [a, b] = [middle(source), middle(target)];
          const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
          const look = async (t) => {
            const ctx = canvasOf(306, 246);
            await show(ctx, scene, after, before, t, { options: { events } });
            return pixels(ctx, Math.round(x) - 9, Math.round(y) - 9, 18, 18);
          };
          return look(0.5);
        }""",
        [*arguments, source, target],
    )
    own = ",".join(map(str, seat_color(player - 1)))
    assert differ.count(own) > 40


def test_each_layer_can_be_seen_and_hidden(page: Page, recording: Recording):
    n = next(n for n, view in enumerate(recording.views) if any(view["queues"]) and n > 30)
    without = colours(page, recording, n, [])
    for layer in ("orders", "coordinates", "lit"):
        assert colours(page, recording, n, [layer]) != without, layer


def test_sums_stand_where_tiles_are_too_small_for_numbers(page: Page, recording: Recording):
    def look(layers: list[str], zoom: float) -> Any:
        return page.evaluate(
            """async ([scene, state, layers, zoom]) => {
              const ctx = canvasOf(146, 118);
              const camera = { zoom, left: 0, top: 0 };
              await show(ctx, scene, state, null, 1, { layers, options: { camera } });
              return pixels(ctx, 0, 0, 146, 118).join(" ");
            }""",
            [scene_of(recording), recording.views[late(recording)], layers, zoom],
        )

    assert look(["sums"], 1) != look([], 1)
    assert look(["sums"], 3) == look([], 3)


TOKENS = [" ", "m", "s", "40", "-3", "n5", "n-10", "g", "gA", "gB7", "g ", "g 12", "L_ ", "L_gZ99"]


def edit(page: Page, body: str, *arguments: Any) -> Any:
    return page.evaluate(
        f"async ([address, args]) => {{ const map = await import(address); {body} }}",
        [MAP, list(arguments)],
    )


def test_every_brush_paints_what_the_text_format_reads(page: Page):
    expected = {
        "blank": (Kind.BLANK, 0, None),
        "mountain": (Kind.MOUNTAIN, 0, None),
        "swamp": (Kind.SWAMP, 0, None),
        "city": (Kind.CITY, 40, None),
        "units": (Kind.BLANK, 5, None),
        "capital": (Kind.BLANK, 0, (None, 100)),
        "team": (Kind.BLANK, 0, ("A", 100)),
        "rest": (Kind.BLANK, 0, (" ", 100)),
    }
    body = "return map.brushes.map(({ id }) => [id, args[0].map((t) => map.paint(t, id))]);"
    painted = dict(edit(page, body, TOKENS))
    toggled = painted.pop("lit")
    assert painted.keys() == expected.keys()
    for brush, tokens in painted.items():
        kind, units, offer = expected[brush]
        for before, token in zip(TOKENS, tokens, strict=True):
            assert parse_token(token) == (kind, units, before.startswith("L_"), offer)
    for before, after in zip(TOKENS, toggled, strict=True):
        assert after == (before[2:] if before.startswith("L_") else f"L_{before}")


def test_values_of_brushes_reach_the_token_at_both_ends(page: Page):
    body = """return map.brushes.flatMap(({ id, values = [] }) => ["low", "high"].map((end) =>
      map.paint("L_m", id, Object.fromEntries(values.map((v) => [v.name, v[end]])))));"""
    tokens = edit(page, body)
    assert all(parse_token(token) for token in tokens)
    assert {"L_gA1", "L_gZ", "L_g 1", f"L_{2**31 - 1}", f"L_n{-(2**31)}"} <= set(tokens)


def test_brushes_with_a_token_paint_it_and_a_new_cell_is_blank(page: Page):
    body = """return map.brushes.filter(({ token }) => token !== undefined)
      .map(({ id, token }) => [token, map.paint(map.blank, id)]);"""
    pairs = edit(page, body)
    assert len(pairs) >= 4
    assert all(token == painted for token, painted in pairs)
    assert parse_token(edit(page, "return map.blank;")) == (Kind.BLANK, 0, False, None)


def test_cells_are_described_in_words(page: Page):
    told = edit(page, "return args[0].map(map.describe);", [*TOKENS, "what"])
    assert len(set(told)) == len(told)
    assert told[4] == "city with -3 neutral units"
    assert told[13] == "place for a capital of team Z, priority 99, always in view"
    assert "no tile" in told[-1]


@pytest.mark.parametrize("size", [4, 13, 31.5])
def test_drawing_the_parts_of_a_map_draws_the_map(page: Page, size: float):
    assert_parts_make_the_map(page, MAP, [*TOKENS, "what"], most=0, size=size)


def test_teams_of_a_map_have_colours_of_their_own(page: Page):
    drawn = edit(
        page,
        """const grid = { width: 3, height: 1, cells: ["gA", "gB", "g"] };
        const ctx = canvasOf(90, 30);
        map.draw(ctx, grid, { x: 0, y: 0, size: 30, theme });
        return [0, 1, 2].map((i) => pixels(ctx, i * 30, 0, 30, 30));""",
    )
    for seat in (0, 1):
        assert ",".join(map(str, seat_color(seat))) in drawn[seat]
    assert not {",".join(map(str, seat_color(seat))) for seat in range(16)} & set(drawn[2])


def test_the_turn_stands_at_the_top_left_and_covers_no_tile(page: Page, recording: Recording):
    """The canvas is higher by the line: the tiles below it are the same as without it."""
    inked, tiles, below = page.evaluate(
        """async ([scene, state, [width, height], line]) => {
          const [plain, turn] = [canvasOf(width, height), canvasOf(width, height + line)];
          await show(plain, scene, state, null, 1);
          await show(turn, scene, state, null, 1, { layers: ["turn"] });
          const corner = pixels(turn, 0, 0, 70, line);
          const part = (ctx, top) => pixels(ctx, 4, top, 120, 60);
          return [new Set(corner).size, part(plain, 4), part(turn, 4 + line)];
        }""",
        [scene_of(recording), recording.views[31], SIZE, TURN_LINE],
    )
    assert inked > 2, "something is written there"
    assert below == tiles


def test_rows_and_columns_are_numbered_from_1_on_the_board(page: Page, recording: Recording):
    """Ten columns: the last number is 10, and no number is 0."""
    told = page.evaluate(
        """async ([scene, state]) => {
          const texts = [];
          const ctx = canvasOf(400, 400);
          const write = ctx.fillText.bind(ctx);
          ctx.fillText = (text, ...rest) => { texts.push(text); write(text, ...rest); };
          await show(ctx, scene, state, null, 1, { layers: ["coordinates", "turn"] });
          return texts.filter((text) => /^\\d+$/.test(text)).map(Number);
        }""",
        [scene_of(recording), recording.views[0]],
    )
    assert told == [*range(1, 9), *range(1, 11)]
