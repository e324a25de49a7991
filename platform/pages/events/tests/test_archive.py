"""The archive of an event: complete, without a network, and with nothing that is hidden."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import posixpath
import re
import zipfile
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from urllib.parse import urldefrag

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from accounts import deletion
from accounts.models import User
from accounts.signing.tokens import create_token
from arbiter.links import site_url
from bots.services import create_bot
from exports import event_archives, tasks
from exports.models import Export
from games.tests import stakes
from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events import people
from ladder.events.mending.decisions import Decide
from ladder.events.mending.rulings import Void
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.reading.viewer import EventViewer
from ladder.events.showing import talk
from ladder.events.tests import series_steps, steps
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import add_version
from maps.models import Map
from matches.models import Match
from matches.tests import crowd
from notices.models import Notice
from pages.events.archive import pages, selection
from pages.events.archive.builder import EventArchive

pytestmark = pytest.mark.django_db
MADE = datetime(2026, 11, 28, 9, 30, tzinfo=UTC)
ABOUT = "Read [the rules](https://rules.example.org/2026) and [the stages](/events/open/)."
ADDRESS = re.compile(r"\b(?:https?|wss?)://(?!www\.w3\.org/)")


@pytest.fixture
def event(olga, redis_client):
    """A league and a cup between six bots, with news, a question, a void match, a decision."""
    ensure_seasons()
    league = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1, "groups": 2})
    cup = steps.stage("cup", Kind.SINGLE, Feed("league", 2), options={"games": 1})
    bots = steps.authors(6)
    event = steps.begin(olga, bots, league, cup, about=ABOUT)
    talk.announce(event, olga, talk.Message("Lunch", "At [noon](https://lunch.example.org)."))
    question = talk.ask(event, bots[0].owner, "May a bot sleep?")
    talk.answer(question, olga, talk.Answer("It **may**.", to_all=True))
    steps.play_all(event)
    return event


def anonymous(event: Event) -> EventViewer:
    return EventViewer(Event.objects.get(pk=event.pk), AnonymousUser())


def written(viewer: EventViewer, *, replays: bool = True, made: datetime = MADE) -> bytes:
    file = io.BytesIO()
    EventArchive(viewer, with_replays=replays, made=made).write(file)
    return file.getvalue()


def read(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name) for name in packed.namelist()}


class Links(HTMLParser):
    """The addresses and the ids of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            assert not name.startswith(("on", "hx-")), (tag, name)
            assert name not in ("style", "action", "srcset"), (tag, name)
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src"):
                self.links.append(value)


def texts(files: dict[str, bytes]) -> str:
    return "\n".join(
        data.decode() for name, data in files.items() if not name.startswith("replays/")
    )


def test_an_archive_is_complete_and_needs_no_network(event, olga):
    data = written(anonymous(event))
    files = read(data)
    _manifest_is_true(files)
    _every_link_leads_to_a_file(files)
    assert len([name for name in files if name.startswith("entrants/")]) == 7
    assert {"stages/cup/index.html", "stages/league/group-2.html"} <= files.keys()
    _names_no_address(files)
    _has_results_and_talk(files)
    again = read(written(anonymous(event), made=MADE + timedelta(days=3)))
    assert {name for name in files if files[name] != again[name]} == {"README.txt", "manifest.json"}
    assert written(anonymous(event)) == data, "the same bytes at the same time"


def _manifest_is_true(files: dict[str, bytes]) -> None:
    manifest = json.loads(files["manifest.json"])
    assert (manifest["format"], manifest["kind"]) == (1, "event archive")
    assert manifest["event"] == {"slug": "open", "name": "Open"}
    assert (manifest["audience"], manifest["made"]) == ("public", "2026-11-28T09:30:00+00:00")
    assert manifest["software"].startswith("Arbiter 0.")
    assert files.keys() == {*manifest["files"], "manifest.json"}
    for name, said in manifest["files"].items():
        assert said["sha256"] == hashlib.sha256(files[name]).hexdigest(), name
        assert said["bytes"] == len(files[name])


def _every_link_leads_to_a_file(files: dict[str, bytes]) -> None:
    """And every file but one has a link."""
    found = {name: Links(data.decode()) for name, data in files.items() if name.endswith(".html")}
    numbers = Match.objects.filter(kind__in=("event", "series")).values_list("pk", flat=True)
    assert {f"matches/{number}.html" for number in numbers} <= found.keys()
    linked = set()
    for name, page in found.items():
        assert len(page.ids) == len(set(page.ids)), name
        for link in page.links:
            path, mark = urldefrag(link)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            target = target if path else name
            assert target in files, f"{name}: {link}"
            linked.add(target)
            if mark and not mark.startswith("player-"):
                assert mark in found[target].ids, f"{name}: {link}"
    assert files.keys() - linked == {"README.txt"}


def _has_results_and_talk(files: dict[str, bytes]) -> None:
    match = Match.objects.filter(event_game__encounter__stage__key="league").earliest("pk")
    with match.replay.open("rb") as replay:
        assert files[f"replays/match-{match.pk}.jsonl.gz"] == replay.read()
    assert json.loads(files["data/results.json"])["event"]["slug"] == "open"
    assert files["data/stages/cup.csv"].decode().splitlines()[1].startswith(",1,author-0,b0")
    text = files["index.html"].decode()
    assert "the rules</span> (rules.example.org/2026)" in text
    assert '<a href="index.html">the stages</a>' in text
    news = files["announcements.html"].decode()
    assert "May a bot sleep?" in news
    assert "<strong>may</strong>" in news
    assert re.search(r"open/cup -?\d+ [0-9a-f]{32}", files["decisions.html"].decode())
    assert " ago<" not in texts(files)


def _names_no_address(files: dict[str, bytes]) -> None:
    """Neither pages nor scripts nor data name a place outside, but for one line of text."""
    everything = dict(files)
    readme = everything.pop("README.txt").decode()
    assert [line for line in readme.splitlines() if "://" in line] == [
        f"This archive was made from {site_url()}/events/open/ on 2026-11-28 09:30 UTC."
    ]
    for name, data in everything.items():
        if name.startswith("replays/"):
            continue
        assert not ADDRESS.search(data.decode()), (name, ADDRESS.search(data.decode()))
    for name in [name for name in files if name.startswith("player/")]:
        modules = re.findall(rb"data:text/javascript;base64,([A-Za-z0-9+/=]+)", files[name])
        assert len(modules) > 30
        for module in modules:
            assert not ADDRESS.search(base64.b64decode(module).decode())
    css = files["assets/style.css"].decode()
    assert "@import" not in css
    assert "url(" not in css


def test_hidden_results_private_maps_and_names_of_deleted_accounts_are_not_in_it(event, olga):
    cup = event.stages.get(key="cup")
    final = Match.objects.get(event_game__encounter__stage=cup)
    first = Match.objects.filter(event_game__encounter__stage__key="league").earliest("pk")
    secret = Map.objects.create(game="snake", name="secret-garden", owner=olga, board={"rows": 1})
    Match.objects.filter(pk=first.pk).update(map_used=secret)
    acts.reveal(cup, olga, Reveal.HIDDEN)
    files = read(written(anonymous(event)))
    assert f"matches/{final.pk}.html" not in files
    assert f"replays/match-{final.pk}.jsonl.gz" not in files
    assert "data/stages/cup.csv" not in files
    hidden = cup.encounters.get()
    assert f"encounters/{hidden.pk}.html" not in files
    page = files["stages/cup/index.html"].decode()
    assert "kept back when this archive was made" in page
    assert '">b0<' not in page
    assert json.loads(files["data/results.json"])["kept_back"] == ["cup"]
    assert f"replays/match-{first.pk}.jsonl.gz" not in files
    assert "the map of the match is not public" in files[f"matches/{first.pk}.html"].decode()
    assert "secret-garden" not in texts(files)
    # The organizer's has both, and says that it is not public.
    whole = read(written(EventViewer(Event.objects.get(pk=event.pk), olga)))
    assert {f"replays/match-{pk}.jsonl.gz" for pk in (first.pk, final.pk)} <= whole.keys()
    assert "Not public." in whole["index.html"].decode()
    assert json.loads(whole["manifest.json"])["audience"] == "role"
    author = event.entries.earliest("pk").bot.owner
    neutral = deletion.delete(author, rename=True).username
    named = texts(read(written(anonymous(event))))
    assert neutral in named
    assert "author-0" not in named


def test_a_series_has_its_games(redis_client, olga, monkeypatch):
    crowd.install(monkeypatch, stakes)
    bots = [create_bot(User.objects.create_user(f"owner-{n}"), "stakes", f"s{n}") for n in range(3)]
    for bot in bots:
        add_version(bot)
        bot.refresh_from_db()
    event = series_steps.begun(olga, bots)
    series_steps.win(event, 0)
    files = read(written(anonymous(event)))
    page = files["stages/series/index.html"].decode()
    assert "Game by game" in page
    assert "1 game played" in page
    assert "player/stakes.js" in files
    _every_link_leads_to_a_file(files)


def test_decisions_and_void_matches_have_a_page_and_few_rows_are_in_memory(
    redis_client, olga, monkeypatch
):
    """In a running event, as far as it has come."""
    ensure_seasons()
    monkeypatch.setattr(selection, "CHUNK", 2)
    monkeypatch.setattr(pages, "CHUNK", 2)
    sizes: list[int] = []
    chunks = selection.Selection.chunks

    def counted(self):
        for chunk in chunks(self):
            sizes.append(len(chunk))
            yield chunk

    monkeypatch.setattr(selection.Selection, "chunks", counted)
    open_ = steps.begin(
        olga,
        steps.authors(6),
        steps.stage("swiss", Kind.SWISS, options={"games": 1, "rounds": 3}),
    )
    one, two = steps.waiting(open_)[:2]
    steps.play(one)
    Void(one).do(olga, "The machine was on fire.")
    row = two.event_game.encounter
    Decide(row, row.entrants[0]).do(olga, "The other one did not come.")
    files = read(written(anonymous(open_), replays=False))
    page = files["decisions.html"].decode()
    assert "The machine was on fire." in page
    assert "The other one did not come." in page
    assert f'href="encounters/{row.pk}.html"' in page
    assert "The seed is not public." in page
    assert max(sizes) == 2
    assert 'href="page-2.html" rel="next"' in files["matches/index.html"].decode()
    assert not [name for name in files if name.startswith(("replays/", "player/"))]
    assert "Round 1" in files["stages/swiss/index.html"].decode()


# Orders -------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_archives_are_ordered_made_and_downloaded_by_those_who_may(client, event, alice, olga):
    path = f"{event.get_absolute_url()}archive/"
    cup = event.stages.get(key="cup")
    people.give(event, olga, alice.username, "observer")
    acts.reveal(cup, olga, Reveal.HIDDEN)
    author = event.entries.earliest("pk").bot.owner
    own = _of_a_role(client, event, author, alice, path)
    client.force_login(olga)
    assert client.get(f"{path}{own.pk}.zip").status_code == 404, "it is its orderer's alone"
    acts.reveal(cup, olga, Reveal.PUBLIC)
    made = event_archives.order(event, author, public=True, replays=False)
    tasks.make(made.pk)
    notice = Notice.objects.filter(user=author).latest("pk")
    ready = "The archive of Open is ready. It is kept for 7 days."
    assert (notice.text, notice.path) == (ready, path)
    client.logout()
    assert f"{path}{made.pk}.zip" in client.get(path).text
    assert client.get(f"{path}{own.pk}.zip").status_code == 404
    assert client.get(f"{path}{made.pk}.zip").status_code == 200
    acts.reveal(cup, olga, Reveal.HIDDEN)
    assert client.get(f"{path}{made.pk}.zip").status_code == 404, "hidden again"
    people.take(event, olga, alice)
    client.force_login(alice)
    assert client.get(f"{path}{own.pk}.zip").status_code == 404, "without the role"
    acts.reveal(cup, olga, Reveal.PUBLIC)
    deletion.delete(author, rename=True)
    assert not Export.objects.exists(), "archives with the old name go"


def _of_a_role(client, event, author, observer, path) -> Export:
    """The archive that the observer of an event with hidden results orders; others cannot."""
    with pytest.raises(ValidationError, match="not shown to everybody"):
        event_archives.order(event, author, public=True, replays=True)
    with pytest.raises(PermissionDenied):
        event_archives.order(event, author, public=False, replays=True)
    assert "when the event is over and all its results are public" in client.get(path).text
    client.force_login(observer)
    page = client.get(path).text
    assert "Everything that your role may see" in page
    assert "Public results, for everybody" not in page
    assert client.post(path, {"content": "role", "replays": "on"})["Location"] == path
    assert "being made already" in client.post(path, {"content": "role"}).text
    own = Export.objects.get()
    tasks.make(own.pk)
    own.refresh_from_db()
    assert (own.state, own.failure, own.public) == ("done", "", False)
    assert f"{path}{own.pk}.zip" in client.get(f"{path}state/").text
    answer = client.get(f"{path}{own.pk}.zip")
    assert answer.getvalue()[:2] == b"PK"
    assert "no-store" in answer["Cache-Control"]
    return own


def test_size_is_limited_and_orders_are_cancelled(client, event, olga, settings):
    path = f"{event.get_absolute_url()}archive/"
    client.force_login(olga)
    Match.objects.filter(event_game__encounter__stage__key="cup").update(replay_bytes=80_000_000)
    settings.EVENT_ARCHIVE_MB = 100
    answer = client.post(path, {"content": "public", "replays": "on"})
    assert answer.status_code == 422
    assert "about 168 MB, and at most 100 MB are allowed here. Order it without" in answer.text
    client.post(path, {"content": "public"})
    made = Export.objects.get()
    client.post(f"{path}{made.pk}/cancel/")
    made.refresh_from_db()
    assert made.state == "cancelled"
    settings.EVENT_ARCHIVE_MB = 0
    with pytest.raises(ValidationError, match="at most 0 MB"):
        written(anonymous(event))


def test_programs_order_by_token_and_operators_by_command(event, olga, alice, tmp_path, capsys):
    path = f"/api/v1/events/{event.slug}/archives/"
    api = APIClient()
    token = create_token(olga, "program", ["organize"])[1]
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    made = api.post(path, {"public": True}, format="json")
    assert (made.status_code, made.json()["state"]) == (201, "waiting")
    number = made.json()["id"]
    assert api.post(path, {"public": True}, format="json").status_code == 400
    tasks.make(number)
    told = api.get(f"{path}{number}/").json()
    assert (told["state"], told["progress"], told["replays"]) == ("done", 1.0, True)
    data = api.get(f"{path}{number}/file/").getvalue()
    assert hashlib.sha256(data).hexdigest() == told["sha256"]
    assert [each["id"] for each in api.get(path).json()] == [number]
    assert api.delete(f"{path}{number}/").status_code == 400, "it is over"
    stranger = APIClient()
    secret = create_token(alice, "program", ["bots"])[1]
    stranger.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert stranger.post(path, {}, format="json").status_code == 403
    target = tmp_path / "open.zip"
    call_command("archive_event", event.slug, str(target), "--as", "olga", "--without-replays")
    assert json.loads(read(target.read_bytes())["manifest.json"])["replays"] is False
    assert f"{target}: " in capsys.readouterr().out
    for words, arguments in {
        "cannot be written: File exists": [event.slug, str(target)],
        "There is no event “no”": ["no", str(tmp_path / "a.zip")],
        "alice has no role": [event.slug, str(tmp_path / "a.zip"), "--as", "alice"],
    }.items():
        with pytest.raises(CommandError, match=words):
            call_command("archive_event", *arguments)
    assert [file.name for file in tmp_path.iterdir()] == ["open.zip"]
