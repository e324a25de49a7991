"""Scenarios at the desk: the list, the form, previews, dates, and the end of one."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache

from games.game import Game
from games.registry import GAMES
from games.texts.sentences import paragraph, plural
from matches.derived.previews import request_preview
from pages.frame.access.finding import find_game
from pages.frame.access.permissions import (
    PersonRequest,
    organizer_act,
    organizer_page,
    organizers_only,
)
from pages.frame.acts import given_reason, reported
from pages.frame.fields.forms import refuse, sent
from pages.frame.fields.zoned import zone_names
from pages.scenarios import queries
from pages.scenarios.forms import PublishForm, ScenarioForm
from rulesets import services
from rulesets.findings import Findings, examine
from rulesets.models import Scenario
from rulesets.services import ScenarioRefused


@organizer_page
def index(request: PersonRequest) -> HttpResponse:
    return render(request, "scenarios/index.html", {"groups": queries.groups()})


@never_cache
@organizers_only
def new(request: PersonRequest, game: str) -> HttpResponse:
    """An empty form, or one with a copy of the scenario that ``?copy=`` names."""
    the_game = find_game(game)
    if the_game.scenarios is None or the_game.maps is None:
        raise Http404(f"{the_game.title} has no scenarios.")
    start = _copied(request, the_game)
    form = ScenarioForm(the_game, request.user, sent(request), start)
    return _editor(request, form, None)


def _copied(request: HttpRequest, game: Game) -> Scenario | None:
    asked = request.GET.get("copy", "")
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 16):
        return None
    scenario = get_object_or_404(Scenario, pk=int(asked), game=game.name)
    scenario.name = ""
    return scenario


@never_cache
@organizers_only
def edit(request: PersonRequest, pk: int) -> HttpResponse:
    scenario = _find(pk)
    fixed = scenario.published_at is not None
    form = ScenarioForm(scenario.played_game, request.user, sent(request), scenario, fixed=fixed)
    return _editor(request, form, scenario)


def _editor(request: PersonRequest, form: ScenarioForm, scenario: Scenario | None) -> HttpResponse:
    asked = request.POST.get("change", "")
    findings: Findings | None = None
    if request.method != "POST":
        findings = services.findings(scenario) if scenario else None
    elif asked:
        form.change(asked)
        findings = _findings(form)
    elif form.is_valid():
        try:
            return _saved(request, _save(request, form, scenario))
        except ScenarioRefused as error:
            findings = Findings(error.problems)
        except ValidationError as error:
            refuse(form.about, error)
            _follow(form, scenario)
    if findings is not None:
        form.mark(findings.problems)
    context = {"form": form, "findings": findings, **_frame(request, form.game, scenario)}
    status = 422 if request.method == "POST" and not asked else 200
    return render(request, "scenarios/edit.html", context, status=status)


def _findings(form: ScenarioForm) -> Findings | None:
    """None where something that was typed cannot be read yet."""
    if not form.is_valid():
        return None
    draft = form.draft()
    document = {**draft.data, "title": draft.title, "summary": draft.summary}
    return examine(form.game.name, draft.base, document, draft.map.board)


def _save(request: PersonRequest, form: ScenarioForm, scenario: Scenario | None) -> Scenario:
    if scenario is None:
        return services.create(request.user, form.draft())
    return services.edit(scenario, request.user, form.draft())


def _saved(request: PersonRequest, scenario: Scenario) -> HttpResponse:
    count = len(services.findings(scenario).problems)
    if count:
        text = plural(
            count,
            f"{scenario} is saved as a draft, with one problem.",
            f"{scenario} is saved as a draft, with {count} problems.",
        )
        messages.warning(request, text)
    else:
        messages.success(request, f"{scenario} is saved.")
    return redirect(scenario)


def _follow(form: ScenarioForm, scenario: Scenario | None) -> None:
    """After the warning that the scenario had changed, saving again is allowed."""
    if scenario is not None and form.data is not None:
        scenario.refresh_from_db(fields=["revision"])
        data = form.data.copy()
        data["revision"] = str(scenario.revision)
        form.about.data = data


def _frame(request: PersonRequest, game: Game, scenario: Scenario | None) -> dict[str, object]:
    """The context around the form."""
    frame: dict[str, object] = {"game": game, "scenario": scenario}
    if scenario is None:
        return frame
    previews = queries.previews(scenario)
    return frame | {
        "state": scenario.state.value,
        "dates": PublishForm(start=scenario),
        "zones": zone_names(),
        "previews": previews,
        "shown": next((match for match in previews if match.replay or not match.is_over), None),
        "history": queries.history(scenario),
        "newer_map": scenario.map.revision != scenario.map_revision,
    }


@organizer_act
def preview(request: PersonRequest, pk: int) -> HttpResponse:
    scenario = _find(pk)
    with reported(request):
        request_preview(request.user, scenario)
    return redirect(scenario)


@organizer_act
def publish(request: PersonRequest, pk: int) -> HttpResponse:
    scenario = _find(pk)
    form = PublishForm(request.POST, start=scenario)
    if not form.is_valid():
        for errors in form.errors.values():
            reasons = map(str, errors)
            messages.error(request, paragraph(f"{scenario} was not published.", *reasons))
        return redirect(scenario)
    dates = form.dates()
    now = dates["at"] is None
    with reported(request, f"{scenario} is published." if now else f"{scenario} is planned."):
        services.publish(scenario, request.user, **dates)
    return redirect(scenario)


@organizer_act
def withdraw(request: PersonRequest, pk: int) -> HttpResponse:
    scenario = _find(pk)
    with reported(request, f"{scenario} is a draft again.", "Nothing was done: "):
        services.withdraw(scenario, request.user, given_reason(request))
    return redirect(scenario)


@organizer_act
def retire(request: PersonRequest, pk: int) -> HttpResponse:
    scenario = _find(pk)
    done = f"{scenario} is retired: no new match is played by it."
    with reported(request, done, "Nothing was done: "):
        services.retire(scenario, request.user, given_reason(request))
    return redirect(scenario)


def _find(pk: int) -> Scenario:
    """A scenario of a game that is here and still has some."""
    scenarios = Scenario.objects.select_related("map__owner", "created_by")
    scenario = get_object_or_404(scenarios, pk=pk)
    if scenario.game not in GAMES or GAMES[scenario.game].scenarios is None:
        raise Http404("Its game is not here now.")
    return scenario
