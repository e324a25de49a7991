"""The picture of a seat's own view is what a spectator sees of that seat."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.game import Game
from games.registry import GAMES
from tests.examples import sample
from tests.play.stage import Stage
from tests.play.table import setup_for

pytestmark = pytest.mark.browser

# One of the values of cells is shown at a time.
OMITTED = ["resource", "attack", "defence"]
COMPARE = """async ({game, scene, seats, seat, steps}) => {
  const at = (file) => import(`/static/games/${game}/${file}.js`);
  const [view, play] = [await at("view"), await at("play")];
  const { seatStyle } = await import("/static/player/palette.js");
  const { readTheme } = await import("/static/player/canvas.js");
  const theme = readTheme(document.querySelector("[data-board]"));
  const picture = (state, layers) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 300;
    view.draw(canvas.getContext("2d"), state, null, 1, {
      scene, width: 300, height: 300, palette: seats.map((_, i) => seatStyle(i)), view: seat,
      layers, theme, events: [], camera: { zoom: 1, left: 0, top: 0 }, setup: null,
    });
    return canvas.toDataURL();
  };
  const layers = new Set(view.layers.map(({ id }) => id));
  for (const id of OMITTED) layers.delete(id);
  const different = [];
  const pictures = new Set();
  let previous = null;
  steps.forEach(({ seen, key, prompt, choices }, i) => {
    previous = play.stateOf(seen, { scene, seat, previous, prompt, choices });
    const drawn = picture(previous, layers);
    pictures.add(drawn);
    if (drawn !== picture(key, layers)) different.push(i);
  });
  return { different, pictures: pictures.size };
}""".replace("OMITTED", str(OMITTED))


def steps_of(game: Game, setup: Any, seat: int, most: int) -> dict[str, Any]:
    """A game of sample actions: the seat's questions, with the spectators' view of each moment."""
    engine = game.engine(setup)
    choose = random.Random(3).randrange
    steps: list[dict[str, Any]] = []
    while (asks := engine.pending()) and len(steps) < most:
        if seat in asks:
            step = {"seen": engine.view(seat), "key": engine.view(), "prompt": asks[seat].prompt}
            steps.append({**step, "choices": game.choices(engine, seat)})
        engine.submit({s: game.sample_action(engine, s, choose) for s in asks})
    seats = [seat.name for seat in setup.seats]
    return {"scene": engine.scene(), "seats": seats, "seat": seat, "steps": steps}


@pytest.mark.parametrize(
    ("name", "ruleset", "seats", "params"),
    [
        ("generals", "duel", 2, {"width": 12, "height": 12, "cities": 90, "swamps": 90}),
        ("generals", "melee", 4, {"width": 14, "height": 14, "lights": 30}),
        ("xghj", "four", 4, {}),
        ("xghj", "machines", 8, {}),
    ],
)
def test_a_seat_sees_what_one_sees_through_its_eyes(stage: Stage, name, ruleset, seats, params):
    most = sample(60, 25)
    game = GAMES[name]
    names = tuple(f"p{n}" for n in range(seats))
    setup = setup_for(game, names, ruleset, **params)
    page = stage.pages.take()
    seats_css = '<link rel="stylesheet" href="/static/player/seats.css"><div data-board></div>'
    page.goto(stage.pages.site.add_html("/empty/", seats_css))
    for seat in (0, seats - 1):
        given = steps_of(game, setup, seat, most)
        found = page.evaluate(COMPARE, {"game": name, **given})
        assert found["different"] == []
        assert found["pictures"] > 10
