"""Pages of people and teams: texts, bots with their places, events, and who sees what."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.members import teams
from accounts.members.teams import TeamText
from accounts.models import Team, User
from accounts.roles import Role
from bots.models import Bot
from ladder.core.contest.plan import Kind, Reveal
from ladder.events.reading.placements import entries_of, placements
from ladder.events.tests.steps import authors, begin, by_number, open_event, stage
from ladder.events.tests.steps import play_all as play_event
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot, rated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


@pytest.fixture
def season(db):
    ensure_seasons()
    return current_season("snake", RULESET)


def of(user=None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


# Texts and links


def test_a_person_writes_texts_and_a_link(alice, client):
    client.force_login(alice)
    form = {
        "about": "I like snakes.",
        "affiliation": "University of <b>Warsaw</b>",
        "link": "https://example.org/~alice?a=1&b=2",
        "time_zone": "Europe/Warsaw",
    }
    assert client.post("/settings/", form).status_code == 302
    page = of().get("/people/alice/").text
    assert "I like snakes." in page
    assert "University of &lt;b&gt;Warsaw&lt;/b&gt;" in page
    link = 'href="https://example.org/~alice?a=1&amp;b=2" rel="nofollow ugc noopener"'
    assert link in page


@pytest.mark.parametrize(
    ("field", "value", "objection"),
    [
        ("link", "javascript:alert(1)", "Use an address that begins with https://"),
        ("link", "ftp://example.org/", "Use an address that begins with https://"),
        ("link", "https://example.org/" + "a" * 200, "at most 200 characters"),
        ("affiliation", "a" * 81, "at most 80 characters"),
        ("affiliation", "a\u202eb", "U+202E"),
    ],
)
def test_wrong_texts_are_explained_and_not_kept(alice, client, field, value, objection):
    client.force_login(alice)
    answer = client.post("/settings/", {"about": "", "time_zone": "", field: value})
    assert answer.status_code == 422
    assert objection in answer.text
    alice.refresh_from_db()
    assert not getattr(alice, field)


def test_a_page_names_teams_and_roles(alice, bob, team):
    for name, role in (("alice", "owner"), ("bob", "developer")):
        page = of().get(f"/people/{name}/").text
        assert 'href="/teams/wonderland/"' in page
        assert f'<span class="muted">{role}</span>' in page


# Teams


def test_everybody_sees_a_team_with_its_members_but_no_invitations(
    alice, team, charlie, alices_bot
):
    teams.invite(team, alice, "charlie")
    teams.edit_team(team, alice, TeamText("We like snakes.", "https://example.org/"))
    page = of().get("/teams/wonderland/").text
    assert "We like snakes." in page
    assert 'href="https://example.org/" rel="nofollow ugc noopener"' in page
    assert page.index("/people/alice/") < page.index("/people/bob/")
    assert "/people/charlie/" not in page
    assert "/bots/alice/worm/" in page
    assert 'href="/settings/teams/' not in page
    assert 'href="/settings/teams/' in of(alice).get("/teams/wonderland/").text


def test_names_in_addresses_are_corrected(team, alice):
    assert of().get("/teams/WonderLand/")["Location"] == "/teams/wonderland/"
    assert of().get("/teams/WonderLand/events/")["Location"] == "/teams/wonderland/events/"
    assert of().get("/people/ALICE/events/")["Location"] == "/people/alice/events/"
    assert of().get("/teams/nobody/").status_code == 404
    Team.objects.create(name="Wonderland")
    assert of().get("/teams/Wonderland/").status_code == 200


def test_closed_accounts_leave_the_pages_of_teams(team, alice, bob, alices_bot):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    page = of().get("/teams/wonderland/").text
    assert "/people/alice/" not in page
    assert "/bots/alice/worm/" not in page


def test_members_change_the_team_in_settings_by_their_roles(team, alice, bob, client):
    client.force_login(bob)
    address = f"/settings/teams/{team.pk}/"
    page = client.get("/settings/teams/").text
    assert f'action="{address}leave/"' in page
    for act in ("invite", "edit", "role", "remove", "hand-over"):
        assert f'action="{address}{act}/"' not in page
    assert client.post(f"{address}edit/", {f"e{team.pk}-about": "x"}).status_code == 404
    client.post(f"{address}role/", {"member": "alice", "role": "member"})
    client.post(f"{address}remove/", {"member": "alice"})
    client.post(f"{address}hand-over/", {"member": "bob"})
    assert team.memberships.get(user=alice).role == Role.OWNER
    client.force_login(alice)
    client.post(f"{address}role/", {"member": "bob", "role": "manager"})
    client.post(f"{address}edit/", {f"e{team.pk}-about": "Hi."})
    client.post(f"{address}hand-over/", {"member": "bob"})
    team.refresh_from_db()
    assert team.about == "Hi."
    assert team.memberships.get(user=bob).role == Role.OWNER
    client.force_login(bob)
    client.post(f"{address}remove/", {"member": "alice"})
    assert not team.memberships.filter(user=alice).exists()


def test_a_wrong_link_of_a_team_stays_typed(team, alice, client):
    client.force_login(alice)
    form = {f"e{team.pk}-link": "javascript:1"}
    answer = client.post(f"/settings/teams/{team.pk}/edit/", form)
    assert answer.status_code == 422
    assert 'value="javascript:1"' in answer.text
    assert "Use an address that begins with https://" in answer.text


def test_the_help_page_shows_the_table_of_rights():
    page = of().get("/help/teams/").text
    row = page[page.index("Invite and remove developers") :].split("</tr>")[0]
    assert [row.count("yes"), row.count(">no<")] == [2, 2]


# Bots with their places


def test_bots_have_their_places_on_the_ladder(alice, charlie, season):
    worm, viper = make_bot(alice, "worm"), make_bot(charlie, "viper")
    finish(rated(season, worm, viper), [1, 2])
    for name, place in (("alice", 1), ("charlie", 2)):
        rows = of().get(f"/people/{name}/").context["rows"]
        assert [(row.rank.place, row.rank.of) for row in rows] == [(place, 2)]


def test_a_page_costs_the_same_for_many_bots(
    alice, charlie, season, team, django_assert_max_num_queries
):
    def play(number):
        worm, viper = make_bot(alice, f"w{number}", team), make_bot(charlie, f"v{number}")
        finish(rated(season, worm, viper), [1, 2])
        event = open_event(User.objects.get(username="olga"), stage("a", Kind.SWISS))
        from ladder.events.entrants import entering

        entering.enter(event, worm, alice)

    User.objects.create_user("olga", is_staff=True)
    play(0)
    counts = {}
    for path in ("/people/alice/", "/teams/wonderland/", "/people/alice/events/"):
        with django_assert_max_num_queries(30) as few:
            of().get(path)
        counts[path] = len(few)
    for number in range(1, 6):
        play(number)
    for path, count in counts.items():
        with django_assert_max_num_queries(count):
            of().get(path)


# Events


def test_places_are_shown_as_far_as_results_are(alice, bob, charlie, olga, team):
    bots = [make_bot(alice, "worm", team), make_bot(charlie, "viper")]
    event = begin(olga, bots, stage("league", Kind.ROUND_ROBIN, reveal=Reveal.PARTICIPANTS))
    assert place_for(charlie, bots[0]) == (None, "running")
    play_event(event, by_number)
    assert place_for(charlie, bots[0])[1] == ""
    assert place_for(bob, bots[0])[0] in (1, 2)
    assert place_for(olga, bots[0])[0] in (1, 2)
    stranger = User.objects.create_user("stranger")
    assert place_for(stranger, bots[0]) == (None, "results not published")
    for path in ("/people/alice/", "/people/alice/events/", "/teams/wonderland/events/"):
        assert "results not published" in of().get(path).text
        assert "League" not in of().get(path).text
        assert "results not published" not in of(bob).get(path).text
        assert "League" in of(bob).get(path).text


def test_the_last_stage_that_is_shown_has_the_place(alice, olga):
    bots = [make_bot(alice, "worm"), *authors(3)]
    event = begin(olga, bots, stage("league", Kind.ROUND_ROBIN))
    play_event(event, by_number)
    found = placements(entries_of(Bot.objects.filter(owner=alice), olga), olga)
    assert [(each.stage, each.of, each.final) for each in found] == [("League", 4, True)]


def test_drafts_and_withdrawn_entries_are_no_events_of_theirs(alice, olga):
    from ladder.events.entrants import entering
    from ladder.events.models import Event

    bot = make_bot(alice, "worm")
    event = open_event(olga, stage("a", Kind.SWISS))
    entry = entering.enter(event, bot, alice)
    assert ">Open</a>" in of().get("/people/alice/").text
    Event.objects.filter(pk=event.pk).update(state="draft")
    assert ">Open</a>" not in of().get("/people/alice/").text
    assert ">Open</a>" in of(olga).get("/people/alice/").text
    Event.objects.filter(pk=event.pk).update(state="open")
    entering.leave(entry, alice)
    assert ">Open</a>" not in of(olga).get("/people/alice/").text


def place_for(user, bot):
    (found,) = placements(entries_of(Bot.objects.filter(pk=bot.pk), user), user)
    return found.place, found.state
