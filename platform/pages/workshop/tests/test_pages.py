"""The editor's pages: a kit becomes a bot, a version the next one, two versions are compared."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.urls import reverse

from bots import services
from bots.models import Bot
from games.package import kit_files
from games.registry import GAMES
from games.tests.kits import kit_of

pytestmark = pytest.mark.django_db
WRITE = "/games/snake/write/"
PAGE = "/bots/alice/worm/versions/"
SOURCE = b"print('hello')\n"


@pytest.fixture
def version(alice, alices_bot, redis_client):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("main.py", SOURCE)
        archive.writestr("table.bin", b"\0\1\2")
    packed.seek(0)
    return services.upload_version(alices_bot, alice, "worm.zip", packed, note="the first")


@pytest.fixture
def alice_in(client, alice, version):
    client.force_login(alice)
    return client


def files_in(version):
    with version.source.open("rb") as file, zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def edited(answer):
    """The files in the editor of a page, in their order."""
    return {each["path"]: each["text"] for each in answer.context["editor"]["files"]}


# A kit


@pytest.mark.parametrize("game", list(GAMES))
def test_everybody_can_open_each_kit_of_each_game(client, redis_client, game):
    for kit in GAMES[game].kits:
        answer = client.get(f"/games/{game}/write/", {"language": kit.language})
        assert answer.status_code == 200
        files, whole = edited(answer), kit_files(kit)
        assert files
        assert all(whole[path].decode() == text for path, text in files.items())
        assert next(iter(files)).lower().startswith(("strategy", "ai"))
        assert "Sign up and save" in answer.text
        assert answer.context["guide"]
        assert answer.context["rules"]


def test_the_form_to_save_stays_in_sight_beside_the_result(alice_in, version):
    """It is below the editor, in the column that does not scroll with tries and rules."""
    for page in ("/games/snake/write/", f"{version.get_absolute_url()}edit/"):
        html = alice_in.get(page).text
        main, side = html.index('class="workshop-main"'), html.index('class="workshop-side"')
        assert main < html.index('id="save-title"') < side


def test_a_page_with_code_is_kept_by_no_cache(client, redis_client):
    assert "no-store" in client.get(WRITE)["Cache-Control"]


def test_an_unknown_language_does_not_exist(client, redis_client):
    assert client.get(WRITE, {"language": "cobol"}).status_code == 404


def test_a_game_whose_kits_cannot_be_built_leads_to_its_kits(client, redis_client, monkeypatch):
    monkeypatch.setattr("controls.languages.available", list)
    assert client.get(WRITE)["Location"] == "/games/snake/kit/"


def test_saving_a_kit_makes_a_bot_and_its_first_version(alice_in, alice):
    kit = kit_of(GAMES["snake"], "python")
    files = edited(alice_in.get(WRITE))
    files["strategy.py"] += "# mine\n"
    answer = alice_in.post(WRITE, {"name": "eel", "code": json.dumps(files)})
    assert answer["Location"] == "/bots/alice/eel/versions/1/"
    version = Bot.objects.get(owner=alice, name="eel").versions.get()
    assert (version.number, version.language, version.state) == (1, "python", "waiting")
    whole = kit_files(kit)
    assert files_in(version) == {
        path: whole[path] + (b"# mine\n" if path == "strategy.py" else b"") for path in files
    }


def test_a_visitor_is_told_to_log_in_and_nothing_is_made(client, redis_client):
    answer = client.post(WRITE, {"name": "eel", "code": json.dumps({"main.py": "1"})})
    assert answer.status_code == 422
    assert "Log in to save a bot" in answer.text
    assert not Bot.objects.filter(name="eel").exists()


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"name": "worm"}, "You already have a bot named “worm”"),
        ({"name": "a/b"}, "Use 1 to 30 letters"),
        ({"name": ""}, "This field is required"),
        ({"code": "["}, "did not arrive"),
        ({"code": "[]"}, "did not arrive"),
        ({"code": json.dumps({"main.py": 1})}, "did not arrive"),
        ({"code": json.dumps({"main.py": None})}, "keep at least one source"),
        ({"code": "{}"}, "keep at least one source"),
        ({"code": '{"main.py": "\\ud800"}'}, "half a character"),
        ({"code": json.dumps({"strategy.rs": "fn main() {}"})}, "no Python"),
        ({"code": json.dumps({"../main.py": "1"})}, "../main.py"),
        ({"code": "[" * 100_000}, "did not arrive"),
    ],
)
def test_a_refused_bot_says_why_and_leaves_nothing(alice_in, alice, form, words):
    before = alice.bots.count()
    answer = alice_in.post(WRITE, {"name": "eel", "code": json.dumps({"main.py": "1"})} | form)
    assert answer.status_code == 422
    assert words in answer.text
    assert alice.bots.count() == before


# A version


def test_a_version_opens_with_its_texts_and_names_the_other_files(alice_in):
    answer = alice_in.get(f"{PAGE}1/edit/")
    assert edited(answer) == {"main.py": SOURCE.decode()}
    assert "1 file cannot be edited here" in answer.text
    assert "table.bin" in answer.text


def test_changes_become_the_next_version_and_other_files_stay(alice_in, alices_bot, version):
    changes = {"main.py": "import search\n", "search.py": "pass\n"}
    answer = alice_in.post(f"{PAGE}1/edit/", {"code": json.dumps(changes), "note": "looks ahead"})
    assert answer["Location"] == f"{PAGE}2/"
    new = alices_bot.versions.get(number=2)
    assert (new.note, new.language) == ("looks ahead", "python")
    assert files_in(new) == {
        "main.py": b"import search\n",
        "search.py": b"pass\n",
        "table.bin": b"\0\1\2",
    }
    assert files_in(version)["main.py"] == SOURCE


def test_the_program_that_plays_is_kept(alice_in, alices_bot, version):
    alices_bot.versions.update(program="two")
    alice_in.post(f"{PAGE}1/edit/", {"code": json.dumps({"main.py": "pass\n"})})
    assert alices_bot.versions.get(number=2).program == "two"


def test_a_removed_file_is_not_in_the_next_version(alice_in, alices_bot):
    alice_in.post(f"{PAGE}1/edit/", {"code": json.dumps({"table.bin": None})})
    assert files_in(alices_bot.versions.get(number=2)) == {"main.py": SOURCE}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Nothing differs from version 1"),
        ({"main.py": SOURCE.decode()}, "Nothing differs from version 1"),
        ({"main.py": None, "table.bin": None}, "keep at least one source"),
    ],
)
def test_no_version_is_made_of_no_changes(alice_in, alices_bot, changes, words):
    answer = alice_in.post(f"{PAGE}1/edit/", {"code": json.dumps(changes), "note": "kept"})
    assert answer.status_code == 422
    assert words in answer.text
    assert 'value="kept"' in answer.text
    assert alices_bot.versions.count() == 1


@pytest.mark.parametrize("page", ["edit", "compare"])
def test_other_people_do_not_see_the_code(client, version, charlie, olga, page):
    address = f"{PAGE}1/{page}/"
    assert client.get(address)["Location"].startswith("/accounts/login/")
    for person in (charlie, olga):
        client.force_login(person)
        assert client.get(address).status_code == 404
        assert client.post(address, {"code": "{}"}).status_code in (404, 405)


def test_a_team_edits_together(client, version, bob):
    client.force_login(bob)
    assert client.get(f"{PAGE}1/edit/").status_code == 200


def test_a_version_whose_files_were_deleted_has_no_editor(alice_in, version):
    version.source.delete()
    assert alice_in.get(f"{PAGE}1/edit/").status_code == 404


# Two versions


def test_two_versions_are_compared_line_by_line(alice_in):
    alice_in.post(f"{PAGE}1/edit/", {"code": json.dumps({"main.py": "print('you')\n"})})
    page = alice_in.get(f"{PAGE}2/compare/").text
    assert "Changes from version 1 to 2" in page
    assert "<code>print(&#x27;hello&#x27;)</code>" in page
    assert "<code>print(&#x27;you&#x27;)</code>" in page
    assert "table.bin" not in page
    assert alice_in.get(f"{PAGE}1/compare/?with=2").text.count("Changes from version 1 to 2") == 1


def test_the_first_version_has_nothing_to_be_compared_with(alice_in):
    page = alice_in.get(f"{PAGE}1/compare/").text
    assert "There is no other version with files" in page


@pytest.mark.parametrize("other", ["7", "1", "x"])
def test_a_comparison_with_no_version_does_not_exist(alice_in, other):
    assert alice_in.get(f"{PAGE}1/compare/", {"with": other}).status_code == 404


def test_a_versions_page_leads_to_the_editor(alice_in):
    page = alice_in.get(f"{PAGE}1/").text
    for name in ("version-edit", "version-compare"):
        assert f'href="{reverse(name, args=["alice", "worm", 1])}"' in page
