"""A deleted account waits for no event and has no invitation."""

from __future__ import annotations

import pytest

from accounts.deletion import delete
from ladder.events.entrants import importing, invitations
from ladder.events.entrants.terms import consent
from ladder.events.models import EntryConsent, WaitingPlace

pytestmark = pytest.mark.django_db


def test_what_leads_to_the_person_goes_and_codes_stay(event, alice, bob, olga, worm):
    invitations.invite(event, olga, "bob")
    importing.confirm(event, olga, "alice\n")
    invitations.accept(event, alice)
    consent.set_standing(alice, True)
    WaitingPlace.objects.create(event=event, bot=worm)
    for person in (alice, bob):
        delete(person, rename=True)
    assert not EntryConsent.objects.exists()
    assert not WaitingPlace.objects.exists()
    assert [(row.kind, row.person) for row in event.invitations.all()] == [("code", None)]
