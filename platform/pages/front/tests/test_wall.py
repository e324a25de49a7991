"""The wall: which matches it offers, in which order, and the addresses that it refuses."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.urls import reverse

from arbiter.serving import kept
from bots.services import create_bot
from games.registry import GAMES
from ladder.core.contest.plan import EventPlan, Kind, Reveal
from ladder.events.models import Stage
from ladder.events.planning import acts
from ladder.events.tests.steps import authors, begin, play, play_all, stage, waiting
from ladder.models import RatedMatch, Rating, Season
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, add_version, finish, make_bot
from matches.models import Match
from matches.recorded.voiding import void
from matches.services import create_match
from pages.front import wall_queries
from rooms.services import open_room, put_bot, sit, start

pytestmark = pytest.mark.django_db
LIST, WALL = "/live/wall/matches/", "/live/wall/"


@pytest.fixture(autouse=True)
def nothing_kept(redis_client):
    cache.clear()


@pytest.fixture
def bots(alice, charlie):
    return [make_bot(alice, "worm"), make_bot(charlie, "viper")]


def pair(bots, kind="ladder", ruleset=RULESET, **more) -> Match:
    versions = [bot.active_version for bot in bots]
    return create_match(bots[0].game, ruleset, kind, versions, **more)


def season_of(ruleset: str) -> Season:
    found = current_season("snake", ruleset)
    assert found is not None
    return found


def running(match: Match, turn: int = 0, game: int = 0) -> Match:
    assert Match.objects.claim(match.pk, "test")
    Match.objects.filter(pk=match.pk).update(turn=turn, game_number=game)
    match.refresh_from_db()
    return match


def offered(client, **asked):
    """Numbers of the running matches, best first, and of the finished ones."""
    answer = client.get(LIST, asked)
    assert answer.status_code == 200, answer.content
    found = answer.json()
    best = sorted(found["running"], key=lambda row: -row[1])
    return [row[0] for row in best], found["over"]


def seen(client, match) -> int:
    status: int = client.get(f"{WALL}{match.pk}/").status_code
    return status


def test_it_offers_running_matches_and_the_newest_results(client, bots):
    first, second = finish(pair(bots), (1, 2)), finish(pair(bots), (2, 1))
    live, queued = running(pair(bots)), pair(bots)
    assert offered(client) == ([live.pk], [second.pk, first.pk])
    assert [seen(client, each) for each in (live, first, queued)] == [200, 200, 404]


def test_late_turns_strong_bots_and_events_make_a_match_exciting(client, bots, alice, charlie):
    ensure_seasons()
    season = season_of(RULESET)
    for _ in range(3):
        finish(pair(bots), (1, 2))
    Match.objects.update(turn=100, game_number=1)
    early, late, later = (running(pair(bots), *at) for at in ((5, 0), (50, 0), (50, 1)))
    assert offered(client)[0] == [later.pk, late.pk, early.pk]
    series = running(pair(bots, "series"), 50, 1)
    friendly = running(pair(bots, "friendly"), 50, 1)
    assert offered(client)[0] == [series.pk, later.pk, friendly.pk, late.pk, early.pk]
    strong = [make_bot(owner, "strong") for owner in (alice, charlie)]
    for bot in strong:
        Rating.objects.create(season=season, bot=bot, mu=40, games=9)
    best = running(pair(strong, "series"), 50, 1)
    assert offered(client)[0][0] == best.pk
    rows = {row[0]: row[1:] for row in client.get(LIST).json()["running"]}
    assert all(0 <= number <= 1000 for row in rows.values() for number in row)
    assert rows[early.pk][1] < rows[late.pk][1] < rows[later.pk][1] == rows[best.pk][1]


def test_ratings_are_those_of_the_matchs_own_ruleset(client, bots):
    ensure_seasons()
    other = next(rules.name for rules in GAMES["snake"].rulesets if rules.name != RULESET)
    for bot in bots:
        Rating.objects.create(season=season_of(other), bot=bot, mu=40, games=9)
    plain, rated = running(pair(bots)), running(pair(bots, ruleset=other))
    assert offered(client)[0] == [rated.pk, plain.pk]
    html = client.get(f"{WALL}{rated.pk}/").content.decode()
    assert html.count("wall-rating") == 2
    assert "wall-rating" not in client.get(f"{WALL}{plain.pk}/").content.decode()


def test_a_choice_of_games_shows_no_others(client, bots, alice):
    other = create_bot(alice, "microwars", "tank")
    add_version(other)
    other.refresh_from_db()
    snake = running(pair(bots))
    tanks = running(pair([other, other], ruleset=GAMES["microwars"].rulesets[0].name))
    assert sorted(offered(client)[0]) == [snake.pk, tanks.pk]
    assert offered(client, game="snake") == ([snake.pk], [])
    assert offered(client, game="microwars") == ([tanks.pk], [])
    assert sorted(offered(client, game=["snake", "microwars"])[0]) == [snake.pk, tanks.pk]


@pytest.fixture
def event(olga, redis_client):
    ensure_seasons()
    return begin(olga, authors(3), stage("league", Kind.ROUND_ROBIN))


def test_an_event_shows_its_own_matches_alone(client, event, bots):
    own = waiting(event)
    done, live, stranger = play(own[0]), running(own[1]), running(pair(bots))
    assert offered(client, event="open") == ([live.pk], [done.pk])
    assert sorted(offered(client)[0]) == [live.pk, stranger.pk]
    assert f"event={event.slug}" in client.get(WALL, {"event": "open"}).content.decode()


def test_a_running_event_leads_to_its_wall(client, olga, event):
    link = 'href="/live/wall/?event=open"'
    assert link in client.get(event.get_absolute_url()).content.decode()
    play_all(event)
    assert link not in client.get(event.get_absolute_url()).content.decode()


@pytest.mark.parametrize("level", [Reveal.HIDDEN, Reveal.PARTICIPANTS])
def test_results_that_are_kept_back_are_on_no_wall_whoever_opens_it(client, olga, event, level):
    own = waiting(event)
    done, live = play(own[0]), running(own[1])
    acts.reveal(event.stages.get(), olga, level)
    participant = event.entries.first().bot.owner
    for person in (None, participant, olga):
        client.force_login(person) if person else client.logout()
        for asked in ({}, {"event": "open"}):
            assert offered(client, **asked) == ([], [])
        assert [seen(client, each) for each in (done, live)] == [404, 404]
    acts.reveal(event.stages.get(), olga, Reveal.PUBLIC)
    assert offered(client, event="open") == ([live.pk], [done.pk])


def test_a_stage_that_is_kept_back_is_not_shown_while_its_matches_are_still_public(client, event):
    live = running(waiting(event)[0])
    Stage.objects.filter(event=event).update(reveal=Reveal.HIDDEN)
    assert offered(client, event="open") == ([], [])
    assert live.audience == "public", "the stage alone keeps it back here"


def test_a_season_of_the_ladder_that_is_a_stage_is_shown(client, olga, bots):
    ensure_seasons()
    begin(olga, bots, stage("season", Kind.LADDER, begins=0, ends=60))
    season = Season.objects.get(event_stages__event__slug="open")
    match = pair(bots)
    RatedMatch.objects.create(match=match, season=season)
    running(match)
    running(pair(bots, "friendly"))
    assert offered(client, event="open")[0] == [match.pk]


@pytest.mark.parametrize("kind", Match.PRIVATE)
def test_private_matches_are_on_no_wall(client, olga, bots, kind):
    done, live = finish(pair(bots, kind), (1, 2)), running(pair(bots, kind))
    client.force_login(olga)
    assert offered(client) == ([], [])
    assert [seen(client, each) for each in (done, live)] == [404, 404]


def test_a_room_in_which_people_hide_things_is_on_no_wall(client, olga, alice):
    """In this game, a spectator sees more than a player may know."""
    shown = []
    for game in ("snake", "generals"):
        bot = create_bot(alice, game, f"in-{game}")
        add_version(bot)
        room = open_room(olga, game, GAMES[game].rulesets[0].name)
        sit(room, olga, 0)
        put_bot(room, olga, 1, bot.versions.get())
        shown.append(running(start(room, olga)))
    assert [GAMES[each.game].hides for each in shown] == [False, True]
    for person in (None, olga):
        client.force_login(person) if person else client.logout()
        assert offered(client)[0] == [shown[0].pk]
        assert [seen(client, each) for each in shown] == [200, 404]


def test_void_results_and_removed_replays_are_not_played(client, olga, bots):
    one, two, three = (finish(pair(bots), (1, 2)) for _ in range(3))
    void(one, olga, "The referee was asleep.")
    Match.objects.filter(pk=two.pk).update(replay="")
    assert offered(client) == ([], [three.pk])
    assert [seen(client, each) for each in (one, two, three)] == [404, 404, 200]


def test_a_board_names_seats_ratings_and_the_result(client, bots):
    ensure_seasons()
    Rating.objects.create(season=season_of(RULESET), bot=bots[0], mu=25, games=9)
    html = client.get(f"{WALL}{finish(pair(bots), (1, 2)).pk}/").content.decode()
    assert "worm" in html
    assert "viper" in html
    assert "rating </span>1500<" in html
    assert "alice/worm beat charlie/viper" in html
    assert 'data-socket="/ws/embed/matches/' in html
    assert 'data-view="/static/games/snake/view.js"' in html


def test_a_longer_list_takes_no_more_queries(client, bots, django_assert_max_num_queries):
    ensure_seasons()
    for _ in range(6):
        finish(pair(bots), (1, 2))
        running(pair(bots))
    with django_assert_max_num_queries(7):
        offered(client)
    with django_assert_max_num_queries(6):
        offered(client)


def test_the_list_is_bounded_and_small(client, bots, monkeypatch):
    monkeypatch.setattr(wall_queries, "RUNNING", 3)
    monkeypatch.setattr(wall_queries, "OVER", 2)
    live = [running(pair(bots)) for _ in range(5)]
    for _ in range(4):
        finish(pair(bots), (1, 2))
    answer = client.get(LIST)
    assert [row[0] for row in answer.json()["running"]] == [each.pk for each in live[:3]]
    assert len(answer.json()["over"]) == 2
    assert len(answer.content) < 30 * 5 + 40


def test_the_list_is_kept_for_everybody_and_forgets_at_once(
    client, olga, event, settings, monkeypatch, django_assert_num_queries,
    django_capture_on_commit_callbacks,
):  # fmt: skip
    settings.PUBLIC_SECONDS = 60
    monkeypatch.setattr(kept, "PAGES", kept.Keeper())
    live = running(waiting(event)[0])
    assert offered(client)[0] == [live.pk]
    with django_assert_num_queries(0):
        assert offered(client)[0] == [live.pk]
    assert seen(client, live) == 200
    with django_capture_on_commit_callbacks(execute=True):
        acts.reveal(event.stages.get(), olga, Reveal.HIDDEN)
    assert offered(client) == ([], [])
    assert seen(client, live) == 404


# The address ------------------------------------------------------------------------------------


def test_the_wall_has_four_boards_unless_the_address_says_otherwise(client):
    for asked, boards in (({}, 4), ({"boards": ""}, 4), ({"boards": 2}, 2), ({"boards": 6}, 6)):
        html = client.get(WALL, asked).content.decode()
        assert html.count('class="wall-slot"') == boards


def test_the_wall_has_no_navigation_but_a_way_out(client, olga, event):
    client.force_login(olga)
    html = client.get(WALL).content.decode()
    assert "<nav" not in html
    assert 'data-theme="dark"' in html
    assert f'href="{reverse("live")}"' in html
    assert f'href="{event.get_absolute_url()}"' in client.get(WALL, {"event": "open"}).text


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"game": "chess"}, "This site has no game “chess”. Choose one or more of these games"),
        ({"event": "none"}, "This site has no public event “none”. Choose one of these events"),
        ({"event": "\x00"}, "Null characters are not allowed"),
        ({"boards": "1"}, "A wall has 2 to 6 boards. Choose a whole number of them."),
        ({"boards": "7"}, "A wall has 2 to 6 boards. Choose a whole number of them."),
        ({"boards": "many"}, "A wall has 2 to 6 boards. Choose a whole number of them."),
    ],
)
def test_an_address_that_cannot_be_shown_leads_to_the_form_with_what_is_wrong(client, asked, words):
    answer = client.get(WALL, asked)
    assert answer.status_code == 400
    html = answer.content.decode()
    assert words in html
    assert "The wall was not opened." in html
    assert 'wall-choice" open' in html
    listed = client.get(LIST, asked)
    assert listed.status_code == 400
    assert words in str(listed.json())


def test_a_draft_is_no_event_of_the_wall_even_for_organizers(client, olga):
    ensure_seasons()
    plan = EventPlan((stage("league", Kind.ROUND_ROBIN),))
    draft = acts.create(olga, acts.Draft(name="Secret", plan=plan))
    client.force_login(olga)
    assert client.get(WALL, {"event": draft.slug}).status_code == 400
    assert "Secret" not in client.get(reverse("live")).content.decode()


def test_the_page_of_live_matches_offers_games_and_events_that_run(client, event):
    html = client.get(reverse("live")).content.decode()
    assert f'href="{WALL}"' in html
    assert all(f'value="{name}"' in html for name in GAMES)
    assert '<option value="open">Open</option>' in html
    assert 'wall-choice" open' not in html
