"""Events on paper: Chromium prints them, and a PDF library reads pages and text."""

from __future__ import annotations

import io
import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from pypdf import PdfReader

from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events import planning
from ladder.events.models import Event
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from tests.browsing import context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
A4 = (595, 842)
"""Points of a page."""


@pytest.fixture
def printed(browser, transactional_db, redis_client, live_server):
    """Prints an address; the result is the text of each page."""
    ensure_seasons()
    errors: list[str] = []
    context = context_for(browser, live_server)
    page = open_page(context, errors)

    def print_(address: str, name: str) -> list[str]:
        page.goto(address)
        keep_picture(page, f"{name}-screen")
        read = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
        for each in read.pages:
            size = (float(each.mediabox.width), float(each.mediabox.height))
            assert size == pytest.approx(A4, abs=1.5)
        return [each.extract_text() for each in read.pages]

    yield print_
    context.close()
    assert errors == []


def test_a_bracket_of_64_fits_on_pages_with_every_encounter_whole(printed, olga):
    cup = steps.stage("cup", Kind.SINGLE, options={"games": 1})
    event = steps.begin(olga, steps.authors(64), cup)
    steps.play_all(event)
    Event.objects.filter(pk=event.pk).update(time_zone="Asia/Tokyo")
    pages = printed(f"{event.get_absolute_url()}print/?part=brackets", "print-bracket")
    # A title and four parts of sixteen bots each, the later rounds, and games for a place, if any.
    parts = [page for page in pages if re.search(r"part \d of 4", page)]
    assert len(parts) == 4
    assert len(pages) == 5
    for page in parts:
        assert len(set(re.findall(r"\bb\d+\b", page))) == 16
    first = {name for page in parts for name in re.findall(r"\bb\d+\b", page)}
    assert first == {f"b{n}" for n in range(64)}
    later = pages[4]
    assert "later rounds" in later
    assert set(re.findall(r"\bb\d+\b", later)) == {"b0", "b1", "b2", "b3"}
    now = datetime.now(ZoneInfo("Asia/Tokyo"))
    assert "Asia/Tokyo" in pages[0]
    for page in pages:
        assert "Open" in page
        assert now.strftime("%Y-%m-%d") in page
        assert "Sign in" not in page
        assert "Back to" not in page


def test_parts_are_chosen_and_long_tables_name_their_columns_on_each_page(printed, olga):
    league = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    event = steps.begin(
        olga, steps.authors(12), league, steps.stage("end", Kind.SINGLE, Feed("league", 2))
    )
    steps.play_all(event)
    address = f"{event.get_absolute_url()}print/"
    matches = printed(f"{address}?part=matches", "print-matches")
    assert len(matches) > 1
    assert all("Bots and ranks" in page for page in matches)
    assert "Final standings" not in "".join(matches)
    text = "".join(matches)
    assert all(str(match.pk) in text for match in event_matches(event))
    whole = "\n".join(printed(address, "print-all"))
    for words in ("Final standings", "League: table", "End: Bracket", "Matches"):
        assert words in whole, words


def event_matches(event):
    from matches.models import Match

    return Match.objects.filter(event_game__encounter__stage__event=event)


def test_what_is_kept_back_is_not_printed(client, db, redis_client, olga):
    ensure_seasons()
    league = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    event = steps.begin(olga, steps.authors(3), league)
    steps.play_all(event)
    planning.reveal(event.stages.get(), olga, Reveal.HIDDEN)
    address = f"{event.get_absolute_url()}print/"
    page = client.get(address)
    assert "kept back" in page.text
    assert "author-" not in page.text
    client.force_login(olga)
    assert "b0" in client.get(address).text
    assert client.get(address, {"part": "wishes"}).status_code == 404
