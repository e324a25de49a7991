"""The browser's game is the engine's: `view.js` against frames of real games."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from games.microwars.layout import MOST_POINTS
from games.microwars.tests.watched import (
    NAMES,
    STATIC,
    ask,
    hits_by,
    match,
    owners,
    scene_of,
    turns,
)
from games.microwars.units import SPECS, STEP
from games.tests.views import assert_follows
from tests.player.match import Recording

pytestmark = pytest.mark.browser


def test_apply_reaches_the_engines_own_state_in_every_turn(page: Page, recordings: list[Recording]):
    for recording in recordings:
        assert_follows(page, f"{STATIC}/view.js", recording)


def test_the_recorded_games_hold_all_that_can_happen(recordings: list[Recording]):
    events = [e for r in recordings for f in r.frames for e in f.get("events", ())]
    assert {event["e"] for event in events} == {"turn", "offence", "over"}
    assert any(event["e"] == "turn" and event["blocked"] for event in events)
    points = {tuple(event["points"]) for event in events if event["e"] == "over"}
    assert points >= {(-1, -1)}
    assert points & {(3, -1), (-1, 3)}


def test_an_unknown_event_is_damage_and_not_ignored(page: Page, recordings: list[Recording]):
    body = (
        "try { return view.apply(args[0], [{ e: 'fog' }]); }catch (error) { return error.message; }"
    )
    assert "fog" in ask(page, body, recordings[0].views[0])


def test_the_units_are_those_of_the_rules(page: Page):
    specs, step = ask(page, "return [view.SPECS, view.STEP];", module="state.js")
    assert step == STEP
    assert [(s["name"], s["power"], s["reach"], s["blast"], s["points"]) for s in specs] == [
        (kind.name.lower(), spec.power, spec.reach, spec.blast, spec.points)
        for kind, spec in SPECS.items()
    ]
    assert max(spec["points"] for spec in specs) <= MOST_POINTS


def lines(page: Page, recording: Recording, n: int, **more: Any) -> list[tuple[str, int]]:
    """A frame in lines of text, with the seat of each line."""
    options = {
        "names": list(NAMES),
        "scene": scene_of(recording),
        "state": recording.views[n],
        "previous": recording.views[n - 1] if n else None,
        **more,
    }
    told = ask(
        page,
        "return args[0].flatMap((e) => view.tell(e, args[1]));",
        recording.frames[n].get("events", []),
        options,
    )
    return [(line["text"], line["seat"]) for line in told]


def test_every_loss_is_told_once_with_its_place_and_who_did_it(
    page: Page, recordings: list[Recording]
):
    kinds = ["tank", "cannon"]
    told_whys = set()
    for recording in recordings[:3]:
        for n, event, before, after in turns(recording):
            hits = hits_by(event, before)
            lost = [unit for unit in event["units"] if unit[5] == 0]
            told = lines(page, recording, n)
            for seat in (0, 1):
                own = [unit for unit in lost if unit[1] == seat]
                if len(own) > 5:
                    assert (f"{NAMES[seat]} loses {len(own)} units", seat) in told
                    continue
                for number, _, kind, x, y, _ in own:
                    mine, theirs = hits[number][seat], hits[number][1 - seat]
                    why = ", hit by its own side alone" if not theirs else ""
                    why = ", hit by both sides" if mine and theirs else why
                    told_whys.add(why)
                    text = f"{NAMES[seat]}’s {kinds[kind]} on ({x}, {y}) is destroyed{why}"
                    assert (text, seat) in told
            score = f"The score is {after['score'][0]} : {after['score'][1]}"
            assert ((score, -1) in told) == bool(lost)
            assert sum("is destroyed" in text for text, _ in told) <= len(lost)
    assert len(told_whys) == 3


def test_who_hits_his_own_units_is_told_with_what_they_lose(
    page: Page, recordings: list[Recording]
):
    seen = 0
    for n, event, before, _ in turns(recordings[0]):
        hits, whose = hits_by(event, before), owners(before)
        told = lines(page, recordings[0], n)
        for seat in (0, 1):
            own = {u: by[seat] for u, by in hits.items() if whose[u] == seat and by[seat]}
            found = [text for text, s in told if s == seat and " hits " in text]
            assert len(found) == bool(own)
            if own and len(own) <= 5:
                assert found[0].count("−") == len(own)
                seen += 1
    assert seen


def test_contested_fields_are_told_when_everything_is_asked_for(
    page: Page, recordings: list[Recording]
):
    seen = 0
    for n, event, _, _ in turns(recordings[0]):
        goals = {tuple(goal) for number, *goal in event["moves"] if number in event["blocked"]}
        for everything in (False, True):
            told = lines(page, recordings[0], n, all=everything)
            about = [text for text, _ in told if "nobody goes there" in text]
            assert len(about) == (len(goals) if everything else 0)
        for x, y in goals:
            assert any(f"choose ({x}, {y}):" in text for text in about)
            seen += 1
    assert seen


def test_the_end_is_told_with_the_winner_and_the_reason(page: Page, recordings: list[Recording]):
    ends = set()
    for recording in recordings:
        n = len(recording.frames) - 1
        event = recording.frames[n]["events"][-1]
        text, seat = lines(page, recording, n)[-1]
        assert event["words"] in text
        if 3 in event["points"]:
            assert seat == event["points"].index(3)
            assert text.startswith(f"{NAMES[seat]} wins: ")
        else:
            assert seat == -1
            assert text.startswith("Both lose" if event["points"][0] < 0 else "Nobody wins")
        ends.add(text.split(":")[0])
    assert "Both lose" in ends


def test_marks_are_losses_friendly_fire_and_offences_of_each_side(
    page: Page, recordings: list[Recording]
):
    used = set()
    for recording in recordings:
        for frame in recording.frames[1:]:
            n = frame["n"]
            before = recording.views[n - 1]
            marks = ask(page, "return view.marks(args[0], args[1]);", frame, before)
            wanted = set()
            for event in frame["events"]:
                if event["e"] == "offence":
                    wanted.add(("offence", event["seat"]))
                if event["e"] != "turn":
                    continue
                hits, whose = hits_by(event, before), owners(before)
                wanted |= {("kill", u[1]) for u in event["units"] if u[5] == 0}
                wanted |= {("friendly", s) for u, s in whose.items() if hits[u][s]}
            assert {(mark["kind"], mark["seat"]) for mark in marks} == wanted
            assert len(marks) == len(wanted)
            used |= {(mark["kind"], mark["shape"]) for mark in marks}
    kinds = ask(page, "return view.markKinds;")
    shapes = page.evaluate(
        "async () => Object.keys((await import('/static/player/canvas.js')).MARK_SHAPES)"
    )
    assert {(kind["kind"], kind["shape"]) for kind in kinds} == used
    assert {shape for _, shape in used} <= set(shapes)


def test_the_leaderboard_and_the_tables_count_what_is_left(page: Page):
    recording = match(1, weak=True)
    for n in (0, 5, len(recording.views) - 1):
        state = recording.views[n]
        rows = ask(page, "return view.leaderboard(args[0]).groups[0].rows;", state)
        destroyed = [int(row["cells"][0]) for row in rows]
        assert destroyed == sorted(state["score"], reverse=True)
        tables = ask(
            page,
            "return view.tables(args[0], args[1]);",
            state,
            {"names": list(NAMES), "scene": scene_of(recording), "view": None},
        )
        for seat in (0, 1):
            own = [unit for unit in state["units"] if unit[1] == seat]
            (row,) = [row for row in rows if row["seat"] == seat]
            points = sum(unit[5] for unit in own)
            assert row["cells"][1:] == [str(len(own)), str(points)]
            counts = [sum(unit[2] == kind for unit in own) for kind in (0, 1)]
            cells = [cell["text"] for cell in tables[0]["rows"][seat]["cells"]]
            assert cells == [str(v) for v in (*counts, points, state["score"][seat])]
            listed = [row for row in tables[1]["rows"] if row["seat"] == seat]
            assert [row["cells"][0]["text"] for row in listed] == [
                f"({unit[3]}, {unit[4]})" for unit in own
            ]
