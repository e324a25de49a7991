"""Projects that build several programs: the author names one before, or chooses one afterwards."""

from __future__ import annotations

import io

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from bots import services
from bots.tasks import build
from sandbox.tests.packing import zipped

PROJECT = zipped(
    {
        "bot-master/Makefile": b"all: client server\n%: %.c\n\tgcc -o $@ $<\n",
        "bot-master/client.c": b"int main(void) { return 0; }\n",
        "bot-master/server.c": b"int main(void) { return 1; }\n",
    }
)


@pytest.fixture
def unclear(upload, alices_bot):
    """A version whose build made two programs."""
    version = upload(alices_bot, PROJECT, "bot-master.zip")
    build(version.pk)
    version.refresh_from_db()
    return version


def test_a_build_that_made_several_programs_waits_for_a_choice(unclear, alices_bot):
    assert (unclear.state, unclear.failed_step) == ("failed", "build")
    assert unclear.programs == ["client", "server"]
    assert "none is named bot: client, server" in unclear.failure
    services.rebuild(unclear, alices_bot.owner, program="server")
    unclear.refresh_from_db()
    assert (unclear.state, unclear.program, unclear.programs) == ("waiting", "server", [])
    build(unclear.pk)
    unclear.refresh_from_db()
    assert (unclear.state, unclear.failure) == ("proving", "")
    assert "The program is server." in unclear.build_log


def test_only_a_program_that_was_made_can_be_chosen_and_only_by_managers(unclear, charlie, alice):
    with pytest.raises(ValidationError, match="Choose one of: client, server"):
        services.rebuild(unclear, alice, program="judge")
    with pytest.raises(PermissionDenied):
        services.rebuild(unclear, charlie, program="server")


def test_a_program_that_was_named_at_once_is_built(alices_bot, alice, redis_client):
    version = services.upload_version(
        alices_bot, alice, "x.zip", io.BytesIO(PROJECT), program=" server "
    )
    build(version.pk)
    version.refresh_from_db()
    assert (version.state, version.program) == ("proving", "server")


def test_the_page_and_the_api_offer_the_choice_to_managers_alone(client, unclear, alice, olga):
    page, api = unclear.get_absolute_url(), f"/api/v1/bots/{unclear.bot_id}/versions/1/"
    client.force_login(olga)
    assert "Choose the program" not in client.get(page).text
    assert client.get(api).json()["programs"] is None
    client.force_login(alice)
    shown = client.get(page).text
    assert "Choose the program that plays" in shown
    assert 'name="program" value="server"' in shown
    assert client.get(api).json()["programs"] == ["client", "server"]
    wrong = client.post(f"{api}rebuild/", {"program": "x"}, content_type="application/json")
    assert (wrong.status_code, "Choose one of" in wrong.text) == (400, True)
    client.post(f"{page}rebuild/", {"program": "server"})
    unclear.refresh_from_db()
    assert (unclear.state, unclear.program) == ("waiting", "server")


def test_the_api_rebuilds_with_the_program_that_was_chosen(client, unclear, alice):
    client.force_login(alice)
    address = f"/api/v1/bots/{unclear.bot_id}/versions/1/rebuild/"
    answer = client.post(address, {"program": "client"}, content_type="application/json")
    assert answer.status_code == 200
    assert (answer.json()["state"], answer.json()["program"]) == ("waiting", "client")
