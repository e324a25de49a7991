"""Old replays are compact or gone, by kind, and whoever opens a compact one gets the same bytes."""

from __future__ import annotations

import hashlib
import io
import zipfile
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from exports import archive
from exports.options import Options
from games.registry import GAMES
from games.replay import ReplayReader
from games.replayed import NotReproducible
from games.tests.sampling import record_match
from ladder.tests import play
from live.sources import StoredSource
from matches.models import Match
from matches.recorded import replays, retention
from matches.recorded.downloads import exports_of
from matches.recorded.replays import open_replay
from matches.seating import setup_of
from matches.services import create_match

GAME = GAMES["snake"]
Form = Match.ReplayForm


@pytest.fixture
def make(db, redis_client, alice, charlie, monkeypatch):
    """A finished match of a kind with a replay that the engine wrote, long ago."""
    bots = [play.make_bot(alice, "worm"), play.make_bot(charlie, "viper")]

    def recorded(match, _result):
        data, _ = record_match(GAME, setup_of(match))
        with io.BytesIO(data) as file:
            return data, ReplayReader(file).frames

    def make(kind: str = "ladder", days: int = 100) -> Match:
        versions = [bot.active_version for bot in bots if bot.active_version]
        match = create_match("snake", "blitz", kind, versions)
        monkeypatch.setattr(play, "replay_of", recorded)
        play.finish(match, [1, 2])
        Match.objects.filter(pk=match.pk).update(finished=timezone.now() - timedelta(days=days))
        match.refresh_from_db()
        return match

    return make


def stored(match: Match) -> bytes:
    with match.replay.open("rb") as file:
        return bytes(file.read())


def fetched(client, address: str, **more) -> tuple[int, bytes, str]:
    response = client.get(address, **more)
    return response.status_code, response.getvalue(), response["ETag"]


async def watched(match: Match) -> list[object]:
    """The replay as the player's socket reads it."""
    source = StoredSource(match)
    return [await source.header(), await source.read(0, 10**6), await source.result()]


def test_a_compact_replay_is_the_same_for_everybody_who_opens_it(make, client):
    match = make()
    whole, name = stored(match), str(match.replay.name)
    addresses = [reverse("match-replay", args=[match.pk])]
    addresses += [reverse("match-export", args=[match.pk, each.name]) for each in exports_of(match)]
    before = [fetched(client, address) for address in addresses]
    assert retention.run() == (0, 1)
    match.refresh_from_db()
    assert match.replay_form == Form.COMPACT
    assert match.replay.size < len(whole) / 2
    assert not default_storage.exists(name)
    assert [fetched(client, address) for address in addresses] == before
    assert hashlib.sha256(before[0][1]).hexdigest() == match.replay_sha256
    part = fetched(client, addresses[0], headers={"range": "bytes=10-19"})
    assert part[:2] == (206, whole[10:20])
    packed = io.BytesIO()
    archive.write(packed, archive.content_of(Options(replays=True)))
    assert zipfile.ZipFile(packed).read(f"replays/{match.pk}.jsonl.gz") == whole


def test_the_socket_reads_the_same_frames(make):
    from asgiref.sync import async_to_sync

    match = make()
    before = async_to_sync(watched)(match)
    assert retention.compact(match)
    match.refresh_from_db()
    assert async_to_sync(watched)(match) == before


def test_a_row_that_was_read_before_still_finds_its_replay(make):
    match = make()
    other = Match.objects.get(pk=match.pk)
    assert retention.compact(other)
    with open_replay(match) as replay:
        assert replay.frames == match.frames


def test_replays_that_were_opened_are_kept_in_a_bounded_cache(make, settings, monkeypatch):
    first, second = make(), make()
    for match in (first, second):
        assert retention.compact(match)
        match.refresh_from_db()
    settings.REPLAY_CACHE_MB = 0
    for match in (first, second):
        with open_replay(match):
            pass
    cached = [path.name for path in replays._cached("x").parent.glob("*.jsonl.gz")]
    assert cached == [f"{second.replay_sha256}.jsonl.gz"]
    monkeypatch.setattr(replays, "expand", lambda *_: pytest.fail("it was made again"))
    with open_replay(second) as replay:
        assert replay.frames == second.frames


def test_what_another_engine_made_stays_whole_or_is_said_plainly(make, monkeypatch, client):
    match, other = make(), make()
    assert retention.compact(match)
    engine = type(GAME.engine(setup_of(match)))
    scene = engine.scene
    monkeypatch.setattr(engine, "scene", lambda self: {**scene(self), "more": 1})
    match.refresh_from_db()
    with pytest.raises(NotReproducible, match="come out differently"), open_replay(match):
        pass
    gone = client.get(reverse("match-replay", args=[match.pk]))
    assert gone.status_code == 404
    assert client.get(match.get_absolute_url()).status_code == 200
    # One that is whole is not compacted then, and is not tried each time.
    whole = stored(other)
    monkeypatch.setattr(type(GAME), "version", "next")
    assert retention.run() == (0, 0)
    other.refresh_from_db()
    assert (other.replay_form, stored(other)) == (Form.FIXED, whole)
    monkeypatch.setattr(retention, "_compacted", lambda _: pytest.fail("it was tried again"))
    retention.run()


def test_each_kind_has_its_time(make, settings, client, django_capture_on_commit_callbacks):
    settings.REPLAY_COMPACT_DAYS = {"ladder": 30}
    settings.REPLAY_KEEP_DAYS = {"preview": 7}
    fresh, event, preview = make(days=29), make("event"), make("preview", days=8)
    seat = preview.seats.all()[0]
    seat.log.save("log.gz", ContentFile(b"x"))
    names = [str(preview.replay.name), str(seat.log.name)]
    with django_capture_on_commit_callbacks(execute=True):
        assert retention.run() == (1, 0)
    forms = {m.pk: m.replay_form for m in Match.objects.all()}
    assert forms == {fresh.pk: "full", event.pk: "full", preview.pk: "removed"}
    assert not any(default_storage.exists(name) for name in names)
    preview.refresh_from_db()
    assert (preview.replay.name, preview.outcome is None) == ("", False)
    client.force_login(User.objects.create_superuser("root"))
    page = client.get(preview.get_absolute_url())
    assert page.status_code == 200
    assert "was removed" in page.content.decode()


def test_compact_replays_are_restored_before_an_engine_changes(make, monkeypatch, capsys):
    match = make()
    whole = stored(match)
    assert retention.compact(match)
    call_command("restore_replays", "snake")
    assert "1 replays restored, 0 still compact" in capsys.readouterr().out
    match.refresh_from_db()
    assert match.replay_form == Form.FIXED
    assert stored(match) == whole
    assert retention.run() == (0, 0)
    monkeypatch.setattr(type(GAME), "version", "99")
    with open_replay(match) as replay:
        assert replay.frames == match.frames


def test_a_replay_that_cannot_be_restored_is_reported(make, monkeypatch):
    match = make()
    assert retention.compact(match)
    match.replay.storage.delete(match.replay.name)
    with pytest.raises(CommandError, match="1 replays could not"):
        call_command("restore_replays", "snake")
    with pytest.raises(CommandError, match="no game"):
        call_command("restore_replays", "chess")
