"""An open event, and bots that can enter it."""

import pytest

from ladder.core.contest.plan import Kind
from ladder.events.entrants.terms import rules
from ladder.events.entrants.terms.rules import RulesDraft
from ladder.events.models import Event
from ladder.events.tests.steps import open_event, stage
from ladder.tests.play import make_bot


@pytest.fixture
def event(olga, redis_client):
    return open_event(olga, stage("league", Kind.ROUND_ROBIN))


@pytest.fixture
def ruled(event, olga):
    """Sets rules of the event; other fields of the event by their names."""

    def set_rules(*, fields=None, **draft):
        Event.objects.filter(pk=event.pk).update(**(fields or {}))
        fresh = Event.objects.get(pk=event.pk)
        rules.change(fresh, olga, RulesDraft(**draft))
        return Event.objects.get(pk=event.pk)

    return set_rules


@pytest.fixture
def worm(alice):
    return make_bot(alice, "worm")


@pytest.fixture
def viper(charlie):
    return make_bot(charlie, "viper")
