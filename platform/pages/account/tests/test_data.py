"""A person's data as an archive, and the deletion of an account."""

from __future__ import annotations

import json
import zipfile
from datetime import timedelta
from io import BytesIO

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import models
from django.test import Client
from django.utils import timezone

from accounts.deletion import CLEARED, delete
from accounts.models import ApiToken, Scope, User
from accounts.signing.tokens import create_token
from audit import services as audit
from audit.models import AuditEntry
from bots import tasks
from bots.models import Bot, BotVersion
from bots.services import built, create_bot, proved
from bots.tests.steps import version_of
from bots.versions import artifacts
from exports import personal, services
from exports.models import Export
from exports.options import Options
from exports.tasks import make
from following.models import Follow
from following.targets import target_of
from ladder.tests.play import finish, make_bot
from maps.models import Map
from maps.tests.steps import add_meadow, make_map
from matches.models import Match, Seat
from matches.recorded.retention import run
from matches.services import create_match
from notices.models import Notice
from notices.tests.steps import mails
from rooms.models import Room

pytestmark = pytest.mark.django_db
ACTS = {
    "accounts.SignUpCode",
    "admin.LogEntry",
    "climb.Climb",
    "comparisons.Comparison",
    "controls.Hold",
    "controls.Reservation",
    "events.Circuit",
    "events.CircuitEvent",
    "events.Event",
    "events.EventAnnouncement",
    "events.Incident",
    "events.SimilarPair",
    "events.SourceComparison",
    "events.TeamUse",
    "installs.GameInstall",
    "ladder.Correction",
    "ladder.Disqualification",
    "maps.PoolEntry",
    "matches.Verification",
    "news.Announcement",
    "rooms.RoomSeat",
    "rulesets.Scenario",
}
"""Tables in which a person did something for the site or for others, which the audit trail has."""


@pytest.fixture
def played(alice, charlie, redis_client) -> Match:
    """A finished match of alice's worm, whose source holds a word, against charlie's viper."""
    bots = [make_bot(alice, "worm"), make_bot(charlie, "viper")]
    versions = [bot.active_version for bot in bots if bot.active_version]
    for version in versions:
        version.source.save("source.zip", ContentFile(b"the source"), save=True)
    match = create_match("snake", "standard", "friendly", versions)
    finish(match, [1, 2])
    seat = match.seats.get(number=0)
    seat.log.save("log.txt", ContentFile(b"the log"), save=True)
    match.seats.get(number=1).log.save("log.txt", ContentFile(b"of charlie"), save=True)
    return match


def enter(client, name="alice") -> None:
    cache.clear()
    client.post("/accounts/login/", {"login": name, "password": f"{name}-secret-1"})


def archive_of(client) -> dict[str, bytes]:
    """The archive that the person's page makes and gives."""
    assert client.post("/settings/data/")["Location"] == "/settings/data/"
    export = Export.objects.latest("id")
    make(export.pk)
    page = client.get("/settings/data/").text
    assert f'href="/settings/data/{export.pk}/data.zip"' in page
    answer = client.get(f"/settings/data/{export.pk}/data.zip")
    with zipfile.ZipFile(BytesIO(b"".join(answer))) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def rows(files, name):
    return [json.loads(line) for line in files[f"{name}.jsonl"].splitlines()]


@pytest.mark.django_db(transaction=True)
def test_the_archive_has_the_persons_data_and_nothing_of_others(client, alice, played):
    enter(client)
    create_token(alice, "script", [Scope.READ])
    files = archive_of(client)
    assert [row["email"] for row in rows(files, "account")] == ["alice@example.org"]
    assert [row["name"] for row in rows(files, "bots")] == ["worm"]
    assert [row["name"] for row in rows(files, "tokens")] == ["script"]
    assert [row["id"] for row in rows(files, "matches")] == [played.pk]
    assert [(row["match_id"], row["rank"]) for row in rows(files, "seats")] == [(played.pk, 1)]
    version = BotVersion.objects.get(bot__owner=alice)
    assert files[f"sources/{version.pk}.zip"] == b"the source"
    assert len([name for name in files if name.startswith("sources/")]) == 1
    whole = b"".join(files.values())
    for secret in ("charlie@", "password", ApiToken.objects.get().digest, "session_key", "viper"):
        assert secret.encode() not in whole


@pytest.mark.django_db(transaction=True)
def test_a_result_that_is_kept_back_is_not_in_the_archive(client, played):
    Match.objects.update(audience="organizers")
    enter(client)
    files = archive_of(client)
    assert rows(files, "matches") == rows(files, "seats") == []


def test_others_neither_read_nor_cancel_an_archive(client, alice, bob, olga, redis_client):
    export = services.ask_own(alice)
    for person in (bob, olga):
        client = Client()
        enter(client, person.username)
        assert client.post(f"/settings/data/{export.pk}/cancel/").status_code == 404
        assert client.get(f"/settings/data/{export.pk}/data.zip").status_code == 404
        assert client.get(f"/desk/export/{export.pk}/archive.zip").status_code == 404
        assert "data.zip" not in client.get("/settings/data/state/").text
    client.logout()
    for path in ("", f"{export.pk}/data.zip", "state/"):
        assert client.get(f"/settings/data/{path}").status_code == 302


def test_archives_are_few(client, alice, olga, redis_client):
    enter(client)
    client.post("/settings/data/")
    again = client.post("/settings/data/", follow=True)
    assert "Your archive is being made" in again.text
    assert Export.objects.count() == 1
    services.ask(olga, Options())  # that of everything is another one
    client.post(f"/settings/data/{Export.objects.get(person=alice).pk}/cancel/")
    for _ in range(services.MOST_A_DAY - 1):
        client.post("/settings/data/")
        Export.objects.filter(person=alice).update(open=None, state="done")
    assert "You asked for 3 archives today" in client.post("/settings/data/", follow=True).text
    Export.objects.update(created=timezone.now() - timedelta(days=2))
    client.post("/settings/data/")
    assert Export.objects.filter(person=alice).count() == services.MOST_A_DAY + 1


def test_the_pages_ask_for_the_password_again(client, alice):
    client.force_login(alice)
    for path in ("/settings/data/", "/settings/data/1/data.zip", "/settings/delete/"):
        assert "/accounts/reauthenticate/" in client.get(path)["Location"]


def test_every_row_that_leads_to_a_person_is_in_the_archive(alice):
    """A new table with people in it is added to the archive, or named here with its reason."""
    exported = {
        table.rows.model for table in personal.content_of(alice).tables if table.rows is not None
    }
    missing = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.related_model is User
        if model not in exported
    }
    assert missing == ACTS


def delete_by_page(client) -> None:
    """As alice: first with a wrong name, then with the right one."""
    enter(client)
    wrong = client.post("/settings/delete/", {"name": "Alice"})
    assert wrong.status_code == 422
    assert "This is not the name of your account." in wrong.text
    assert client.post("/settings/delete/", {"name": "alice"})["Location"] == "/"
    assert client.get("/settings/").status_code == 302


@pytest.mark.django_db(transaction=True)
def test_a_deleted_account_leaves_no_data_of_the_person(client, alice, charlie, played):
    EmailAddress.objects.update_or_create(
        email="alice@example.org", defaults={"user": alice, "verified": True}
    )
    create_token(alice, "script", [Scope.READ])
    Notice.objects.create(user=alice, kind="build", text="t", path="/")
    Room.objects.create(owner=alice, game="snake", ruleset="standard")
    Follow.objects.create(follower=alice, target=target_of(Bot.objects.get(name="viper")))
    Follow.objects.create(follower=charlie, target=target_of(alice))
    services.ask_own(alice)
    delete_by_page(client)
    alice.refresh_from_db()
    assert alice.username == f"deleted-{alice.pk}"
    assert [getattr(alice, name, "") for name in CLEARED] == [""] * len(CLEARED)
    assert not alice.has_usable_password()
    assert not alice.is_active
    assert not EmailAddress.objects.filter(user=alice).exists()
    assert not Notice.objects.exists()
    assert not ApiToken.objects.exists()
    assert not Export.objects.exists()
    assert not Follow.objects.exists()
    assert Room.objects.get().closed
    assert AuditEntry.objects.filter(act="deleted the account").get().actor_name == alice.username
    (told,) = mails()
    assert told.to == ["alice@example.org"]
    assert "was deleted" in told.body


@pytest.mark.django_db(transaction=True)
def test_results_of_a_deleted_account_stay_under_a_neutral_name(client, alice, played):
    delete_by_page(client)
    bot = Bot.objects.get(owner=alice)
    assert (str(bot), bool(bot.retired_at)) == (f"deleted-{alice.pk}/worm", True)
    page = client.get(f"/matches/{played.pk}/").text
    assert f"deleted-{alice.pk}" in page
    assert "alice" not in page
    assert "alice" not in client.get("/search/?q=alice").text.split("</form>")[-1]
    assert Seat.objects.get(match=played, number=0).rank == 1


@pytest.mark.django_db(transaction=True)
def test_files_of_a_deleted_account_are_gone(client, alice, played, monkeypatch, settings):
    add_meadow(monkeypatch, settings)
    public, private = make_map(alice, public=True), make_map(alice, name="secret")
    files = [BotVersion.objects.get(bot__owner=alice).source, played.seats.get(number=0).log]
    delete_by_page(client)
    assert list(Map.objects.filter(owner=alice)) == [public]
    assert not Map.objects.filter(pk=private.pk).exists()
    tasks.tidy()
    run()
    for file in files:
        assert not file.storage.exists(str(file.name))
    other = BotVersion.objects.get(bot__name="viper")
    assert other.source.storage.exists(str(other.source.name))


def test_bots_lose_their_names_where_the_person_wants_it(alice, played):
    delete(alice, rename=True)
    bot = Bot.objects.get(owner=alice)
    assert bot.name == f"bot-{bot.pk}"


@pytest.mark.django_db(transaction=True)
def test_files_that_a_waiting_match_needs_stay_until_it_is_over(alice, played):
    versions = list(BotVersion.objects.order_by("pk"))
    waiting = create_match("snake", "standard", "friendly", versions)
    delete(alice, rename=False)
    mine = BotVersion.objects.get(bot__owner=alice)
    assert mine.artifact_state == artifacts.ArtifactState.KEPT
    finish(waiting, [1, 2])
    tasks.tidy()
    mine.refresh_from_db()
    assert mine.artifact_state == artifacts.ArtifactState.DELETED


def test_a_build_that_ends_after_the_deletion_leaves_nothing(alice, redis_client):
    version = version_of(create_bot(alice, "snake", "late"))
    version.source.save("late.zip", ContentFile(b"late"), save=False)
    version.state, version.build_log = BotVersion.State.BUILDING, "a line of alice's"
    version.save()
    delete(alice, rename=False)
    tasks.tidy()
    built(version, b"program", "0" * 64)  # its worker had the row before
    proved(version)
    Match.objects.update(state=Match.State.FINISHED)
    tasks.tidy()
    version.refresh_from_db()
    assert version.artifact_state == artifacts.ArtifactState.DELETED
    assert (version.source.name, version.artifact.name, version.build_log) == ("", "", "")


def test_the_house_and_the_only_superuser_stay(client, olga):
    User.objects.filter(pk=olga.pk).update(is_superuser=True)
    enter(client, "olga")
    answer = client.post("/settings/delete/", {"name": "olga"})
    assert "You are the only one who decides who organizes here." in answer.text
    User.objects.filter(pk=olga.pk).update(is_superuser=False, is_house=True)
    with pytest.raises(ValidationError, match="house"):
        delete(olga, rename=False)
    assert User.objects.filter(username="olga").exists()


def test_a_name_that_somebody_took_before_is_not_taken_again(alice, bob):
    User.objects.filter(pk=bob.pk).update(username=f"deleted-{alice.pk}")
    assert delete(alice, rename=False).username == f"deleted-{alice.pk + 100_000}"


def test_a_deleted_account_stays_in_the_audit_trail(alice):
    audit.record(alice, alice, "did something")
    delete(alice, rename=False)
    assert audit.extent().missing == 0
