"""The services of scenarios for organizers, and what they refuse."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import AuditEntry
from games.tests.orchard import FIELD
from maps.models import Map
from maps.services import Draft as MapDraft
from maps.services import archive, edit_map
from rulesets import services
from rulesets.models import Scenario, State
from rulesets.services import ScenarioRefused
from rulesets.tasks import show_maps
from rulesets.tests.steps import DATA, draft, make, plant

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
OTHER = FIELD.replace("#", "h")


def told(scenario) -> list[str]:
    """The history, oldest first."""
    entries = AuditEntry.objects.filter(target_id=str(scenario.pk), target_text=str(scenario))
    return [entry.summary for entry in entries.order_by("pk")]


def when(scenario, published: timedelta, map_public: timedelta | None = None) -> None:
    """Move its dates relative to now, as if time had passed."""
    now = timezone.now()
    Scenario.objects.filter(pk=scenario.pk).update(
        published_at=now + published, map_public_at=now + (map_public or published)
    )
    scenario.refresh_from_db()


def test_a_new_scenario_is_a_draft_that_keeps_the_board_of_its_map(summer, field, olga):
    assert summer.state is State.DRAFT
    assert (summer.board, summer.map_revision) == (field.board, 1)
    assert summer.document == {**DATA, "title": "Summer fair", "summary": "Two turns."}
    assert services.findings(summer).lines == ("Turns: 2 instead of 6.", "A gate.")
    assert told(summer) == ["made"]
    edit_map(field, olga, MapDraft("field", OTHER))
    summer.refresh_from_db()
    assert summer.board["cells"].count("#") == 1


@pytest.mark.parametrize(
    ("changes", "field_of_it", "words"),
    [
        ({"name": "Summer"}, "name", "lowercase letters"),
        ({"name": "trio"}, "name", "A ruleset of the game has this name"),
        ({"name": "autumn"}, "name", "Another scenario"),
        ({"title": ""}, "title", "cannot be blank"),
        ({"base": "eight"}, "base", "based on duel, trio"),
        ({"game": "snake"}, "game", "no scenarios of “snake”"),
        ({"game": "chess"}, "game", "no scenarios of “chess”"),
    ],
)
def test_what_is_no_scenario_is_not_kept(field, olga, changes, field_of_it, words):
    make(olga, field, name="autumn")
    with pytest.raises(ValidationError, match=words) as refused:
        make(olga, field, **changes)
    assert field_of_it in refused.value.error_dict
    assert Scenario.objects.count() == 1


def test_only_organizers_have_scenarios(summer, field, alice):
    later = timezone.now() + HOUR
    for act in (
        lambda: make(alice, field, name="mine"),
        lambda: services.edit(summer, alice, draft(field)),
        lambda: services.publish(summer, alice, later),
        lambda: services.withdraw(summer, alice, "no"),
        lambda: services.retire(summer, alice, "no"),
    ):
        with pytest.raises(PermissionDenied):
            act()


def test_a_draft_may_have_problems_and_cannot_be_published_with_them(field, olga):
    parts = [{"kind": "gate", "tag": "moon"}]
    points = [
        {"name": "Rock", "x": 2, "y": 2, "tags": []},
        {"name": "Beyond", "x": 5, "y": 0, "tags": []},
    ]
    made = make(olga, field, data={"parts": parts, "points": points})
    found = {problem.path: problem.reason for problem in services.findings(made).problems}
    assert found == {
        "points.0": "Rock stands on a rock",
        "points.1": "Beyond: row 1, column 6 is off the map, which has 5 rows and 5 columns",
        "parts.0": "no point has the tag moon",
    }
    with pytest.raises(ScenarioRefused, match="the tag moon"):
        services.publish(made, olga)
    assert Scenario.objects.get().state is State.DRAFT


def test_a_map_that_the_base_cannot_be_played_on_is_a_problem(field, olga):
    made = make(olga, field, base="trio")
    (problem,) = services.findings(made).problems
    assert (problem.path, problem.reason) == ("map", "it has 2 homes for 3")


def test_every_change_is_in_the_history(summer, field, olga):
    made = services.edit(
        summer,
        olga,
        draft(
            field,
            title="Autumn fair",
            data={
                "constants": {"wind": 1},
                "points": [{"name": "Old tree", "x": 0, "y": 3, "tags": ["gate"]}],
                "parts": [*DATA["parts"], {"kind": "gate", "tag": "gate"}, {"kind": "fair"}],
            },
        ),
    )
    assert made.revision == 2
    assert told(made)[-1] == (
        "changed: title Summer fair → Autumn fair; turns 2 → as usual; wind as usual → 1; "
        "point removed: Old tree at row 4, column 2 (gate, old); "
        "point added: Old tree at row 4, column 1 (gate); part added: fair"
    )
    count = AuditEntry.objects.count()
    assert (
        services.edit(made, olga, draft(field, title="Autumn fair", data=made.data)).revision == 2
    )
    assert AuditEntry.objects.count() == count


def test_an_author_of_an_older_revision_is_warned(summer, field, olga):
    services.edit(summer, olga, draft(field, title="Other", based_on=1))
    with pytest.raises(ValidationError, match="is at revision 2 now"):
        services.edit(summer, olga, draft(field, based_on=1))


def test_saving_takes_the_map_as_it_is_now(summer, field, olga):
    edit_map(field, olga, MapDraft("field", OTHER))
    field.refresh_from_db()
    with pytest.raises(ValidationError, match="2 now, and it was saved with revision 1"):
        services.publish(summer, olga)
    made = services.edit(summer, olga, draft(field))
    assert (made.map_revision, made.board) == (2, field.board)
    assert told(made)[-1].endswith("revision 1 → olga/field in revision 2")
    assert services.publish(made, olga).state is State.PUBLISHED


def test_a_map_is_public_a_week_before_its_scenario(summer, field, olga):
    at = timezone.now() + timedelta(days=10)
    made = services.publish(summer, olga, at)
    assert made.state is State.PLANNED
    assert made.map_public_at == at - timedelta(days=7)
    show_maps()
    field.refresh_from_db()
    assert not field.public
    when(summer, timedelta(days=7), -timedelta(seconds=1))
    show_maps()
    field.refresh_from_db()
    assert field.public
    assert not summer.is_public
    when(summer, -timedelta(seconds=1))
    assert summer.state is State.PUBLISHED


def test_what_is_soon_or_now_shows_its_map_at_once(summer, field, olga):
    services.publish(summer, olga, timezone.now() + HOUR)
    assert Map.objects.get(pk=field.pk).public
    other = make(olga, plant(olga, "other"), name="other")
    published = services.publish(other, olga, rated=False)
    assert (published.state, published.rated) == (State.PUBLISHED, False)
    assert Map.objects.get(name="other").public


@pytest.mark.parametrize(
    ("at", "map_at", "words"),
    [
        (-HOUR, None, "This time has passed"),
        (timedelta(days=400), None, "more than a year ahead"),
        (HOUR, 2 * HOUR, "public at the latest when it is"),
    ],
)
def test_dates_that_cannot_be_meant_are_refused(summer, olga, at, map_at, words):
    now = timezone.now()
    with pytest.raises(ValidationError, match=words):
        services.publish(summer, olga, now + at, map_at and now + map_at)


def test_a_plan_can_be_moved_and_withdrawn(summer, olga):
    now = timezone.now()
    services.publish(summer, olga, now + 30 * HOUR)
    moved = services.publish(summer, olga, now + 50 * HOUR, now + 40 * HOUR, rated=False)
    assert (moved.published_at, moved.map_public_at) == (now + 50 * HOUR, now + 40 * HOUR)
    with pytest.raises(ValidationError, match="Say why"):
        services.withdraw(summer, olga, "  ")
    services.withdraw(summer, olga, "too early")
    summer.refresh_from_db()
    assert (summer.state, summer.published_at, summer.map_public_at) == (State.DRAFT, None, None)
    assert told(summer)[-1] == "withdrawn: too early"
    with pytest.raises(ValidationError, match="Only one that is planned"):
        services.withdraw(summer, olga, "again")


def test_a_published_one_keeps_its_name_and_stays_playable(summer, field, olga):
    services.publish(summer, olga)
    with pytest.raises(ValidationError, match="Its name and its base stay"):
        services.edit(summer, olga, draft(field, name="other"))
    with pytest.raises(ScenarioRefused, match="the tag moon"):
        services.edit(summer, olga, draft(field, data={"parts": [{"kind": "gate", "tag": "moon"}]}))
    made = services.edit(summer, olga, draft(field, data={"constants": {"turns": 4}}))
    assert made.revision == 2
    with pytest.raises(ValidationError, match="It is published already"):
        services.publish(summer, olga)


def test_a_retired_one_is_over_for_good(summer, field, olga):
    services.publish(summer, olga)
    services.retire(summer, olga, "the season is over")
    summer.refresh_from_db()
    assert summer.state is State.RETIRED
    assert summer.is_public
    for act in (
        lambda: services.retire(summer, olga, "again"),
        lambda: services.edit(summer, olga, draft(field)),
        lambda: services.publish(summer, olga),
    ):
        with pytest.raises(ValidationError, match="retired"):
            act()


def test_somebody_elses_private_map_and_one_in_the_archive_are_not_published(field, alice, olga):
    hers = make(olga, plant(alice, "hers"), name="hers")
    with pytest.raises(ValidationError, match="somebody else's and not public"):
        services.publish(hers, olga)
    kept = make(olga, field)
    archive(field, olga)
    with pytest.raises(ValidationError, match="in the archive"):
        services.publish(kept, olga)
    with pytest.raises(ValidationError, match="no such map"):
        make(olga, field, name="third")
