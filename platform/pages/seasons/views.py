"""Seasons at the organizers' desk: what runs, what is planned, and what has ended."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from audit import services as audit
from controls import services as controls
from ladder.models import Season
from ladder.seasons import history
from ladder.seasons import planning as season_plans
from pages.frame.access.permissions import (
    PersonRequest,
    organizer_act,
    organizer_page,
    organizers_only,
)
from pages.frame.acts import given_reason, redirect_with, refusing, reported
from pages.frame.fields.forms import sent
from pages.frame.fields.zoned import zone_names
from pages.frame.paging import page_of
from pages.seasons.forms import FloorForm, SeasonForm


@organizer_page
def index(request: PersonRequest) -> HttpResponse:
    now = timezone.now()
    page = page_of(
        request, _with_bots(Season.objects.filter(ends__lte=now)).order_by("-ends", "-pk")
    )
    context = {
        "planned": Season.objects.filter(starts__gt=now).order_by("starts", "pk"),
        "running": _with_bots(Season.objects.running()).order_by("game", "ruleset", "-starts"),
        "page": page,
        "champions": history.champions(page.object_list),
        "seasons_hold": controls.seasons_hold(),
        "back": request.get_full_path(),
    }
    return render(request, "seasons/index.html", context)


def _with_bots(seasons: QuerySet[Season]) -> QuerySet[Season]:
    return seasons.annotate(bots=Count("ratings", filter=Q(ratings__games__gt=0)))


@organizers_only
def new(request: PersonRequest) -> HttpResponse:
    form = SeasonForm(sent(request), initial={"rules": request.GET.get("rules", "")})
    if form.is_valid():
        with refusing(form):
            made = season_plans.create(request.user, form.plan())
            return redirect_with(request, f"{made} is planned.", "seasons")
    return _form(request, form, None)


@organizers_only
def edit(request: PersonRequest, pk: int) -> HttpResponse:
    season = get_object_or_404(Season, pk=pk)
    if season.has_begun:
        return _show(request, season)
    form = SeasonForm(sent(request), season=season)
    if form.is_valid():
        with refusing(form):
            changed = season_plans.edit(season, request.user, form.plan())
            return redirect_with(request, f"{changed} has a new plan.", "seasons")
    return _form(request, form, season)


@organizer_act
def floor(request: PersonRequest, pk: int) -> HttpResponse:
    """Set the hourly floor of a season that is planned or runs."""
    season = get_object_or_404(Season, pk=pk)
    form = FloorForm(request.POST)
    if form.is_valid():
        asked, reason = form.cleaned_data["floor"], form.cleaned_data["reason"]
        with refusing(form):
            changed = season_plans.set_hourly_floor(season, request.user, asked, reason)
            message = f"The hourly floor of {changed} is {asked} now."
            return redirect_with(request, message, "season", pk)
    if season.has_begun:
        return _show(request, season, form)
    return _form(request, SeasonForm(season=season), season, form)


def _show(request: PersonRequest, season: Season, floor: FloorForm | None = None) -> HttpResponse:
    context = _context(season, floor)
    return render(request, "seasons/show.html", context, status=422 if floor else 200)


def _form(
    request: PersonRequest,
    form: SeasonForm,
    season: Season | None,
    floor: FloorForm | None = None,
) -> HttpResponse:
    context = {"form": form, "zones": zone_names(), **_context(season, floor)}
    status = 422 if form.errors or floor else 200
    return render(request, "seasons/edit.html", context, status=status)


def _context(season: Season | None, floor: FloorForm | None = None) -> dict[str, object]:
    """``floor`` is a form with errors."""
    if season is None:
        return {"season": None, "entries": []}
    return {
        "season": season,
        "entries": audit.of(season)[:30],
        "winners": history.champions([season]).get(season.pk, []),
        "floor_form": floor or FloorForm(initial={"floor": season.hourly_floor}),
    }


@organizer_act
def end(request: PersonRequest, pk: int) -> HttpResponse:
    return _act(request, pk, season_plans.end, "has ended")


@organizer_act
def withdraw(request: PersonRequest, pk: int) -> HttpResponse:
    return _act(request, pk, season_plans.withdraw, "is withdrawn")


def _act(request: PersonRequest, pk: int, verb: Callable[..., object], done: str) -> HttpResponse:
    """Do it for the reason in the form, and go back to the list."""
    season = get_object_or_404(Season, pk=pk)
    with reported(request, f"{season} {done}.", f"Nothing was done to {season}: "):
        verb(season, request.user, given_reason(request))
    return redirect("seasons")
