"""A log-in by another site whose provider has confirmed an address that an account here has."""

from __future__ import annotations

from allauth.socialaccount.internal.flows.connect import connect
from allauth.socialaccount.internal.flows.signup import clear_pending_signup, get_pending_signup
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.signing.sign_in import known_address


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def known(request: HttpRequest) -> HttpResponse:
    """The choice: log in and connect the other site, or make another account.  A POST of somebody
    who is logged in connects it."""
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
