"""Teams: the table of rights, and the services that invite, give roles and keep an owner."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from accounts import permissions
from accounts.members import teams
from accounts.members.teams import TeamText
from accounts.models import Membership, Team
from accounts.roles import ALLOWED, Act, Role, act_on
from audit import services as audit
from audit.models import AuditEntry
from notices.models import Notice
from notices.tests.steps import mails

pytestmark = pytest.mark.django_db
OWNER, MANAGER, DEVELOPER, MEMBER = Role
EXPECTED = {
    Act.SEE: {OWNER, MANAGER, DEVELOPER, MEMBER},
    Act.DEVELOP: {OWNER, MANAGER, DEVELOPER},
    Act.EDIT: {OWNER, MANAGER},
    Act.INVITE: {OWNER, MANAGER},
    Act.ROLES: {OWNER},
}
"""The table once more, as the requirements have it."""


@pytest.fixture
def dora(db):
    from accounts.models import User

    return User.objects.create_user("dora", "dora@example.org", "dora-secret-1")


def give(team, user, role, *, accepted=True):
    Membership.objects.update_or_create(
        team=team, user=user, defaults={"role": role, "accepted": accepted}
    )


def role_of(team, user):
    return team.memberships.filter(user=user).values_list("role", flat=True).first()


def acts(target):
    return [entry.act for entry in audit.of(target)]


def test_the_table_is_the_one_that_was_asked_for():
    assert set(ALLOWED) == set(Act)
    assert {act: set(roles) for act, roles in ALLOWED.items()} == EXPECTED


@pytest.mark.parametrize("role", Role)
def test_rows_follow_the_table(team, alices_bot, bob, role):
    from bots.models import Bot

    give(team, bob, role)
    may = {act for act in Act if team.lets(bob, act)}
    assert may == {act for act in Act if role in EXPECTED[act]}
    assert alices_bot.managed_by(bob) is (Act.DEVELOP in may)
    assert alices_bot.open_to(bob) is (Act.SEE in may)
    assert Bot.objects.managed_by(bob).exists() is (Act.DEVELOP in may)
    assert Bot.objects.open_to(bob).exists() is (Act.SEE in may)


@pytest.mark.parametrize("role", Role)
def test_an_invitation_gives_no_right(team, alices_bot, bob, role):
    give(team, bob, role, accepted=False)
    assert not [act for act in Act if team.lets(bob, act)]
    assert not alices_bot.open_to(bob)


def test_the_owner_of_a_bot_may_do_all_with_it_whatever_the_role(team, alices_bot, alice, bob):
    teams.hand_over(team, alice, bob)
    teams.set_role(team, bob, alice, MEMBER)
    assert alices_bot.managed_by(alice)


SERVICES = {
    "edit": (Act.EDIT, lambda team, by, other: teams.edit_team(team, by, TeamText("Hi"))),
    "invite": (Act.INVITE, lambda team, by, other: teams.invite(team, by, "charlie", MEMBER)),
    "invite a manager": (
        Act.ROLES,
        lambda team, by, other: teams.invite(team, by, "charlie", MANAGER),
    ),
    "invite an owner": (
        Act.ROLES,
        lambda team, by, other: teams.invite(team, by, "charlie", OWNER),
    ),
    "remove a developer": (Act.INVITE, lambda team, by, other: teams.remove(team, by, other)),
    "give a role": (Act.ROLES, lambda team, by, other: teams.set_role(team, by, other, MEMBER)),
    "hand over": (Act.ROLES, lambda team, by, other: teams.hand_over(team, by, other)),
}


@pytest.mark.parametrize("role", [*Role, None])
@pytest.mark.parametrize("name", SERVICES)
def test_every_service_asks_the_table(team, bob, charlie, dora, name, role):
    act, serve = SERVICES[name]
    give(team, dora, DEVELOPER)
    team.memberships.filter(user=bob).delete()
    if role:
        give(team, bob, role)
    if role in EXPECTED[act]:
        serve(team, bob, dora)
        assert AuditEntry.objects.filter(actor=bob).exists() is (act != Act.EDIT)
        return
    with pytest.raises(PermissionDenied):
        serve(team, bob, dora)
    assert role_of(team, dora) == DEVELOPER
    assert role_of(team, charlie) is None


@pytest.mark.parametrize("other", [OWNER, MANAGER])
def test_a_manager_removes_neither_owners_nor_managers(team, alice, bob, dora, other):
    give(team, bob, MANAGER)
    give(team, dora, other)
    with pytest.raises(PermissionDenied):
        teams.remove(team, bob, dora)
    teams.remove(team, alice, dora)
    assert role_of(team, dora) is None


def test_sharing_a_bot_with_a_team_asks_the_table(team, bob):
    from bots.services import create_bot

    give(team, bob, MEMBER)
    with pytest.raises(ValidationError, match="Ask one of its owners for the role developer"):
        create_bot(bob, "snake", "newt", team=team)
    give(team, bob, DEVELOPER)
    assert create_bot(bob, "snake", "newt", team=team).team == team


# An owner stays


def test_the_only_owner_can_neither_leave_nor_give_the_role_away(team, alice, bob):
    for act in (
        lambda: teams.leave(team, alice),
        lambda: teams.set_role(team, alice, alice, MANAGER),
        lambda: teams.remove(team, alice, alice),
    ):
        with pytest.raises(ValidationError, match="Hand the team over to another member first"):
            act()
    assert role_of(team, alice) == OWNER


def test_an_invited_owner_is_no_owner_yet(team, alice, bob, charlie):
    teams.invite(team, alice, "charlie", OWNER)
    with pytest.raises(ValidationError, match="only owner"):
        teams.leave(team, alice)
    teams.accept(team, charlie)
    teams.leave(team, alice)
    assert role_of(team, alice) is None


def test_ownership_is_handed_over_and_kept_in_the_audit_trail(team, alice, bob):
    teams.hand_over(team, alice, bob)
    assert (role_of(team, alice), role_of(team, bob)) == (MANAGER, OWNER)
    teams.set_role(team, bob, alice, DEVELOPER)
    teams.leave(team, alice)
    assert acts(team) == [
        "left",
        "made alice developer, before manager",
        "handed the team over to bob",
    ]


def test_a_team_is_handed_over_to_a_member_alone(team, alice, charlie):
    teams.invite(team, alice, "charlie")
    for nobody in (charlie, alice):
        with pytest.raises(ValidationError, match="not another member"):
            teams.hand_over(team, alice, nobody)


def test_the_last_member_takes_the_team_along(alice, bob, charlie):
    team = teams.create_team(alice, "loners")
    teams.invite(team, alice, "charlie")
    teams.leave(team, alice)
    assert not Team.objects.filter(pk=team.pk).exists()


def test_declining_an_invitation_leaves_the_team_alone(team, alice, charlie):
    teams.invite(team, alice, "charlie", MEMBER)
    assert role_of(team, charlie) == MEMBER
    teams.leave(team, charlie)
    assert role_of(team, charlie) is None
    assert role_of(team, alice) == OWNER


def test_a_role_that_does_not_exist_is_explained(team, alice, bob):
    with pytest.raises(ValidationError, match=r"“king” is not a role\. Choose one of: owner"):
        teams.set_role(team, alice, bob, "king")
    assert act_on(DEVELOPER) == act_on(MEMBER) == Act.INVITE


def test_team_names_that_differ_in_case_alone_are_refused(team, bob):
    with pytest.raises(ValidationError, match="already exists"):
        teams.create_team(bob, "Wonderland")


def test_an_invitation_is_a_notice_and_a_mail_of_its_own_kind(team, alice, charlie):
    teams.edit_team(team, alice, TeamText("We grow worms."))
    teams.invite(team, alice, "charlie", MEMBER)
    notice = Notice.objects.get(user=charlie)
    assert (notice.kind, notice.path) == ("team.invitation", "/settings/teams/")
    assert notice.text.startswith("alice invites you to the team wonderland as member.")
    (mail,) = mails()
    assert (mail.to, mail.subject) == (
        [charlie.email],
        "[Arbiter] team wonderland: alice invites you",
    )
    assert "We grow worms." in mail.body


def test_members_are_notified_of_another_role_and_of_its_loss(team, alice, bob, charlie):
    give(team, bob, MEMBER)
    teams.set_role(team, alice, bob, DEVELOPER)
    teams.hand_over(team, alice, bob)
    teams.set_role(team, bob, alice, MEMBER)
    teams.remove(team, bob, alice)
    sent = Notice.objects.order_by("pk").values_list("user__username", "kind", "text", "path")
    assert list(sent) == [
        (name, "team.invitation", f"You are {text}", path)
        for name, text, path in (
            ("bob", "developer of team wonderland now.", "/settings/teams/"),
            ("bob", "owner of team wonderland now.", "/settings/teams/"),
            ("alice", "member of team wonderland now.", "/settings/teams/"),
            ("alice", "no longer member of team wonderland.", team.get_absolute_url()),
        )
    ]
    assert mails()[-1].subject == "[Arbiter] team wonderland: you are no longer member"


def test_who_leaves_and_who_is_merely_invited_is_not_notified(team, alice, bob, charlie):
    give(team, bob, MEMBER)
    give(team, charlie, MEMBER, accepted=False)
    teams.leave(team, bob)
    teams.set_role(team, alice, charlie, DEVELOPER)
    teams.remove(team, alice, charlie)
    assert not Notice.objects.exists()


@pytest.mark.parametrize("name", ["Admin", "ar-biter", "support", "team-7", "deleted-3"])
def test_a_reserved_name_is_refused(bob, name):
    with pytest.raises(ValidationError, match="reserved"):
        teams.create_team(bob, name)


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "ftp://example.org/", "example", "https://x.org/" + "a" * 200]
)
def test_a_link_of_a_team_is_http_and_short(team, alice, link):
    with pytest.raises(ValidationError) as refused:
        teams.edit_team(team, alice, TeamText(link=link))
    assert [*refused.value.message_dict] == ["link"]


def test_nobody_sends_mails_to_a_person_by_inviting_again_and_again(
    team, alice, charlie, monkeypatch
):
    monkeypatch.setattr(permissions, "MOST_MAILED", 2)
    for _ in range(2):
        teams.invite(team, alice, "charlie")
        teams.remove(team, alice, charlie)
    with pytest.raises(ValidationError, match="2 people in an hour"):
        teams.invite(team, alice, "charlie")
    assert len(mails()) == 2
