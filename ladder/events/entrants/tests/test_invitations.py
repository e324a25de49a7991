"""Invitations by name, by link and by code."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from accounts.members.teams import create_team
from accounts.roles import Role
from audit.models import AuditEntry
from ladder.events.entrants import entering, invitations
from ladder.events.entrants.invitations import Terms
from ladder.events.entrants.terms import consent
from ladder.events.models import Event, EventMember, Invitation
from ladder.tests.play import make_bot
from notices.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed(ruled):
    """An event for invited people only."""
    return ruled(invited_only=True)


def refused(event, bot, by, words="Only invited people and teams"):
    with pytest.raises(ValidationError, match=words):
        entering.enter(event, bot, by)


def test_an_invited_person_accepts_and_enters(closed, worm, alice, olga):
    refused(closed, worm, alice)
    invitations.invite(closed, olga, "ALICE")
    notice = Notice.objects.get(user=alice)
    assert notice.path == f"/events/{closed.slug}/invitation/"
    refused(closed, worm, alice)
    invitations.accept(closed, alice)
    assert entering.enter(closed, worm, alice)


def test_acceptance_is_consent_and_declining_ends_it(event, worm, alice, olga):
    invitations.invite(event, olga, "alice")
    with pytest.raises(ValidationError, match="has not agreed"):
        entering.enter(event, worm, olga)
    invitations.accept(event, alice)
    entering.enter(event, worm, olga)
    assert "olga entered alice/worm in Open" in Notice.objects.latest("pk").text
    invitations.decline(event, alice)
    assert not consent.agreed(event, alice)
    assert event.entries.filter(withdrawn_at=None).exists()


def test_people_are_invited_once_and_again_after_they_declined(event, alice, olga):
    invitations.invite(event, olga, "alice")
    with pytest.raises(ValidationError, match="already invited"):
        invitations.invite(event, olga, "alice")
    invitations.decline(event, alice)
    assert event.invitations.get().state == "declined"
    with pytest.raises(ValidationError, match="no open invitation"):
        invitations.accept(event, alice)
    invitations.invite(event, olga, "alice")
    invitations.accept(event, alice)


def test_nobody_of_that_name(event, olga):
    with pytest.raises(ValidationError, match="There is nobody named"):
        invitations.invite(event, olga, "zora")


def test_only_those_with_the_role_invite(event, alice, bob, olga):
    for act in (
        lambda by: invitations.invite(event, by, "bob"),
        lambda by: invitations.invite_teams(event, by, Terms()),
        lambda by: invitations.make_code(event, by, Terms()),
    ):
        with pytest.raises(PermissionDenied):
            act(alice)
        EventMember.objects.update_or_create(event=event, person=alice, defaults={"role": "judge"})
        with pytest.raises(PermissionDenied, match="Your role in this event"):
            act(alice)
        EventMember.objects.update(role="organizer")
        act(alice)
        EventMember.objects.all().delete()


def test_a_code_works_once_and_for_whoever_has_it(closed, worm, viper, alice, charlie, olga):
    made, code = invitations.make_code(closed, olga, Terms("Ana"))
    assert code not in (made.digest or "")
    with pytest.raises(ValidationError, match="This code is not valid"):
        invitations.redeem(closed, alice, "BCDFG-BCDFG-BCDFG-BCDFG")
    invitations.redeem(closed, alice, code.lower().replace("-", " "))
    assert entering.enter(closed, worm, alice)
    with pytest.raises(ValidationError, match="This code is not valid"):
        invitations.redeem(closed, charlie, code)
    refused(closed, viper, charlie)


def test_a_code_that_its_person_gave_up_works_for_no_other_person(
    closed, worm, viper, alice, charlie, olga
):
    made, code = invitations.make_code(closed, olga, Terms("Ana"))
    invitations.redeem(closed, alice, code)
    invitations.decline(closed, alice)
    made.refresh_from_db()
    assert made.state == "declined"
    with pytest.raises(ValidationError, match="This code is not valid"):
        invitations.redeem(closed, charlie, code)
    invitations.redeem(closed, alice, code)
    assert entering.enter(closed, worm, alice)
    invitations.decline(closed, alice)
    fresh = invitations.renew(made, olga)
    with pytest.raises(ValidationError, match="This code is not valid"):
        invitations.redeem(closed, alice, code)
    invitations.redeem(closed, charlie, fresh)
    assert entering.enter(closed, viper, charlie)


def test_a_code_that_its_person_declined_without_using_it_works_for_no_other_person(
    closed, worm, alice, charlie, olga
):
    made, code = invitations.make_code(closed, olga, Terms("Ana"))
    Invitation.objects.update(person=alice)  # as an import does that finds the address
    invitations.decline(closed, alice)
    made.refresh_from_db()
    assert made.state == "invited", "organizers do not learn that the address has an account"
    with pytest.raises(ValidationError, match="This code is not valid"):
        invitations.redeem(closed, charlie, code)
    invitations.redeem(closed, alice, code)
    assert entering.enter(closed, worm, alice)


def test_a_code_of_another_event_an_expired_and_a_replaced_one_do_nothing(event, alice, olga):
    made, code = invitations.make_code(event, olga, Terms())
    fresh = invitations.renew(made, olga)
    with pytest.raises(ValidationError, match="not valid"):
        invitations.redeem(event, alice, code)
    Invitation.objects.update(expires=timezone.now())
    with pytest.raises(ValidationError, match="not valid"):
        invitations.redeem(event, alice, fresh)
    Invitation.objects.update(expires=None)
    invitations.revoke(made, olga)
    with pytest.raises(ValidationError, match="not valid"):
        invitations.redeem(event, alice, fresh)
    assert fresh not in "".join(AuditEntry.objects.values_list("act", flat=True))


def test_an_invitation_that_is_taken_back_lets_nobody_in(closed, worm, alice, olga):
    made = invitations.invite(closed, olga, "alice")
    invitations.accept(closed, alice)
    invitations.revoke(made, olga)
    refused(closed, worm, alice)
    assert not consent.agreed(closed, alice)


def test_a_team_comes_by_a_link(closed, alice, bob, charlie, team, olga):
    made, token = invitations.invite_teams(closed, olga, Terms("Schools", 1))
    worm = make_bot(alice, "worm", team)
    refused(closed, worm, alice)
    with pytest.raises(PermissionDenied):
        invitations.bring_team(closed, token, team, charlie)
    team.memberships.filter(user=bob).update(role=Role.DEVELOPER)
    with pytest.raises(PermissionDenied, match="owners and managers"):
        invitations.bring_team(closed, token, team, bob)
    invitations.bring_team(closed, token, team, alice)
    invitations.bring_team(closed, token, team, alice)  # again: nothing changes
    made.refresh_from_db()
    assert (made.used, made.state) == (1, "used up")
    assert entering.enter(closed, worm, alice)
    refused(closed, make_bot(bob, "lone"), bob)


def test_a_link_has_an_end_and_a_number_of_uses(closed, alice, charlie, team, olga):
    made, token = invitations.invite_teams(closed, olga, Terms("", 1))
    other = create_team(charlie, "Others")
    invitations.bring_team(closed, token, team, alice)
    with pytest.raises(ValidationError, match="no longer valid"):
        invitations.bring_team(closed, token, other, charlie)
    Invitation.objects.update(most_uses=2, expires=timezone.now())
    with pytest.raises(ValidationError, match="no longer valid"):
        invitations.bring_team(closed, token, other, charlie)
    Invitation.objects.update(expires=timezone.now() + timedelta(hours=1))
    fresh = invitations.renew(made, olga)
    with pytest.raises(ValidationError, match="no longer valid"):
        invitations.bring_team(closed, token, other, charlie)
    assert invitations.bring_team(closed, fresh, other, charlie)


def test_nobody_is_invited_after_the_start(event, olga):
    Event.objects.update(started=timezone.now(), state="running")
    with pytest.raises(ValidationError, match="has started"):
        invitations.invite(event, olga, "olga")


def test_wrong_terms_are_refused(event, olga):
    for terms in (
        Terms("x" * 101),
        Terms(most_uses=0),
        Terms(expires=timezone.now()),
    ):
        with pytest.raises(ValidationError):
            invitations.invite_teams(event, olga, terms)
