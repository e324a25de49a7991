"""Small boards: they play, read little, and rest out of sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.player.match import Recording, record
from tests.player.page import (
    Stage,
    until,
)

pytestmark = pytest.mark.browser


def board_html(where: str, top: int = 0) -> str:
    view = "/static/games/snake/view.js"
    return (
        f'<div style="height:{top}px"></div>'
        f'<div data-board {where} data-view="{view}" style="width:240px"></div>'
        '<script type="module" src="/static/player/thumb.js"></script>'
    )


def picture(page: Page) -> Any:
    return page.locator("[data-board] canvas").evaluate("(canvas) => canvas.toDataURL()")


def test_a_thumbnail_plays_a_finished_match_and_reads_only_what_it_needs(stage: Stage):
    long = record(seed=7, rounds=300)
    socket = stage.serve(long)
    page = stage.pages.take()
    page.goto(stage.site.add_html("/t/", board_html(f'data-socket="{socket.url}"')))
    until(lambda: page.locator("[data-board] canvas").count() == 1)
    shown: set[Any] = set()

    def plays() -> bool:
        shown.add(picture(page))
        return len(shown) > 4

    until(plays)
    asked = sum(m["to"] - m["from"] for m in socket.asked if m["type"] == "read")
    assert 0 < asked < len(long.frames) / 2


def test_a_thumbnail_out_of_sight_has_no_connection(stage: Stage, recording: Recording):
    near, far = stage.serve(recording), stage.serve(recording)
    page = stage.pages.take((800, 600))
    boards = (board_html(f'data-socket="{near.url}"'), board_html(f'data-socket="{far.url}"', 3000))
    page.goto(stage.site.add_html("/t/", "".join(boards)))
    until(lambda: near.asked)
    assert far.asked == []
    page.locator("[data-board]").last.scroll_into_view_if_needed()
    until(lambda: far.asked)
    page.evaluate("scrollTo(0, 0)")
    until(lambda: not far.connections)


def test_a_thumbnail_whose_drawing_does_not_come_tells_its_page(stage: Stage):
    """So do imports of a page that is left while it loads."""
    page = stage.pages.take()
    script = """<div data-view="/nothing.js"></div><script type="module">
import { mountThumb } from "/static/player/thumb.js";
const onError = ({ code }) => { document.title = code; };
mountThumb(document.querySelector("[data-view]"), { onError });
</script>"""
    page.goto(stage.site.add_html("/t/", script))
    until(lambda: page.title() == "view")


def test_a_choice_of_maps_goes_on_without_a_board_that_does_not_come(stage: Stage):
    page = stage.pages.take()
    board = stage.site.add_json("/board/", {"width": 1, "height": 1, "cells": ["."]})
    option = f'<option data-board-url="{board}" selected>Map</option>'
    page.goto(
        stage.site.add_html(
            "/t/",
            f'<div data-map-choice><select data-map-script="/nothing.js">{option}</select>'
            "<div data-map-preview><canvas></canvas></div></div>"
            '<script type="module" src="/static/site/maps/choice.js"></script>',
        )
    )
    until(lambda: page.locator("[data-map-preview]").is_hidden())
