"""Every act that people who run events have on pages is an act of the API, too."""

from __future__ import annotations

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from api.tests.test_scopes import ENDPOINTS
from ladder.core.contest.plan import Kind
from ladder.events.tests.steps import open_event, stage
from pages.events.urls import urlpatterns as of_events
from pages.organize import ceremony
from pages.organize.judging import rulings, running
from pages.organize.urls import urlpatterns as of_desk

pytestmark = pytest.mark.django_db

ACTS = {
    "event-act": running.EVENT_ACTS,
    "event-stage-act": (*running.STAGE_ACTS, "reveal"),
    "event-foresee": rulings.OFFERS,
    "event-ceremony-act": ceremony.ACTS,
}
"""Pages that do several acts, by the tables that name these."""

FILE = ("organize-file", "put")
API = {
    "event-new": FILE,
    "event-plan-blank": FILE,
    "event-plan-file": FILE,
    "event-plan-template": FILE,
    "event-organize": FILE,
    "event-organize-stage": FILE,
    "event-add-stage": FILE,
    "event-change-stages": FILE,
    "event-publish": "organize-publish",
    "event-discard": "organize-discard",
    "event-dry-run": "organize-dry-run",
    "event-copy": "organize-showing-copy",
    "event-begin": "organize-start",
    "event-act:pause": "organize-pause",
    "event-act:resume": "organize-resume",
    "event-act:abort": "organize-abort",
    "event-stage-act:pause": "organize-stage-pause",
    "event-stage-act:resume": "organize-stage-resume",
    "event-stage-act:reveal": "organize-stage-reveal",
    "event-stage-schedule": "organize-judging-schedule",
    "event-stage-pairing": "organize-judging-pairing",
    "event-foresee:disqualify": "organize-disqualify",
    "event-foresee:reinstate": "organize-reinstate",
    "event-foresee:void": "organize-void",
    "event-foresee:undo-void": "organize-undo-void",
    "event-decide": "organize-judging-decide",
    "event-decide-undo": "organize-judging-decide-undo",
    "event-people": "organize-people",
    "event-take-role": "organize-take-role",
    "event-fairness": "organize-judging-fairness",
    "event-similar-pair": "organize-judging-sources",
    "event-freeze": "organize-entrants-freeze-exempt",
    "event-freeze-end": "organize-entrants-freeze-end-exemption",
    "event-desk-talk": "organize-announcements",
    "event-withdraw-announcement": "organize-showing-announcement-withdraw",
    "event-frequent": "organize-showing-question-frequent",
    "event-answer": "organize-showing-question-answer",
    "event-delete-question": "organize-showing-question-delete",
    "event-ceremony-scene": "organize-showing-projector",
    "event-ceremony-step": "organize-showing-ceremony-next",
    "event-ceremony-act:time": "organize-showing-results-time",
    "event-ceremony-act:rounds": "organize-showing-results-rounds",
    "event-ceremony-act:begin": "organize-showing-ceremony-begin",
    "event-ceremony-act:open": "organize-showing-results-open",
    "event-sponsor-add": "organize-showing-sponsor-add",
    "event-sponsor-remove": "organize-showing-sponsor-remove",
    "event-entrants-enter": "organize-entrants-entrants",
    "event-entrants-invite": "organize-entrants-entrants-invite",
    "event-entrants-link": "organize-entrants-entrants-link",
    "event-entrants-code": "organize-entrants-entrants-code",
    "event-entrants-import": "organize-entrants-entrants-import",
    "event-entry-rules": ("organize-entrants-entrants-rules", "put"),
    "event-seed": "organize-entrants-entrants-seeds",
    "event-entrants-withdraw": "organize-entrants-entrants-remove",
    "event-entrants-check-in": "organize-entrants-entrants-check-in",
    "event-entrants-check-in-many": "organize-entrants-entrants-check-in",
    "event-entrants-remove": "organize-entrants-entrants-waiting-remove",
    "event-invitation-renew": "organize-entrants-invitation-renew",
    "event-invitation-revoke": "organize-entrants-invitation-revoke",
    "event-stage-take-back": "organize-incidents-stage-take-back",
    "event-play-again": "organize-incidents-incidents",
    "event-incident": "organize-incidents-incident-announce",
    "event-workers": "organize-workers-reservations",
    "event-release-workers": "organize-workers-release",
    "event-archives": "organize-archive-archives",
    "event-archive-cancel": ("organize-archive-archive", "delete"),
    "event-enter": "event-enter",
    "event-leave": "event-withdraw",
    "event-withdraw": "event-withdraw",
}
"""By page, or page and act: the name of the route, whose method is POST without another."""

EXCEPTIONS = {
    "event-creators": "It is a right on the whole site, which people give with care.",
    "event-stop-creating": "It is a right on the whole site, which people give with care.",
    "event-entrants-codes": "It makes a file of codes that the page shows; the API answers them.",
    "event-questions": "A participant asks; the people who run the event answer.",
    "event-invitation-answer": "A person agrees to be entered; a program does not.",
    "event-code": "A person agrees to be entered; a program does not.",
    "event-join": "A person agrees for a team; a program does not.",
    "event-wait": "An act of an author, who waits in the browser.",
    "event-stop-waiting": "An act of an author, who waits in the browser.",
    "event-check-in": "With it a person confirms to be there.",
}
VALUES = {"key": "cup", "pk": 1, "group": 1, "name": "none", "token": "t", "kind": "entries"}


def posts(client, event) -> set[str]:
    """The names of all pages of events that take a POST, with the act where they have several."""
    found: set[str] = set()
    for pattern in (*of_desk, *of_events):
        if pattern.name is None:
            continue
        names = pattern.pattern.converters
        kwargs = {name: event.slug if name == "slug" else VALUES[name] for name in names}
        answer = client.post(reverse(pattern.name, kwargs=kwargs))
        if answer.status_code == 405:
            continue
        acts = ACTS.get(pattern.name)
        found |= {f"{pattern.name}:{act}" for act in acts} if acts else {pattern.name}
    return found


def test_every_act_of_the_pages_of_events_is_one_of_the_api(client, olga, redis_client):
    event = open_event(olga, stage("cup", Kind.SINGLE))
    client.force_login(olga)
    found = posts(client, event)
    assert found == {*API, *EXCEPTIONS}
    routes = {(name, method) for name, method, _ in ENDPOINTS}
    wanted = {(each, "post") if isinstance(each, str) else each for each in API.values()}
    assert wanted - routes == set()
    for name, method in wanted:
        (path,) = {each for n, m, each in ENDPOINTS if (n, m) == (name, method)}
        assert APIClient().generic(method.upper(), path).status_code == 401, name
