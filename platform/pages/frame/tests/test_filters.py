"""Filters of lists: one behaviour on every page."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from audit.models import AuditEntry
from matches.models import Match
from pages.audit.queries import AuditFilter
from pages.frame.filters import MatchFilter
from pages.queue.forms import QueueFilter


def test_an_invalid_value_is_reported_and_filters_nothing(db):
    chosen = MatchFilter(QueryDict("game=chess&state=finished"), Match.objects.all())
    assert "chess" in str(chosen.form.errors["game"])
    where = str(chosen.qs.query.where)
    assert "finished" in where
    assert "chess" not in where


@pytest.mark.parametrize(("query", "used"), [("", False), ("game=", False), ("game=snake", True)])
def test_a_filter_is_used_when_the_address_has_a_value(db, query, used):
    assert MatchFilter(QueryDict(query), Match.objects.all()).form.is_used() is used


def test_days_in_the_wrong_order_are_reported_on_every_list(db):
    days = QueryDict("since=2030-02-02&until=2030-02-01")
    chosen = AuditFilter(days, AuditEntry.objects.all())
    assert chosen.form.non_field_errors() == ["The last day comes before the first."]


def test_the_queue_has_no_person_and_every_kind(db):
    fields = QueueFilter(QueryDict(), Match.objects.all()).form.fields
    assert list(fields) == ["game", "ruleset", "bot", "state", "kind", "worker"]
    assert {value for value, _ in fields["kind"].choices} == {"", *Match.Kind.values}
