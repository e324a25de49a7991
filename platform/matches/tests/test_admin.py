"""Organizers' records of matches: read, queue again, abort; never write a result."""

from __future__ import annotations

import pytest
from django.core.files.base import ContentFile

from audit.models import AuditEntry
from bots.models import BotVersion
from matches.models import Match
from matches.services import create_match

pytestmark = pytest.mark.django_db
PAGE = "/desk/admin/matches/match/"


@pytest.fixture
def version(alices_bot, redis_client):
    version = BotVersion(
        bot=alices_bot, number=1, language="python", uploaded_by=alices_bot.owner,
        source_sha256="ab" * 32, source_bytes=9, source_files=1, state=BotVersion.State.READY,
    )  # fmt: skip
    version.source.save("source.zip", ContentFile(b"PK"))
    return version


def match_in(state, version):
    match = create_match("snake", "standard", "friendly", [version, version])
    Match.objects.filter(pk=match.pk).update(state=state)
    match.refresh_from_db()
    return match


@pytest.mark.parametrize(
    ("action", "before", "after"),
    [
        ("matches.services.requeue", "failed", "queued"),
        ("matches.services.abort", "running", "aborted"),
    ],
)
def test_actions_are_the_verbs_and_leave_entries(client, olga, version, action, before, after):
    matches = [match_in(before, version) for _ in range(2)]
    client.force_login(olga)
    chosen = [match.pk for match in matches]
    client.post(PAGE, {"action": action, "_selected_action": chosen, "reason": "power cut"})
    assert {match.state for match in Match.objects.all()} == {after}
    entries = AuditEntry.objects.all()
    assert {entry.target_id for entry in entries} == {str(pk) for pk in chosen}
    assert all(entry.words.endswith(": power cut") for entry in entries)


def test_a_finished_match_cannot_be_undone(client, olga, version):
    match = match_in("finished", version)
    client.force_login(olga)
    for action in ("matches.services.requeue", "matches.services.abort"):
        form = {"action": action, "_selected_action": [match.pk], "reason": "please"}
        assert "can" in client.post(PAGE, form, follow=True).text
    match.refresh_from_db()
    assert match.state == "finished"
    assert not AuditEntry.objects.exists()


def test_results_are_read_only(client, olga, version):
    match = match_in("finished", version)
    client.force_login(olga)
    page = f"{PAGE}{match.pk}/change/"
    assert "worm v1" in client.get(page).text
    assert client.post(page, {"state": "queued"}).status_code == 403
    assert client.post(f"{PAGE}{match.pk}/delete/", {"post": "yes"}).status_code == 403
    assert client.get(f"{PAGE}add/").status_code == 403


def test_the_list_does_not_ask_per_row(client, olga, version, django_assert_max_num_queries):
    for _ in range(12):
        match_in("finished", version)
    client.force_login(olga)
    with django_assert_max_num_queries(14):
        page = client.get(PAGE, {"state__exact": "finished", "q": "worm"}).text
    assert "alice/worm – alice/worm" in page
