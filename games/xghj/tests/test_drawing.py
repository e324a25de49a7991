"""The board: pixels of `draw.js` in a browser, against the engine's state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from games.tests.views import call
from games.xghj.tests.watched import POINTS, match
from tests.player.match import Recording
from tests.player.page import seat_color

pytestmark = pytest.mark.browser

CELL = 24

HARNESS = """
window.THEME = { dark: false, bg: "#f7f8fa", surface: "#ffffff", surface2: "#eef0f4",
  text: "#1a1f27", muted: "#5c6673", border: "#d8dce3", accent: "#2563c9", danger: "#c22f2f",
  ok: "#25803b", warn: "#a86400", font: "sans-serif" };
// How often each colour is in some rows of pixels, which are numbers: red is the lowest byte.
window.colours = (rows) => {
  const counts = new Map();
  for (const row of rows) {
    for (const pixel of row) counts.set(pixel & 0xffffff, (counts.get(pixel & 0xffffff) ?? 0) + 1);
  }
  const named = (n) => [n & 255, n >> 8 & 255, n >> 16].join();
  return Object.fromEntries([...counts].map(([n, count]) => [named(n), count]));
};
"""

# Pixels of every cell of a frame, on a canvas that gives each cell 24 of them.
LOOK = """async ([scene, state, previous, events, layers, view, t, more]) => {
  const { draw } = await import("/static/games/xghj/view.js");
  const { SEATS } = await import("/static/player/palette.js");
  const theme = { ...THEME, ...more };
  const [width, height] = [scene.cols * 24 + 6, scene.rows * 24 + 6];
  const ctx = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  draw(ctx, state, previous, t, { scene, theme, palette: SEATS.slice(0, scene.players), width,
    height, view, events, layers: new Set(layers) });
  const pixels = new Uint32Array(ctx.getImageData(0, 0, width, height).data.buffer);
  return Array.from({ length: scene.cols * scene.rows }, (_, place) => {
    const [x, y] = [place % scene.cols, Math.floor(place / scene.cols)];
    const first = (3 + y * 24) * width + 3 + x * 24;
    return colours(Array.from({ length: 24 }, (_, row) =>
      pixels.subarray(first + row * width, first + row * width + 24)));
  });
}"""


@pytest.fixture(scope="module")
def harness() -> str:
    return HARNESS


@pytest.fixture(scope="module")
def recording() -> Recording:
    return match(8, seed=2, scenario=POINTS)


Counts = Sequence[dict[str, int]]


def look(
    page: Page,
    recording: Recording,
    n: int,
    layers: Sequence[str] = (),
    view: int | None = None,
    t: float = 1,
    **theme: Any,
) -> Counts:
    """How often each colour is in each cell after frame n."""
    events = recording.frames[n]["events"]
    # Without the state before, no capital is on its way over other cells.
    before = recording.views[n - 1] if t < 1 or layers not in ([], (), ["plain"]) else None
    states = recording.views[n], before
    scene = recording.frames[0]["scene"]
    found: Counts = call(page, LOOK, [scene, *states, events, list(layers), view, t, theme])
    return found


def color(player: int) -> str:
    return ",".join(map(str, seat_color(player)))


def late(recording: Recording) -> int:
    """A frame in which much is owned and something is besieged."""
    return next(n for n in range(30, 60) if len(recording.views[n]["sieged"]) > 20)


def plain_places(recording: Recording, n: int) -> list[int]:
    """Cells that no capital and nothing that moved there lies on."""
    cols = recording.frames[0]["scene"]["cols"]
    capitals = [
        place
        for view in (recording.views[n], recording.views[n - 1])
        for place in view["capital"]
        if place >= 0
    ]
    return [
        place
        for place in range(len(recording.views[n]["owner"]))
        if all(
            max(abs(a - b) for a, b in zip(divmod(place, cols), divmod(at, cols), strict=True)) > 1
            for at in capitals
        )
    ]


def test_land_has_its_owners_colour_and_pattern(page: Page, recording: Recording):
    n = late(recording)
    view = recording.views[n]
    patterned, flat = look(page, recording, n), look(page, recording, n, ["plain"])
    for place in plain_places(recording, n):
        letter = view["owner"][place]
        if letter == ".":
            assert not {color(seat) for seat in range(8)} & set(flat[place])
        elif place not in view["sieged"]:
            own = color(int(letter))
            assert flat[place][own] > patterned[place].get(own, 0) > 0
            assert not {color(seat) for seat in range(8)} - {own} & set(flat[place])


def test_besieged_land_is_hatched(page: Page, recording: Recording):
    n = late(recording)
    view = recording.views[n]
    drawn = look(page, recording, n, ["plain"])
    counts: dict[bool, list[float]] = {True: [], False: []}
    for place in plain_places(recording, n):
        if view["owner"][place] != ".":
            share = drawn[place].get(color(int(view["owner"][place])), 0) / CELL**2
            counts[place in view["sieged"]].append(share)
    assert min(counts[True]) > 0.15, "the owner is still seen"
    assert max(counts[True]) < min(counts[False])


def test_nothing_shines_through_the_fog(page: Page, recording: Recording):
    """Hidden cells on the same ground look alike, whoever owns them."""
    n = late(recording)
    scene, view = recording.frames[0]["scene"], recording.views[n]
    known = page.evaluate(
        """async ([state, scene]) => {
          const { inSight } = await import("/static/games/xghj/vision.js");
          return state.saving.map((_, player) => [...inSight(state, scene, player)]);
        }""",
        [view, scene],
    )
    player = min(range(8), key=lambda p: sum(known[p]) or 9999)
    drawn = look(page, recording, n, view=player)
    hidden = [place for place, seen in enumerate(known[player]) if not seen]
    assert {view["owner"][place] for place in hidden} >= {".", *"01"} - {str(player)}
    colours = {color(seat) for seat in range(8)}
    everything = look(page, recording, n)
    fog: dict[tuple[int, ...], set[str]] = {}
    for place in hidden:
        assert not colours & set(drawn[place])
        assert drawn[place] != everything[place]
        ground = tuple(scene[what][place] for what in ("resource", "attack", "defence"))
        most = max(drawn[place], key=drawn[place].__getitem__)
        fog.setdefault(ground, set()).add(most)
    assert all(len(found) == 1 for found in fog.values())


@pytest.mark.parametrize(
    "layer",
    [
        *("bombs", "heat", "changes", "relations", "points", "resource", "attack", "defence"),
        *("coordinates", "plain"),
    ],
)
def test_each_layer_can_be_seen_and_hidden(page: Page, recording: Recording, layer: str):
    n = late(recording)
    assert look(page, recording, n, [layer]) != look(page, recording, n)


def test_alliances_of_everybody_leave_the_middle_of_the_board_to_others(
    page: Page, recording: Recording
):
    scene, state = recording.frames[0]["scene"], recording.views[late(recording)]
    homes = [(y, x) for y in (2, 12, 21) for x in (2, 15, 27) if (y, x) != (12, 15)]
    capitals = [y * scene["cols"] + x for y, x in homes]
    allies = ["".join("-" if a == b else "A" for b in range(8)) for a in range(8)]
    allied = {**state, "capital": capitals, "relation": allies, "justify": [[0] * 8] * 8}
    found = call(page, LOOK, [scene, allied, None, [], ["relations"], None, 1, {}])
    far: list[bool] = []
    for place, colours in enumerate(found):
        here = divmod(place, scene["cols"])
        nearest = min(max(abs(a - b) for a, b in zip(here, home, strict=True)) for home in homes)
        green = sum(count for colour, count in colours.items() if is_peace(colour))
        far += [nearest > 6] if green else []
    assert far.count(False) > 20, "lines begin at the capitals"
    assert far.count(True) == 0


def is_peace(colour: str) -> bool:
    """Near the colour of alliances."""
    return all(
        abs(int(a) - b) < 20 for a, b in zip(colour.split(","), (0x5F, 0xD0, 0x6F), strict=True)
    )


def test_every_layer_is_offered(page: Page):
    offered = page.evaluate(
        "async () => (await import('/static/games/xghj/view.js')).layers.map(({ id }) => id)"
    )
    assert set(offered) == {
        *("bombs", "heat", "changes", "relations", "points", "resource", "attack", "defence"),
        *("coordinates", "plain"),
    }


def test_a_players_bombs_are_hidden_from_others(page: Page, recording: Recording):
    n = late(recording)
    (event,) = (e for e in recording.frames[n]["events"] if e["e"] == "round")
    scene = recording.frames[0]["scene"]
    player = event["bombs"][0][0]
    mine = {y * scene["cols"] + x for owner, x, y, _ in event["bombs"] if owner == player}
    others = {y * scene["cols"] + x for owner, x, y, _ in event["bombs"] if owner != player} - mine
    with_bombs, without = (
        look(page, recording, n, layers, view=player) for layers in (["bombs"], [])
    )
    assert all(with_bombs[place] != without[place] for place in mine)
    near = {place + step for place in mine for step in (-1, 0, 1, 29, 30, 31, -29, -30, -31)}
    assert all(with_bombs[place] == without[place] for place in others - near)
    assert others - near


def test_land_changes_hands_only_once_the_bombs_have_grown(page: Page, recording: Recording):
    n, event = next(
        (frame["n"], e)
        for frame in recording.frames[20:]
        for e in frame["events"]
        if e["e"] == "round" and len(e["cells"]) > 10
    )
    places = set(plain_places(recording, n))
    early, done = (look(page, recording, n, ["plain"], t=t) for t in (0.3, 1))
    right = []
    for place, owner in event["cells"]:
        before = recording.views[n - 1]["owner"][place]
        if place not in places or before == ".":
            continue
        was, kept = (drawn[place].get(color(int(before)), 0) for drawn in (early, done))
        now = done[place].get(color(owner), 0) if owner >= 0 else CELL**2
        right.append(was > 50 > 10 > kept and now > 50)
    # A capital on its way may lie over a cell or two.
    assert sum(right) >= 0.8 * len(right) > 4


# The pictures of the opening after each of its frames; and the last one as each player sees it.
OPENING = """async (frames) => {
  const { apply, draw } = await import("/static/games/xghj/view.js");
  const { SEATS } = await import("/static/player/palette.js");
  const scene = frames[0].scene;
  const look = (state, view) => {
    const ctx = new OffscreenCanvas(600, 600).getContext("2d");
    draw(ctx, state, null, 1, { scene, theme: THEME, events: [],
      palette: SEATS.slice(0, scene.players), width: 600, height: 600, view, layers: new Set() });
    return colours([new Uint32Array(ctx.getImageData(0, 0, 600, 600).data.buffer)]);
  };
  let state = frames[0].key;
  const found = [look(state, null)];
  for (const frame of frames.slice(1, 9)) {
    state = apply(state, frame.events);
    found.push(look(state, null));
  }
  return [found, frames[0].key.saving.map((_, player) => look(state, player))];
}"""


def test_bids_and_places_are_shown_first(page: Page, recording: Recording):
    """Each country's colour is there before anybody owns anything: with its bid until it has
    chosen, then where it begins.  A player sees his own place and those named before it."""
    pictures, views = call(page, OPENING, recording.frames)
    colours = {color(seat) for seat in range(8)}
    assert not colours & set(pictures[0])
    assert colours <= set(pictures[1])
    chosen = [frame["events"][0] for frame in recording.frames[2:9]]
    for n, spawn in enumerate(chosen, 2):
        before, after = (pictures[at].get(color(spawn["p"]), 0) for at in (n - 1, n))
        assert before > after
        assert (after > 50) == (spawn["place"] >= 0)
    order = [spawn["p"] for spawn in chosen]
    for player, own in enumerate(views):
        known = order[: order.index(player) + 1] if player in order else order
        for spawn in chosen:
            shown = own.get(color(spawn["p"]), 0) > 50
            assert shown == (spawn["p"] in known and spawn["place"] >= 0)


def test_dark_pages_have_a_dark_board(page: Page, recording: Recording):
    dark: dict[str, Any] = {"dark": True, "surface": "#1b1f26", "bg": "#14171c", "text": "#e8eaee"}
    n = late(recording)
    view = recording.views[n]
    light, night = look(page, recording, n), look(page, recording, n, **dark)
    free = view["owner"].index(".")
    sums = [
        sum(map(int, max(drawn[free], key=drawn[free].__getitem__).split(",")))
        for drawn in (light, night)
    ]
    assert sums[1] < sums[0]


def test_patterns_on_land_are_faint(page: Page, recording: Recording):
    """A full board is calm: nearly all of a patterned cell is close to its owner's colour."""
    n = late(recording)
    view = recording.views[n]
    drawn = look(page, recording, n)
    cols = recording.frames[0]["scene"]["cols"]
    inner = [
        place
        for place in plain_places(recording, n)
        if view["owner"][place] != "." and place not in view["sieged"] and place % cols
        if all(
            view["owner"][other : other + 1] == view["owner"][place]
            for other in (place - cols, place - 1, place + 1, place + cols)
        )
    ]
    near = []
    for place in inner:
        own = seat_color(int(view["owner"][place]))
        close = sum(
            count
            for found, count in drawn[place].items()
            if all(abs(int(a) - b) <= 40 for a, b in zip(found.split(","), own, strict=True))
        )
        near.append(close / CELL**2)
    assert len(near) > 20
    assert sorted(near)[len(near) // 4] > 0.9
