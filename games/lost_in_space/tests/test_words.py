"""The lines and marks of the view, against whole recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

from games.lost_in_space.state import Status
from games.lost_in_space.tests.watched import NAMES, ask, replayed, scene_of
from tests.player.match import Recording

pytestmark = pytest.mark.browser

FOLDER = "/static/games/lost_in_space"
GONE = (Status.ESCAPED, Status.ERROR)


# Words and marks


@dataclass(frozen=True)
class Telling:
    """A recording in words: lines of each frame with whom they are about, and marks."""

    plain: list[list[tuple[str, int]]]
    everything: list[list[tuple[str, int]]]
    marks: list[list[dict[str, Any]]]


TELL = """
  const [frames, views, scene, names] = args;
  const tell = (frame, n, all) => (frame.events ?? []).map((event) => {
    const options = { names, scene, state: views[n], previous: views[n - 1] ?? null, all };
    return [view.describe(event, options), view.seatOf(event, options)];
  }).filter(([text]) => text);
  return {
    plain: frames.map((frame, n) => tell(frame, n, false)),
    everything: frames.map((frame, n) => tell(frame, n, true)),
    marks: frames.map((frame, n) => view.marks(frame, views[n - 1] ?? null)),
  };
"""


@pytest.fixture(scope="module")
def tellings(page: Page, recordings: list[Recording]) -> list[Telling]:
    found = []
    for recording in recordings:
        said = ask(page, TELL, recording.frames, recording.views, scene_of(recording), NAMES)
        for key in ("plain", "everything"):
            said[key] = [[(text, seat) for text, seat in lines] for lines in said[key]]
        found.append(Telling(**said))
    return found


def found(recordings: list[Recording], kind: str) -> Iterator[tuple[int, int, Any]]:
    """Events of a kind, with the number of their recording and of their frame."""
    for which, recording in enumerate(recordings):
        for frame in recording.frames:
            for event in frame.get("events", ()):
                if event.get("type") == kind:
                    yield which, frame["n"], event


WORDS = {
    "attack": "hits",
    "kit": "uses a kit",
    "died": "dies at",
    "regenerate": "returns at",
    "keymachine": "uses key machine",
    "getkey": "gets",
    "place_trap": "places a",
    "flink": "blinks to",
    "escape_capsule": "the escape capsule",
    "escaped": "escapes",
    "ai_error": "program fails",
}


@pytest.mark.parametrize("kind", WORDS)
def test_what_happens_is_told_in_words_with_the_players_name(
    recordings: list[Recording], tellings: list[Telling], kind: str
):
    for which, n, event in found(recordings, kind):
        player = event["playerid"]
        about = [text for text, seat in tellings[which].plain[n] if seat == player]
        start = NAMES[player] + ("'s" if kind == "ai_error" else "")
        assert any(text.startswith(start) and WORDS[kind] in text for text in about), about


def test_a_hit_names_who_was_hit_and_what_is_left(
    recordings: list[Recording], tellings: list[Telling]
):
    for which, n, event in found(recordings, "attack"):
        after = recordings[which].frames[n]["events"]
        victim = next(e for e in after if e.get("type") == "hp_update")
        left = f"{victim['hp']} hit points left" if victim["hp"] else "no hit points left"
        x, y, _ = event["attack"][1]
        who, whom = NAMES[event["playerid"]], NAMES[victim["playerid"]]
        wanted = f"{who} hits {whom} at ({x}, {y}): {left}"
        assert (wanted, event["playerid"]) in tellings[which].plain[n]


def test_a_trap_is_told_with_its_owner_and_who_walked_into_it(
    recordings: list[Recording], tellings: list[Telling]
):
    kinds = set()
    for which, n, event in found(recordings, "map_update"):
        if event["args"][0] != "trap_trigger":
            continue
        _, at, kind = event["args"]
        before = recordings[which].views[n - 1]
        owner = next(trap[2] for trap in before["traps"] if trap[0] == at)
        word = {"LandMine": "mine", "Sticky": "slime"}[kind]
        (line,) = [(t, s) for t, s in tellings[which].plain[n] if "walks into" in t]
        assert line[1] == before["turn"]
        assert line[0].startswith(f"{NAMES[before['turn']]} walks into {NAMES[owner]}'s {word}")
        kinds.add(kind)
    assert kinds == {"LandMine", "Sticky"}


def test_closing_zones_overtime_and_the_end_are_shown(tellings: list[Telling]):
    lines = [text for frame in tellings[3].plain for text, seat in frame if seat < 0]
    assert lines == [
        *("The warehouse closes", "The ventilation closes", "The central host closes"),
        *("The medical bay closes", "The hangar closes; Overtime: players who die now are out"),
        "The game is over",
    ]


def test_steps_are_told_only_when_everything_is_asked_for_but_lifts_always(
    recordings: list[Recording], tellings: list[Telling]
):
    told = set()
    for which, n, event in found(recordings, "move"):
        before = recordings[which].views[n - 1]["players"][event["playerid"]]["pos"]
        plain = [text for text, _ in tellings[which].plain[n]]
        everything = [text for text, _ in tellings[which].everything[n]]
        ride = before[2] != event["pos"][2]
        assert any("takes the lift" in text for text in plain) == ride
        assert not any("moves to" in text for text in plain)
        assert any("moves to" in text for text in everything) != ride
        told.add(ride)
    assert told == {True, False}


MARKED = {
    "getkey": "key",
    "died": "death",
    "escaped": "escape",
    "ai_error": "error",
    "escape_capsule": "capsule",
}


@pytest.mark.parametrize("kind", MARKED)
def test_important_events_are_marked_with_their_player(
    recordings: list[Recording], tellings: list[Telling], kind: str
):
    for which, n, event in found(recordings, kind):
        marks = {(mark["kind"], mark["seat"]) for mark in tellings[which].marks[n]}
        wanted = event.get("to_escape") is not False
        assert ((MARKED[kind], event["playerid"]) in marks) == wanted


def test_every_kind_of_mark_is_in_the_legend_with_a_shape_of_its_own(
    page: Page, tellings: list[Telling]
):
    kinds = {kind["kind"]: kind["shape"] for kind in ask(page, "return view.markKinds;")}
    shapes = page.evaluate(
        "async () => Object.keys((await import('/static/player/canvas.js')).MARK_SHAPES)"
    )
    used = {
        (mark["kind"], mark["shape"])
        for telling in tellings
        for frame in telling.marks
        for mark in frame
    }
    assert used == set(kinds.items())
    assert len(set(kinds.values())) == len(kinds)
    assert set(kinds.values()) <= set(shapes)


# The lines for one person


HEAR = """
  const [steps, scene, names] = args;
  return steps.map(([before, events]) => {
    const state = view.apply(before, events);
    const options = { names, scene, state, previous: before, all: true };
    return events.map((event) => view.describe(event, options)).filter(Boolean);
  });
"""


def test_a_person_hears_what_the_seat_is_told_and_no_more(page: Page, recordings: list[Recording]):
    """One line for each thing, and nothing of a record that others have."""
    spoken: list[str] = []
    for recording in recordings[:3]:
        steps, before = [], None
        for _, engine, events in replayed(recording):
            views = [engine.view(seat) for seat in range(4)]
            for seat in range(4):
                mine = [e.data for e in events if e.told_to(seat)]
                if before is not None and mine:
                    steps.append([before[seat], mine])
            before = views
        for lines in ask(page, HEAR, steps, scene_of(recording), NAMES):
            assert len(set(lines)) == len(lines)
            spoken += lines
    text = "\n".join(spoken)
    for words in (
        *(
            "You die",
            "hits you",
            "walks into your",
            "gets keys",
            "gets key",
            "You walk into a mine",
        ),
        *("dies", "returns at", "moves at", "leaves the floor", "There is no trap", "escapes"),
        *("has come to the top floor", "A box lies at", "A box is gone from"),
    ):
        assert words in text, words


def test_a_refusal_is_told_with_its_reason(page: Page, recordings: list[Recording]):
    engine = next(replayed(recordings[0]))[1]
    before = engine.view(0)
    far = {"type": "action", "action": ["move", [6, 6, 1]]}
    mine = [e.data for e in engine.submit({0: far}) if e.told_to(0)]
    ((line,),) = ask(page, HEAR, [[before, mine]], scene_of(recordings[0]), NAMES)
    assert line == "Refused: no passage and no lift leads there"


# Numbers


def test_the_tables_say_who_has_what_and_what_is_closed(page: Page, recordings: list[Recording]):
    recording = recordings[0]
    states = recording.views[::40]
    options = {"names": NAMES, "scene": scene_of(recording), "view": None}
    body = "return args[0].map((state) => view.tables(state, args[1]));"
    for state, (keys, bags, zones) in zip(states, ask(page, body, states, options), strict=True):
        for seat, (row, player) in enumerate(zip(keys["rows"], state["players"], strict=True)):
            held = [key for key, cell in enumerate(row["cells"]) if cell["text"] == "✓"]
            assert held == player["keys"]
            texts = [cell["text"] for cell in bags["rows"][seat]["cells"]]
            items = ("LandMine", "Sticky", "Kit", "Transport")
            assert texts[:4] == [str(player["bag"][kind]) for kind in items]
            assert texts[4] == str(sum(trap[2] == seat for trap in state["traps"]))
        closed = [row["cells"][1]["text"] == "closed" for row in zones["rows"]]
        assert sum(closed) == state["closed"]


def test_through_the_eyes_of_a_seat_others_bags_and_points_are_unknown(
    page: Page, recordings: list[Recording]
):
    state = recordings[0].views[200]
    options = {"names": NAMES, "scene": scene_of(recordings[0]), "view": 2}
    _, bags, _ = ask(page, "return view.tables(args[0], args[1]);", state, options)
    for seat, row in enumerate(bags["rows"]):
        assert all((cell["text"] == "?") == (seat != 2) for cell in row["cells"])
    rows = ask(page, "return view.leaderboard(args[0], { view: 2 }).groups[0].rows;", state)
    assert [row["cells"][2] == "?" for row in rows] == [True, True, False, True]


def test_the_leaderboard_says_how_everybody_stands(page: Page, recordings: list[Recording]):
    words = set()
    body = "return args[0].map((state) => view.leaderboard(state).groups[0].rows);"
    for recording in recordings:
        states = recording.views[::5]
        for state, rows in zip(states, ask(page, body, states), strict=True):
            for row, player in zip(rows, state["players"], strict=True):
                assert row["cells"][0] == str(player["hp"])
                assert row["cells"][1] == str(len(player["keys"]))
                back = player["died"] + 5 - state["round"]
                wanted = {
                    Status.DEAD: "out" if player["died"] > 80 else f"back in {max(1, back)}",
                    Status.ESCAPED: "escaped",
                    Status.SKIPPING: "stuck",
                    Status.COUNTDOWN: f"leaves in {player['countdown']}",
                    Status.ERROR: "failed",
                }
                place = ("top", "middle", "lower")
                usual = place[player["pos"][2]] if player["pos"] else "?"
                assert row["cells"][3] == wanted.get(Status(player["status"]), usual)
                words.add(row["cells"][3].split()[0])
    assert words >= {"back", "escaped", "stuck", "leaves", "failed", "top", "middle", "lower"}
