"""The freeze of uploads on pages: its rule, refused uploads, exemptions, and the plan's fields."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering
from ladder.events.models import Event, EventMember, FreezeExemption
from ladder.events.running import upload_freezes
from ladder.events.tests.steps import open_event, stage
from ladder.tests.play import add_version, make_bot
from pages.organize.tests.test_plans import FRAME
from sandbox.uploads.archives import read_files, to_zip

pytestmark = pytest.mark.django_db
UNTIL = "Uploads are frozen until the event is over by the event Open, which alice/worm has entered"


@pytest.fixture
def worm(alice, redis_client):
    bot = make_bot(alice, "worm")
    version = add_version(bot, active=False)
    files = to_zip(read_files({"main.py": b"print(1)\n"}, "python"))
    version.source.save("source.zip", ContentFile(files), save=True)
    return bot


@pytest.fixture
def event(olga, alice, worm):
    soon = timezone.now() + timedelta(minutes=1)
    made = open_event(
        olga, stage("cup", Kind.SINGLE), freeze_uploads="people", freeze_from=soon
    )  # fmt: skip
    entering.enter(made, worm, alice)
    Event.objects.update(freeze_from=timezone.now())
    made.refresh_from_db()
    return made


def test_pages_of_a_bot_say_it_and_a_refused_upload_stays_typed(client, alice, olga, event, worm):
    client.force_login(alice)
    new = reverse("bot-upload", args=["alice", "worm"])
    assert UNTIL in client.get(new).text
    assert UNTIL in client.get(worm.get_absolute_url()).text
    answer = client.post(new, {"text": "print('mine')", "language": "python", "note": "second"})
    assert answer.status_code == 422
    assert answer.text.count(UNTIL) == 1
    assert "print(&#x27;mine&#x27;)" in answer.text
    assert 'value="second"' in answer.text
    file = SimpleUploadedFile("main.py", b"print(1)\n")
    headers = {"Accept": "application/json"}
    assert UNTIL in client.post(new, {"file": file}, headers=headers).text
    editor = reverse("version-edit", args=["alice", "worm", 2])
    code = {"code": json.dumps({"main.py": "print(2)\n"})}
    assert UNTIL in client.post(editor, code).text
    write = reverse("write", args=["snake"])
    answer = client.post(f"{write}?language=python", {**code, "name": "fresh"})
    assert "which people of alice/fresh take part in" in answer.text
    plays = reverse("version-activate", args=["alice", "worm", 2])
    answer = client.post(plays, follow=True)
    assert "The version of alice/worm that plays is frozen until the event is over" in answer.text
    assert worm.versions.count() == 2
    client.force_login(olga)
    assert "frozen" not in client.get(worm.get_absolute_url()).text
    client.logout()
    assert (
        "cannot upload to other bots of the same game" in client.get(event.get_absolute_url()).text
    )
    feed = client.get(reverse("event-ics", args=[event.slug])).getvalue().decode()
    assert "Open: the freeze of uploads begins" in feed


def test_organizers_exempt_a_person_on_the_page_of_the_freeze(client, alice, bob, olga, event):
    page = reverse("event-freeze", args=[event.slug])
    client.force_login(bob)
    for role, status in (("", 404), ("judge", 404), ("observer", 404), ("organizer", 200)):
        EventMember.objects.filter(person=bob).delete()
        if role:
            EventMember.objects.create(event=event, person=bob, role=role)
        assert client.get(page).status_code == status
    assert page in client.get(reverse("event-entrants", args=[event.slug])).text
    assert "Nobody is exempt." in client.get(page).text
    answer = client.post(page, {"name": "nobody-here", "reason": "the disk broke"})
    assert answer.status_code == 422
    assert "There is nobody named" in answer.text
    assert "the disk broke" in answer.text
    answer = client.post(page, {"name": "alice", "reason": "the disk broke"}, follow=True)
    assert "alice can upload during the freeze now." in answer.text
    found = FreezeExemption.objects.get()
    assert (found.person, found.reason, found.by) == (alice, "the disk broke", bob)
    end = reverse("event-freeze-end", args=[event.slug, found.pk])
    client.force_login(alice)
    assert client.post(end).status_code == 404
    assert "frozen" not in client.get(reverse("bot-upload", args=["alice", "worm"])).text
    client.force_login(bob)
    other = open_event(olga, stage("cup", Kind.SINGLE))
    assert client.post(reverse("event-freeze-end", args=[other.slug, found.pk])).status_code == 404
    assert "The freeze concerns alice again." in client.post(end, follow=True).text
    assert not FreezeExemption.objects.exists()


def test_the_rule_is_part_of_the_form_of_the_plan(client, olga):
    event = open_event(olga, stage("cup", Kind.SINGLE))
    page = reverse("event-organize", args=[event.slug])
    client.force_login(olga)
    assert '<option value="cup">Cup</option>' in client.get(page).text
    given = {
        **FRAME, "starts": "2131-05-01T18:00", "freeze_uploads": "people",
        "freeze_stage": "cup", "freeze_until": "2131-05-03T20:00",
    }  # fmt: skip
    assert client.post(page, given).status_code == 302
    event.refresh_from_db()
    assert event.freeze_until is not None
    assert event.freeze_until.isoformat() == "2131-05-03T18:00:00+00:00"
    words = "From 2131-05-01 18:00 (Europe/Warsaw) until 2131-05-03 20:00 (Europe/Warsaw)"
    assert words in upload_freezes.in_words(event)
    assert "Change the plan" in client.get(reverse("event-freeze", args=[event.slug])).text
    answer = client.post(page, {**given, "freeze_until": "2131-05-01T18:00"})
    assert answer.status_code == 422
    assert "must end after it begins" in answer.context["form"].errors["freeze_until"][0]
    remove = reverse("event-change-stages", args=[event.slug, "cup"])
    answer = client.post(remove, {"act": "remove"}, follow=True)
    assert "The plan has no stage “cup”." in answer.text
