"""Events on paper: Chromium prints them, and a PDF library reads pages and text."""

from __future__ import annotations

import io
import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from pypdf import PdfReader

from bots.models import Bot
from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.core.stages.contract import TieBreak
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.tests import series_steps, steps
from ladder.events.tests.conftest import stakes_bots as stakes_bots
from ladder.models import Rating
from ladder.seasons.current import ensure_seasons
from tests.browsing import context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
A4 = (595, 842)
"""Points of a page."""
PAPER_PX = 703
"""The width of its text, 186 mm."""
BROKEN = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const word of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (range.getClientRects().length > 1) found.push(word[0]);
    }
  }
  for (const head of document.querySelectorAll(".paper-head")) {
    const { top } = head.nextElementSibling.getBoundingClientRect();
    if (top < head.getBoundingClientRect().bottom + 8) found.push("a heading on the rule");
  }
  return found;
}"""
"""Words that a line ends within, and headings that touch the rule above them."""


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
        page.emulate_media(media="print")
        page.set_viewport_size({"width": PAPER_PX, "height": 1000})
        assert page.evaluate(BROKEN) == []
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
    breaks = (TieBreak.HEAD_TO_HEAD, TieBreak.BUCHHOLZ, TieBreak.BERGER, TieBreak.WINS)
    options = {"games": 1, "tie_breaks": breaks}
    league = steps.stage("league", Kind.ROUND_ROBIN, options=options)
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


def test_a_season_is_printed_with_ratings_and_a_series_with_handicaps(client, stakes_bots, olga):
    ensure_seasons()
    series = series_steps.begun(olga, stakes_bots[:3])
    series_steps.win(series, 1)
    page = client.get(f"{series.get_absolute_url()}print/?part=tables").text
    assert '1 of 5</td>\n    <td class="num fit">×1.5</td>' in page
    assert "1 game played" in page
    season = steps.stage("season", Kind.LADDER, begins=0, ends=600)
    event = steps.begin(olga, steps.authors(3), season)
    row = event.stages.get()
    assert row.season is not None
    for bot in Bot.objects.filter(event_entries__event=event):
        Rating.objects.create(season=row.season, bot=bot, mu=30, sigma=1, games=9)
    page = client.get(f"{event.get_absolute_url()}print/?part=tables").text
    assert "Rating</th>" in page
    assert len(re.findall(r'<td class="num fit">\d+ ± \d+</td>', page)) == 3


def test_what_is_kept_back_is_not_printed(client, db, redis_client, olga):
    ensure_seasons()
    league = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    event = steps.begin(olga, steps.authors(3), league)
    steps.play_all(event)
    acts.reveal(event.stages.get(), olga, Reveal.HIDDEN)
    address = f"{event.get_absolute_url()}print/"
    page = client.get(address)
    assert "kept back" in page.text
    assert "author-" not in page.text
    client.force_login(olga)
    assert "b0" in client.get(address).text
    assert client.get(address, {"part": "wishes"}).status_code == 404
