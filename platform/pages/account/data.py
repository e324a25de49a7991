"""A person's own data as an archive, and the end of an account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import deletion
from accounts.models import User
from accounts.signing.addresses import confirmed_of
from arbiter.serving import downloads
from exports import services
from exports.models import KEPT, Export
from pages.account.forms import DeleteForm
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import form_page, redirect_with, refusing, reported
from pages.frame.fields.forms import sent

SHOWN = 5


def _guarded(view: Callable[..., Any]) -> Callable[..., Any]:
    """Private pages that ask who it is, unless that was proved recently."""
    guarded: Callable[..., Any] = never_cache(login_required(reauthentication_required(view)))
    return guarded


@require_http_methods(["GET", "HEAD", "POST"])
@_guarded
def index(request: PersonRequest) -> HttpResponse:
    """The archives of the person's data; a POST asks for a new one."""
    if request.method == "POST":
        with reported(request, "Your archive is being made."):
            services.ask_own(request.user)
        return redirect("settings-data")
    context = {"exports": _newest(request.user), "kept": KEPT, "most": services.MOST_A_DAY}
    return render(request, "account/data.html", context)


@require_safe
@login_required
def state(request: PersonRequest) -> HttpResponse:
    """The list alone, for the page to renew itself."""
    return render(request, "account/_exports.html", {"exports": _newest(request.user)})


def _newest(person: User) -> list[Export]:
    return list(Export.objects.filter(person=person)[:SHOWN])


@person_act
def cancel(request: PersonRequest, pk: int) -> HttpResponse:
    export = get_object_or_404(Export, pk=pk, person=request.user)
    with reported(request, "The archive is cancelled."):
        services.cancel(export, request.user)
    return redirect("settings-data")


@require_safe
@_guarded
def download(request: PersonRequest, pk: int) -> HttpResponseBase:
    export = get_object_or_404(Export, pk=pk, person=request.user, state=Export.State.DONE)
    name = f"arbiter-{request.user.username}.zip"
    what = downloads.Download(name, "application/zip", etag=export.sha256)
    return downloads.download(request, what, export.file)


@require_http_methods(["GET", "HEAD", "POST"])
@_guarded
def delete(request: PersonRequest) -> HttpResponse:
    """Delete one's account, after its name was typed."""
    form = DeleteForm(sent(request), person=request.user)
    if form.is_valid():
        with refusing(form):
            _delete(request.user, rename=form.cleaned_data["rename"])
            logout(request)
            return redirect_with(request, "Your account is deleted.", "front")
    bots = request.user.bots.select_related("team").order_by("name")
    names = [f"{bot.name} (of the team {bot.team})" if bot.team else bot.name for bot in bots]
    neutral = deletion.neutral_name(request.user)
    context = {"form": form, "bots": names, "neutral": neutral}
    return form_page(request, "account/delete.html", context)


@transaction.atomic
def _delete(person: User, *, rename: bool) -> None:
    """Delete the account, and tell its confirmed addresses.  ValidationError as by `delete`."""
    values = {"user": User.objects.get(pk=person.pk), "timestamp": timezone.now()}
    addresses = confirmed_of(person)
    deletion.delete(person, rename=rename)
    get_adapter().write(addresses, "account/email/deleted", values)
