"""Suggestions of the search: the best of all kinds that the reader may see, at most eight."""

from __future__ import annotations

import pytest
from django.urls import reverse

from bots.models import Bot
from ladder.events.models import Event
from matches.models import Match
from pages.search.views import SUGGESTED

pytestmark = pytest.mark.django_db


def suggested(client, text):
    answer = client.get(reverse("search-suggest"), {"q": text})
    assert answer.status_code == 200
    return [hit["name"] for hit in answer.json()["hits"]]


def bot(owner, name, **more):
    return Bot.objects.create(owner=owner, game="snake", name=name, **more)


def test_the_best_of_all_kinds_come_first(client, alice, bob):
    for number in range(SUGGESTED):
        bot(alice, f"b{number}", about="winter")
    Event.objects.create(name="Winter", slug="w", plan={}, state="open")
    bot(bob, "winterly")
    names = suggested(client, "winter")
    assert names[:2] == ["Winter", "bob/winterly"]
    assert len(names) == SUGGESTED


def test_a_match_is_suggested_by_its_number(client, alice):
    match = Match.objects.create(game="snake", ruleset="standard", kind="ladder", seed=1)
    hidden = Match.objects.create(game="snake", ruleset="standard", kind="preview", seed=1)
    assert suggested(client, f"#{match.pk}")[0] == f"Match {match.pk}"
    assert f"Match {hidden.pk}" not in suggested(client, f"#{hidden.pk}")


def test_suggestions_obey_audiences(client, olga, team):
    Event.objects.create(name="Secret cup", slug="secret", plan={})
    assert suggested(client, "secret") == []
    assert suggested(client, "wonder") == ["wonderland"]
    client.force_login(olga)
    assert suggested(client, "secret") == ["Secret cup"]


def test_suggestions_are_kept_by_no_cache_and_cost_few_queries(
    client, alice, django_assert_max_num_queries
):
    bot(alice, "alice")
    with django_assert_max_num_queries(12):
        answer = client.get(reverse("search-suggest"), {"q": "alice"})
    assert "no-store" in answer["Cache-Control"] or "Cookie" in answer["Vary"]


@pytest.mark.parametrize("text", ["", "***", "x" * 10_000, "a\0b"])
def test_a_search_that_is_none_has_no_suggestions(client, text):
    assert suggested(client, text) == []
