"""The page of rivals: pairs, cycles, counters and links of a season, for everybody."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from bots.models import Bot
from ladder import tasks
from ladder.statistics.models import RivalsReport
from ladder.tests.play import RULESET
from ladder.tests.ring import play_ring

PAGE = f"/games/snake/ladder/{RULESET}/rivals/"


@pytest.fixture(scope="module")
def played(kept_cast) -> None:
    play_ring((kept_cast.alice, kept_cast.bob, kept_cast.charlie))
    tasks.report_rivals()


@pytest.fixture
def ring(played, db, redis_client) -> list[Bot]:
    return list(Bot.objects.order_by("name"))


def words(page: str) -> str:
    main = page.partition("<main")[2]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))


@pytest.mark.django_db
def test_without_a_report_the_page_says_when_it_comes(client):
    RivalsReport.objects.all().delete()
    assert "will be here" in words(client.get(PAGE).text)
    assert client.get(PAGE.replace(RULESET, "nothing")).status_code == 404


def test_the_page_has_the_pairs_the_cycle_and_the_links(client, ring):
    page = words(client.get(PAGE).text)
    assert page.count("100 %") >= 3
    assert page.count("of 24") >= 6
    assert "1 cycle is proven" in page
    assert page.count("beats") == 5, (
        "three wins of the cycle, its explanation, and the name of the tab"
    )
    assert "All bots are linked. The weakest link is 48 matches" in page
    assert page.count("more than predicted") == 3


def test_counters_are_of_ones_own_bots_or_of_the_named_one(client, ring, alice):
    assert "Name a bot above" in words(client.get(PAGE).text)
    client.force_login(alice)
    own = words(client.get(PAGE).text)
    assert re.search(r"alice/ a : the strongest counter is charlie/ c , which won 100 %", own)
    named = words(client.get(PAGE, {"bot": "BOB/b"}).text)
    assert re.search(r"bob/ b : the strongest counter is alice/ a ", named)
    assert "is not in this table" in words(client.get(PAGE, {"bot": "<x>"}).text)


def test_a_bot_that_was_taken_out_is_gone_at_once(client, ring):
    Bot.objects.filter(pk=ring[1].pk).update(deactivated_at=timezone.now())
    page = words(client.get(PAGE).text)
    assert "bob/" not in page
    assert "No cycle is proven" in page


def test_the_page_reads_the_report_alone(client, ring, django_assert_max_num_queries):
    with django_assert_max_num_queries(16):
        client.get(PAGE)
