"""The page on which a person allows a program to log in."""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from accounts.models import DeviceLogin, User
from accounts.signing import devices
from pages.account.forms import DeviceForm
from pages.frame.access.permissions import PersonRequest, proved
from pages.frame.acts import refusing
from pages.frame.fields.forms import sent

MOST_WRONG = 10
"""Wrong codes of one person within `_WINDOW_S`."""
_WINDOW_S = 600


@never_cache
@login_required
@proved
def device(request: PersonRequest) -> HttpResponse:
    """Enter a code, see which program waits for it, and allow or refuse it."""
    form = DeviceForm(sent(request), initial={"code": request.GET.get("code", "")[:20]})
    row = None
    if form.is_valid():
        with refusing(form):
            row = _found(request.user, form.cleaned_data["code"])
            if request.POST.get("act") in ("allow", "refuse"):
                return _decided(request, row)
    code = devices.written(form.cleaned_data["code"]) if row else ""
    context = {"form": form, "row": row, "code": code}
    return render(request, "account/device.html", context, status=422 if form.errors else 200)


def _found(user: User, code: str) -> DeviceLogin:
    """`ValidationError` for a code that nothing waits for, and after too many of them."""
    key = f"device-codes:{user.pk}"
    cache.add(key, 0, _WINDOW_S)
    if cache.get(key, 0) >= MOST_WRONG:
        raise ValidationError({"code": "Too many wrong codes. Try again in 10 minutes."})
    try:
        return devices.find(code)
    except ValidationError as error:
        with suppress(ValueError):  # it left the cache just now
            cache.incr(key)
        raise ValidationError({"code": error.messages}) from None


def _decided(request: PersonRequest, row: DeviceLogin) -> HttpResponse:
    allow = request.POST["act"] == "allow"
    devices.decide(row, request.user, allow=allow)
    if allow:
        messages.success(request, f"“{row.client}” logs in now. Its token will be in this list.")
    else:
        messages.success(request, f"“{row.client}” was refused.")
    return redirect("settings-tokens")
