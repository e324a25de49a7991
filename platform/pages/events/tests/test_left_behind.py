"""Rows that a request has read are gone when it is answered, without a search for garbage."""

from __future__ import annotations

import gc

import pytest
from django.core.handlers.base import BaseHandler
from django.test import RequestFactory

from ladder.core.contest.plan import Kind
from ladder.events.models import StageEntry
from ladder.events.tests import steps

pytestmark = pytest.mark.django_db


STAGE = "/events/open/stages/league/"


@pytest.fixture(autouse=True)
def _league(olga, redis_client):
    event = steps.begin(olga, steps.authors(4), steps.stage("league", Kind.ROUND_ROBIN))
    steps.play_all(event, most=2)


@pytest.mark.parametrize(
    "address", [STAGE, f"{STAGE}state/", f"/api/v1{STAGE}", "/events/open/print/?part=tables"]
)
def test_a_request_leaves_no_rows_behind(address):
    handler = BaseHandler()
    handler.load_middleware()

    def rows() -> int:
        return sum(type(each) is StageEntry for each in gc.get_objects())

    gc.collect()
    before, is_on = rows(), gc.isenabled()
    gc.disable()
    try:
        answer = handler.get_response(RequestFactory(SERVER_NAME="localhost").get(address))
        assert answer.status_code == 200
        assert b"author-0" in getattr(answer, "content", b"")
        answer.close()
        del answer
        assert rows() == before
    finally:
        if is_on:
            gc.enable()
