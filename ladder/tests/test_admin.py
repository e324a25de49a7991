"""Organizers' records of seasons and ratings."""

from __future__ import annotations

import pytest

from audit.models import AuditEntry
from ladder.models import Rating, Season

pytestmark = pytest.mark.django_db
SEASONS = "/desk/admin/ladder/season/"


def act(client, action, season, reason):
    form = {"action": action, "_selected_action": [season.pk], "reason": reason}
    answer = client.post(SEASONS, form, follow=True)
    season.refresh_from_db()
    return answer


def test_a_season_is_paused_and_resumed_for_reasons(client, olga, season):
    client.force_login(olga)
    act(client, "ladder.seasons.current.pause", season, "new engine")
    assert season.paused
    assert "already paused" in act(client, "ladder.seasons.current.pause", season, "again").text
    act(client, "ladder.seasons.current.resume", season, "it is in")
    assert not season.paused
    acts = [entry.words for entry in AuditEntry.objects.order_by("pk")]
    assert acts == ["paused: new engine", "resumed: it is in"]


def test_what_results_hang_on_is_fixed(client, olga, season):
    client.force_login(olga)
    game, ruleset = season.game, season.ruleset
    form = {"name": "Autumn", "game": "chess", "ruleset": "other", "paused": "on", "results": 9}
    form |= {"ends_0": "2099-01-01", "ends_1": "00:00:00"}
    assert client.post(f"{SEASONS}{season.pk}/change/", form).status_code == 302
    season.refresh_from_db()
    assert (season.name, season.ends.year) == ("Autumn", 2099)
    assert (season.game, season.ruleset, season.paused, season.results) == (game, ruleset, False, 0)
    assert AuditEntry.objects.get().actor == olga


def test_a_new_season_can_be_planned_and_none_deleted(client, olga, season):
    client.force_login(olga)
    assert client.get(f"{SEASONS}add/").status_code == 200
    form = {"game": "snake", "ruleset": season.ruleset, "name": "Spring"}
    form |= {
        "starts_0": "2098-01-01",
        "starts_1": "00:00",
        "ends_0": "2098-06-01",
        "ends_1": "00:00",
    }
    assert client.post(f"{SEASONS}add/", form).status_code == 302
    assert Season.objects.filter(name="Spring", paused=False).exists()
    assert client.post(f"{SEASONS}{season.pk}/delete/", {"post": "yes"}).status_code == 403


def test_ratings_follow_from_matches_and_from_nobodys_hand(client, olga, season, alices_bot):
    rating = Rating.objects.create(season=season, bot=alices_bot)
    client.force_login(olga)
    page = f"/desk/admin/ladder/rating/{rating.pk}/"
    assert client.get(f"{page}change/").status_code == 200
    assert client.post(f"{page}change/", {"mu": 99}).status_code == 403
    assert client.post(f"{page}delete/", {"post": "yes"}).status_code == 403
    assert client.get("/desk/admin/ladder/rating/add/").status_code == 403
