"""The browser's game is the engine's: `view.js` and its parts against frames of real games."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from games.lost_in_space.frames import view as view_of
from games.lost_in_space.state import Status
from games.lost_in_space.tests.watched import ask, replayed
from games.tests.views import assert_follows, call
from tests.player.match import Recording

pytestmark = pytest.mark.browser

FOLDER = "/static/games/lost_in_space"
GONE = (Status.ESCAPED, Status.ERROR)

# The news to each seat, step by step, applied to its view before.
TOLD = """async ([address, steps]) => {
  const { apply } = await import(address);
  return steps.map(({ view, events }) => apply(view, events));
}"""


# States


def test_apply_reaches_the_engines_own_state_at_every_step(page: Page, recordings: list[Recording]):
    for recording in recordings:
        assert_follows(page, f"{FOLDER}/state.js", recording)


def test_the_recorded_games_hold_everything_that_can_happen(recordings: list[Recording]):
    events = [e for r in recordings for f in r.frames for e in f.get("events", ()) if "type" in e]
    assert {event["type"] for event in events} == {
        *("move", "flink", "attack", "hp_update", "kit", "died", "regenerate", "keymachine"),
        *("getkey", "inspect", "tool_update", "place_trap", "map_update", "detect", "turn", "now"),
        *("escape_capsule", "escaped", "ai_error"),
    }
    updates = {event["args"][0] for event in events if event["type"] == "map_update"}
    assert updates == {"trap_trigger", "trap_destroy", "box_disappear"}
    assert any(event.get("closed") == 5 for event in events)


@pytest.mark.parametrize("whose", ["everybody", "a seat"])
def test_an_unknown_event_is_damage_and_not_ignored(
    page: Page, recordings: list[Recording], whose: str
):
    state = recordings[0].views[0]
    if whose == "a seat":
        state = view_of(next(replayed(recordings[0]))[1].world, False, 0)
    body = (
        "try { return view.apply(args[0], [{ e: 'teleport' }]); } catch (e) { return e.message; }"
    )
    assert "teleport" in ask(page, body, state)


def test_what_one_seat_saw_is_what_the_engine_showed_it(page: Page, recordings: list[Recording]):
    """The fog of the player is `Engine.view(seat)`; who has left the station sees nothing of it."""
    compared = 0
    for recording in recordings:
        wanted = []
        for n, engine, _ in replayed(recording):
            if n % 7 == 0 and engine.outcome() is None:
                stands = [p.status not in GONE for p in engine.world.players]
                views = [engine.view(seat) if stands[seat] else None for seat in range(4)]
                wanted.append((recording.views[n], views))
        body = "return args[0].map((state) => [0, 1, 2, 3].map((seat) => view.seenBy(state, seat)))"
        seen = ask(page, body, [state for state, _ in wanted], module="state.js")
        for (_, theirs), ours in zip(wanted, seen, strict=True):
            for mine, shown in zip(theirs, ours, strict=True):
                compared += mine is not None
                assert mine is None or shown == mine
    assert compared > 1000


def test_what_a_seat_is_told_keeps_its_picture_up_to_date(page: Page, recordings: list[Recording]):
    """Between two questions a person sees by news alone: others' places and how they stand, own
    hit points and traps, boxes."""
    for recording in recordings:
        steps, after, before = [], [], None
        for n, engine, events in replayed(recording):
            views = [engine.view(seat) for seat in range(4)]
            for seat in range(4):
                told = [e.data for e in events if e.told_to(seat)]
                # The player to move gets a question, which says everything again.
                answers = str(seat) in recording.frames[n].get("replies", {})
                if before and told and not answers and views[seat]["turn"] != seat:
                    steps.append({"view": before[seat], "events": told})
                    after.append((seat, before[seat], views[seat]))
            before = views
        shown = call(page, TOLD, [f"{FOLDER}/state.js", steps])
        assert len(shown) > 100
        for (seat, old, wanted), state in zip(after, shown, strict=True):
            assert _told(state, seat, old, wanted) == _told(wanted, seat, old, wanted)


def _told(view: Any, seat: int, before: Any, after: Any) -> Any:
    """The part of a view that events contain."""
    players: list[Any] = []
    for n, player in enumerate(view["players"]):
        back = before["players"][n]["status"] == Status.DEAD != after["players"][n]["status"]
        if n == seat:
            players.append([player["hp"], player["status"] == Status.DEAD])
        elif not back or after["players"][n]["pos"]:
            # Players on the same floor see a return; a skipped turn and a started capsule
            # are told to nobody.
            quiet = player["status"] in (Status.SKIPPING, Status.COUNTDOWN)
            status = Status.ALIVE if quiet else player["status"]
            players.append([n, status, player["pos"], player["keys"]])
    return [players, view["boxes"], view["traps"], view["round"]]
