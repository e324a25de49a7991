"""Teams: create and edit them, invite people, give roles, leave.  `accounts.roles` says who may."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse

from accounts import naming
from accounts.models import Membership, Team, User
from accounts.permissions import require_act, require_restraint
from accounts.roles import Act, Role, act_on
from accounts.signals import notice_written
from arbiter import texts
from arbiter.locks import lock
from audit import services as audit

MAX_TEAMS = 20
MAX_MEMBERS = 10
LAST_OWNER = (
    "{user} is the only owner of {team}, and a team needs one. "
    "Hand the team over to another member first."
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
    require_act(team, by, Act.EDIT)
    team.about, team.link = text.about.strip(), text.link.strip()
    texts.require_texts(about=team.about)
    team.full_clean(exclude=["name"])
    team.save(update_fields=["about", "link"])
    return team


@transaction.atomic
def invite(team: Team, by: User, username: str, role: str = Role.DEVELOPER) -> Membership:
    """Invite a person, who has the role from acceptance on."""
    role = _role(role)
    team = _locked(team)
    require_act(team, by, act_on(role))
    require_restraint(by, Team, "invited")
    if team.memberships.count() >= MAX_MEMBERS:
        raise ValidationError(f"A team has at most {MAX_MEMBERS} members and invitations.")
    user = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if user is None or user.is_house:
        raise ValidationError(f"There is nobody named “{username.strip()}” here.")
    membership, created = Membership.objects.get_or_create(
        team=team, user=user, defaults={"role": role}
    )
    if not created:
        state = "a member" if membership.accepted else "invited"
        raise ValidationError(f"{user.username} is already {state}.")
    audit.record(by, team, f"invited {user} as {role.label}")
    _tell_invited(membership, by)
    return membership


def _tell_invited(membership: Membership, by: User) -> None:
    team, role = membership.team, membership.get_role_display()
    notice_written.send(
        sender=Membership,
        kind="team.invitation",
        people=[membership.user],
        text=f"{by} invites you to the team {team} as {role}. Accept or decline in your settings.",
        path=reverse("settings-teams"),
        data={"team": team.name, "role": membership.role, "by": by.username},
        letter={
            "about": f"team {team}",
            "title": f"{by} invites you",
            "thread": f"team-{team.pk}",
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
    found = team.memberships.filter(user=user).first()
    if found is None:
        return
    others = team.memberships.filter(accepted=True).exclude(pk=found.pk)
    if found.accepted and others.exists():
        _keep_an_owner(found)
        audit.record(user, team, "left")
    found.delete()
    if not others.exists():
        team.delete()


@transaction.atomic
def remove(team: Team, by: User, user: User) -> None:
    """Take a member out of the team, or an invitation back."""
    team = _locked(team)
    found = team.memberships.get(user=user)
    require_act(team, by, act_on(found.role))
    _keep_an_owner(found)
    found.delete()
    audit.record(
        by, team, f"removed {user}" if found.accepted else f"took {user}'s invitation back"
    )


@transaction.atomic
def set_role(team: Team, by: User, user: User, role: str) -> None:
    """Give a member, or an invited person, another role."""
    role = _role(role)
    team = _locked(team)
    found = team.memberships.get(user=user)
    require_act(team, by, Act.ROLES)
    if role == found.role:
        return
    _keep_an_owner(found)
    before = found.get_role_display()
    found.role = role
    found.save(update_fields=["role"])
    audit.record(by, team, f"made {user} {role.label}, before {before}")


@transaction.atomic
def hand_over(team: Team, by: User, to: User) -> None:
    """Make another member owner in place of oneself, who is manager from then on."""
    team = _locked(team)
    require_act(team, by, Act.ROLES)
    found = team.memberships.filter(user=to, accepted=True).exclude(user=by).first()
    if found is None:
        raise ValidationError(f"{to} is not another member of {team}. Invite {to} first.")
    found.role = Role.OWNER
    found.save(update_fields=["role"])
    team.memberships.filter(user=by).update(role=Role.MANAGER)
    audit.record(by, team, f"handed the team over to {to}")


def _role(name: str) -> Role:
    if name not in Role.values:
        known = ", ".join(Role.values)
        raise ValidationError({"role": f"“{name}” is not a role. Choose one of: {known}."})
    return Role(name)


def _locked(team: Team) -> Team:
    """Hold the team to the end of the transaction: of two owners that leave at once, one stays."""
    return lock(Team.objects, deletes=True).get(pk=team.pk)


def _keep_an_owner(leaving: Membership) -> None:
    """ValidationError if the team would have no owner without this membership."""
    if not leaving.accepted or leaving.role != Role.OWNER:
        return
    owners = leaving.team.memberships.filter(accepted=True, role=Role.OWNER)
    if not owners.exclude(pk=leaving.pk).exists():
        raise ValidationError(LAST_OWNER.format(user=leaving.user, team=leaving.team))
