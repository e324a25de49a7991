"""The pages of comparisons: whom they are for, what they show, what can be done there."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client

from bots.services import activate
from ladder.comparisons import services
from ladder.comparisons.models import Comparison, ComparisonMatch
from ladder.comparisons.tests.steps import begin, open_units, win
from ladder.tests.play import add_version
from matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_bots")]

BOT = "/bots/alice/ant/"
NEW = f"{BOT}comparisons/new/"
FORM = {
    "ruleset": "two",
    "how": "each-other",
    "budget": "20",
    "elo0": "0",
    "elo1": "50",
    "alpha": "5",
    "beta": "5",
}


@pytest.fixture
def people(alice, bob, charlie, olga):
    """Name → logged-in client; ``nobody`` is not."""
    clients = {"nobody": Client()}
    for user in (alice, bob, charlie, olga):
        clients[user.username] = Client()
        clients[user.username].force_login(user)
    return clients


def one(state) -> Match:
    return Match.objects.filter(kind="trial", state=state)[0]


def statuses(people, path, method="get"):
    return {name: getattr(client, method)(path).status_code for name, client in people.items()}


# Permissions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["", "state/", "results.csv"])
def test_a_comparison_is_for_managers_and_organizers(people, comparison, page):
    expected = {"nobody": 302, "alice": 200, "bob": 200, "charlie": 404, "olga": 200}
    assert statuses(people, f"{comparison.get_absolute_url()}{page}") == expected


def test_so_is_their_list_and_only_managers_begin_one(people, comparison):
    expected = {"nobody": 302, "alice": 200, "bob": 200, "charlie": 404, "olga": 200}
    assert statuses(people, f"{BOT}comparisons/") == expected
    assert statuses(people, NEW) == {**expected, "olga": 404}


def test_a_comparison_is_found_below_its_own_bot_alone(people, comparison):
    assert people["alice"].get(f"/bots/charlie/bee/comparisons/{comparison.pk}/").status_code == 404
    assert (
        people["charlie"].get(f"/bots/charlie/bee/comparisons/{comparison.pk}/").status_code == 404
    )


def test_its_matches_are_seen_by_those_alone_who_see_it(people, comparison):
    win(comparison)
    played = one("finished")
    waiting = one("queued")
    expected = {"nobody": 404, "alice": 200, "bob": 200, "charlie": 404, "olga": 200}
    for match in (played, waiting):
        assert statuses(people, f"/matches/{match.pk}/") == expected
    for part in ("replay.jsonl.gz", "state/"):
        found = statuses(people, f"/matches/{played.pk}/{part}")
        assert [found[name] == 404 for name in people] == [True, False, False, True, False]
    expected = {"nobody": 404, "alice": 200, "bob": 200, "charlie": 404, "olga": 200}
    for name, client in people.items():
        assert client.get(f"/api/v1/matches/{played.pk}/").status_code == expected[name]


def test_who_owns_an_opponent_does_not_see_the_matches(people, alice, new, bots):
    """Nor does who shares another bot of the match with the person that asked."""
    comparison = begin(alice, bots["ant"].active_version, bots["bee"].active_version)
    win(comparison)
    match = one("finished")
    assert statuses(people, f"/matches/{match.pk}/")["charlie"] == 404


def test_nobody_meets_them_in_lists(people, comparison, bots):
    win(comparison)
    match = one("finished")
    for path in ("/", "/now/", "/matches/", "/games/stakes/matches/", BOT, "/live/"):
        for client in people.values():
            assert f"/matches/{match.pk}/" not in client.get(path).content.decode()


def test_results_that_repeat_earlier_ones_are_named(people, comparison):
    win(comparison, 2)
    ComparisonMatch.objects.update(play_sha256="the same turns")
    text = " ".join(people["alice"].get(comparison.get_absolute_url()).content.decode().split())
    assert "1 result does not count, because its matches repeat earlier ones" in text
    assert text.count("repeats an earlier one") == 1


def test_who_manages_no_more_sees_no_more(people, comparison, bots, bob):
    assert people["bob"].get(comparison.get_absolute_url()).status_code == 200
    bob.memberships.all().delete()
    match = one("queued")
    assert people["bob"].get(comparison.get_absolute_url()).status_code == 404
    assert people["bob"].get(f"/matches/{match.pk}/").status_code == 404


# Asking ------------------------------------------------------------------------------------------


def test_a_versions_page_asks_whether_it_is_better_than_the_one_that_plays(people, new):
    page = people["alice"].get(new.get_absolute_url()).text
    assert re.search(rf'href="{re.escape(NEW)}\?candidate=2">\s*Is it better than v1\?</a>', page)
    form = people["alice"].get(f"{NEW}?candidate=2").context["form"]
    assert (form["candidate"].value(), form["baseline"].value()) == (
        new.pk,
        new.bot.active_version_id,
    )
    assert [form[name].value() for name in ("elo0", "elo1", "alpha", "beta", "budget")] == [
        *(0, 50, 5, 5),
        200,
    ]


def test_the_version_that_plays_is_compared_with_the_one_before(people, new, alice):
    first = new.bot.active_version_id
    activate(new, alice)
    form = people["alice"].get(f"{NEW}?candidate=2").context["form"]
    assert (form["candidate"].value(), form["baseline"].value()) == (new.pk, first)
    form = people["alice"].get(f"{NEW}?candidate=1").context["form"]
    assert (form["candidate"].value(), form["baseline"].value()) == (first, new.pk)


def test_one_click_begins_it(people, new, alice):
    form = people["alice"].get(f"{NEW}?candidate=2").context["form"]
    values = {name: form[name].value() for name in form.fields}
    data = {name: "" if value is None else value for name, value in values.items()}
    answer = people["alice"].post(NEW, data)
    comparison = Comparison.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == comparison.get_absolute_url()
    assert (comparison.candidate, comparison.baseline, comparison.owner) == (
        new,
        new.bot.active_version,
        alice,
    )
    assert (
        comparison.elo0,
        comparison.elo1,
        comparison.alpha,
        comparison.beta,
        comparison.budget,
    ) == (
        0,
        50,
        0.05,
        0.05,
        200,
    )


def test_against_somebody_elses_bot_or_a_pool(people, new, bots):
    base = {**FORM, "candidate": new.pk}
    people["alice"].post(NEW, {**base, "rival": "charlie/bee"})
    assert Comparison.objects.get().baseline == bots["bee"].active_version
    pool = {"how": "pool", "pool": "charlie/bee\nolga/cat\n"}
    people["alice"].post(NEW, {**base, "baseline": new.bot.active_version_id, **pool})
    comparison = Comparison.objects.all()[0]
    assert [each.version.bot.name for each in comparison.opponents.all()] == ["bee", "cat"]


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("baseline", {"baseline": ""}),
        ("rival", {"baseline": "", "rival": "nobody/none"}),
        ("pool", {"how": "pool", "pool": "nobody/none"}),
        ("pool", {"how": "pool", "pool": ""}),
        ("pool", {"how": "pool", "pool": "charlie/bee\ncharlie/bee"}),
        ("top", {"how": "top", "top": ""}),
        ("budget", {"budget": "501"}),
        ("alpha", {"alpha": "nan"}),
        ("elo1", {"elo1": "0"}),
        ("ruleset", {"ruleset": "alone"}),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(people, new, field, wrong):
    good = {**FORM, "candidate": new.pk, "baseline": new.bot.active_version_id}
    answer = people["alice"].post(NEW, {**good, **wrong})
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not Comparison.objects.exists()


def test_somebody_elses_version_that_does_not_play_is_no_choice(people, new, bots):
    hidden = add_version(bots["bee"], active=False)
    answer = people["alice"].post(NEW, {**FORM, "candidate": new.pk, "baseline": hidden.pk})
    assert "baseline" in answer.context["form"].errors
    other = {**FORM, "candidate": bots["bee"].active_version_id, "baseline": new.pk}
    assert "candidate" in people["alice"].post(NEW, other).context["form"].errors


# How it stands -----------------------------------------------------------------------------------


def test_while_it_runs_the_page_asks_again_and_afterwards_not(people, comparison):
    url = comparison.get_absolute_url()
    page = people["alice"].get(url)
    assert f'hx-get="{url}state/' in page.content.decode()
    assert people["alice"].get(f"{url}state/").status_code == 200
    win(comparison, 100)
    assert people["alice"].get(f"{url}state/").status_code == 286
    assert "hx-get" not in people["alice"].get(url).content.decode()


def test_it_shows_the_lead_with_its_interval_and_the_course(people, comparison):
    win(comparison, 4)
    page = people["alice"].get(comparison.get_absolute_url())
    found = page.context["view"]
    text = page.content.decode()
    assert f"+{round(found.estimate.elo)} <small>" in text
    assert "Log-likelihood ratio after each result" in text
    assert [count for _, count in found.tallies] == [0, 0, 0, 0, 4]
    for part in found.course.units[0].parts:
        assert f'href="/matches/{part.match}/"' in text


def test_a_better_version_is_made_active_by_one_click(people, comparison, new):
    win(comparison, 100)
    page = people["alice"].get(comparison.get_absolute_url()).content.decode()
    assert "Make version 2 active" in page
    assert (
        "Make version 2 active"
        not in people["olga"].get(comparison.get_absolute_url()).content.decode()
    )
    people["alice"].post(f"{BOT}versions/2/activate/")
    new.bot.refresh_from_db()
    assert new.bot.active_version == new
    assert (
        "Make version 2" not in people["alice"].get(comparison.get_absolute_url()).content.decode()
    )


def test_it_is_stopped_by_a_click_of_those_who_manage_it(people, comparison):
    url = f"{comparison.get_absolute_url()}stop/"
    assert statuses(people, url) == dict.fromkeys(people, 405)
    assert people["charlie"].post(url).status_code == 404
    assert people["bob"].post(url).status_code == 302
    comparison.refresh_from_db()
    assert comparison.state == "stopped"
    assert open_units(comparison) == []
    assert people["bob"].post(url).status_code == 302


def test_its_results_come_as_a_file(people, comparison):
    win(comparison, 2)
    win(comparison, 1, share=0.5)
    text = people["alice"].get(f"{comparison.get_absolute_url()}results.csv").getvalue().decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(r["candidate"], r["baseline"], r["counts"]) for r in rows[:4]] == [
        *(("2", "0", "yes"), ("2", "0", "yes"), ("1", "1", "yes")),
        ("", "", "no"),
    ]


def test_against_a_pool_each_opponent_is_named(people, alice, new, bots):
    comparison = begin(alice, new, bots["ant"].active_version, pool=[bots["bee"]])
    win(comparison, 2)
    page = people["alice"].get(comparison.get_absolute_url()).content.decode()
    assert "/bots/charlie/bee/" in page
    rows = people["alice"].get(f"{comparison.get_absolute_url()}results.csv").getvalue().decode()
    assert "charlie/bee v1,2,1,yes" in rows


def test_one_that_could_not_go_on_says_why(people, comparison):
    Comparison.objects.filter(pk=comparison.pk).update(state="failed", trouble="the disk was full")
    assert (
        "the disk was full" in people["alice"].get(comparison.get_absolute_url()).content.decode()
    )


def test_the_list_shows_them_the_newest_first_and_an_empty_one_what_will_be_there(
    people, comparison
):
    services.stop(comparison, comparison.owner)
    page = people["alice"].get(f"{BOT}comparisons/").content.decode()
    assert comparison.get_absolute_url() in page
    empty = people["olga"].get("/bots/olga/cat/comparisons/").content.decode()
    assert "Compare two versions" in empty
