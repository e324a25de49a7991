"""The organizer's pages of entrants: the list, invitations, imports, rules and seeds."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import timezone

from ladder.core.contest.draws import drawn
from ladder.core.contest.plan import Kind, Seeding
from ladder.events.entrants import entering, importing, invitations, waiting
from ladder.events.entrants.invitations import Terms
from ladder.events.entrants.terms import consent
from ladder.events.models import EntryRules, Event, EventMember, Invitation
from ladder.events.tests.steps import open_event, stage
from ladder.tests.play import make_bot

FORM = "application/x-www-form-urlencoded"
pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, redis_client):
    return open_event(olga, stage("cup", Kind.SINGLE, seeding=Seeding.LIST))


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


@pytest.fixture
def worm(alice):
    return make_bot(alice, "worm")


def at(name, event, *more):
    return reverse(name, args=[event.slug, *more])


def entrants(client, event, **query):
    return client.get(at("event-entrants", event), query)


def test_the_pages_are_for_roles_that_include_entrants(client, alice, bob, event):
    pages = ("event-entrants", "event-entrants-import", "event-entry-rules", "event-seeding")
    for name in pages:
        assert client.get(at(name, event)).status_code == 302
    client.force_login(alice)
    for role, status in (("", 404), ("judge", 404), ("observer", 404), ("organizer", 200)):
        EventMember.objects.all().delete()
        if role:
            EventMember.objects.create(event=event, person=alice, role=role)
        assert {client.get(at(name, event)).status_code for name in pages} == {status}
    posts = ("event-entrants-enter", "event-entrants-invite", "event-entrants-link")
    client.force_login(bob)
    for name in (*posts, "event-entrants-code", "event-entrants-codes"):
        assert client.post(at(name, event)).status_code == 404
    assert client.post(at("event-seed", event, "rating")).status_code == 404
    assert not Invitation.objects.exists()


def test_the_list_has_every_state(desk, olga, alice, bob, charlie, event, worm):
    entering.enter(event, worm, alice)
    gone = entering.enter(event, make_bot(bob, "cobra"), bob)
    entering.leave(gone, bob)
    EntryRules.objects.create(event=event, waiting_list=True)
    Event.objects.update(most_entries=1)
    event = Event.objects.get()
    waiting.join(event, make_bot(charlie, "viper"), charlie)
    invitations.invite(event, olga, "bob")
    invitations.invite_teams(event, olga, Terms("Schools", 3))
    page = entrants(desk, event).text
    for words in ("All 5", "Entered 1", "Withdrawn 1", "Waiting 1", "Invited 1", "Open 1"):
        assert words in " ".join(page.split()), words
    assert "link for teams, 0 of 3 used" in " ".join(page.split())
    assert "viper" not in entrants(desk, event, state="entered").text
    assert "viper" in entrants(desk, event, state="waiting").text


def test_a_bot_is_entered_with_consent(desk, alice, event, worm):
    refused = desk.post(at("event-entrants-enter", event), {"bot": "alice/worm"})
    assert refused.status_code == 422
    assert "alice has not agreed that organizers enter bots" in refused.text
    unknown = desk.post(at("event-entrants-enter", event), {"bot": "alice/nothing"})
    assert "There is no such bot" in unknown.text
    consent.set_standing(alice, True)
    done = desk.post(at("event-entrants-enter", event), {"bot": "ALICE/worm"}, follow=True)
    assert "alice/worm has entered." in done.text
    entry = event.entries.get()
    path = at("event-entrants-withdraw", event, entry.pk)
    desk.post(path, {"reason": "He asked me to"})
    entry.refresh_from_db()
    assert entry.withdrawn_at


def test_a_person_is_invited_by_name(desk, alice, event):
    wrong = desk.post(at("event-entrants-invite", event), {"name": "zora"})
    assert (wrong.status_code, "nobody named “zora”" in wrong.text) == (422, True)
    done = desk.post(at("event-entrants-invite", event), {"name": "alice"}, follow=True)
    assert "alice is invited and has been notified." in done.text
    row = event.invitations.get()
    desk.post(at("event-invitation-revoke", event, row.pk))
    assert "Taken back 1" in " ".join(entrants(desk, event).text.split())


def test_a_link_is_shown_once_and_brings_a_team(client, desk, olga, alice, team, event):
    made = desk.post(
        at("event-entrants-link", event),
        {"link-label": "Schools", "link-most_uses": "2", "link-expires": ""},
    )
    assert made["Cache-Control"].find("no-store") >= 0
    (link,) = re.findall(r'id="secret">http://testserver([^<]+)<', made.text)
    token = link.rstrip("/").rpartition("/")[2]
    assert token not in entrants(desk, event).text
    assert token not in str(event.invitations.values_list())
    client.force_login(alice)
    assert str(team) in client.get(link).text
    done = client.post(link, {"team": team.pk}, follow=True)
    assert f"{team} is invited. Now enter a bot of the team." in done.text
    client.force_login(olga)
    renewed = client.post(at("event-invitation-renew", event, event.invitations.get().pk))
    assert "Copy the link now" in renewed.text
    client.force_login(alice)
    assert client.get(link).status_code == 404


def test_a_code_is_shown_once_and_invites(client, desk, alice, event):
    made = desk.post(at("event-entrants-code", event), {"code-label": "Ana", "code-expires": ""})
    (code,) = re.findall(r"<code class=\"nowrap\">([A-Z-]{23})<", made.text)
    assert code not in entrants(desk, event).text
    client.force_login(alice)
    page = at("event-code", event)
    wrong = client.post(page, {"code": "BCDFG"})
    assert (wrong.status_code, "This code is not valid" in wrong.text) == (422, True)
    assert "You are invited to Open" in client.post(page, {"code": code}, follow=True).text


def test_a_wrong_time_is_refused_beside_its_field(desk, event):
    past = {"code-label": "", "code-expires": "2001-01-01T10:00"}
    wrong = desk.post(at("event-entrants-code", event), past)
    assert wrong.status_code == 422
    assert "This time has passed" in wrong.text


# Imports ------------------------------------------------------------------------------------------


def send(client, event, text, **more):
    return client.post(at("event-entrants-import", event), {"text": text, **more})


def test_a_list_is_checked_then_imported_and_its_codes_are_saved(desk, alice, event):
    wrong = send(desk, event, "alice\nALICE\n")
    assert wrong.status_code == 422
    assert "Line 2: “ALICE” is also in line 1." in wrong.text
    checked = send(desk, event, "alice;Ana\nzora;Zora\n")
    assert (checked.status_code, event.invitations.count()) == (200, 0)
    assert "2 rows can be imported" in " ".join(checked.text.split())
    assert "Separator: semicolon" in " ".join(checked.text.split())
    made = send(desk, event, "alice;Ana\nzora;Zora\n", act="confirm")
    assert made.status_code == 200
    rows = made.context["rows"]
    codes = [code for _, _, code in json.loads(rows)]
    file = desk.post(at("event-entrants-codes", event), {"rows": rows})
    text = b"".join(file).decode()
    assert [line.split(",") for line in text.splitlines()] == [
        ["name", "note", "code"],
        ["alice", "Ana", codes[0]],
        ["zora", "Zora", codes[1]],
    ]
    assert codes[0] not in entrants(desk, event).text
    exchanged = json.dumps([["alice", "Ana", codes[1]], ["zora", "Zora", codes[0]]])
    for wrong in (exchanged, "", "[", "[[1]]", "7", "[]"):
        assert desk.post(at("event-entrants-codes", event), {"rows": wrong}).status_code == 404


def test_the_longest_list_is_imported_and_downloaded(desk, event):
    text = "\n".join(f"person-{number}" for number in range(importing.MOST_ROWS))
    made = send(desk, event, text, act="confirm")
    file = desk.post(at("event-entrants-codes", event), {"rows": made.context["rows"]})
    assert len(b"".join(file).splitlines()) == importing.MOST_ROWS + 1


def test_the_pages_are_the_same_for_names_that_exist_and_others(desk, alice, event):
    """With the names exchanged by one of the same length, all bytes are the same."""

    def pages(name):
        preview = send(desk, event, f"{name}\n").text
        made = send(desk, event, f"{name}\n", act="confirm").text
        listed = entrants(desk, event).text
        Invitation.objects.all().delete()
        found = f"{preview}\n{made}\n{listed}".replace(name, "NAME")
        found = re.sub(r'[A-Z]{5}(-[A-Z]{5}){3}|value="[\w-]{60,}"|invitations/\d+', "", found)
        return re.sub(r"<time.*?</time>", "", found, flags=re.DOTALL)

    assert pages("alice") == pages("zoraa")
    assert pages("alice@example.org") == pages("zoraa@example.org")


def test_a_file_may_be_uploaded(desk, event, tmp_path):
    file = tmp_path / "people.csv"
    file.write_bytes("name,note\nZoë Müller,\n".encode("cp1252"))
    with file.open("rb") as opened:
        found = desk.post(at("event-entrants-import", event), {"file": opened})
    assert "It was read as Windows-1252" in found.text
    assert "Zoë Müller" in found.text
    empty = desk.post(at("event-entrants-import", event), {"text": " "})
    assert "Choose a file, or paste a list." in empty.text


def test_imported_rows_can_get_a_new_code(desk, olga, event):
    (made,) = importing.confirm(event, olga, "zora\n")
    row = event.invitations.get()
    renewed = desk.post(at("event-invitation-renew", event, row.pk))
    assert made.code not in renewed.text
    assert re.search(r"[A-Z]{5}(-[A-Z]{5}){3}", renewed.text)


# Rules and seeds ----------------------------------------------------------------------------------


def test_the_rules_are_saved_and_shown_to_everybody(client, desk, event, team):
    page = at("event-entry-rules", event)
    given = {"domains": "uni.example", "least_age": "3", "code_word": "Quatsch", "per_team": "2"}
    given |= {"check_in_opens": "1h", "check_in_closes": "15m", "waiting_list": "on"}
    assert desk.post(page, given)["Location"] == page
    rules = EntryRules.objects.get()
    assert (rules.check_in_opens, rules.check_in_closes, rules.waiting_list) == (60, 15, True)
    assert 'value="uni.example"' in desk.get(page).text
    assert "Quatsch" not in desk.get(page).text
    assert "One is set. Empty: it stays." in desk.get(page).text
    client.logout()
    public = client.get(event.get_absolute_url()).text
    assert "confirmed e-mail address at uni.example" in public
    assert "must be at least 3 days old" in public
    wrong = desk.force_login(event.created_by) or desk.post(page, {"check_in_opens": "soon"})
    assert (wrong.status_code, "Enter weeks, days, hours" in wrong.text) == (422, True)
    desk.post(page, {"no_code_word": "on"})
    assert EntryRules.objects.get().code_word == ""


def test_seeds_by_every_way(desk, client, olga, alice, bob, charlie, event, worm):
    bots = [worm, make_bot(bob, "cobra"), make_bot(charlie, "viper")]
    pks = [str(entering.enter(event, bot, bot.owner).pk) for bot in bots]
    page = at("event-seeding", event)

    def order():
        rows = event.entries.order_by("seed").select_related("bot")
        return [row.bot.name for row in rows]

    assert "Cup uses this order" in " ".join(desk.get(page).text.split())
    desk.post(at("event-seed", event, "order"), {"order": pks[::-1]})
    assert order() == ["viper", "cobra", "worm"]
    desk.post(at("event-seed", event, "order"), {"order": pks, "move": f"up:{pks[2]}"})
    assert order() == ["worm", "viper", "cobra"]
    desk.post(at("event-seed", event, "names"), {"names": "cobra\nworm"})
    assert order() == ["cobra", "worm", "viper"]
    wrong = desk.post(at("event-seed", event, "names"), {"names": "zebra"})
    assert (wrong.status_code, "no bot “zebra” has entered" in wrong.text) == (422, True)
    desk.post(at("event-seed", event, "random"), {"seed": "42"})
    by_name = {str(bot): bot.name for bot in bots}
    assert order() == [by_name[name] for name in drawn("42", by_name)]
    client.logout()
    public = client.get(at("event-entries", event)).text
    assert "drawn with the seed" in " ".join(public.split())
    assert "<code>42</code>" in public
    client.force_login(olga)
    assert desk.post(at("event-seed", event, "rating")).status_code == 302
    desk.post(at("event-seed", event, "clear"))
    assert not event.entries.exclude(seed=None).exists()
    assert desk.post(at("event-seed", event, "magic")).status_code == 404


def test_an_order_of_many_bots_is_saved_and_a_larger_form_says_what_to_do(
    desk, alice, event, worm, settings
):
    entry = entering.enter(event, worm, alice)
    many = {"order": [str(entry.pk)] + [str(10**6 + number) for number in range(4000)]}
    assert desk.post(at("event-seed", event, "order"), many).status_code == 302
    assert event.entries.get().seed == 1
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
    refused = desk.post(at("event-seed", event, "order"), many)
    assert (refused.status_code, "more than 1,000 fields" in refused.text) == (413, True)
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2**20
    long = {"seed": "x" * 2**21}
    refused = desk.post(at("event-seed", event, "random"), urlencode(long), content_type=FORM)
    assert (refused.status_code, "larger than 1 MB" in refused.text) == (413, True)


def test_limits_are_told_before_they_are_met(desk, event):
    page = desk.get(at("event-entrants-import", event)).text
    assert "At most 5,000 rows and 1,024 KB." in page
    assert "From 2 to 4,096." in desk.get(at("event-organize", event)).text
    page = desk.get(at("event-organize-stage", event, "cup")).text
    assert "At most 512." in page
    assert "of a king of the hill 8,192." in " ".join(page.split())


def test_a_start_during_the_check_in_says_which_bots_it_loses(desk, alice, bob, event, worm):
    entering.enter(event, worm, alice)
    entering.enter(event, make_bot(bob, "cobra"), bob)
    soon = timezone.now() + timedelta(minutes=30)
    EntryRules.objects.update_or_create(event=event, defaults={"check_in_opens": 60})
    for page in (at("event-organize", event), event.get_absolute_url()):
        Event.objects.update(starts=None)
        assert "check-in is still open" not in desk.get(page).text
        Event.objects.update(starts=soon)
        text = " ".join(desk.get(page).text.split())
        assert "2 bots that are not checked in are withdrawn, as at its end." in text


def test_many_bots_are_checked_in_at_once(desk, alice, bob, charlie, event, worm):
    entries = [entering.enter(event, worm, alice)]
    for person, name in ((bob, "cobra"), (charlie, "viper")):
        entries.append(entering.enter(event, make_bot(person, name), person))
    EntryRules.objects.create(event=event, check_in_opens=60)
    Event.objects.update(starts=timezone.now() + timedelta(minutes=30))
    page, path = entrants(desk, event).text, at("event-entrants-check-in-many", event)
    assert "Check in all 3" in page
    assert page.count('form="check-in-many"') == 3
    answer = desk.post(path, {"entry": [entries[0].pk]}, follow=True)
    assert "1 bot is checked in." in answer.text
    assert "Tick bots" in desk.post(path, {"entry": [entries[0].pk, "x"]}, follow=True).text
    assert "2 bots are checked in." in desk.post(path, {"all": "1"}, follow=True).text
    assert not event.entries.filter(checked_in_at=None).exists()
    assert "Check in all" not in entrants(desk, event).text


def test_a_person_who_enters_without_an_answer_is_one_line(desk, olga, alice, event, worm):
    invitations.invite(event, olga, "alice")
    assert "All 1" in " ".join(entrants(desk, event).text.split())
    entering.enter(event, worm, alice)
    page = " ".join(entrants(desk, event).text.split())
    assert "All 1" in page
    assert "Entered 1" in page
