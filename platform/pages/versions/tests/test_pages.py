"""Versions: from the upload to the first match, and which one plays."""

from __future__ import annotations

import dataclasses
import gzip
import io
import json
import re
import zipfile

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from bots import services
from bots.models import BotVersion
from bots.tests.steps import ready, version_of
from controls.models import Hold
from controls.tests.boxes import machine
from matches.models import Match
from matches.services import create_match
from sandbox.languages import LANGUAGES

pytestmark = pytest.mark.django_db
PAGE = "/bots/alice/worm/"
NEW = f"{PAGE}versions/new/"
SOURCE = b"print('hello')\n"


@pytest.fixture
def alice_in(client, alice, alices_bot, redis_client):
    client.force_login(alice)
    return client


def send(client, content=SOURCE, name="main.py", **more):
    return client.post(NEW, {"file": SimpleUploadedFile(name, content), **more})


# Upload


def test_an_uploaded_file_becomes_the_next_version(alice_in, alices_bot):
    answer = send(alice_in, note="first version")
    assert answer["Location"] == f"{PAGE}versions/1/"
    version = alices_bot.versions.get()
    assert (version.language, version.note, version.state) == ("python", "first version", "waiting")


def test_a_pasted_source_becomes_a_version_of_the_language_chosen(alice_in, alices_bot):
    source = "int main() { return 0; }\n"
    answer = alice_in.post(NEW, {"text": source, "language": "cpp"})
    assert answer.status_code == 302
    packed = alice_in.get(f"{PAGE}versions/1/source/").getvalue()
    archive = zipfile.ZipFile(io.BytesIO(packed))
    assert [archive.read(name).decode() for name in archive.namelist()] == [source]
    assert alices_bot.versions.get().language == "cpp"


def test_languages_without_a_compiler_are_shown_and_cannot_be_chosen(alice_in, monkeypatch):
    absent = dataclasses.replace(LANGUAGES["rust"], tools=("/usr/bin/no-such-compiler",))
    monkeypatch.setitem(LANGUAGES, "rust", absent)
    page = alice_in.get(NEW).content.decode()
    assert f'<option value="rust" disabled>{absent.title} (not available here)</option>' in page
    assert "/usr/bin/no-such-compiler is missing" in page
    assert f'<option value="cpp">{LANGUAGES["cpp"].title}</option>' in page
    answer = send(alice_in, b"fn main() {}", "main.rs")
    assert answer.status_code == 422
    assert "apt-get install rustc" in answer.content.decode()
    machine("box", builds=True, go="/usr/bin/go is missing")
    page = alice_in.get(NEW).content.decode()
    assert f'<option value="rust">{absent.title}</option>' in page, "a machine of the site has it"
    go = LANGUAGES["go"].title
    assert f'<option value="go" disabled>{go} (not available here)</option>' in page
    assert f"No worker machine of this site has a working {go}: /usr/bin/go is missing" in page
    assert send(alice_in, b"fn main() {}", "main.rs").status_code == 302


def test_the_names_of_projects_files_are_shown_as_authors_write_them(alice_in):
    page = alice_in.get(NEW).content.decode()
    assert ">CMakeLists.txt</span>" in page
    assert ">Makefile makefile GNUmakefile</span>" in page


def test_a_project_cannot_be_pasted(alice_in, alices_bot):
    answer = alice_in.post(NEW, {"text": "int main() {}", "language": "make"})
    assert answer.status_code == 422
    assert "send it as a zip" in answer.content.decode()
    assert alices_bot.versions.count() == 0


def test_the_script_is_told_where_to_go(alice_in):
    file = SimpleUploadedFile("main.py", SOURCE)
    answer = alice_in.post(NEW, {"file": file}, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()) == (201, {"location": f"{PAGE}versions/1/"})


@pytest.mark.parametrize(
    ("form", "objection", "field"),
    [
        ({}, "Choose a file, or paste a source below", "file"),
        ({"text": "print(1)"}, "Choose the language", "language"),
        ({"file": (b"", "main.py")}, "The submitted file is empty", "file"),
        ({"file": (b"\x7fELF" + b"\0" * 64, "bot")}, "", "file"),
        ({"file": (SOURCE, "main.py"), "text": "print(1)"}, "Send only one", "text"),
        ({"text": "bad = '\0'", "language": "python"}, "Null characters", "text"),
        ({"file": (SOURCE, "main.py"), "note": "x" * 201}, "at most 200 characters", "note"),
        ({"file": (SOURCE, "main.py"), "language": "cobol"}, "valid choice", "language"),
    ],
)
def test_a_refused_upload_says_why_beside_the_field(alice_in, alices_bot, form, objection, field):
    form = dict(form)
    if "file" in form:
        content, name = form["file"]
        form["file"] = SimpleUploadedFile(name, content)
    answer = alice_in.post(NEW, {"note": "kept words", **form})
    assert answer.status_code == 422
    errors = answer.context["form"].errors
    assert objection in " ".join(errors[field])
    if "note" not in form:
        assert 'value="kept words"' in answer.text
    assert not alices_bot.versions.exists()


def test_a_refused_paste_stays_typed(alice_in):
    answer = alice_in.post(NEW, {"text": "print('mine')", "language": ""})
    assert "print(&#x27;mine&#x27;)" in answer.text
    assert '<details class="paste" open>' in answer.text


def test_what_the_sandbox_refuses_is_said_in_its_words(alice_in, alices_bot):
    answer = send(alice_in, b"Rar!\x1a\x07\x00 and so on", "bot.rar")
    assert answer.status_code == 422
    assert "RAR" in " ".join(answer.context["form"].errors["file"])
    assert not alices_bot.versions.exists()


def test_limits_are_told_before(alice_in):
    page = alice_in.get(NEW).text
    assert "8.0 MiB" in page
    assert "up to 500 files" in page
    assert ".cpp" in page


def test_a_retired_bot_takes_no_upload(alice_in, alice, alices_bot):
    services.retire(alices_bot, alice)
    assert "is retired" in alice_in.get(NEW).text
    answer = send(alice_in)
    assert answer.status_code == 422
    assert "bring it back" in answer.text


def test_members_upload_too(client, bob, alices_bot, redis_client):
    client.force_login(bob)
    assert send(client).status_code == 302
    assert alices_bot.versions.get().uploaded_by == bob


def test_strangers_upload_nothing(client, charlie, olga, alices_bot, redis_client):
    for person in (charlie, olga):
        client.force_login(person)
        assert send(client).status_code == 404
    assert not alices_bot.versions.exists()


# A version's page


def steps_of(client, number=1):
    page = client.get(f"{PAGE}versions/{number}/")
    return [step.progress.value for step in page.context["steps"]]


@pytest.mark.parametrize(
    ("state", "failed_step", "steps"),
    [
        ("waiting", "", ["done", "now", "ahead", "ahead"]),
        ("building", "", ["done", "now", "ahead", "ahead"]),
        ("proving", "", ["done", "done", "now", "ahead"]),
        ("failed", "build", ["done", "failed", "ahead", "ahead"]),
        ("failed", "proving", ["done", "done", "failed", "ahead"]),
        ("ready", "", ["done", "done", "done", "ahead"]),
    ],
)
def test_steps_say_where_a_version_is(alice_in, alices_bot, state, failed_step, steps):
    version_of(alices_bot, state, failed_step=failed_step)
    assert steps_of(alice_in) == steps


def test_the_version_that_plays_has_taken_all_steps(alice_in, alices_bot):
    ready(version_of(alices_bot))
    assert steps_of(alice_in) == ["done"] * 4


def test_a_failure_says_step_reason_and_what_to_do(alice_in, alices_bot):
    ready(version_of(alices_bot))
    failure = "main.py, line 12: '(' was never closed."
    version_of(alices_bot, "failed", failed_step="build", failure=failure, build_log="line 12")
    page = alice_in.get(f"{PAGE}versions/2/").text.replace("&#x27;", "'")
    for words in ("The build failed", failure, "upload a new version", "version 1 plays on"):
        assert words in page
    assert '<pre class="log" tabindex="0" data-log>line 12</pre>' in page


def test_output_of_a_build_is_text_and_never_markup(alice_in, alices_bot):
    version_of(alices_bot, "failed", failure="<b>no</b>", build_log="<script>alert(1)</script>")
    page = alice_in.get(f"{PAGE}versions/1/").text
    assert "<script>alert" not in page
    assert "<b>no</b>" not in page


def test_only_a_version_on_its_way_is_followed(alice_in, alices_bot):
    version = version_of(alices_bot, "building")
    page = alice_in.get(f"{PAGE}versions/1/").text
    assert f'data-socket="/ws/builds/{version.pk}/"' in page
    assert "buildlog.js" in page
    BotVersion.objects.update(state="failed")
    assert "buildlog.js" not in alice_in.get(f"{PAGE}versions/1/").text


def test_the_state_is_there_for_pages_without_a_socket(alice_in, alices_bot):
    version_of(alices_bot, "building", build_log="$ g++")
    assert alice_in.get(f"{PAGE}versions/1/state/").json() == {
        "state": "building",
        "label": "building",
        "settled": False,
        "log": "$ g++",
    }


def first_match(version, text="Traceback: oh no\n"):
    match = create_match(version.bot.game, "standard", Match.Kind.PROVING, [version, version])
    Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED)
    seat = match.seats.get(number=0)
    line = json.dumps({"game": 0, "turn": 3, "text": text}).encode()
    seat.end = "crash"
    seat.log.save("log.gz", ContentFile(gzip.compress(line)))
    match.seats.get(number=1).delete()
    return match


def test_the_first_match_and_its_log_are_shown_to_managers(alice_in, alices_bot):
    version = version_of(alices_bot, "failed", failed_step="proving", failure="It crashed.")
    match = first_match(version)
    page = alice_in.get(f"{PAGE}versions/1/").text
    assert f"/matches/{match.pk}/" in page
    assert "crashed" in page
    assert "turn 3  Traceback: oh no" in page


def test_the_page_says_that_a_disturbed_first_match_is_played_again(alice_in, alices_bot):
    version = version_of(alices_bot)
    match = create_match("snake", "standard", Match.Kind.PROVING, [version, version])
    page = alice_in.get(f"{PAGE}versions/1/").text
    assert "played again" not in page
    Match.objects.filter(pk=match.pk).update(reruns=1)
    page = alice_in.get(f"{PAGE}versions/1/").text
    assert "This match is played again." in page
    assert "It starts within 10 minutes, on a processor of its own." in page
    hold = Hold.objects.create(of="share", name="first", reason="why")
    page = alice_in.get(f"{PAGE}versions/1/").text
    assert "it starts when they resume them" in page
    assert "within 10 minutes" not in page
    hold.delete()
    Match.objects.filter(pk=match.pk).update(state="running")
    assert "It runs now, on a processor of its own." in alice_in.get(f"{PAGE}versions/1/").text
    Match.objects.filter(pk=match.pk).update(state="finished")
    assert "This match is played again." not in alice_in.get(f"{PAGE}versions/1/").text


def test_organizers_see_the_build_but_neither_source_nor_standard_error(client, olga, alices_bot):
    version = version_of(alices_bot, "failed", failed_step="proving", failure="It crashed.")
    first_match(version, text="my secret strategy")
    client.force_login(olga)
    page = client.get(f"{PAGE}versions/1/").text
    assert "It crashed." in page
    assert "my secret strategy" not in page
    assert "Download source" not in page
    assert client.get(f"{PAGE}versions/1/source/").status_code == 404


# Which one plays


def test_an_older_version_plays_again(alice_in, alices_bot):
    ready(version_of(alices_bot))
    ready(version_of(alices_bot))
    assert "instead of version 2" in alice_in.get(f"{PAGE}versions/1/").text
    alice_in.post(f"{PAGE}versions/1/activate/")
    alices_bot.refresh_from_db()
    assert alices_bot.active_version.number == 1


def test_the_table_of_versions_makes_those_active_that_may_be(alice, alices_bot, client):
    ready(version_of(alices_bot))
    ready(version_of(alices_bot))
    version_of(alices_bot, "failed")
    deleted = version_of(alices_bot, "ready", artifact_state="deleted")
    deleted.source.delete()
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    page = browser.get(PAGE).text
    forms = re.findall(r'<form method="post" action="([^"]+/activate/)".*?</form>', page, re.DOTALL)
    assert forms == [f"{PAGE}versions/1/activate/"]
    assert browser.post(forms[0]).status_code == 403
    (token, *_) = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    answer = browser.post(forms[0], {"csrfmiddlewaretoken": token, "page": "bot"})
    assert answer["Location"] == f"{PAGE}#versions"
    alices_bot.refresh_from_db()
    assert alices_bot.active_version.number == 1
    assert "/activate/" not in client.get(PAGE).text


def test_a_version_that_failed_cannot_play(alice_in, alices_bot):
    version_of(alices_bot, "failed")
    answer = alice_in.post(f"{PAGE}versions/1/activate/", follow=True)
    assert "only a version that passed its first match can play" in answer.text
    alices_bot.refresh_from_db()
    assert alices_bot.active_version is None


def test_a_failed_version_is_built_again_and_a_ready_one_not(alice_in, alices_bot):
    version = version_of(alices_bot, "failed", failed_step="build")
    alice_in.post(f"{PAGE}versions/1/rebuild/")
    version.refresh_from_db()
    assert version.state == "waiting"
    ready(version)
    answer = alice_in.post(f"{PAGE}versions/1/rebuild/", follow=True)
    assert "Only a version that failed" in answer.text


def test_a_version_that_waits_shows_its_place_and_no_other_does(alice_in, alices_bot):
    version_of(alices_bot, "waiting")
    version = version_of(alices_bot, "waiting")
    words = "This version is number 2 of 2 that wait for their build. The time is unknown."
    assert words in alice_in.get(version.get_absolute_url()).text
    assert "2 versions wait for their builds." in alice_in.get("/status/queue/").text
    failed = version_of(alices_bot, "failed")
    assert "wait for their build" not in alice_in.get(failed.get_absolute_url()).text
