"""A person's own account: profile, tokens and sessions, the agreement to be entered in events, and
a log-in by another site."""

from __future__ import annotations

from allauth.socialaccount.internal.flows.connect import connect
from allauth.socialaccount.internal.flows.signup import clear_pending_signup, get_pending_signup
from allauth.usersessions.models import UserSession
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import ApiToken, User
from accounts.signing import sessions
from accounts.signing import tokens as services
from accounts.signing.sign_in import known_address
from games.texts.sentences import plural
from ladder.events.entrants.terms import consent
from pages.account.forms import ProfileForm, TokenForm
from pages.frame.access.permissions import PersonRequest, person_act, proved
from pages.frame.acts import form_page, redirect_with, refusing
from pages.frame.fields.forms import sent
from pages.frame.fields.zoned import zone_names


@login_required
def profile(request: PersonRequest) -> HttpResponse:
    # A copy: a form writes what it refuses into its instance, and the page shows the person.
    person = User.objects.get(pk=request.user.pk)
    form = ProfileForm(sent(request), instance=person)
    if form.is_valid():
        form.save()
        return redirect_with(request, "Saved.", "settings")
    context = {"form": form, "zones": zone_names(), "person": request.user}
    context["agrees"] = consent.has_standing(person)
    return form_page(request, "account/profile.html", context)


@never_cache
@login_required
@proved
def tokens(request: PersonRequest) -> HttpResponse:
    """The list, and a new token.  The secret is in this one answer and nowhere else."""
    scopes = services.scopes_for(request.user)
    form = TokenForm(sent(request), scopes=scopes)
    context: dict[str, object] = {}
    if form.is_valid():
        given = form.cleaned_data
        with refusing(form):
            token, secret = services.create_token(
                request.user, given["name"], given["scopes"], form.lifetime
            )
            context = {"token": token, "secret": secret}
            form = TokenForm(scopes=scopes)
    context |= {"form": form, "tokens": request.user.auth_token_set.order_by("-created")}
    return render(request, "account/tokens.html", context, status=422 if form.errors else 200)


@person_act
def revoke_token(request: PersonRequest, digest: str) -> HttpResponse:
    token = get_object_or_404(ApiToken, user=request.user, digest=digest)
    token.delete()
    return redirect_with(request, f"The token “{token.name}” no longer works.", "settings-tokens")


@person_act
def change_consent(request: PersonRequest) -> HttpResponse:
    """The standing agreement that organizers may enter the person's bots in events."""
    agrees = request.POST.get("agrees") == "1"
    consent.set_standing(request.user, agrees)
    text = (
        "Organizers of events may now enter your bots without asking."
        if agrees
        else "Organizers of events no longer may enter your bots without asking."
    )
    return redirect_with(request, text, "settings")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def known_sign_in(request: HttpRequest) -> HttpResponse:
    """After a log-in by another site whose provider has confirmed an address that an account here
    has: the choice to log in and connect the other site, or to make another account.  A POST of
    somebody who is logged in connects it."""
    pending = get_pending_signup(request)
    if pending is None:
        return redirect("account_login")
    if request.method == "POST" and request.user.is_authenticated:
        clear_pending_signup(request)
        pending.lookup()
        answer: HttpResponse = connect(request, pending)
        return answer
    context = {
        "provider": pending.account.get_provider(),
        "address": known_address(pending),
        "there": pending.account.get_provider_account().to_str(),
    }
    return render(request, "socialaccount/known.html", context)


@never_cache
@login_required
def session_list(request: PersonRequest) -> HttpResponse:
    current = request.session.session_key
    rows = [
        (row, sessions.device(row.user_agent), row.session_key == current)
        for row in sessions.listed(request.user, current)
    ]
    return render(request, "account/sessions.html", {"rows": rows})


@person_act
def end_session(request: PersonRequest, pk: int) -> HttpResponse:
    """Sign out one of one's own sessions; the one of this browser is ended by a log-out."""
    mine = UserSession.objects.filter(user=request.user)
    row = get_object_or_404(mine.exclude(session_key=request.session.session_key), pk=pk)
    sessions.end(row)
    return redirect_with(
        request, f"{sessions.device(row.user_agent)} is signed out.", "settings-sessions"
    )


@person_act
def end_other_sessions(request: PersonRequest) -> HttpResponse:
    count = sessions.end_others(request.user, request.session.session_key)
    several = f"{count} other sessions are signed out."
    text = plural(count, "1 other session is signed out.", several)
    return redirect_with(request, text, "settings-sessions")
