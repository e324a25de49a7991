"""The desk's page of people: reports, accounts that wait or are closed, and sign-up."""

from __future__ import annotations

from django import forms
from django.db.models import F, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import Report, SignUpCode, SignUpRule, User
from accounts.signing import sign_up
from arbiter.links import absolute
from pages.frame.access.permissions import (
    PersonRequest,
    organizer_act,
    organizer_page,
    organizers_only,
)
from pages.frame.acts import redirect_with, refusing, reported
from pages.frame.fields.forms import number_field

SHOWN = 50
"""Rows of each list."""
ANSWERED = 5
"""Reports that were answered last."""


class InvitationForm(forms.Form):
    note = forms.CharField(label="For whom", max_length=60, help_text="Such as “course 3b”.")
    accounts = number_field("Accounts", 1, sign_up.MOST_ACCOUNTS, initial=1)


@never_cache
@organizer_page
def index(request: PersonRequest) -> HttpResponse:
    return _page(request, InvitationForm())


def _page(request: PersonRequest, form: InvitationForm, link: str = "") -> HttpResponse:
    typed = request.GET.get("name", "").strip().replace("\0", "")
    people = User.objects.filter(is_house=False, deleted_at=None)
    reports = Report.objects.select_related("by", "answered_by")
    unanswered = reports.filter(answered_at=None)
    codes = SignUpCode.objects.select_related("created_by")
    context = {
        "reports": unanswered.order_by("pk")[:SHOWN],
        "unanswered": unanswered.count(),
        "answered": reports.exclude(answered_at=None)[:ANSWERED],
        "waiting": people.exclude(waits_since=None).order_by("waits_since")[:SHOWN],
        "closed": _closed(people),
        "words": typed,
        "found": people.filter(username__icontains=typed).order_by("username")[:SHOWN]
        if typed
        else None,
        "mode": sign_up.mode(),
        "chosen": SignUpRule.objects.exists(),
        "modes": sign_up.Mode,
        "codes": codes[:SHOWN],
        "form": form,
        "link": link,
        "back": request.get_full_path() if request.method == "GET" else reverse("desk-people"),
    }
    return render(request, "desk/people.html", context, status=422 if form.errors else 200)


def _closed(people: QuerySet[User]) -> QuerySet[User]:
    """Last those that were closed before the site noted when."""
    order = F("closed_at").desc(nulls_last=True)
    return people.filter(is_active=False, waits_since=None).order_by(order, "-pk")[:SHOWN]


@organizer_act
def choose(request: PersonRequest) -> HttpResponse:
    """How people sign up from now on."""
    with reported(request, "Saved."):
        sign_up.choose(request.user, request.POST.get("mode", ""))
    return redirect("desk-people")


@require_POST
@never_cache
@organizers_only
def invite(request: PersonRequest) -> HttpResponse:
    """A new invitation.  Its link is in this one answer and nowhere else."""
    form = InvitationForm(request.POST)
    link = ""
    if form.is_valid():
        with refusing(form):
            code = sign_up.invite(request.user, **form.cleaned_data)
            link = absolute(f"{reverse('account_signup')}?invitation={code}")
            form = InvitationForm()
    return _page(request, form, link)


@organizer_act
def revoke(request: PersonRequest, pk: int) -> HttpResponse:
    made = get_object_or_404(SignUpCode, pk=pk)
    sign_up.revoke(made, request.user)
    return redirect_with(request, f"The invitation for {made.note} no longer works.", "desk-people")
