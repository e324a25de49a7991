"""The search finds what its reader may see, best first."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from accounts.members.teams import TeamText, edit_team
from accounts.models import User
from bots.models import Bot
from ladder.events.models import Event
from maps.models import Map
from matches.models import Match
from search import reading
from search.folding import fold, index_words, query_words
from search.hits import suggestions
from search.models import SearchEntry
from search.reading import LONGEST, Search

pytestmark = pytest.mark.django_db
Kind = SearchEntry.Kind
NOBODY = AnonymousUser()


def found(text, kind=Kind.BOT, user=NOBODY):
    search = Search(text, user)
    return [str(row) for row in search.rows(kind, list(search.entries(kind)))]


def bot(owner, name, **more):
    return Bot.objects.create(owner=owner, game="snake", name=name, **more)


def event(name, **more):
    return Event.objects.create(name=name, slug=fold(name), plan={}, **more)


@pytest.mark.parametrize(
    ("text", "folded"), [("Żółw", "zolw"), ("ＡＢＣ", "abc"), ("Straße", "strasse")]
)
def test_case_and_diacritics_are_folded(text, folded):
    assert fold(text) == folded
    assert query_words(text) == [folded]


def test_text_without_spaces_becomes_bigrams():
    assert index_words("贪吃蛇v2") == ["贪吃 吃蛇 蛇 v2", "贪吃蛇v2"][0]
    assert query_words("吃蛇") == ["吃蛇"]
    assert query_words("蛇") == ["蛇"]


@pytest.mark.parametrize("text", ["alice/my-bot_v2.1", "MY-bot", "mybot", "v2.1", "ali my"])
def test_a_bot_is_found_by_parts_of_its_name(alice, text):
    bot(alice, "my-bot_v2.1")
    assert found(text) == ["alice/my-bot_v2.1"]


def test_a_bot_is_found_by_its_text_in_chinese(alice):
    bot(alice, "worm", about="一只贪吃蛇")
    assert found("吃蛇") == found("蛇") == ["alice/worm"]
    assert found("蛇吃") == []


def test_equal_names_come_before_beginnings_and_texts(alice, bob):
    bot(alice, "zebra", about="a worm")
    bot(alice, "my-worm")
    bot(alice, "wormhole")
    bot(bob, "Worm")
    names = ["bob/Worm", "alice/wormhole", "alice/my-worm", "alice/zebra"]
    assert found("worm") == names


@pytest.mark.parametrize("text", ['"', "*", "a NEAR b", "a\0b", "' OR 1=1", "x:*", "-", "🐍", "\\"])
def test_any_text_is_safe(alice, text):
    bot(alice, "worm")
    assert found(text) == []


def test_a_search_says_why_it_finds_nothing():
    assert Search("x" * 10_000, NOBODY).problem.startswith("The search has 10,000 characters")
    assert Search("x" * LONGEST, NOBODY).problem == ""
    assert "no letter" in Search("***", NOBODY).problem


def test_matches_are_found_by_number(alice):
    public = Match.objects.create(game="snake", ruleset="standard", kind="ladder", seed=1)
    preview = Match.objects.create(game="snake", ruleset="standard", kind="preview", seed=1)
    assert Search(f"#{public.pk}", NOBODY).match() == public
    assert Search(f"match {public.pk}", NOBODY).match() == public
    assert Search(str(preview.pk), NOBODY).match() is None
    assert Search("9" * 18, NOBODY).match() is None


def test_closed_accounts_and_their_bots_are_found_by_nobody(alice, bob, team, olga):
    bot(alice, "worm", team=team)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert found("alice", Kind.PERSON) == []
    assert found("worm") == []
    assert found("worm", user=bob) == found("worm", user=olga) == []
    assert Search("worm", NOBODY).entries(Kind.BOT).count() == 0


def test_drafts_are_found_by_organizers(olga, alice):
    event("Winter cup")
    assert found("winter", Kind.EVENT) == found("winter", Kind.EVENT, alice) == []
    assert found("winter", Kind.EVENT, olga) == ["Winter cup"]


def test_private_maps_are_found_by_owner_team_and_organizers(alice, bob, charlie, olga, team):
    Map.objects.create(game="snake", owner=alice, team=team, name="garden", board={}, digest="0")
    sees = {user.username: found("gard", Kind.MAP, user) for user in (alice, bob, charlie, olga)}
    there = ["alice/garden"]
    assert sees == {"alice": there, "bob": there, "charlie": [], "olga": there}
    assert found("gard", Kind.MAP) == []


def test_teams_are_found_by_everybody_by_name_and_text(team, alice, bob, charlie):
    for user in (bob, charlie):
        assert found("wonder", Kind.TEAM, user) == ["wonderland"]
    assert found("wonder", Kind.TEAM) == ["wonderland"]
    edit_team(team, alice, TeamText("Friends of the caterpillar."))
    assert found("caterpillar", Kind.TEAM) == ["wonderland"]


def test_members_who_change_nothing_find_what_they_may_see(alice, bob, team):
    Map.objects.create(game="snake", owner=alice, team=team, name="garden", board={}, digest="0")
    team.memberships.filter(user=bob).update(role="member")
    assert found("garden", Kind.MAP, bob) == ["alice/garden"]


def test_the_index_follows_changes(alice):
    worm = bot(alice, "worm")
    worm.name = "viper"
    worm.save()
    assert (found("worm"), found("viper")) == ([], ["alice/viper"])
    alice.username = "alicia"
    alice.save()
    assert found("alicia/viper") == ["alicia/viper"]
    worm.delete()
    assert found("viper") == []


def test_a_rebuild_makes_the_same_index(alice, team):
    worm = bot(alice, "worm")
    call_command("rebuild_search", verbosity=0)
    before = set(SearchEntry.objects.values_list("kind", "object_id", "key", "name_words"))
    SearchEntry.objects.filter(kind=Kind.BOT).delete()
    SearchEntry.objects.create(kind=Kind.BOT, object_id=worm.pk + 1, key="gone", name_words="gone")
    for _ in range(2):
        call_command("rebuild_search", verbosity=0)
        after = set(SearchEntry.objects.values_list("kind", "object_id", "key", "name_words"))
        assert after == before
    assert found("worm") == ["alice/worm"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the plan is read in SQLite's words")
def test_no_search_reads_a_whole_table():
    lines = Search("worm", NOBODY).entries(Kind.BOT).explain().splitlines()
    scans = [line for line in lines if "SCAN" in line and "VIRTUAL TABLE INDEX" not in line]
    assert scans == [], lines


def test_the_page_shows_groups_and_pages_of_one_kind(client, alice):
    for n in range(40):
        bot(alice, f"worm{n}")
    whole = client.get(reverse("search"), {"q": "worm"}).content.decode()
    assert whole.count("alice/</bdi>") == 5
    assert "?q=worm&amp;kind=bot" in whole
    second = client.get(reverse("search"), {"q": "worm", "kind": "bot", "page": 2}).content.decode()
    assert second.count("alice/</bdi>") == 10


def test_the_page_says_what_is_wrong_and_what_is_missing(client):
    assert "at most 100" in client.get(reverse("search"), {"q": "x" * 10_000}).content.decode()
    assert "Nothing fits" in client.get(reverse("search"), {"q": "nowhere"}).content.decode()
    assert client.get(reverse("search"), {"q": 'a\0*"', "kind": "?"}).status_code == 200


@pytest.mark.parametrize("asked", [{}, {"q": ""}, {"q": "   "}, {"q": "", "kind": "bot"}])
def test_the_page_of_an_empty_search_has_its_form(client, asked):
    answer = client.get(reverse("search"), asked)
    assert answer.status_code == 200
    assert "Results will be listed here" in answer.content.decode()


def test_the_page_asks_few_queries(client, alice, django_assert_max_num_queries):
    bot(alice, "alice")
    with django_assert_max_num_queries(12):
        client.get(reverse("search"), {"q": "alice"})


@pytest.mark.parametrize("near", [1, 3, 40])
def test_the_first_results_are_those_of_the_whole_search(alice, bob, monkeypatch, near):
    """Also where the best entries are of rows that others alone see."""
    monkeypatch.setattr(reading, "NEAR", near)
    for n in range(6):
        owner, name = (alice, f"garden{n}") if n < 4 else (bob, f"my-garden{n}")
        Map.objects.create(game="snake", owner=owner, name=name, board={}, digest=str(n))
    for user in (NOBODY, alice, bob):
        search = Search("garden", user)
        whole = search.rows(Kind.MAP, list(search.entries(Kind.MAP)))
        for most in (1, 3, 9):
            assert [row for _, row in search.first(Kind.MAP, most)] == whole[:most]
    assert len(Search("garden", bob).first(Kind.MAP, 9)) == 2


def test_a_single_letter_is_looked_for_in_names_alone(alice):
    bot(alice, "worm", about="green 蛇")
    bot(alice, "grass")
    assert found("g") == ["alice/grass"]
    assert found("gr") == ["alice/grass", "alice/worm"]
    assert found("蛇") == ["alice/worm"]


def test_a_suggested_team_leads_to_its_page(team):
    (hit,) = suggestions(Search("wonder", NOBODY), 5)
    assert (hit.kind, hit.address) == ("team", "/teams/wonderland/")
