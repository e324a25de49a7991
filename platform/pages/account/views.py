"""A person's own account: profile, tokens, teams."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Prefetch
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import services
from accounts.models import ApiToken, Membership, Team, User
from pages.account.forms import InviteForm, ProfileForm, TeamForm, TokenForm
from pages.frame.forms import refuse, teams_of
from pages.frame.requests import PersonRequest
from pages.frame.zoned import zone_names


@login_required
def profile(request: PersonRequest) -> HttpResponse:
    # A copy: a form writes what it refuses into its instance, and the page shows the person.
    person = User.objects.get(pk=request.user.pk)
    form = ProfileForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Saved.")
        return redirect("settings")
    context = {"form": form, "zones": zone_names(), "person": request.user}
    return render(request, "account/profile.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # allauth has no types
def tokens(request: PersonRequest) -> HttpResponse:
    """The list, and a new token.  The secret is in this one answer and nowhere else."""
    scopes = services.scopes_for(request.user)
    form = TokenForm(request.POST or None, scopes=scopes)
    context: dict[str, object] = {}
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            token, secret = services.create_token(
                request.user, given["name"], given["scopes"], form.lifetime
            )
        except ValidationError as error:
            refuse(form, error)
        else:
            context = {"token": token, "secret": secret}
            form = TokenForm(scopes=scopes)
    context |= {"form": form, "tokens": request.user.auth_token_set.order_by("-created")}
    return render(request, "account/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def revoke_token(request: PersonRequest, digest: str) -> HttpResponse:
    token = get_object_or_404(ApiToken, user=request.user, digest=digest)
    token.delete()
    messages.success(request, f"The token “{token.name}” no longer works.")
    return redirect("settings-tokens")


def _teams_page(
    request: PersonRequest, new: Form | None = None, invite: tuple[int, Form] | None = None
) -> HttpResponse:
    people = Prefetch("memberships", Membership.objects.select_related("user").order_by("created"))
    invited_to, refused = invite or (0, None)
    context = {
        "form": new or TeamForm(),
        "invitations": Team.objects.filter(
            memberships__user=request.user, memberships__accepted=False
        ),
        "teams": [
            (
                team,
                refused if team.pk == invited_to else InviteForm(prefix=f"t{team.pk}"),
                sum(m.accepted for m in team.memberships.all()) == 1,
            )
            for team in teams_of(request.user).prefetch_related(people, "bots__owner")
        ],
    }
    status = 422 if (new or invite) else 200
    return render(request, "account/teams.html", context, status=status)


@login_required
def teams(request: PersonRequest) -> HttpResponse:
    if request.method != "POST":
        return _teams_page(request)
    form = TeamForm(request.POST)
    if form.is_valid():
        try:
            team = services.create_team(request.user, form.cleaned_data["name"])
        except ValidationError as error:
            refuse(form, error)
        else:
            messages.success(request, f"The team {team.name} is there. Invite somebody to it.")
            return redirect("settings-teams")
    return _teams_page(request, new=form)


def _my_team(request: PersonRequest, pk: int) -> Team:
    """A team that the person is in or invited to; others have no address here."""
    mine = Team.objects.filter(memberships__user=request.user)
    return get_object_or_404(mine, pk=pk)


@require_POST
@login_required
def invite(request: PersonRequest, pk: int) -> HttpResponse:
    team = _my_team(request, pk)
    form = InviteForm(request.POST, prefix=f"t{pk}")
    if form.is_valid():
        try:
            membership = services.invite(team, request.user, form.cleaned_data["username"])
        except ValidationError as error:
            form.add_error("username", error)
        except PermissionDenied as error:
            raise Http404(str(error)) from error
        else:
            messages.success(request, f"{membership.user} is invited to {team.name}.")
            return redirect("settings-teams")
    return _teams_page(request, invite=(pk, form))


@require_POST
@login_required
def accept(request: PersonRequest, pk: int) -> HttpResponse:
    team = _my_team(request, pk)
    services.accept(team, request.user)
    messages.success(request, f"You are in {team.name}.")
    return redirect("settings-teams")


@require_POST
@login_required
def leave(request: PersonRequest, pk: int) -> HttpResponse:
    team = _my_team(request, pk)
    services.leave(team, request.user)
    messages.success(request, f"You are no longer in {team.name}.")
    return redirect("settings-teams")
