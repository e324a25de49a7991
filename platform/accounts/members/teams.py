"""Teams: create and edit them, invite people, give roles, leave.

`accounts.roles` says who may.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse

from accounts import naming
from accounts.members.memberships import Crew, Notices, Rights, named
from accounts.models import Membership, Team, User
from accounts.permissions import require_restraint
from accounts.roles import ALLOWED, Act, Role, act_on
from accounts.signals import notice_written
from arbiter import texts
from arbiter.database.locks import lock
from audit import services as audit

MAX_TEAMS = 20
MAX_MEMBERS = 10
RIGHTS: Rights[Team, Role, Act] = Rights(
    roles=Role,
    allowed=ALLOWED,
    members=lambda team: team.memberships,
    person="user",
    standing={"accepted": True},
    of_site=False,
    stranger="Only members may change a team.",
    other_role="Your role in the team {row} does not include this. Ask one of its owners.",
)


@dataclass(frozen=True, slots=True)
class TeamText:
    """The texts of a team's page."""

    about: str = ""
    link: str = ""


@transaction.atomic
def create_team(user: User, name: str) -> Team:
    """A new team, which the person owns."""
    if user.memberships.count() >= MAX_TEAMS:
        raise ValidationError(f"You are in {MAX_TEAMS} teams; leave one first.")
    team = Team(name=name.strip())
    if Team.objects.filter(name__iexact=team.name).exists():
        raise ValidationError({"name": "A team with this name already exists."})
    if naming.is_reserved(naming.Kind.TEAM, team.name):
        raise ValidationError({"name": "This name is reserved. Choose another one."})
    team.full_clean()
    team.save()
    Membership.objects.create(team=team, user=user, role=Role.OWNER, accepted=True)
    return team


def edit_team(team: Team, by: User, text: TeamText) -> Team:
    """Change the texts of the team's page."""
    RIGHTS.require(by, team, Act.EDIT)
    team.about, team.link = text.about.strip(), text.link.strip()
    texts.require_texts(about=team.about)
    team.full_clean(exclude=["name"])
    team.save(update_fields=["about", "link"])
    return team


@transaction.atomic
def invite(team: Team, by: User, username: str, role: str = Role.DEVELOPER) -> Membership:
    """Invite a person, who has the role from acceptance on."""
    team, wanted = _locked(team), CREW.role_named(role)
    RIGHTS.require(by, team, act_on(wanted))
    require_restraint(by, Team, "invited")
    user = named(username)
    found = RIGHTS.member(team, user)
    if found is not None:
        already = (
            f"{user} is already a member." if found.accepted else f"{user} is already invited."
        )
        raise ValidationError({"username": already})
    made = CREW.add(team, by, user, wanted, f"invited {user} as {wanted.label}")
    _tell_invited(made, by)
    return made


def _notices(team: Team) -> Notices:
    return Notices(
        kind="team.invitation",
        name=f"team {team}",
        data={"team": team.name},
        thread=f"team-{team.pk}",
        path=reverse("settings-teams"),
        page=team.get_absolute_url(),
    )


def _tell_invited(membership: Membership, by: User) -> None:
    team, role = membership.team, membership.get_role_display()
    about = _notices(team)
    notice_written.send(
        sender=Membership,
        kind=about.kind,
        people=[membership.user],
        text=f"{by} invites you to the team {team} as {role}. Accept or decline in your settings.",
        path=about.path,
        data={**about.data, "role": membership.role, "by": by.username},
        letter={
            "about": about.name,
            "title": f"{by} invites you",
            "thread": about.thread,
            "details": team.about,
        },
    )


@transaction.atomic
def accept(team: Team, user: User) -> None:
    """Accept an invitation.  Membership.DoesNotExist where there is none."""
    membership = _locked(team).memberships.get(user=user)
    if membership.accepted:
        return
    membership.accepted = True
    membership.save(update_fields=["accepted"])
    audit.record(user, team, f"joined as {membership.get_role_display()}")


@transaction.atomic
def leave(team: Team, user: User) -> None:
    """Leave a team or decline its invitation.  A team without members goes, its bots stay.

    The only owner cannot leave the others alone.
    """
    team = _locked(team)
    membership = team.memberships.filter(user=user).first()
    if membership is None:
        return
    others = team.memberships.filter(accepted=True).exclude(pk=membership.pk)
    if membership.accepted and others.exists():
        CREW.remove(team, user, membership, "left")
    else:
        membership.delete()
    if not others.exists():
        team.delete()


@transaction.atomic
def remove(team: Team, by: User, user: User) -> None:
    """Take a member out of the team, or an invitation back."""
    team = _locked(team)
    membership = team.memberships.get(user=user)
    RIGHTS.require(by, team, act_on(membership.role))
    act = f"removed {user}" if membership.accepted else f"took {user}'s invitation back"
    CREW.remove(team, by, membership, act)


@transaction.atomic
def set_role(team: Team, by: User, user: User, role: str) -> None:
    """Give a member, or an invited person, another role."""
    team, wanted = _locked(team), CREW.role_named(role)
    membership = team.memberships.get(user=user)
    RIGHTS.require(by, team, Act.ROLES)
    if wanted != membership.role:
        CREW.change(team, by, membership, wanted)


@transaction.atomic
def hand_over(team: Team, by: User, to: User) -> None:
    """Make another member owner in place of oneself, who is manager from then on."""
    team = _locked(team)
    RIGHTS.require(by, team, Act.ROLES)
    membership = team.memberships.filter(user=to, accepted=True).exclude(user=by).first()
    if membership is None:
        raise ValidationError(f"{to} is not another member of {team}. Invite {to} first.")
    membership.role = Role.OWNER
    membership.save(update_fields=["role"])
    team.memberships.filter(user=by).update(role=Role.MANAGER)
    audit.record(by, team, f"handed the team over to {to}")
    CREW.notify(team, membership)


def _locked(team: Team) -> Team:
    """Hold the team to the end of the transaction: of two owners that leave at once, one stays."""
    return lock(Team.objects, deletes=True).get(pk=team.pk)


CREW: Crew[Team, Membership, Role, Act] = Crew(
    rights=RIGHTS,
    lock=_locked,
    act_on=act_on,
    record=audit.record,
    notices=_notices,
    most=MAX_MEMBERS,
    full="A team has at most {most} members and invitations.",
    last_owner=(
        "{person} is the only owner of {row}, and a team needs one. "
        "Hand the team over to another member first."
    ),
)
