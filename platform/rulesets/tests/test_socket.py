"""Only organizers may watch a preview on its socket."""

from __future__ import annotations

import pytest
from django.test import Client

from live.tests.viewer import Viewer
from matches.models import Match

pytestmark = pytest.mark.django_db(transaction=True)


def cookie(user) -> str:
    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}"


@pytest.fixture
def preview(summer, olga):
    """A match that waits; nobody has to sit in it for its socket."""
    match = Match.objects.create(game="orchard", ruleset="summer", kind="preview", seed=1)
    return match, cookie(olga)


@pytest.fixture
def strangers(alice):
    return ["", cookie(alice)]


async def test_organizers_watch_and_to_others_there_is_no_such_match(preview, strangers):
    match, organizer = preview
    path = f"/ws/matches/{match.pk}/"
    for other in strangers:
        async with Viewer(path, cookie=other) as viewer:
            assert (await viewer.hear())["code"] == "not_found"
            assert await viewer.closed() == 4404
    async with Viewer(path, cookie=organizer) as viewer:
        assert (await viewer.hear())["type"] == "header"
