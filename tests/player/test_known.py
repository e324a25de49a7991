"""A seat's view says nothing that a bot on that seat was not sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine import SeatSetup, Setup
from games.generals.tests import watched as generals
from games.lost_in_space.tests import watched as lost_in_space
from games.microwars.mapgen import draw
from games.microwars.tests.watched import CROWDED
from games.registry import GAMES
from games.tests.views import asked
from games.xghj.tests import watched as xghj
from tests.player.forks import Kind, pairs
from tests.player.match import NAMES
from tests.player.page import Stage, expect_frame, part, search_for

pytestmark = pytest.mark.browser

Choose = Callable[[int], int]
SILENT = {"silent_war": True}


def _kind(game: str, teams: tuple[int, ...], params: dict[str, Any], **how: Any) -> Kind:
    """A game to fork, by default of sample actions, where the other seats do something else."""
    found = GAMES[game]
    seats = tuple(SeatSetup(i, NAMES[i], team, rating=1500.0) for i, team in enumerate(teams))
    setup = Setup(seats, 3, found.rulesets[0].name, params, how.pop("map", None))
    act = how.pop("act", found.sample_action)
    how.setdefault("alter", lambda engine, seat, reply, choose: act(engine, seat, choose))
    return Kind(found, setup, act, **how)


def _generals(teams: tuple[int, ...], modifiers: dict[str, Any]) -> Kind:
    size = {"width": 14, "height": 12, "halfturns": 120}
    return _kind(
        "generals", teams, {**size, **generals.ROUGH, "modifiers": modifiers},
        act=generals.attack, plays=lambda engine, seat: seat + 1 in engine.world.alive, every=4,
    )  # fmt: skip


def _fewer_shots(engine: Any, seat: int, reply: Any, choose: Choose) -> Any:
    """The same moves; a shot in three is not fired."""
    return [[*row[:2], *(row[2:4] if choose(3) else (0, 0)), *row[4:]] for row in reply]


KINDS = {
    "snake": _kind("snake", (0, 1), {**GAMES["snake"].rulesets[0].params, "rounds": 20}),
    "generals": _generals((0, 0, 0), {}),
    "generals in teams": _generals((1, 2, 1, 2), {}),
    "generals in silence": _generals((0, 0, 0), SILENT),
    "microwars": _kind(
        "microwars", (0, 0), {}, map=draw(CROWDED, 1).to_json(), alter=_fewer_shots
    ),
    "lost_in_space": _kind(
        "lost_in_space", (0, 0, 0, 0), {"rounds": 24}, act=lost_in_space.act, every=2,
        plays=lambda engine, seat: engine.world.players[seat].told, views=True,
    ),
    "xghj": _kind(
        "xghj", (0,) * 8, {"scenario": xghj.POINTS, "constants": {**xghj.QUICK, "max_round": 24}},
        plays=lambda engine, seat: engine.state.alive(seat), every=1,
    ),
}  # fmt: skip

# Everything that the page says of both steps of a pair, through the eyes of the seat.
SAID = """
  const [scene, names, pairs] = args;
  const { known, captionOf, linesOf, marksOf, valuesOf, seatsOf, tablesOf } =
    await import("/static/player/knowledge.js");
  const said = ({ before, after, events }, seat) => {
    const frame = { events };
    const moment = known({ view, frame, state: after, previous: before, scene, names, seat });
    return {
      caption: captionOf(moment), lines: linesOf(moment), marks: marksOf(moment),
      values: valuesOf(moment), seats: seatsOf(moment), tables: tablesOf(moment),
    };
  };
  return JSON.stringify(pairs.map(({ seat, steps: [one, other] }) =>
    [said(one, seat), said(other, seat), said(one, null), said(other, null)]));
"""


@pytest.mark.parametrize("name", KINDS)
def test_a_view_says_nothing_that_the_seat_was_not_sent(stage: Stage, name: str):
    kind = KINDS[name]
    found = list(pairs(kind))
    if name == "snake":
        assert not found, "every bot gets every op of both"
        return
    page = stage.pages.take()
    page.goto(stage.site.add_html("/", ""))
    scene = kind.game.engine(kind.setup).scene()
    names = [seat.name for seat in kind.setup.seats]
    given = [{"seat": pair.seat, "steps": [asdict(step) for step in pair.steps]} for pair in found]
    text = asked(page, f"/static/games/{kind.game.name}/view.js", SAID, scene, names, given)
    secrets = 0
    for pair, (one, other, all_one, all_other) in zip(found, json.loads(text), strict=True):
        for what in one:
            assert one[what] == other[what], f"{what} for seat {pair.seat}"
        secrets += all_one != all_other
    assert secrets >= 5, "there was nothing to hide"


def test_a_view_of_the_page_hides_captions_events_charts_and_scores(stage: Stage):
    silent = generals.match((0, 0), seed=3, halfturns=60, modifiers={"silent_war": True})
    n = next(
        f["n"]
        for f in silent.frames
        if f.get("events") and len(f["events"][-1].get("moves", ())) == 2
    )
    page = stage.open(stage.serve(silent), search_for(silent, n))
    loaded_to(page, n)
    moves = {"0": "ada moves", "1": "bix moves"}
    for words in moves.values():
        expect(part(page, "caption")).to_contain_text(words)
    for seat, words in moves.items():
        part(page, "view").select_option(seat)
        expect(part(page, "caption")).to_contain_text(words)
        expect(part(page, "caption")).not_to_contain_text(moves[str(1 - int(seat))])
    page.get_by_role("tab", name="Chart").click()
    note = part(page, "chart").get_by_text("Some values are hidden in this view. Choose All.")
    expect(note).to_be_visible()
    expect(page.locator(".player-graph polyline")).to_have_count(1)
    expect(page.locator(".player-graph-words")).to_contain_text("ada ?")
    row = part(page, "seats").locator(".player-seat").first
    expect(row.locator(".player-cell").first).to_have_text("?")
    part(page, "view").select_option("")
    expect(note).to_be_hidden()
    expect(page.locator(".player-graph polyline")).to_have_count(2)
    expect(row.locator(".player-cell").first).not_to_have_text("?")


def test_the_events_of_a_view_are_those_of_the_seat(stage: Stage):
    countries = xghj.match(8, seed=1, constants={**xghj.QUICK, "max_round": 16})
    last = len(countries.frames) - 1
    page = stage.open(stage.serve(countries), search_for(countries, last))
    loaded_to(page, last)
    lines = page.locator(".player-lines li")
    note = part(page, "events").get_by_text("Some events are hidden in this view. Choose All.")
    bids = lines.filter(has_text="Bids: ")
    expect(bids).to_have_count(1)
    expect(note).to_be_hidden()
    part(page, "view").select_option("2")
    expect(note).to_be_visible()
    expect(bids).to_have_count(0)
    expect(lines.filter(has_text=f"{NAMES[2]} bids ")).to_have_count(1)
    expect(lines.filter(has_text=f"{NAMES[3]} begins at")).to_have_count(0)
    part(page, "view").select_option("")
    expect(bids).to_have_count(1)


def loaded_to(page: Page, n: int) -> None:
    expect_frame(page, n)
    expect(page.locator(".player-lines li").first).to_be_attached()
