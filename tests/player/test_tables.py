"""Parts of a view beside its board: tables, a choice of charts, lines of words, a pace."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.xghj.tests.watched import POINTS, match
from tests.browsing import box_of
from tests.player.match import NAMES, Recording
from tests.player.page import Stage, drawn, expect_frame, loaded, part, search_for, until

pytestmark = pytest.mark.browser

N = 30


@pytest.fixture(scope="module")
def countries() -> Recording:
    return match(8, seed=2, scenario=POINTS)


def test_a_tab_has_the_tables_of_the_frame_in_view(stage: Stage, countries: Recording):
    page = stage.open(stage.serve(countries), search_for(countries, N))
    expect_frame(page, N)
    names = [tab.inner_text() for tab in page.get_by_role("tab").all()]
    assert names == ["Events", "Chart", "Relations", "Info"]
    page.get_by_role("tab", name="Relations").click()
    panel = page.get_by_role("tabpanel", name="Relations")
    table = panel.locator("table").first
    expect(table.locator("tbody tr")).to_have_count(8)
    relation = countries.views[N]["relation"]
    one, other = next((i, row.index("W")) for i, row in enumerate(relation) if "W" in row)
    cell = table.locator("tbody tr").nth(one).locator("td").nth(other)
    expect(cell).to_have_text("W")
    expect(cell).to_have_attribute("aria-label", f"{NAMES[one]} and {NAMES[other]} are at war")
    expect(panel.locator("table").nth(1).locator("tbody tr")).to_have_count(4)
    page.get_by_role("button", name="To the start").click()
    expect_frame(page, 0)
    expect(table.locator("tbody td:text('W')")).to_have_count(0)


def test_the_tab_is_reached_and_left_by_arrows(stage: Stage, countries: Recording):
    page = stage.open(stage.serve(countries))
    loaded(page, countries)
    page.get_by_role("tab", name="Chart").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Relations")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Info")).to_be_focused()


def test_other_games_have_no_such_tab_and_no_choice_of_lines(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording))
    loaded(page, recording)
    assert page.get_by_role("tab").count() == 3
    page.get_by_role("tab", name="Chart").click()
    expect(page.locator(".player-series")).to_be_hidden()


def test_looking_through_a_players_eyes_hides_what_he_does_not_know(
    stage: Stage, countries: Recording
):
    page = stage.open(stage.serve(countries), search_for(countries, N))
    expect_frame(page, N)
    page.get_by_role("tab", name="Relations").click()
    cells = part(page, "seats").locator(".player-seat .player-cell")
    unknown = page.locator(".player-table td:text-is('?')")
    expect(unknown).to_have_count(0)
    state = countries.views[N]
    told = {mark["player"] for mark in state["marks"] if mark["kind"] == "archive"}
    seat = next(s for s, row in enumerate(state["relation"]) if "W" in row and s not in told)
    part(page, "view").select_option(str(seat))
    until(lambda: unknown.count() > 0)
    assert "?" in cells.all_inner_texts()
    own = part(page, "seats").locator(".player-seat").nth(seat).locator(".player-cell")
    assert own.nth(1).inner_text() == str(state["saving"][seat])
    part(page, "view").select_option("")
    expect(unknown).to_have_count(0)


def test_the_chart_shows_what_is_chosen(stage: Stage, countries: Recording):
    page = stage.open(stage.serve(countries), search_for(countries, N))
    loaded(page, countries)
    page.get_by_role("tab", name="Chart").click()
    words, graph = page.locator(".player-graph-words"), page.locator(".player-graph")
    view = countries.views[N]
    for title, field in (("Land", "area"), ("Savings", "saving"), ("Income", "income")):
        page.get_by_label(title, exact=True).check()
        for seat, value in enumerate(view[field]):
            expect(words).to_contain_text(f"{NAMES[seat]} {value}")
        assert (graph.get_attribute("aria-label") or "").startswith(f"{title} by round.")
        ends = graph.locator("polyline").evaluate_all(
            "lines => lines.map((line) => Number(line.getAttribute('points').split(',').at(-1)))"
        )
        assert len(ends) == 8
        last = countries.views[-1][field]
        heights = [end for _, end in sorted(zip(last, ends, strict=True))]
        assert heights == sorted(heights, reverse=True), "the larger, the higher"


def test_the_chart_begins_with_the_first_turn_there_is(stage: Stage, countries: Recording):
    page = stage.open(stage.serve(countries), search_for(countries, N))
    loaded(page, countries)
    page.get_by_role("tab", name="Chart").click()
    graph = page.locator(".player-graph")
    expect(graph.locator("text").nth(3)).to_have_text("0")
    points = graph.locator("polyline").first.get_attribute("points")
    assert points is not None
    assert points.startswith("30.0,"), "the first point is on the axis"


def test_an_event_has_a_line_for_each_thing_that_happened(stage: Stage, countries: Recording):
    page = stage.open(stage.serve(countries), search_for(countries, N))
    loaded(page, countries)
    (event,) = (e for e in countries.frames[N]["events"] if e["e"] == "round")
    lines = page.locator(f'.player-lines button[data-n="{N}"]')
    assert lines.count() >= len(event["changes"]) > 1


def test_a_game_with_a_pace_is_played_at_it(stage: Stage, countries: Recording):
    page = stage.open(stage.serve(countries), "?turn=0&ply=1")
    loaded(page, countries)
    shown = page.evaluate(
        """async () => {
          const { durationOf } = await import("/static/player/timeline.js");
          const frame = { n: 1, game: 0, turn: 3 };
          const store = (view) => ({ view, frame: (n) => (n === 1 ? frame : undefined) });
          return [durationOf(store({ pace: 900 }), 1), durationOf(store({}), 1)];
        }"""
    )
    assert shown == [900, 250]


def test_tables_fit_the_page(stage: Stage, countries: Recording):
    page = stage.open(stage.serve(countries), search_for(countries, N))
    loaded(page, countries)
    page.get_by_role("tab", name="Relations").click()
    panel = page.get_by_role("tabpanel", name="Relations")
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        tables = panel.locator("table").all()
        assert tables
        for table in tables:
            box, room = box_of(table), box_of(panel)
            assert box
            assert room
            assert box["x"] >= room["x"], width
            assert box["x"] + box["width"] <= room["x"] + room["width"] + 1, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_marks_of_one_frame_stand_side_by_side(stage: Stage, countries: Recording):
    page = stage.open(stage.serve(countries))
    loaded(page, countries)
    drawn = page.evaluate(
        """async () => {
          const { SeekBar } = await import("/static/player/seekbar.js");
          const paint = async (marks) => {
            const canvas = document.createElement("canvas");
            const range = document.createElement("input");
            canvas.style.cssText = "display:block;width:400px;height:36px";
            document.querySelector(".player").append(canvas);
            range.type = "range";
            const bar = new SeekBar(canvas, range, () => {});
            bar.span(0, 40, 41);
            const colors = ["#d9a400", "#2b6fe0", "#c0392b"];
            bar.show(marks, [0, 1, 2], colors.map((color) => ({ color })));
            await new Promise((done) => setTimeout(done, 150));
            const [w, h] = [canvas.width, canvas.height];
            const { data } = canvas.getContext("2d").getImageData(0, 0, w, h);
            canvas.remove();
            const at = (x, y) => data[(y * canvas.width + x) * 4 + 3];
            let columns = 0;
            for (let x = 0; x < canvas.width; x += 1) {
              for (let y = 24; y < 36; y += 1) if (at(x, y)) { columns += 1; break; }
            }
            return columns;
          };
          const mark = { n: 20, shape: "square", seat: 1 };
          return [await paint([mark]), await paint([mark, mark, mark])];
        }"""
    )
    assert drawn[1] > drawn[0]
