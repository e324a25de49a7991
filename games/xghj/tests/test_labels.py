"""Words and signs on the board: where they stand in real games, by the calls of the canvas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from games.xghj.tests.test_drawing import harness as harness
from games.xghj.tests.test_drawing import recording as recording
from games.xghj.tests.watched import POINTS, match, rounds
from tests.player.match import Recording

pytestmark = pytest.mark.browser


# The texts on the board, with the box of each piece, and the signs, with their middles.
WRITTEN = """async ([scene, frames, layers, cell]) => {
  const { draw } = await import("/static/games/xghj/view.js");
  const { SEATS } = await import("/static/player/palette.js");
  const [width, height] = [scene.cols * cell + 6, scene.rows * cell + 6];
  let [words, signs] = [[], []];
  // Some parts are drawn on canvases of their own, at the same places.
  const pens = OffscreenCanvasRenderingContext2D.prototype;
  const { fill, fillText } = pens;
  pens.fill = function (...args) {
    if (args[1] === "evenodd") signs.push([this.getTransform().e, this.getTransform().f]);
    fill.apply(this, args);
  };
  pens.fillText = function (text, x, y) {
    const size = this.measureText(text);
    const [half, up, down] =
      [size.width / 2, size.actualBoundingBoxAscent, size.actualBoundingBoxDescent];
    words.push({ text, box: [x - half, y - up, x + half, y + down] });
    fillText.call(this, text, x, y);
  };
  const written = frames.map(([state, previous, events]) => {
    const ctx = new OffscreenCanvas(width, height).getContext("2d");
    [words, signs] = [[], []];
    draw(ctx, state, previous, 1, { scene, theme: THEME, palette: SEATS.slice(0, scene.players),
      width, height, view: null, events, layers: new Set(layers) });
    const at = ([x, y]) => Math.floor((y - 3) / cell) * scene.cols + Math.floor((x - 3) / cell);
    return { words, signs: signs.map(at) };
  });
  Object.assign(pens, { fill, fillText });
  return written;
}"""


def written(page: Page, recording: Recording, layers: Sequence[str], cell: int) -> Any:
    """Rounds of the later half: their numbers of frame, and what is written after them."""
    every = [n for n, _ in rounds(recording)]
    numbers = every[len(every) // 2 :: 4]
    frames = [
        (recording.views[n], recording.views[n - 1], recording.frames[n]["events"]) for n in numbers
    ]
    scene = recording.frames[0]["scene"]
    return list(zip(numbers, page.evaluate(WRITTEN, [scene, frames, layers, cell]), strict=True))


def bombed(recording: Recording, n: int) -> set[tuple[int, int]]:
    (event,) = (e for e in recording.frames[n]["events"] if e["e"] == "round")
    return {(x, y) for _, x, y, _ in event["bombs"]}


@pytest.mark.parametrize("cell", [12, 28])
@pytest.mark.parametrize("scenario", ["halls", POINTS], ids=["halls", "points"])
def test_names_and_counts_leave_bombs_free(page: Page, scenario: Any, cell: int):
    recording = match(8, seed=5, scenario=scenario)
    for n, shown in written(page, recording, ["bombs", "relations", "points"], cell):
        # The sizes of bombs stand in the bombs.
        for word in (word for word in shown["words"] if not word["text"].isdigit()):
            left, top, right, bottom = (side - 3 for side in word["box"])
            over = {
                (x, y)
                for x, y in bombed(recording, n)
                if left < (x + 1) * cell and x * cell < right
                if top < (y + 1) * cell and y * cell < bottom
            }
            assert not over, f"{word['text']} stands over bombs in frame {n}"
        assert sum(word["text"][0].isalpha() for word in shown["words"]) > 2


@pytest.mark.parametrize("cell", [12, 28])
def test_each_territory_has_its_owners_sign_beside_the_bombs(
    page: Page, recording: Recording, cell: int
):
    cols = recording.frames[0]["scene"]["cols"]
    for n, shown in written(page, recording, ["bombs"], cell):
        view = recording.views[n]
        capitals = {place for place in view["capital"] if place >= 0}
        signs = set(shown["signs"]) - capitals
        taken = {y * cols + x for x, y in bombed(recording, n)} | capitals
        assert not signs & taken
        near = {place + step for place in taken for step in (-cols, -1, 0, 1, cols)}
        for places in territories(view["owner"], cols):
            has = places & signs
            assert len(has) <= 1
            assert has or places & capitals or places <= near


def chequered(recording: Recording) -> dict[str, Any]:
    """A state with lone cells everywhere, each of which has a sign, and one threat of a war."""
    scene = recording.frames[0]["scene"]
    cols, cells = scene["cols"], scene["cols"] * scene["rows"]
    state = dict(recording.views[30])
    state["owner"] = "".join(".2"[sum(divmod(place, cols)) % 2] for place in range(cells))
    state["capital"] = [2 * cols, 10 * cols + 20, -1, -1, -1, -1, -1, -1]
    state["relation"] = ["N" * 8] * 8
    state["justify"] = [[0, 2, *[0] * 6], *[[0] * 8] * 7]
    state["marks"] = state["sieged"] = []
    return state


def test_signs_leave_the_numbers_of_threats_free(page: Page, recording: Recording):
    state, cell = chequered(recording), 24
    scene = recording.frames[0]["scene"]
    (shown,) = page.evaluate(WRITTEN, [scene, [[state, None, []]], ["relations"], cell])
    (box,) = (word["box"] for word in shown["words"] if "/" in word["text"])
    left, top, right, bottom = (int(side - 3) // cell for side in box)
    below = {y * scene["cols"] + x for x in range(left, right + 1) for y in range(top, bottom + 1)}
    assert any(state["owner"][place] == "2" for place in below)
    assert len(set(shown["signs"])) > 100
    assert not below & set(shown["signs"])


def territories(owner: str, cols: int) -> list[set[int]]:
    """Cells of one owner that lie together."""
    found: list[set[int]] = []
    left = {place for place, letter in enumerate(owner) if letter != "."}
    while left:
        land, edge = set[int](), {left.pop()}
        while edge:
            land |= edge
            beside = {
                place + step
                for place in edge
                for step in (-cols, cols, *(s for s in (-1, 1) if 0 <= place % cols + s < cols))
                if place + step in left and owner[place + step] == owner[place]
            }
            left -= beside
            edge = beside
        found.append(land)
    return found
