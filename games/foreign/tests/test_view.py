"""The browser's state is the judger's, and whatever a game says is only ever text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.foreign.events import MatchEvents
from tests.player.page import Site

pytestmark = pytest.mark.browser

NASTY = '<img src=x onerror="window.broken = true"><script>window.broken = true</script>'
VIEW = "/static/games/foreign/view.js"
SEATS = [{"number": n, "name": name, "url": f"/{name}/"} for n, name in enumerate(("ann", "ben"))]


def frames() -> Iterator[tuple[dict[str, Any], Any]]:
    """The frames of a short match, each with the state after it."""
    match = MatchEvents(2)
    events: list[list[Any]] = [[]]
    states = [match.key()]

    def happens(event: Any) -> None:
        events.append([event])
        states.append(match.key())

    happens(match.turn(1, [0], [0, 0]))
    happens(match.watch(json.dumps({"turn": 3, "scores": [1, 0], "status": ["up", NASTY]})))
    match.said(0, NASTY)
    happens(match.turn(2, [0, 1], [1, 0]))
    happens(match.error(1, "time_out", NASTY))
    happens(match.watch(NASTY))
    happens(match.watch(json.dumps({"board": [[1, 2], [3, 4]], "note": "x" * 300})))
    happens(match.end([1, 2.5]))
    turn = 0
    for n, (happened, state) in enumerate(zip(events, states, strict=True)):
        turn = state["state"]
        frame = {"type": "frame", "n": n, "game": 0, "turn": turn, "events": happened}
        if n == 0:
            seats = [{"index": 0}, {"index": 1}]
            frame |= {"setup": {"seats": seats}, "scene": {"seats": 2}, "key": state}
        yield frame, state
    assert turn == 2


def board_frames(*boards: Any) -> list[dict[str, Any]]:
    """A match in which each text for watchers holds one of these boards."""
    match = MatchEvents(2)
    seats = [{"index": n, "name": seat["name"]} for n, seat in enumerate(SEATS)]
    first = {"type": "frame", "n": 0, "game": 0, "turn": 0, "events": []}
    made = [{**first, "setup": {"seats": seats}, "scene": {"seats": 2}, "key": match.key()}]
    for turn, board in enumerate(boards, 1):
        text = json.dumps(
            {"turn": turn, "board": board, "text": f"{{1}} moves for {{7}}, {NASTY}."}
        )
        frame = {"type": "frame", "n": 2 * turn - 1, "game": 0, "turn": turn}
        made.append({**frame, "events": [match.turn(turn, [0], [0, 0])]})
        made.append({**frame, "n": 2 * turn, "events": [match.watch(text)]})
    return made


def opened(page: Page, site: Site, made: list[dict[str, Any]]) -> None:
    """The page of a finished match with these frames, at its end."""
    config = {
        "match": 1,
        "frames": site.add_json("/frames.json", {"frames": made}),
        "view": VIEW,
        "state": "finished",
        "title": "ann against ben",
        "seats": SEATS,
        "log_url": None,
        "info": [],
    }
    page.goto(site.add_player("/match", config))
    page.get_by_role("button", name="To the end").click()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


FOLLOW = """async ([address, frames]) => {
  const { apply } = await import(address);
  const states = [];
  for (const frame of frames) states.push(frame.key ?? apply(states.at(-1), frame.events));
  return states;
}"""


def test_apply_reaches_the_judgers_own_state(page: Page, site: Site):
    page.goto(site.add_html("/", ""))
    made = list(frames())
    reached = page.evaluate(FOLLOW, [VIEW, [frame for frame, _ in made]])
    assert reached == [state for _, state in made]


def test_a_match_is_shown_and_its_texts_are_no_markup(page: Page, site: Site):
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    made = [frame for frame, _ in frames()]
    opened(page, site, made)
    expect(page.locator('[data-part="turn"]')).to_have_text("turn 2/?")
    expect(page.locator('[data-part="score"]')).to_have_text(["1", "2.5"])
    expect(page.locator('[data-part="events"]')).to_contain_text(f"ben is too late: {NASTY}")
    expect(page.locator('[data-part="pieces"]').nth(1)).to_contain_text("1 late or failed")
    for step in range(len(made)):
        page.keyboard.press("ArrowLeft")
        assert step >= 0
    assert page.evaluate("window.broken") is None
    assert page.locator("img").count() == 0
    painted = page.evaluate(
        """() => {
          const board = document.querySelector('[data-part="board"]');
          const { data } = board.getContext("2d").getImageData(0, 0, board.width, board.height);
          return new Set(new Uint32Array(data.buffer)).size;
        }"""
    )
    assert painted > 3
    assert errors == []


COLOURS = """async ([cols, rows, places]) => {
  const canvas = document.querySelector('[data-part="board"]');
  const ctx = canvas.getContext("2d");
  const [w, h, above] = [canvas.clientWidth, canvas.clientHeight, 28];
  const cell = Math.min((w - 6) / cols, (h - above - 6) / rows);
  const [left, top] = [(w - cell * cols) / 2, (h + above - cell * rows) / 2];
  return places.map(([x, y, dx, dy]) => {
    const at = [left + (x + 0.5 + dx) * cell, top + (y + 0.5 + dy) * cell];
    const [r, g, b] = ctx.getImageData(...at.map((v) => v * devicePixelRatio), 1, 1).data;
    return `${r},${g},${b}`;
  });
}"""
"""The colours at places of a board: a column, a row, and how far from the middle of the cell."""

CORNER = (-0.4, 0.3)


def colours(page: Page, cols: int, rows: int, *places: tuple[float, ...]) -> list[str]:
    found = page.evaluate(COLOURS, [cols, rows, [list(place) for place in places]])
    return [str(colour) for colour in found]


def test_a_board_is_drawn_with_its_walls_owners_pieces_and_words(page: Page, site: Site):
    rows = ["..#.", ".5..", "...."]
    board = {
        "rows": rows,
        "owners": ["0...", "....", "...1"],
        "pieces": [[0, 3, 0], {"seat": 1, "x": 1, "y": 2, "text": "K"}],
        "marks": [[0, 1]],
    }
    opened(page, site, board_frames(board))
    corners = [(x, y, *CORNER) for x, y in ((1, 0), (2, 0), (0, 0), (3, 2))]
    empty, wall, mine, theirs = colours(page, 4, 3, *corners)
    assert len({empty, wall, mine, theirs}) == 4
    assert colours(page, 4, 3, (3, 0, 0, 0)) == ["43,125,224"], "the sign of the first seat"
    assert colours(page, 4, 3, (1, 2, 0.2, 0.24)) == ["224,123,22"], "the sign of the second seat"
    frame, plain = colours(page, 4, 3, (0, 1, -0.48, 0), (2, 1, -0.4, 0))
    assert plain == empty
    assert frame != empty
    stroke = [(1, 1, n / 40, 0) for n in range(-9, 10)]
    assert len(set(colours(page, 4, 3, *stroke))) > 1, "a digit is written"


def test_a_list_of_rows_is_a_board_and_the_next_one_takes_its_place(page: Page, site: Site):
    opened(page, site, board_frames([[1, 2], ["#", None]], ["##", ".#"]))
    after = colours(page, 2, 2, (0, 0, *CORNER), (1, 0, *CORNER), (0, 1, *CORNER), (1, 1, *CORNER))
    assert after[0] == after[1] == after[3] != after[2]


def test_a_caption_names_the_seats_and_is_no_markup(page: Page, site: Site):
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    opened(page, site, board_frames(["."]))
    expect(page.locator('[data-part="events"]')).to_contain_text(f"ben moves for {{7}}, {NASTY}")
    assert page.evaluate("window.broken") is None
    assert errors == []


@pytest.mark.parametrize(
    "board",
    [
        "a word", 7, {}, [], [[]], {"rows": 5}, {"rows": [5]}, {"rows": [None, "..."]},
        ["." * 129], ["."] * 129,
    ],
)  # fmt: skip
def test_what_is_no_board_is_shown_as_text(page: Page, site: Site, board: Any):
    page.goto(site.add_html("/", ""))
    assert shown_by(page, {"board": board, "text": 5}) == {"board": None, "caption": ""}


def shown_by(page: Page, data: Any) -> Any:
    """The parts that the view finds in a text."""
    read = "async ([from, text]) => (await import(from)).shownBy(text)"
    return page.evaluate(read, ["/static/games/foreign/boards.js", json.dumps(data)])


def test_what_a_board_may_not_hold_is_left_out_and_the_rest_is_not(page: Page, site: Site):
    page.goto(site.add_html("/", ""))
    given = {
        "rows": ["a.", [True, {"x": 1}, "longer than it may be"]],
        "owners": [[0, -1, 1.5], "1x", None],
        "pieces": [[0, 0, 0], [1, 9, 0], [-1, 0, 0], [0, 0.5, 0], "x", None, {"seat": 1}],
        "marks": [[0, 1], [2, 2], [0], 5, ["0", 0]],
    }
    board = shown_by(page, {"board": given})["board"]
    assert board["owners"] == [None] * 6
    given["owners"] = [[0, -1, 1.5], "1x"]
    board = shown_by(page, {"board": given})["board"]
    assert (board["cols"], board["rows"]) == (3, 2)
    assert board["texts"] == ["a", "", "", "", "", "long"]
    assert board["owners"] == [0, None, None, 1, None, None]
    assert board["pieces"] == [{"seat": 0, "x": 0, "y": 0, "text": ""}]
    assert board["marks"] == [3]


def test_a_piece_glides_from_where_it_was(page: Page, site: Site):
    """Half of the way in the middle of a frame, where the player draws it."""
    page.goto(site.add_html("/", '<canvas id="c" width="420" height="140"></canvas>'))
    boards = [{"rows": ["..."], "pieces": [[0, x, 0], [1, 1, 0]]} for x in (0, 2)]
    middle = page.evaluate(
        """async ([from, before, now]) => {
          const { draw, layers } = await import(from);
          const { seatStyle } = await import("/static/player/palette.js");
          const { readTheme } = await import("/static/player/canvas.js");
          const canvas = document.getElementById("c");
          const ctx = canvas.getContext("2d", { willReadFrequently: true });
          const state = (board) => ({ text: JSON.stringify({ board }) });
          const options = {
            width: 420, height: 140, palette: [seatStyle(0), seatStyle(1)], view: 0,
            layers: new Set(), theme: { ...readTheme(document.body), surface: "#fff",
            surface2: "#eee", text: "#000", muted: "#555", border: "#ccc", accent: "#080" },
          };
          const reds = [];
          for (const t of [0, 0.25, 1]) {
            draw(ctx, state(now), state(before), t, options);
            reds.push([0, 1, 2, 3, 4].map((n) => {
              const [r, g, b] = ctx.getImageData(70 + n * 70, 70, 1, 1).data;
              return r < 80 && b > 180;
            }).indexOf(true));
          }
          return reds;
        }""",
        [VIEW, *boards],
    )
    assert middle == [0, 1, 4]
