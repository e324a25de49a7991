"""A person's teams: members and their roles, invitations, and the texts of the team's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Prefetch
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts import roles
from accounts.members import teams as services
from accounts.models import Membership, Team, User
from accounts.roles import ALLOWED, Act, Role
from pages.account.forms import InviteForm, TeamForm, TeamTextForm
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import redirect_with, refusing, reported
from pages.frame.fields.forms import teams_of


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member or an invited person, and what the viewer may do about them."""

    membership: Membership
    is_self: bool
    may_remove: bool
    may_give_role: bool


@dataclass(frozen=True, slots=True)
class TeamCard:
    """A team for one of its members.  Forms are None where the viewer's role does not include
    them."""

    team: Team
    role: Role
    rows: Sequence[MemberRow]
    is_alone: bool
    invite_form: Form | None
    text_form: Form | None


def _card(team: Team, user: User, refused: dict[str, Form]) -> TeamCard:
    members = list(team.memberships.all())
    role = Role(next(each.role for each in members if each.user_id == user.pk))

    def may(act: Act) -> bool:
        return role in ALLOWED[act]

    rows = [
        MemberRow(
            each,
            each.user_id == user.pk,
            each.user_id != user.pk and may(roles.act_on(each.role)),
            may(Act.ROLES),
        )
        for each in members
    ]
    texts = {"about": team.about, "link": team.link}
    return TeamCard(
        team,
        role,
        rows,
        sum(each.accepted for each in members) == 1,
        refused.get("invite") or (_invite_form(team, role) if may(Act.INVITE) else None),
        refused.get("text")
        or (TeamTextForm(prefix=f"e{team.pk}", initial=texts) if may(Act.EDIT) else None),
    )


def _invite_form(team: Team, role: Role | None, data: Any = None) -> InviteForm:
    """With the roles that a person of this role can give."""
    given = [each for each in Role if role in ALLOWED[roles.act_on(each)]]
    return InviteForm(data, prefix=f"t{team.pk}", roles=given)


def _page(
    request: PersonRequest,
    new: Form | None = None,
    refused: tuple[int, dict[str, Form]] = (0, {}),
) -> HttpResponse:
    people = Prefetch("memberships", Membership.objects.select_related("user").order_by("created"))
    mine = teams_of(request.user).prefetch_related(people, "bots__owner")
    invitations = Membership.objects.filter(user=request.user, accepted=False)
    context = {
        "form": new or TeamForm(),
        "invitations": invitations.select_related("team").order_by("created"),
        "cards": [
            _card(team, request.user, refused[1] if team.pk == refused[0] else {}) for team in mine
        ],
        "roles": list(Role),
    }
    status = 422 if (new or refused[0]) else 200
    return render(request, "account/teams.html", context, status=status)


@login_required
def index(request: PersonRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request)
    form = TeamForm(request.POST)
    if form.is_valid():
        with refusing(form):
            team = services.create_team(request.user, form.cleaned_data["name"])
            message = f"The team {team.name} is there. Invite somebody to it."
            return redirect_with(request, message, "settings-teams")
    return _page(request, new=form)


def _my_team(request: PersonRequest, pk: int) -> Team:
    """A team that the person is in or invited to; others have no address here."""
    mine = Team.objects.filter(memberships__user=request.user)
    return get_object_or_404(mine, pk=pk)


def _require(team: Team, user: User, act: Act) -> None:
    """Forms that a person does not see do not exist for the person."""
    if not team.lets(user, act):
        raise Http404(f"No such page for {user}.")


@person_act
def invite(request: PersonRequest, pk: int) -> HttpResponse:
    team = _my_team(request, pk)
    _require(team, request.user, Act.INVITE)
    role = Role(team.memberships.get(user=request.user).role)
    form = _invite_form(team, role, request.POST)
    if form.is_valid():
        given = form.cleaned_data
        try:
            membership = services.invite(team, request.user, given["username"], given["role"])
        except (ValidationError, PermissionDenied) as error:
            form.add_error("username", getattr(error, "messages", str(error)))
        else:
            message = f"{membership.user} is invited to {team.name}."
            return redirect_with(request, message, "settings-teams")
    return _page(request, refused=(pk, {"invite": form}))


@person_act
def edit(request: PersonRequest, pk: int) -> HttpResponse:
    team = _my_team(request, pk)
    _require(team, request.user, Act.EDIT)
    form = TeamTextForm(request.POST, prefix=f"e{pk}")
    if form.is_valid():
        with refusing(form):
            services.edit_team(team, request.user, services.TeamText(**form.cleaned_data))
            return redirect_with(request, "Saved.", team)
    return _page(request, refused=(pk, {"text": form}))


@person_act
def accept(request: PersonRequest, pk: int) -> HttpResponse:
    team = _my_team(request, pk)
    services.accept(team, request.user)
    return redirect_with(request, f"You are in {team.name}.", "settings-teams")


@person_act
def leave(request: PersonRequest, pk: int) -> HttpResponse:
    team = _my_team(request, pk)
    with reported(request, f"You are no longer in {team.name}."):
        services.leave(team, request.user)
    return redirect("settings-teams")


def _team_and_member(request: PersonRequest, pk: int) -> tuple[Team, User]:
    """A team as `_my_team`, and the person in it whom the posted form names."""
    team, name = _my_team(request, pk), request.POST.get("member", "")
    rows = team.memberships.select_related("user")
    return team, get_object_or_404(rows, user__username=name).user


@person_act
def role(request: PersonRequest, pk: int) -> HttpResponse:
    team, member = _team_and_member(request, pk)
    given = request.POST.get("role", "")
    with reported(request, f"{member} is {given} of {team.name}."):
        services.set_role(team, request.user, member, given)
    return redirect("settings-teams")


@person_act
def remove(request: PersonRequest, pk: int) -> HttpResponse:
    team, member = _team_and_member(request, pk)
    with reported(request, f"{member} is no longer in {team.name}."):
        services.remove(team, request.user, member)
    return redirect("settings-teams")


@person_act
def hand_over(request: PersonRequest, pk: int) -> HttpResponse:
    team, member = _team_and_member(request, pk)
    with reported(request, f"{member} owns {team.name} now. You are its manager."):
        services.hand_over(team, request.user, member)
    return redirect("settings-teams")
