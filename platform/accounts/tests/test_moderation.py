"""Acts of organizers on accounts and names, and reports."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from accounts import moderation, naming
from accounts.deletion import delete
from accounts.models import FormerName, Report, Team
from accounts.naming import Kind
from audit.models import AuditEntry
from bots import identity
from bots.models import Bot
from bots.services import create_bot
from ladder.core.contest.plan import Kind as StageKind
from ladder.events.models import Event
from ladder.events.planning import acts, renaming
from ladder.events.tests import steps
from ladder.tests.play import make_bot
from maps import services as map_services
from maps.models import Map
from maps.tests.steps import add_meadow, make_map
from matches.models import Match
from notices.models import Notice
from notices.tests.steps import mails

pytestmark = pytest.mark.django_db
GONE = [
    *("/people/alice/", "/people/alice/events/", "/bots/alice/worm/", "/bots/alice/worm/atom.xml"),
    "/bots/charlie/viper/against/alice/worm/",
]


def test_a_closed_account_takes_along_what_belongs_to_it_and_brings_it_back(
    client, alice, alices_bot, olga, charlie, bob
):
    create_bot(charlie, "snake", "viper")
    client.force_login(alice)
    moderation.close(alice, olga, "It insults people.")
    assert client.get("/settings/").status_code == 302
    assert [client.get(path).status_code for path in GONE] == [404] * len(GONE)
    assert not Bot.objects.playing().exists()
    client.force_login(bob)
    assert "/bots/alice/worm/" not in client.get("/bots/").text
    assert [row["name"] for row in client.get("/api/v1/bots/").json()["results"]] == ["viper"]
    alice.refresh_from_db()
    moderation.reopen(alice, olga, "It was somebody else.")
    assert [client.get(path).status_code for path in GONE] == [200] * len(GONE)
    closed, opened = mails()
    assert closed.to == opened.to == [alice.email]
    assert "Reason: It insults people." in closed.body
    assert "Reason: It was somebody else." in opened.body
    acts = [(each.act, each.reason) for each in AuditEntry.objects.order_by("number")][-2:]
    assert acts == [
        ("closed the account", "It insults people."),
        ("opened the account again", "It was somebody else."),
    ]


def test_nothing_links_what_belongs_to_a_closed_account(client, alice, bob, charlie, olga):
    worm, viper, asp = make_bot(alice, "worm"), make_bot(charlie, "viper"), make_bot(bob, "asp")
    league = steps.stage("league", StageKind.ROUND_ROBIN)
    event = steps.begin(olga, [worm, viper, asp], league, steps.stage("duel", StageKind.SINGLE))
    steps.play_all(event)
    match = Match.objects.filter(event_game__isnull=False).of_bots(Bot.objects.filter(pk=worm.pk))
    pages = [
        *("/matches/", match[0].get_absolute_url(), "/games/snake/matches/"),
        *("/bots/charlie/viper/", "/bots/charlie/viper/statistics/", "/people/charlie/"),
        event.get_absolute_url(),
        *(stage.get_absolute_url() for stage in event.stages.all()),
    ]
    links = re.compile(r'href="(/(?:people/alice|bots/alice/worm)/[^"]*)"')
    before = {page: links.search(client.get(page).text) for page in pages}
    assert sum(map(bool, before.values())) > len(pages) / 2, before
    moderation.close(alice, olga, "It insults people.")
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert not links.findall(answer.text), page
    assert "worm" in client.get(pages[0]).text, "results stay"


def test_the_page_of_a_map_of_a_closed_account_is_gone(client, alice, olga, monkeypatch, settings):
    add_meadow(monkeypatch, settings)
    found = make_map(alice, public=True)
    paths = [found.get_absolute_url(), f"/api/v1/maps/{found.pk}/"]
    assert [client.get(path).status_code for path in paths] == [200, 200]
    moderation.close(alice, olga, "It insults people.")
    assert [client.get(path).status_code for path in paths] == [404, 404]
    client.force_login(olga)
    assert client.get(paths[0]).status_code == 200


def test_who_may_close_whose_account(alice, bob, olga):
    with pytest.raises(PermissionDenied):
        moderation.close(alice, bob, "no")
    with pytest.raises(ValidationError, match="Say why"):
        moderation.close(alice, olga, " ")
    with pytest.raises(ValidationError, match="your own"):
        moderation.close(olga, olga, "no")
    type(olga).objects.filter(pk__in=[olga.pk, bob.pk]).update(is_superuser=False, is_staff=True)
    olga.refresh_from_db()
    with pytest.raises(PermissionDenied, match="superuser"):
        moderation.close(bob, olga, "no")
    with pytest.raises(ValidationError, match="is not closed"):
        moderation.reopen(alice, olga, "no")


# Names


def test_a_person_has_a_neutral_name_and_the_old_addresses_lead_on(client, alice, alices_bot, olga):
    moderation.rename_person(alice, olga, "An insult.")
    alice.refresh_from_db()
    assert alice.username == f"person-{alice.pk}"
    for path in ("/people/alice/", "/people/ALICE/events/?a=1", "/bots/alice/worm/statistics/"):
        answer = client.get(path)
        assert answer["Location"] == path.lower().replace("alice", alice.username), path
    assert naming.is_reserved(Kind.PERSON, "Alice")
    (mail,) = mails()
    assert f"you are {alice.username} now" in mail.body
    assert "Reason: An insult." in mail.body
    assert client.post("/people/alice/").status_code in (404, 405)


def test_a_bot_a_team_and_their_addresses(client, alice, alices_bot, team, olga):
    identity.rename(alices_bot, olga, "An insult.")
    moderation.rename_team(team, olga, "It, too.")
    alices_bot.refresh_from_db()
    team.refresh_from_db()
    assert (alices_bot.name, alices_bot.about) == (f"bot-{alices_bot.pk}", "")
    assert client.get("/bots/alice/Worm/")["Location"] == alices_bot.get_absolute_url()
    assert client.get("/teams/wonderland/")["Location"] == f"/teams/team-{team.pk}/"
    told = [notice.text for notice in Notice.objects.filter(user=alice).order_by("pk")]
    assert told[0].startswith("The organizers replaced the name of your bot worm: it is alice/bot-")
    assert told[1].endswith("Reason: It, too.")
    with pytest.raises(ValidationError, match="replaced this name"):
        create_bot(alice, "snake", "WORM")


def test_an_event_and_a_map_have_neutral_names(client, alice, olga, monkeypatch, settings):
    event = steps.open_event(olga, steps.stage("only", StageKind.ROUND_ROBIN))
    add_meadow(monkeypatch, settings)
    found = make_map(alice, public=True)
    client.force_login(olga)
    for act, row in (("event", event), ("map", found)):
        page = client.get(row.get_absolute_url()).text
        assert f"/desk/act/rename-{act}/{row.pk}/" in page
        client.post(f"/desk/act/rename-{act}/{row.pk}/", {"reason": "An insult."})
    old, found = event.slug, Map.objects.get(pk=found.pk)
    event = Event.objects.get(pk=event.pk)
    assert (event.slug, event.name) == (f"event-{event.pk}", f"Event {event.pk}")
    assert event.corrected is not None, "archives with the old name are public no more"
    assert (found.name, found.title) == (f"map-{found.pk}", "")
    client.logout()
    answer = client.get(f"/events/{old}/standings/")
    assert answer["Location"] == f"/events/event-{event.pk}/standings/"
    assert client.get(f"/api/v1/events/{old}/")["Location"] == f"/api/v1/events/{event.slug}/"
    assert acts.free_slug(old.title()) == f"{old}-2"


def test_a_name_that_looks_neutral_keeps_no_other_from_being_replaced(
    alice, alices_bot, team, olga, monkeypatch, settings
):
    add_meadow(monkeypatch, settings)
    found = make_map(alice, public=True)
    event = steps.open_event(olga, steps.stage("only", StageKind.ROUND_ROBIN))
    create_bot(alice, "snake", f"Bot-{alices_bot.pk}")
    make_map(alice, name=f"Map-{found.pk}")
    Team.objects.create(name=f"Team-{team.pk}")
    acts.create(olga, acts.Draft(f"Event {event.pk}", event.planned))
    identity.rename(alices_bot, olga, "An insult.")
    map_services.rename(found, olga, "An insult.")
    moderation.rename_team(team, olga, "An insult.")
    renaming.rename(event, olga, "An insult.")
    rows = [(alices_bot, "name"), (found, "name"), (team, "name"), (event, "slug")]
    for row, field in rows:
        row.refresh_from_db()
        word = type(row).__name__.lower()
        assert getattr(row, field) == f"{word}-{row.pk + 100_000}"


def test_the_name_of_a_deleted_account_is_kept_for_a_year_and_leads_nowhere(client, alice):
    delete(alice, rename=False)
    assert naming.is_reserved(Kind.PERSON, "alice")
    assert client.get("/people/alice/").status_code == 404
    assert "alice" not in str(FormerName.objects.values())
    FormerName.objects.update(until=timezone.now() - timedelta(days=1))
    assert not naming.is_reserved(Kind.PERSON, "alice")


# Reports


def test_a_report_is_a_notice_of_organizers_and_waits_for_an_answer(client, alices_bot, bob, olga):
    client.force_login(bob)
    assert 'href="/report/?of=/bots/alice/worm/"' in client.get("/bots/alice/worm/").text
    path = "/report/?of=/bots/alice/worm/"
    assert "Report alice/worm" in client.get(path).text
    assert client.post(path, {"text": "It is mine."})["Location"] == "/bots/alice/worm/"
    again = client.post(path, {"text": "It is mine!"})
    assert "You have reported alice/worm already." in again.text
    made = Report.objects.get()
    assert (made.kind, made.name, made.path) == ("bot", "alice/worm", "/bots/alice/worm/")
    assert Notice.objects.get(user=olga).text == "bob reports the bot alice/worm."
    client.force_login(olga)
    desk = client.get("/desk/people/").text
    assert "It is mine." in desk
    client.post(f"/desk/act/answer-report/{made.pk}/", {"reason": "It is not."})
    made.refresh_from_db()
    assert (made.answered_by, made.answer) == (olga, "It is not.")
    assert "It is not." in client.get("/desk/people/").text


@pytest.mark.parametrize("of", ["", "/", "/bots/", "/people/nobody/", "https://evil.example/"])
def test_only_what_is_there_can_be_reported(client, bob, of):
    client.force_login(bob)
    assert client.get("/report/", {"of": of}).status_code == 404


def test_reports_of_one_person_are_bounded(bob):
    for number in range(moderation.MOST_REPORTS):
        moderation.report(bob, Report.Kind.PERSON, "x", f"/people/x{number}/", "Look.")
    with pytest.raises(ValidationError, match="wait for an answer"):
        moderation.report(bob, Report.Kind.PERSON, "x", "/people/y/", "Look.")


def test_the_desk_lists_the_oldest_of_many_reports(client, bob, olga):
    rows = [
        Report(kind="person", name=f"x{number}", path=f"/people/x{number}/", text="Look.", by=bob)
        for number in range(51)
    ]
    Report.objects.bulk_create(rows)
    client.force_login(olga)
    page = client.get("/desk/people/").text
    assert page.count("answer-report") == 50
    assert "the oldest 50 of 51 reports" in page
