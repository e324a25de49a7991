"""An archive has what the database has, nothing that is private, and can be cancelled."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from datetime import date, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from arbiter.tests.beside import one_writer, write_beside
from audit import services as audit
from audit.models import AuditEntry
from bots.models import Bot, BotVersion
from exports import archive, services, tables, tasks
from exports.models import Export
from exports.options import Options
from ladder.models import RatedMatch, Rating, Season
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import finish, make_bot
from matches.models import Match, Seat
from matches.services import create_match

EXPORTED = {"maps", "ladder", "events", "comparisons", "rulesets", "matches", "bots"}
PRIVATE = ("pbkdf2", "md5$", "password", "arb_", "compiled without a word", "sessionid")


@pytest.fixture
def season(db, redis_client):
    ensure_seasons()
    return Season.objects.get(game="snake", ruleset="standard")


@pytest.fixture
def played(season, alice, charlie, olga):
    """Two rated matches and a friendly one between two people's bots, and an act of olga's."""
    bots = [make_bot(alice, "worm"), make_bot(charlie, "viper")]
    versions = [bot.active_version for bot in bots if bot.active_version]
    for ranks in ([1, 2], [2, 1]):
        match = create_match("snake", "standard", "ladder", versions)
        RatedMatch.objects.create(match=match, season=season)
        finish(match, ranks)
    finish(create_match("snake", "standard", "friendly", versions), [1, 1])
    audit.record(olga, bots[0], "warned", "größer ✓")
    return Match.objects.order_by("pk")


def read(data: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The manifest and the files, after they were compared."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert packed.testzip() is None
        files = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(files.pop("manifest.json"))
    assert manifest["files"].keys() == files.keys()
    for name, told in manifest["files"].items():
        assert told["sha256"] == hashlib.sha256(files[name]).hexdigest()
        assert told["bytes"] == len(files[name])
        if name.endswith(".jsonl"):
            assert told["rows"] == files[name].count(b"\n")
    return manifest, files


def written(options: Options = Options()) -> tuple[dict[str, Any], dict[str, bytes]]:  # noqa: B008  frozen
    file = io.BytesIO()
    archive.write(file, archive.content_of(options))
    return read(file.getvalue())


def rows(files, name):
    return [json.loads(line) for line in files[f"{name}.jsonl"].splitlines()]


def test_what_is_read_back_is_what_the_database_has(played, season, alice):
    manifest, files = written()
    assert manifest["format"] == 1
    assert {row["username"] for row in rows(files, "people")} == set(
        User.objects.values_list("username", flat=True)
    )
    for name, model in (("bots", Bot), ("versions", BotVersion), ("ratings", Rating)):
        found = {row["id"]: row for row in rows(files, name)}
        assert found.keys() == set(model.objects.values_list("pk", flat=True))
    matches = rows(files, "matches")
    assert [row["id"] for row in matches] == [match.pk for match in played]
    for row, match in zip(matches, played, strict=True):
        assert (row["seed"], row["kind"], row["outcome"]) == (match.seed, match.kind, match.outcome)
        seats = Seat.objects.filter(match=match).order_by("number")
        assert [(s["number"], s["version_id"], s["rank"], s["score"]) for s in row["seats"]] == [
            (s.number, s.version_id, s.rank, s.score) for s in seats
        ]
    for row in rows(files, "ratings"):
        rating = Rating.objects.get(pk=row["id"])
        assert (row["mu"], row["sigma"], row["wins"]) == (rating.mu, rating.sigma, rating.wins)
    assert len(rows(files, "rating_changes")) == 4
    entry = AuditEntry.objects.get()
    kept = rows(files, "audit")[0]
    assert (kept["reason"], kept["number"]) == ("größer ✓", entry.number)
    assert ("snake", "standard") in {(r["game"], r["name"]) for r in rows(files, "rulesets")}


def test_nothing_secret_and_no_address_is_in_it_unless_it_is_asked_for(played, alice):
    _, files = written()
    everything = b"".join(files.values()).decode()
    for word in (*PRIVATE, "alice@example.org"):
        assert word not in everything, word
    assert not [name for name in files if "/" in name]
    _, files = written(Options(emails=True))
    assert {row["email"] for row in rows(files, "people")} >= {"alice@example.org"}


def test_every_table_of_what_is_played_is_in_it(db):
    """A new model that is not exported has to be listed here."""
    every = tables.tables(Options())
    models = {table.rows.model._meta.label for table in every if table.rows is not None}
    wanted = {m._meta.label for m in apps.get_models() if m._meta.app_label in EXPORTED}
    # Seats are with their matches; requests count for an hour; offers end when they are answered;
    # durations and verifications follow from matches; archives of games are programs, not play.
    left = {"matches.Seat", "matches.Duration", "matches.Verification", "bots.BuildRequest"}
    assert wanted - models == left | {"bots.BotOffer", "rulesets.InstalledGame"}
    names = [table.name for table in every]
    assert len(names) == len(set(names))


def test_a_season_and_days_narrow_matches_down(played, season):
    first, second, friendly = played
    _, files = written(Options(season=season.pk))
    assert [row["id"] for row in rows(files, "matches")] == [first.pk, second.pk]
    assert {row["season_id"] for row in rows(files, "ratings")} == {season.pk}
    Match.objects.filter(pk=first.pk).update(created="2020-05-05T12:00Z")
    day = date(2020, 5, 5)
    _, files = written(Options(until=day))
    assert [row["id"] for row in rows(files, "matches")] == [first.pk]
    assert len(rows(files, "rating_changes")) == 2
    _, files = written(Options(since=day + timedelta(days=1)))
    assert [row["id"] for row in rows(files, "matches")] == [second.pk, friendly.pk]


def test_sources_and_replays_come_along_where_they_are_wanted(played):
    _, files = written(Options(sources=True, replays=True))
    for version in BotVersion.objects.all():
        assert files[f"sources/{version.pk}.zip"] == version.source.read()
    for match in played:
        name = f"replays/{match.pk}.jsonl.gz"
        assert hashlib.sha256(files[name]).hexdigest() == match.replay_sha256


def test_a_file_that_is_lost_is_left_out(played):
    played[0].replay.storage.delete(played[0].replay.name)
    _, files = written(Options(replays=True))
    assert len([name for name in files if name.startswith("replays/")]) == 2


def test_no_more_than_a_chunk_is_in_memory(played, monkeypatch):
    monkeypatch.setattr(tables, "CHUNK", 2)
    asked: list[int] = []
    original = tables._with_seats

    def count(chunk):
        asked.append(len(chunk))
        return original(chunk)

    monkeypatch.setattr(tables, "_with_seats", count)
    _, files = written()
    assert asked == [2, 1]
    assert len(rows(files, "matches")) == 3


@pytest.mark.django_db(transaction=True)
def test_an_archive_is_made_by_a_worker_and_kept(played, olga):
    export = services.ask(olga, Options(season=Season.objects.latest("pk").pk, replays=True))
    assert (export.state, export.open) == ("waiting", True)
    with pytest.raises(ValidationError, match="One export is being made"):
        services.ask(olga, Options())
    tasks.make(export.pk)
    export.refresh_from_db()
    assert (export.state, export.open, export.failure) == ("done", None, "")
    data = export.file.read()
    assert (len(data), hashlib.sha256(data).hexdigest()) == (export.size, export.sha256)
    manifest, _ = read(data)
    assert manifest["options"]["replays"] is True
    tasks.make(export.pk)  # a call too many
    export.refresh_from_db()
    assert export.state == "done"
    assert services.ask(olga, Options()).state == "waiting"


@one_writer
@pytest.mark.django_db(transaction=True)
def test_an_archive_is_made_while_others_write(played, olga, monkeypatch):
    monkeypatch.setattr(tables, "CHUNK", 1)
    monkeypatch.setattr(archive, "CHUNK", 1)
    progress = services._progress

    def progress_beside(*told):
        write_beside()
        progress(*told)

    monkeypatch.setattr(services, "_progress", progress_beside)
    export = services.ask(olga, Options(sources=True, replays=True))
    tasks.make(export.pk)
    export.refresh_from_db()
    assert (export.state, export.faults) == ("done", 0)


def test_who_may_and_what_is_kept_of_it(db, olga, alice):
    with pytest.raises(PermissionDenied):
        services.ask(alice, Options())
    export = services.ask(olga, Options(emails=True))
    with pytest.raises(PermissionDenied):
        services.cancel(export, alice)
    services.cancel(export, olga)
    words = [entry.summary for entry in AuditEntry.objects.order_by("pk")]
    assert words == ["asked for an export: with mail addresses", "cancelled"]
    with pytest.raises(ValidationError, match="over already"):
        services.cancel(export, olga)


def kept_files() -> list[str]:
    """Other tests leave theirs, and numbers come again."""
    storage = Export._meta.get_field("file").storage
    return sorted(storage.listdir("exports")[1]) if storage.exists("exports") else []


@pytest.mark.parametrize("when", ["waiting", "people", "matches", "keep"])
@pytest.mark.django_db(transaction=True)
def test_a_cancelled_archive_leaves_nothing(played, olga, when, monkeypatch):
    export = services.ask(olga, Options())
    before = kept_files()
    told, keep = services._progress, services._keep
    written_out: list[Export] = []

    def progress(pk, part, *more):
        if part == when:
            services.cancel(export, olga)
        told(pk, part, *more)

    def late(made, file):
        written_out.append(made)
        if when == "keep":
            services.cancel(export, olga)
        keep(made, file)

    monkeypatch.setattr(services, "_progress", progress)
    monkeypatch.setattr(services, "_keep", late)
    if when == "waiting":
        services.cancel(export, olga)
    tasks.make(export.pk)
    export.refresh_from_db()
    assert (export.state, export.open, export.file.name) == ("cancelled", None, "")
    assert bool(written_out) is (when == "keep"), "it was written to its end"
    assert kept_files() == before


@pytest.mark.django_db(transaction=True)
def test_a_fault_is_told_and_the_next_one_can_be_asked_for(played, olga, monkeypatch):
    export = services.ask(olga, Options())

    def broken(*_):
        raise ValueError("a mistake")

    monkeypatch.setattr(services, "write", broken)
    tasks.make(export.pk)
    export.refresh_from_db()
    assert (export.state, export.failure) == ("failed", "ValueError: a mistake")
    services.ask(olga, Options())


@pytest.mark.django_db(transaction=True)
def test_an_archive_is_made_after_a_passing_fault(played, olga, monkeypatch, redis_client):
    export = services.ask(olga, Options())
    faults = [OSError("no room"), OperationalError("locked")]

    def broken(*arguments):
        if faults:
            raise faults.pop()
        archive.write(*arguments)

    monkeypatch.setattr(services, "write", broken)
    for number in (1, 2):
        tasks.make(export.pk)
        export.refresh_from_db()
        assert (export.state, export.faults, export.open) == ("waiting", number, True)
        redis_client.delete("builds")
        tasks.sweep()
        assert redis_client.llen("builds") == 0, "the pause is not over"
        tasks.make(export.pk)
        export.refresh_from_db()
        assert export.state == "waiting"
        Export.objects.update(retry_at=timezone.now())
    tasks.sweep()
    assert redis_client.llen("builds") == 1
    tasks.make(export.pk)
    export.refresh_from_db()
    assert export.state == "done"


def test_what_its_worker_left_is_ended_and_what_is_old_deleted(played, olga):
    lost = services.ask(olga, Options())
    Export.objects.filter(pk=lost.pk).update(
        state="running", worker="far:1-1:x", beat=timezone.now() - timedelta(minutes=16)
    )
    tasks.sweep()
    lost.refresh_from_db()
    assert (lost.state, lost.faults) == ("waiting", 1)
    Export.objects.filter(pk=lost.pk).update(state="running")
    tasks.sweep()
    lost.refresh_from_db()
    assert (lost.state, lost.open) == ("failed", None)
    made = services.ask(olga, Options())
    services.make(made.pk)
    made.refresh_from_db()
    tasks.sweep()
    assert made.file.storage.exists(str(made.file.name))
    Export.objects.filter(pk=made.pk).update(ended=timezone.now() - timedelta(days=8))
    tasks.sweep()
    assert not made.file.storage.exists(str(made.file.name))
    made.refresh_from_db()
    assert (made.state, made.file.name) == ("expired", "")


def test_a_call_that_was_lost_is_made_up(db, olga, redis_client):
    services.ask(olga, Options())
    redis_client.delete("builds")
    tasks.sweep()
    assert redis_client.llen("builds") == 1


def test_the_command_does_the_same(played, season, tmp_path, capsys):
    path = tmp_path / "all.zip"
    call_command(
        "export", str(path), "--season", str(season.pk), "--replays", "--since", "2020-01-01"
    )
    manifest, files = read(path.read_bytes())
    assert (
        manifest["options"]
        == Options(season=season.pk, replays=True, since=date(2020, 1, 1)).to_json()
    )
    assert len(rows(files, "matches")) == 2
    assert f"{path}: " in capsys.readouterr().out
    with pytest.raises(CommandError, match="cannot be written: File exists"):
        call_command("export", str(path))


def test_a_command_that_fails_leaves_no_file(played, tmp_path, monkeypatch):
    monkeypatch.setattr(archive.Archive, "_write_table", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        call_command("export", str(tmp_path / "x.zip"))
    assert list(tmp_path.iterdir()) == []
