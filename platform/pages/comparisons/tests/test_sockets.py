"""A comparison's match as it is watched: by those alone who may look at it."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from ladder.comparisons.tests.steps import begin
from live.base import NOT_FOUND
from live.tests.viewer import Viewer
from matches.models import Match

pytestmark = pytest.mark.django_db(transaction=True)


def cookie_of(user) -> str:
    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}"


async def test_its_socket_is_open_to_its_managers_and_organizers(
    alice, bob, charlie, olga, bots, new
):
    @sync_to_async
    def prepare():
        begin(alice, new, bots["bee"].active_version)
        cookies = {p.username: cookie_of(p) for p in (alice, bob, charlie, olga)}
        return Match.objects.filter(kind="trial")[0].pk, {**cookies, "nobody": ""}

    match, cookies = await prepare()
    for name, cookie in cookies.items():
        async with Viewer(f"/ws/matches/{match}/", cookie=cookie) as viewer:
            message = await viewer.hear()
            if name in ("alice", "bob", "olga"):
                assert (message["type"], message["state"]) == ("header", "queued"), name
            else:
                assert (message["type"], message["code"]) == ("error", "not_found"), name
                assert await viewer.closed() == NOT_FOUND
