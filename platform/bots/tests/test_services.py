"""Bots and versions, from the upload to the version that plays."""

from __future__ import annotations

import dataclasses
import io
import re
import uuid
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection

from arbiter.streams import build_key
from audit.models import AuditEntry
from bots import interrupted, services
from bots.models import Bot, BotVersion
from bots.tasks import build
from controls.tests.boxes import machine
from matches.models import Match
from sandbox.errors import UploadError
from sandbox.languages import LANGUAGES

pytestmark = pytest.mark.usefixtures("quick_transactions")

CPP_BOT = b"""
#include <cstdio>
int main() {
    unsigned char head[8], echo;
    if (fread(head, 1, 8, stdin) != 8) return 1;
    for (int left = 7 * (head[6] * 256 + head[7]); left > 0; left--) getchar();
    const bool second = head[4];
    const char frame[5] = {0, 0, 0, 1, second ? '\\3' : '\\1'};
    for (int move = 0; move < 16; move++) {
        if (second) fread(&echo, 1, 1, stdin);
        fwrite(frame, 1, 5, stdout);
        fflush(stdout);
        for (int i = second ? 1 : 2; i > 0; i--) fread(&echo, 1, 1, stdin);
    }
    while (getchar() != EOF) {}
}
"""


def test_a_bots_name_is_unique_for_its_owner_whatever_its_case(alices_bot, alice, charlie):
    with pytest.raises(ValidationError, match="already have a bot named"):
        services.create_bot(alice, "snake", "Worm")
    assert services.create_bot(charlie, "snake", "worm").owner == charlie


@pytest.mark.parametrize("name", ["", "a b", "../x", "-x", "x" * 31, "wörm", "x\n"])
def test_names_that_would_break_addresses_are_refused(alice, name):
    with pytest.raises(ValidationError):
        services.create_bot(alice, "snake", name.rstrip(" ") if name != "x\n" else "x\ny")


def test_there_is_no_bot_for_an_unknown_game(alice):
    with pytest.raises(ValidationError, match="no game"):
        services.create_bot(alice, "chess", "worm")


def test_only_those_who_manage_a_bot_may_upload(alices_bot, bob, charlie):
    data = b"print()"
    version = services.upload_version(alices_bot, bob, "x.py", io.BytesIO(data))
    assert version.uploaded_by == bob
    with pytest.raises(PermissionDenied):
        services.upload_version(alices_bot, charlie, "x.py", io.BytesIO(data))


def test_an_invitation_alone_opens_nothing(alices_bot, charlie, alice):
    from accounts.members.teams import accept, invite

    invite(alices_bot.team, alice, "charlie")
    assert not alices_bot.managed_by(charlie)
    accept(alices_bot.team, charlie)
    assert alices_bot.managed_by(charlie)


def test_a_refused_upload_leaves_nothing(alices_bot):
    with pytest.raises(UploadError):
        services.upload_version(alices_bot, alices_bot.owner, "x.zip", io.BytesIO(b"PK\3\4broken"))
    assert alices_bot.versions.count() == 0


def test_versions_count_up_and_keep_their_source_and_hash(upload, alices_bot):
    first = upload(alices_bot, b"print(1)")
    second = upload(alices_bot, b"print(2)", note="better")
    assert (first.number, second.number) == (1, 2)
    assert first.source_sha256 != second.source_sha256
    with zipfile.ZipFile(services.read_source(first, alices_bot.owner)) as archive:
        assert archive.read("main.py") == b"print(1)"


def test_the_source_is_for_those_who_manage_the_bot(upload, alices_bot, charlie, olga, bob):
    version = upload(alices_bot)
    assert services.read_source(version, bob)
    for person in (charlie, olga):
        with pytest.raises(PermissionDenied):
            services.read_source(version, person)


def test_a_python_bot_becomes_active_by_building_and_passing_its_first_match(
    make_ready, alices_bot
):
    version = make_ready(alices_bot)
    assert (version.state, version.failure) == ("ready", "")
    alices_bot.refresh_from_db()
    assert alices_bot.active_version == version
    match = Match.objects.get()
    assert (match.kind, match.state) == ("proving", "finished")


def test_a_cpp_bot_is_compiled_and_its_log_kept(make_ready, alices_bot):
    version = make_ready(alices_bot, CPP_BOT, "worm.cpp")
    assert version.state == "ready", version.failure
    assert "Building 1 file(s) with C++" in version.build_log
    assert version.language == "cpp"


def test_a_build_that_was_made_before_is_not_made_again_and_its_log_does_not_tell(
    upload, alices_bot
):
    source = CPP_BOT + f"// {uuid.uuid4()}\n".encode()
    versions = [upload(alices_bot, source, "worm.cpp") for _ in range(2)]
    for version in versions:
        build(version.pk)
        version.refresh_from_db()
    first, second = versions
    told = [re.sub(r"in [\d.]+ s", "in a time", each.build_log) for each in versions]
    assert told[0] == told[1]
    assert (second.state, second.artifact_sha256) == (first.state, first.artifact_sha256)


def test_the_log_can_be_watched_while_the_build_runs(upload, alices_bot, redis_client, monkeypatch):
    command = ("/usr/bin/bash", "-c", "echo first step; sleep 2; echo second step")
    slow = dataclasses.replace(LANGUAGES["python"], build=lambda _files: command)
    monkeypatch.setitem(LANGUAGES, "python", slow)
    version = upload(alices_bot, f"# {uuid.uuid4()}\n".encode())
    build(version.pk)
    entries = redis_client.xrange(build_key(version.pk))
    # An entry's name begins with the millisecond in which spectators got it.
    came = {fields[b"data"]: int(name.split(b"-")[0]) for name, fields in entries}
    assert came[b"second step\n"] - came[b"first step\n"] > 500


def test_a_language_whose_compiler_is_missing_is_refused_with_what_to_install(
    upload, alices_bot, monkeypatch
):
    absent = dataclasses.replace(LANGUAGES["rust"], tools=("/usr/bin/no-such-compiler",))
    monkeypatch.setitem(LANGUAGES, "rust", absent)
    with pytest.raises(UploadError, match=r"not available here.*apt-get install rustc"):
        upload(alices_bot, b"fn main() {}", "main.rs")
    machine("box", builds=True, rust="/usr/bin/rustc is missing; install it")
    with pytest.raises(UploadError, match=r"^No worker machine of this site .*: /usr/bin/rustc is"):
        upload(alices_bot, b"fn main() {}", "main.rs")
    assert alices_bot.versions.count() == 0


def test_a_language_that_a_worker_machine_has_needs_no_compiler_here(
    upload, alices_bot, monkeypatch
):
    absent = dataclasses.replace(LANGUAGES["rust"], tools=("/usr/bin/no-such-compiler",))
    monkeypatch.setitem(LANGUAGES, "rust", absent)
    machine("box", builds=True)
    assert upload(alices_bot, b"fn main() {}", "main.rs").state == "waiting"


def test_a_program_that_does_not_compile_fails_with_the_compilers_words(make_ready, alices_bot):
    version = make_ready(alices_bot, b"int main() { return worm; }", "worm.cpp")
    assert (version.state, version.failed_step) == ("failed", "build")
    assert "worm" in version.build_log
    assert version.failure
    assert Match.objects.count() == 0


def test_a_bot_that_crashes_in_its_first_match_never_plays(make_ready, alices_bot):
    version = make_ready(alices_bot, b"raise SystemExit(3)")
    assert (version.state, version.failed_step) == ("failed", "proving")
    assert "crashed" in version.failure
    assert "status 3" in version.failure
    alices_bot.refresh_from_db()
    assert alices_bot.active_version is None


def test_the_old_version_plays_on_until_the_new_one_is_proven(make_ready, upload, alices_bot):
    first = make_ready(alices_bot)
    second = upload(alices_bot, b"raise SystemExit(3)")
    alices_bot.refresh_from_db()
    assert alices_bot.active_version == first
    build(second.pk)
    alices_bot.refresh_from_db()
    assert alices_bot.active_version == first


def test_one_can_roll_back_to_a_version_that_passed_and_to_no_other(
    make_ready, alices_bot, charlie
):
    first = make_ready(alices_bot)
    second = make_ready(alices_bot)
    broken = make_ready(alices_bot, b"raise SystemExit(3)")
    alices_bot.refresh_from_db()
    assert alices_bot.active_version == second
    services.activate(first, alices_bot.owner)
    alices_bot.refresh_from_db()
    assert alices_bot.active_version == first
    with pytest.raises(ValidationError, match="only a version that passed"):
        services.activate(broken, alices_bot.owner)
    with pytest.raises(PermissionDenied):
        services.activate(second, charlie)


def test_a_failed_version_can_be_built_again(make_ready, alices_bot, charlie):
    version = make_ready(alices_bot, b"raise SystemExit(3)")
    with pytest.raises(PermissionDenied):
        services.rebuild(version, charlie)
    services.rebuild(version, alices_bot.owner)
    version.refresh_from_db()
    assert (version.state, version.failure) == ("waiting", "")


def test_a_retired_bot_takes_no_uploads_and_does_not_play(upload, alices_bot, bob):
    services.retire(alices_bot, bob)
    assert not Bot.objects.playing().exists()
    with pytest.raises(ValidationError, match="retired"):
        upload(alices_bot)
    services.unretire(alices_bot, bob)
    assert upload(alices_bot).number == 1


def test_an_organizer_takes_a_bot_out_of_play_with_a_reason_and_a_trace(
    make_ready, alices_bot, olga, charlie
):
    make_ready(alices_bot)
    assert Bot.objects.playing().count() == 1
    with pytest.raises(PermissionDenied):
        services.deactivate(alices_bot, charlie, "because")
    with pytest.raises(ValidationError, match="Say why"):
        services.deactivate(alices_bot, olga, " ")
    services.deactivate(alices_bot, olga, "floods the log")
    assert not Bot.objects.playing().exists()
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.summary) == (olga, "deactivated: floods the log")


def test_a_build_is_done_once_even_if_it_is_called_twice(upload, alices_bot):
    version = upload(alices_bot)
    build(version.pk)
    build(version.pk)
    assert Match.objects.count() == 1


def test_builds_that_a_stop_interrupted_start_again(upload, alices_bot):
    version = upload(alices_bot)
    BotVersion.objects.update(state=BotVersion.State.BUILDING)
    assert interrupted.release_builds() == 1
    version.refresh_from_db()
    assert version.state == BotVersion.State.WAITING


@pytest.mark.django_db(transaction=True)
def test_a_form_that_was_sent_twice_at_once_makes_one_bot(alice):
    def send() -> str:
        try:
            services.create_bot(alice, "snake", "twin")
        except ValidationError:
            return "explained"
        finally:
            connection.close()
        return "made"

    with ThreadPoolExecutor(4) as pool:
        answers = [future.result() for future in [pool.submit(send) for _ in range(4)]]
    assert sorted(answers) == ["explained"] * 3 + ["made"]


def test_who_has_no_room_brings_no_bot_back(alices_bot, alice, monkeypatch):
    monkeypatch.setattr(services, "MAX_BOTS", 1)
    services.retire(alices_bot, alice)
    services.create_bot(alice, "snake", "second")
    with pytest.raises(ValidationError, match="retire one first"):
        services.unretire(alices_bot, alice)
    assert alices_bot.retired_at


def test_a_version_that_breaks_the_builder_is_not_built_for_ever(alices_bot, alice):
    version = services.upload_version(alices_bot, alice, "x.py", io.BytesIO(b"print()"))
    BotVersion.objects.filter(pk=version.pk).update(language="klingon")
    build(version.pk)
    version.refresh_from_db()
    assert (version.state, version.failure) == (BotVersion.State.FAILED, interrupted.OURS)


def test_nothing_is_uploaded_for_a_game_that_left_the_site(alices_bot, alice):
    Bot.objects.filter(pk=alices_bot.pk).update(game="gone")
    alices_bot.refresh_from_db()
    with pytest.raises(ValidationError, match="any more"):
        services.upload_version(alices_bot, alice, "x.py", io.BytesIO(b"print()"))
