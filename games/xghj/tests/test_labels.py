"""Words and signs on the board: where they stand in real games, by the calls of the canvas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from games.xghj.tests.test_drawing import HARNESS
from games.xghj.tests.watched import POINTS, match, rounds
from tests.player.match import Recording

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def harness() -> str:
    return HARNESS


@pytest.fixture(scope="module")
def recording() -> Recording:
    return match(8, seed=2, scenario=POINTS)


# The texts on the board, with the box of each piece, and the signs, with their middles.
WRITTEN = """async ([scene, frames, layers, cell]) => {
  const { draw } = await import("/static/games/xghj/view.js");
  const { SEATS } = await import("/static/player/palette.js");
  const [width, height] = [scene.cols * cell + 6, scene.rows * cell + 6];
  return frames.map(([state, previous, events]) => {
    const ctx = new OffscreenCanvas(width, height).getContext("2d");
    const [words, signs] = [[], []];
    const [fill, fillText] = [ctx.fill.bind(ctx), ctx.fillText.bind(ctx)];
    ctx.fill = (...args) => {
      if (args[1] === "evenodd") signs.push([ctx.getTransform().e, ctx.getTransform().f]);
      fill(...args);
    };
    ctx.fillText = (text, x, y) => {
      const size = ctx.measureText(text);
      const [half, up, down] =
        [size.width / 2, size.actualBoundingBoxAscent, size.actualBoundingBoxDescent];
      words.push({ text, box: [x - half, y - up, x + half, y + down] });
      fillText(text, x, y);
    };
    draw(ctx, state, previous, 1, { scene, theme: THEME, palette: SEATS.slice(0, scene.players),
      width, height, view: null, events, layers: new Set(layers) });
    const at = ([x, y]) => Math.floor((y - 3) / cell) * scene.cols + Math.floor((x - 3) / cell);
    return { words, signs: signs.map(at) };
  });
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
