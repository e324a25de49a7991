"""Bots and versions over the API."""

import io
import zipfile

import pytest

from api.tests.test_problems import assert_problem
from api.views.base import ENVELOPE
from bots.models import Bot, BotVersion
from bots.services import deactivate
from ladder.models import RatedMatch
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from matches.services import create_match
from sandbox.limits import UPLOAD


def upload(client, bot, name="main.py", content=b"print('up')\n", **more):
    file = io.BytesIO(content)
    file.name = name
    body = {"file": file, **more}
    return client.post(f"/api/v1/bots/{bot.pk}/versions/", body, format="multipart")


def test_a_bot_is_made_for_the_caller(people, alice):
    asked = {"game": "snake", "name": "worm", "about": "Eats.", "team": "wonderland"}
    response = people["alice"].post("/api/v1/bots/", asked)
    assert response.status_code == 201
    body = response.json()
    bot = Bot.objects.get(pk=body["id"])
    assert (bot.owner, str(bot.team), bot.about) == (alice, "wonderland", "Eats.")
    assert (body["owner"], body["active_version"], body["is_playing"]) == ("alice", None, False)


def test_a_team_must_be_ones_own(people):
    asked = {"game": "snake", "name": "worm", "team": "wonderland"}
    body = assert_problem(people["charlie"].post("/api/v1/bots/", asked), 400)
    assert body["errors"] == {"team": ["You are not in that team."]}


def test_a_patch_changes_what_it_names_and_nothing_else(people, worm):
    path = f"/api/v1/bots/{worm.pk}/"
    body = people["alice"].patch(path, {"about": "Longer."}, format="json").json()
    assert (body["about"], body["team"]) == ("Longer.", "wonderland")
    body = people["alice"].patch(path, {"team": None}, format="json").json()
    assert (body["about"], body["team"]) == ("Longer.", None)


def test_retiring_and_coming_back(people, worm):
    path = f"/api/v1/bots/{worm.pk}/"
    retired = people["alice"].post(f"{path}retire/").json()
    assert retired["retired_at"]
    assert not retired["is_playing"]
    assert people["alice"].post(f"{path}unretire/").json()["is_playing"]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["viper", "idle", "worm"]),
        ("owner=ALICE", ["idle", "worm"]),
        ("active=true", ["viper", "worm"]),
        ("active=false", ["idle"]),
        ("game=snake&owner=charlie", ["viper"]),
        ("game=go", []),
        ("owner=nobody", []),
    ],
)
def test_bots_can_be_filtered(people, alice, worm, charlie, query, names):
    Bot.objects.create(owner=alice, game="snake", name="idle")
    make_bot(charlie, "viper")
    body = people["nobody"].get(f"/api/v1/bots/?{query}").json()
    assert [bot["name"] for bot in body["results"]] == names


def test_a_list_of_bots_costs_the_same_however_long(
    people, charlie, worm, django_assert_max_num_queries
):
    for number in range(6):
        make_bot(charlie, f"bot{number}")
    with django_assert_max_num_queries(2):
        people["nobody"].get("/api/v1/bots/")


def test_an_upload_becomes_the_next_version_and_waits_to_be_built(people, worm, bob):
    response = upload(people["bob"], worm, note="one more")
    assert response.status_code == 201
    body = response.json()
    assert (body["number"], body["state"], body["language"]) == (4, "waiting", "python")
    assert (body["uploaded_by"], body["note"], body["build_log"]) == ("bob", "one more", "")
    assert (body["build_place"], body["build_wait_s"]) == (1, None)
    assert worm.versions.get(number=4).uploaded_by == bob


def test_an_upload_that_cannot_be_accepted_says_why(people, worm):
    body = assert_problem(upload(people["alice"], worm, content=b""), 400)
    assert "file" in body["errors"]
    body = assert_problem(upload(people["alice"], worm, "main.py", b"\x7fELF" + b"\0" * 99), 400)
    assert body["errors"]["file"]
    assert worm.versions.count() == 3


def test_an_unknown_language_is_refused_with_those_that_there_are(people, worm):
    body = assert_problem(upload(people["alice"], worm, language="pyton"), 400)
    (words,) = body["errors"]["language"]
    assert words.startswith("“pyton” is not a language. Choose one of: c, cpp, ")
    assert "python" in words
    assert upload(people["alice"], worm, language="").status_code == 201


def test_hashes_of_sources_are_for_managers_and_organizers(people, worm):
    path = f"/api/v1/bots/{worm.pk}/versions/"
    for name, client in people.items():
        expected = "0" * 64 if name in ("alice", "bob", "olga") else None
        assert client.get(f"{path}1/").json()["source_sha256"] == expected, name
        assert client.get(path).json()["results"][0]["source_sha256"] == expected, name


def test_an_upload_needs_a_file(people, worm):
    path = f"/api/v1/bots/{worm.pk}/versions/"
    body = assert_problem(people["alice"].post(path, {"note": "x"}, format="multipart"), 400)
    assert set(body["errors"]) == {"file"}


def test_a_source_comes_back_as_a_zip_that_nobody_caches(people, worm):
    number = upload(people["alice"], worm).json()["number"]
    response = people["alice"].get(f"/api/v1/bots/{worm.pk}/versions/{number}/source/")
    assert "no-store" in response["Cache-Control"]
    assert response["Content-Disposition"] == 'attachment; filename="worm-v4.zip"'
    whole = response.getvalue()
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        assert b"print('up')\n" in [archive.read(name) for name in archive.namelist()]
    digest = BotVersion.objects.get(bot=worm, number=number).source_sha256
    assert response["ETag"] == f'"{digest}"'
    headers = {"Range": "bytes=5-", "If-Range": response["ETag"]}
    rest = people["alice"].get(response.request["PATH_INFO"], headers=headers)
    assert (rest.status_code, rest.getvalue()) == (206, whole[5:])


def test_versions_are_listed_newest_first_without_their_logs(people, worm):
    body = people["alice"].get(f"/api/v1/bots/{worm.pk}/versions/").json()
    rows = [(row["number"], row["state"], row["is_active"]) for row in body["results"]]
    assert rows == [(3, "failed", False), (2, "ready", False), (1, "ready", True)]
    assert {(row["build_log"], row["build_place"]) for row in body["results"]} == {(None, None)}


def test_a_build_log_is_for_those_who_manage_the_bot(people, worm):
    path = f"/api/v1/bots/{worm.pk}/versions/1/"
    logs = {name: client.get(path).json()["build_log"] for name, client in people.items()}
    said = "compiled without a word\n"
    assert logs == {"nobody": None, "alice": said, "bob": said, "charlie": None, "olga": None}


def test_an_upload_that_says_it_is_too_large_is_not_even_read(people, worm):
    size = UPLOAD.upload + ENVELOPE + 1
    path = f"/api/v1/bots/{worm.pk}/versions/"
    kind = "multipart/form-data; boundary=x"
    response = people["alice"].generic("POST", path, b"x" * size, content_type=kind)
    assert_problem(response, 413)


def test_why_a_bot_was_taken_out_is_for_those_who_manage_it(people, worm, olga):
    deactivate(worm, olga, "copied")
    path = f"/api/v1/bots/{worm.pk}/"
    shown = {name: client.get(path).json()["deactivated_why"] for name, client in people.items()}
    expected = {"alice": "copied", "bob": "copied"}
    assert shown == {name: expected.get(name) for name in people}
    assert people["alice"].get("/api/v1/bots/").json()["results"][0]["deactivated_why"] is None


def test_another_version_plays_after_it_was_activated(people, worm):
    body = people["bob"].post(f"/api/v1/bots/{worm.pk}/versions/2/activate/").json()
    assert body["is_active"]
    worm.refresh_from_db()
    assert worm.active_version == BotVersion.objects.get(bot=worm, number=2)


def test_numbers_of_versions_belong_to_their_bot(people, worm, viper):
    assert_problem(people["alice"].get(f"/api/v1/bots/{viper.pk}/versions/2/"), 404)


def test_what_an_author_wrote_and_why_it_failed_is_for_those_who_manage_the_bot(people, worm):
    worm.versions.filter(number=3).update(note="tries openings", failure="exit status 1")
    path = f"/api/v1/bots/{worm.pk}/versions/"
    for name, client in people.items():
        listed = client.get(path).json()["results"][0]
        alone = client.get(f"{path}3/").json()
        told = ("tries openings", "exit status 1") if name in ("alice", "bob") else (None, None)
        assert (listed["note"], listed["failure"]) == told, name
        assert (alone["note"], alone["failure"]) == told, name


def test_a_bot_of_a_closed_account_is_not_found(people, worm, alice):
    path = f"/api/v1/bots/{worm.pk}/"
    paths = [path, f"{path}versions/", f"{path}versions/1/", f"{path}tests/"]
    assert people["nobody"].get(path).json()["is_playing"]
    assert [people["bob"].get(each).status_code for each in paths] == [200] * len(paths)
    alice.is_active = False
    alice.save()
    assert people["nobody"].get(path).status_code == 404
    assert [people["bob"].get(each).status_code for each in paths] == [404] * len(paths)


def test_a_bot_has_its_rating_and_place_in_running_seasons(people, worm, viper):
    ensure_seasons()
    season = current_season("snake", RULESET)
    assert season is not None
    versions = [worm.active_version, viper.active_version]
    match = create_match("snake", RULESET, "ladder", versions)
    RatedMatch.objects.create(match=match, season=season)
    assert people["alice"].get(f"/api/v1/bots/{worm.pk}/ratings/").json() == []
    finish(match, [1, 2])
    (row,) = people["alice"].get(f"/api/v1/bots/{worm.pk}/ratings/").json()
    (other,) = people["nobody"].get(f"/api/v1/bots/{viper.pk}/ratings/").json()
    assert (row["season"], row["ruleset"], row["place"], row["of"]) == (season.pk, RULESET, 1, 2)
    assert row["rating"] > 1500 > other["rating"]
    assert (row["matches"], row["wins"], row["losses"], row["provisional"]) == (1, 1, 0, True)
    assert row["uncertainty"] > 0
