"""The browser's XGHJ is the engine's: `view.js` and its parts against frames of real games."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from games.tests.views import assert_follows
from games.xghj.constants import Constants
from games.xghj.tests.watched import ask, names_of, rounds, scene_of
from tests.player.match import Recording

pytestmark = pytest.mark.browser

FOLDER = "/static/games/xghj"


# States


def test_apply_reaches_the_engines_own_state_at_every_step(page: Page, recordings: list[Recording]):
    for recording in recordings:
        assert_follows(page, f"{FOLDER}/state.js", recording)


def test_the_recorded_games_hold_everything_that_can_happen(recordings: list[Recording]):
    told = [event for recording in recordings for _, event in rounds(recording)]
    changes = {(change[2], change[3], change[4] is None) for e in told for change in e["changes"]}
    assert changes >= {
        *(("N", "A", True), ("A", "N", True), ("N", "W", True), ("W", "N", True)),
        ("N", "W", False),
    }
    for what in ("homeless", "fallen", "sieged", "reached", "cells", "bombs"):
        assert any(event[what] for event in told), what
    kinds = {mark["kind"] for event in told for mark in event["marks"]}
    assert kinds >= {"broken", "tower", "archive", "press", "held", "goal"}
    spawns = [e for r in recordings for f in r.frames for e in f.get("events", ())]
    refused = [e for e in spawns if e["e"] == "spawn" and e["place"] < 0]
    assert any(e["at"] is None for e in refused)
    assert any(e["at"] for e in refused)


def test_an_unknown_event_is_damage_and_not_ignored(page: Page, recordings: list[Recording]):
    body = (
        "try { return view.apply(args[0], [{ e: 'teleport' }]); } catch (e) { return e.message; }"
    )
    assert "teleport" in ask(page, body, recordings[0].views[0])


# Words, marks and tables


def lines(page: Page, recording: Recording, n: int, **more: Any) -> list[tuple[str, int]]:
    options = {
        "names": names_of(recording),
        "scene": scene_of(recording),
        "state": recording.views[n],
        "previous": recording.views[n - 1],
        **more,
    }
    body = "return args[0].flatMap((e) => view.tell(e, args[1]));"
    told = ask(page, body, recording.frames[n]["events"], options)
    return [(line["text"], line["seat"]) for line in told]


def marks(page: Page, recording: Recording, n: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(
        page, "return view.marks(args[0], args[1]);", recording.frames[n], recording.views[n - 1]
    )
    return found


@pytest.mark.parametrize(
    ("before", "after", "betrayed", "kind", "words"),
    [
        ("N", "A", False, "alliance", ("form an alliance",)),
        ("A", "N", False, "parting", ("leaves the alliance", "no longer allies")),
        ("N", "W", False, "war", ("goes to war", "go to war")),
        ("W", "N", False, "peace", ("make peace",)),
        ("N", "W", True, "backstab", ("backstabs",)),
    ],
)
def test_every_change_of_a_relation_is_told_and_marked(
    page: Page,
    recordings: list[Recording],
    before: str,
    after: str,
    betrayed: bool,
    kind: str,
    words: tuple[str, ...],
):
    seen = 0
    for recording in recordings:
        names = names_of(recording)
        for n, event in rounds(recording):
            wanted = [
                change
                for change in event["changes"]
                if (change[2], change[3], change[4] is not None) == (before, after, betrayed)
            ]
            if not wanted or seen > 40:
                continue
            told = [text for text, _ in lines(page, recording, n)]
            for one, other, *_, traitor in wanted:
                pair = {names[one], names[other]}
                about = [t for t in told if any(w in t for w in words) and pair <= _words(t)]
                assert len(about) == 1, (told, pair)
                if traitor is not None:
                    assert about[0].startswith(names[traitor])
                seen += 1
            of_kind = [mark for mark in marks(page, recording, n) if mark["kind"] == kind]
            assert [m["seat"] for m in of_kind] == [-1 if c[4] is None else c[4] for c in wanted]
    assert seen


def _words(text: str) -> set[str]:
    return set(text.replace(":", " ").replace(",", " ").split())


def test_who_declares_a_war_has_justified_it_to_the_end(page: Page, recordings: list[Recording]):
    alone = 0
    for recording in recordings:
        needed = scene_of(recording)["constants"]["justify_rounds"]
        names = names_of(recording)
        for n, event in rounds(recording):
            for one, other, _, after, traitor in event["changes"]:
                if after != "W" or traitor is not None:
                    continue
                counts = recording.views[n - 1]["justify"]
                by = [
                    a
                    for a, b in ((one, other), (other, one))
                    if counts[a][b] == needed - 1 and event["stances"][a][b] == "J"
                ]
                if len(by) != 1:
                    continue
                against = other if by[0] == one else one
                text = f"{names[by[0]]} goes to war against {names[against]}"
                assert (text, by[0]) in lines(page, recording, n)
                alone += 1
    assert alone


def test_lost_capitals_and_eliminated_countries_are_told_and_marked(
    page: Page, recordings: list[Recording]
):
    lost = fallen = 0
    for recording in recordings:
        names = names_of(recording)
        for n, event in rounds(recording):
            before = recording.views[n - 1]["capital"]
            gone = [p for p, place in enumerate(event["capital"]) if place < 0 <= before[p]]
            if not gone and not event["fallen"]:
                continue
            told, kinds = lines(page, recording, n), marks(page, recording, n)
            for player in gone:
                assert any(s == player and "loses the capital" in text for text, s in told)
                assert {"kind": "capital", "shape": "flag", "seat": player} in kinds
            for player in event["fallen"]:
                assert (f"{names[player]} is eliminated", player) in told
                assert {"kind": "fallen", "shape": "cross", "seat": player} in kinds
            lost, fallen = lost + len(gone), fallen + len(event["fallen"])
    assert lost
    assert fallen


def test_bids_places_and_the_end_are_shown(page: Page, recordings: list[Recording]):
    for recording in recordings:
        names = names_of(recording)
        (bids, first), *_ = lines(page, recording, 1)
        event = recording.frames[1]["events"][0]
        assert bids.startswith(f"Bids: {names[event['order'][0]]} {max(event['bids'])}")
        assert first == event["order"][0]
        for n in range(2, 2 + len(names)):
            (spawn, *_) = recording.frames[n]["events"]
            (text, seat), *_ = lines(page, recording, n)
            assert seat == spawn["p"]
            assert ("is out" in text) == (spawn["place"] < 0)
            if spawn["place"] >= 0:
                assert text == f"{names[seat]} begins at ({spawn['at'][0]}, {spawn['at'][1]})"
        n = len(recording.frames) - 1
        end = recording.frames[n]["events"][-1]
        told = lines(page, recording, n)[-1][0]
        assert end["words"] in told
        firsts = [name for name, rank in zip(names, end["ranks"], strict=True) if rank == 1]
        assert _words(told.split("first:")[1]) - {"and"} == set(firsts)


def test_bombs_and_land_are_told_only_when_everything_is_asked_for(
    page: Page, recordings: list[Recording]
):
    n, event = next((n, e) for n, e in rounds(recordings[0]) if e["bombs"] and e["cells"])
    plain = {text for text, _ in lines(page, recordings[0], n)}
    everything = {text for text, _ in lines(page, recordings[0], n, all=True)}
    assert plain < everything
    assert any(text.startswith(f"{len(event['cells'])} cell") for text in everything - plain)


def test_the_page_knows_the_size_of_a_capitals_bomb_at_any_price(page: Page):
    body = """async (given) => {
      const { capitalBomb } = await import("/static/games/xghj/influence.js");
      return given.map(([constants, income]) => capitalBomb(constants, income));
    }"""
    given = [(Constants(bomb_cost=cost), income) for cost in (1, 3, 10) for income in range(40)]
    sizes = page.evaluate(body, [[constants.to_json(), income] for constants, income in given])
    assert sizes == [constants.capital_bomb(income) for constants, income in given]


def test_every_kind_of_mark_is_in_the_legend(page: Page, recordings: list[Recording]):
    kinds = {kind["kind"]: kind for kind in ask(page, "return view.markKinds;")}
    shapes = page.evaluate(
        "async () => Object.keys((await import('/static/player/canvas.js')).MARK_SHAPES)"
    )
    used = {
        (m["kind"], m["shape"])
        for recording in recordings
        for n in range(1, len(recording.frames))
        for m in marks(page, recording, n)
    }
    assert {kind for kind, _ in used} == set(kinds)
    for kind, shape in used:
        assert kinds[kind]["shape"] == shape
        assert shape in shapes


def test_the_leaderboard_goes_by_what_decides(page: Page, recordings: list[Recording]):
    for recording in recordings:
        end = recording.frames[-1]["events"][-1]
        state = {**recording.views[-1], "ranks": end["ranks"]}
        rows = ask(page, "return view.leaderboard(args[0]).groups[0].rows;", state)
        ranks = [end["ranks"][row["seat"]] for row in rows]
        assert ranks == sorted(ranks)
        for row in rows:
            assert row["out"] == (not state["alive"][row["seat"]])
            assert row["cells"][0] == str(state["area"][row["seat"]])


def test_the_table_of_relations_is_the_engines(page: Page, recordings: list[Recording]):
    texts = {"": "U", "n": "N", "A": "A", "W": "W"}
    for recording in recordings[:3]:
        names, state = names_of(recording), recording.views[30]
        options = {"names": names, "scene": scene_of(recording), "view": None}
        table, *_ = ask(page, "return view.tables(args[0], args[1]);", state, options)
        for one, row in enumerate(table["rows"]):
            for other, cell in enumerate(row["cells"]):
                if one == other:
                    continue
                letter, _, count = cell["text"].partition(" ")
                assert texts[letter] == state["relation"][one][other]
                justified = state["justify"][one][other]
                assert count == (f"{justified}/3" if justified else "")
                assert {names[one], names[other]} <= _words(cell["words"])
