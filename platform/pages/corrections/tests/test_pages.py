"""Corrections at the desk: from a match or a filter to a preview, and from there to the site."""

from __future__ import annotations

import re

import pytest

from audit import services as audit
from bots.models import Bot
from games.engine import EndState
from ladder.corrections import services as corrections
from ladder.corrections.services import CorrectionRequest, draft, publish
from ladder.models import Correction, RatedMatch, Season
from ladder.ratings import rebuilding
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot, rated
from matches.models import Match
from matches.services import create_match

Kind, State = Correction.Kind, Correction.State
DESK = "/desk/corrections/"


@pytest.fixture
def season(db, redis_client) -> Season:
    ensure_seasons()
    found = current_season("snake", RULESET)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def three(kept_cast):
    """The ids of three rated matches that the first bot of two won."""
    ensure_seasons()
    season = Season.objects.get(game="snake", ruleset=RULESET)
    bots = [make_bot(kept_cast.alice, "worm", kept_cast.team), make_bot(kept_cast.charlie, "viper")]
    return [finish(rated(season, *bots), [1, 2]).pk for _ in range(3)]


@pytest.fixture
def bots(three, season, alice, charlie):
    return Bot.objects.get(owner=alice), Bot.objects.get(owner=charlie)


@pytest.fixture
def played(three, season, bots):
    return list(Match.objects.filter(pk__in=three).order_by("pk"))


@pytest.fixture
def organizer(client, olga):
    client.force_login(olga)
    return client


@pytest.fixture
def drafted(season, played, olga):
    return draft(season, Kind.VOID, olga, CorrectionRequest((played[0].pk,)))


def send(client, season, kind=Kind.VOID, **more):
    return client.post(f"{DESK}new/", {"season": season.pk, "kind": kind, **more})


def test_from_a_match_to_its_preview_and_to_the_site(organizer, season, played):
    page = organizer.get(played[0].get_absolute_url()).text
    assert f'name="numbers" value="{played[0].pk}"' in page
    answer = send(organizer, season, numbers=str(played[0].pk))
    made = Correction.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    shown = organizer.get(answer["Location"])
    assert "Preview of the changes" in shown.text
    assert [str(row.bot) for row in shown.context["page"]] == ["alice/worm", "charlie/viper"]
    assert not Match.objects.exclude(voided_at=None).exists()
    url = made.get_absolute_url()
    done = organizer.post(f"{url}publish/", {"reason": "the map was broken"}, follow=True)
    assert "Published." in done.text
    assert re.search(r">\s*Changes\s*<", done.text)
    played[0].refresh_from_db()
    assert played[0].voided_why == "the map was broken"


def test_a_void_match_is_marked_wherever_it_is_shown(client, season, played, olga, drafted):
    publish(drafted, olga, "the map was broken")
    page = client.get(played[0].get_absolute_url()).text
    assert "The result of this match is void" in page
    assert "the map was broken" in page
    assert "Its effects" not in page
    assert "For organizers" not in page
    listed = client.get("/matches/").text
    assert listed.count(">void</span>") == 1
    shown = client.get(f"/api/v1/matches/{played[0].pk}/").json()
    assert shown["voided"] is not None
    assert shown["voided_why"] == "the map was broken"
    assert client.get(f"/api/v1/matches/{played[1].pk}/").json()["voided"] is None
    client.force_login(olga)
    page = client.get(played[0].get_absolute_url()).text
    assert drafted.get_absolute_url() in page
    assert 'value="restore"' in page


def test_the_standings_say_that_they_are_being_recalculated(client, season, played, olga, drafted):
    publish(drafted, olga, "the map was broken")
    ladder = season.get_absolute_url()
    assert "being recalculated" in client.get(ladder).text
    rebuilding.recalculate(season.pk)
    page = client.get(ladder).text
    assert "being recalculated" not in page
    assert "2 rated matches" in page


def test_a_disqualified_bot_is_listed_apart_with_the_reason(organizer, client, season, played):
    send(organizer, season, Kind.DISQUALIFY, bot="alice/worm")
    made = Correction.objects.get()
    organizer.post(f"{made.get_absolute_url()}publish/", {"reason": "two accounts"})
    client.logout()
    page = client.get(season.get_absolute_url())
    assert [str(row.rating.bot) for row in page.context["page"]] == ["charlie/viper"]
    assert "Disqualified" in page.text
    assert "two accounts" in page.text


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ({"bot": "alice/worm"}, {0, 1, 2}),
        ({"worker": "te"}, {0, 1, 2}),
        ({"bot": "alice/worm", "worker": "other"}, set()),
        ({"since": "2000-01-01T00:00", "until": "2001-01-01T00:00"}, set()),
        ({"since": "2000-01-01T00:00"}, {0, 1, 2}),
        ({"map": "7"}, set()),
    ],
)
def test_a_batch_is_what_fits_every_line(organizer, season, played, lines, wanted):
    answer = send(organizer, season, **lines)
    if not wanted:
        assert answer.status_code == 422
        assert "No match of the season fits" in answer.text
        return
    found = corrections.request_of(Correction.objects.get()).matches
    assert set(found) == {played[n].pk for n in wanted}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ({}, "Fill in at least one"),
        ({"numbers": "one two"}, "Enter numbers of matches"),
        ({"bot": "nobody/none"}, "There is no bot"),
        ({"map": "meadow"}, "Enter the number"),
        ({"since": "yesterday"}, "Write a date and a time"),
        ({"kind": "disqualify"}, "Enter the bot to disqualify"),
        ({"kind": "undo", "numbers": "1"}, "Select a valid choice"),
    ],
)
def test_an_invalid_value_is_reported_beside_it(organizer, season, played, lines, words):
    answer = send(organizer, season, **{"kind": Kind.VOID, **lines})
    assert answer.status_code == 422
    assert words in answer.text
    assert not Correction.objects.exists()


def test_who_publishes_what_is_behind_gets_a_new_preview(organizer, season, played, bots, drafted):
    match = create_match("snake", RULESET, "ladder", [bot.active_version for bot in bots])
    RatedMatch.objects.create(match=match, season=season)
    finish(match, [2, 1])
    url = drafted.get_absolute_url()
    assert "The preview is behind" in organizer.get(url).text
    page = organizer.post(f"{url}publish/", {"reason": "broken"}, follow=True).text
    assert "The preview below is new" in page
    assert "The preview is behind" not in page
    assert not Match.objects.exclude(voided_at=None).exists()
    organizer.post(f"{url}publish/", {"reason": "broken"})
    assert Match.objects.exclude(voided_at=None).get() == played[0]


def test_a_preview_that_is_still_computed_shows_how_far_it_is(
    organizer, season, played, olga, monkeypatch
):
    monkeypatch.setattr(corrections, "QUICK", 0)
    made = draft(season, Kind.VOID, olga, CorrectionRequest((played[0].pk,)))
    url = made.get_absolute_url()
    assert "waits for a worker" in organizer.get(url).text
    Correction.objects.update(state=State.COMPUTING, done=2)
    assert "2 of 3 matches read" in organizer.get(f"{url}state/").text
    Correction.objects.update(state=State.DRAFT)
    corrections.preview(made.pk)
    answer = organizer.get(f"{url}state/")
    assert (answer.status_code, answer["HX-Refresh"]) == (286, "true")


def test_a_correction_is_undone_from_its_page(organizer, season, played, drafted):
    url = drafted.get_absolute_url()
    organizer.post(f"{url}publish/", {"reason": "broken"})
    answer = organizer.post(f"{url}undo/")
    back = Correction.objects.get(kind=Kind.UNDO)
    assert answer["Location"] == back.get_absolute_url()
    assert "A draft that undoes it exists" in organizer.get(url).text
    organizer.post(f"{back.get_absolute_url()}publish/", {"reason": "it was right"})
    assert not Match.objects.exclude(voided_at=None).exists()
    assert "published and undone" in organizer.get(DESK).text
    assert "Only a published correction" in organizer.post(f"{url}undo/", follow=True).text


def test_what_is_discarded_never_happens(organizer, drafted):
    url = drafted.get_absolute_url()
    organizer.post(f"{url}discard/")
    page = organizer.post(f"{url}publish/", {"reason": "after all"}, follow=True).text
    assert "Nothing was published" in page
    assert not Match.objects.exclude(voided_at=None).exists()


def test_nothing_is_published_without_a_reason(organizer, drafted):
    url = drafted.get_absolute_url()
    page = organizer.post(f"{url}publish/", {"reason": " "}, follow=True).text
    assert "Say why: other organizers will read it" in page
    assert not Match.objects.exclude(voided_at=None).exists()


@pytest.mark.parametrize("who", ["alice", "charlie"])
@pytest.mark.parametrize(
    "path",
    ["", "new/", "{}/", "{}/state/", "{}/publish/", "{}/refresh/", "{}/discard/", "{}/undo/"],
)
def test_to_others_there_is_nothing(client, alice, charlie, drafted, path, who):
    client.force_login({"alice": alice, "charlie": charlie}[who])
    url = DESK + path.format(drafted.pk)
    reads = path in ("", "new/", "{}/", "{}/state/")
    answer = client.get(url) if reads else client.post(url, {"reason": "mine"})
    assert answer.status_code == 404
    drafted.refresh_from_db()
    assert drafted.state == State.READY


def test_acts_are_posts(organizer, drafted):
    for act in ("publish", "refresh", "discard", "undo"):
        assert organizer.get(f"{drafted.get_absolute_url()}{act}/").status_code == 405


def test_a_match_that_no_season_counts_is_voided_at_once(organizer, olga, season, bots, played):
    match = create_match("snake", RULESET, "friendly", [bot.active_version for bot in bots])
    finish(match, [1, 2])
    assert 'action="/desk/act/void-match/' in organizer.get(match.get_absolute_url()).text
    organizer.post(f"/desk/act/void-match/{match.pk}/", {"reason": "a test"})
    match.refresh_from_db()
    assert match.voided_why == "a test"
    assert audit.of(match).get().summary == "voided: a test"
    organizer.post(f"/desk/act/restore-match/{match.pk}/", {"reason": "no"})
    match.refresh_from_db()
    assert match.voided_at is None
    page = organizer.post(
        f"/desk/act/void-match/{played[0].pk}/", {"reason": "quick", "next": DESK}, follow=True
    )
    assert "Make a correction, which has a preview" in page.text
    played[0].refresh_from_db()
    assert played[0].voided_at is None


def test_a_void_match_counts_against_no_opponent(client, season, played, bots, olga, drafted):
    publish(drafted, olga, "broken")
    page = client.get("/bots/alice/worm/")
    (row,) = page.context["opponents"]
    assert (row.share.wins, row.share.draws, row.share.losses) == (2, 0, 0)


# Paused bots --------------------------------------------------------------------------------------


@pytest.fixture
def paused(season, bots):
    """Alice's bot, which crashed five times in a row."""
    for _ in range(5):
        match = create_match("snake", RULESET, "ladder", [bot.active_version for bot in bots])
        RatedMatch.objects.create(match=match, season=season)
        finish(match, [2, 1], [EndState.CRASH, EndState.OK])
    return Bot.objects.get(pk=bots[0].pk)


def test_its_owner_reads_why_and_where_and_resumes_it(client, alice, paused):
    page = client.get("/bots/alice/worm/").text
    assert "Its last 5 rated matches ended by its own failure." in page
    assert "Resume it" not in page
    client.force_login(alice)
    page = client.get("/bots/alice/worm/").text
    assert page.count("it crashed") >= 5
    assert "Challenge with it" in page, "to find out why it fails"
    assert ">paused</span>" in client.get("/bots/").text
    answer = client.post("/bots/alice/worm/resume/", follow=True)
    assert "worm is paired again" in answer.text
    paused.refresh_from_db()
    assert paused.is_playing
    assert "not paused" in client.post("/bots/alice/worm/resume/", follow=True).text


def test_the_rule_is_on_the_page_of_limits(client, db):
    page = client.get("/help/limits/").text
    assert "once 5 rated matches in a row, or 10 of the last 20" in page


def test_others_do_not_resume_it_and_organizers_do_for_a_reason(client, charlie, olga, paused):
    client.force_login(charlie)
    assert client.post("/bots/alice/worm/resume/").status_code == 404
    client.force_login(olga)
    assert client.post("/bots/alice/worm/resume/").status_code == 404
    assert "resume-bot" in client.get("/bots/alice/worm/").text
    client.post(f"/desk/act/resume-bot/{paused.pk}/", {"reason": "the disk was full"})
    paused.refresh_from_db()
    assert paused.is_playing
    assert audit.of(paused).get().summary == "resumed: the disk was full"
