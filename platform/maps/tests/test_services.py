"""The services of maps, and the people who may use them."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from audit.models import AuditEntry
from maps import services
from maps.models import Map
from maps.services import Draft, MapRefused, create_map, edit_map
from maps.tests.meadow import FIELD, MEADOW, rows
from maps.tests.steps import make_map

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow")]
OTHER = FIELD.replace("#", "h")


def reads(found: Map) -> str:
    return MEADOW.maps.write(found.board)


def names(maps) -> set[str]:
    return {found.name for found in maps}


def test_a_new_map_has_its_board_its_facts_and_the_rulesets_that_it_fits(alice):
    made = make_map(alice, title="A field", summary="With a rock.")
    made.refresh_from_db()
    assert reads(made) == FIELD
    assert (made.revision, made.public, made.label) == (1, False, "A field")
    assert made.facts == [
        {"title": "Size", "value": "5 × 5"},
        {"title": "Homes", "value": "2"},
    ]
    assert [ruleset.name for ruleset in made.rulesets()] == ["duel"]


def test_a_board_that_is_changed_is_a_new_revision_and_fits_what_it_fits_now(alice):
    made = make_map(alice)
    edit_map(made, alice, Draft("field", OTHER))
    made.refresh_from_db()
    assert made.revision == 2
    assert [ruleset.name for ruleset in made.rulesets()] == ["duel", "trio"]


def test_words_alone_make_no_revision(alice):
    made = make_map(alice)
    edit_map(made, alice, Draft("meadow", FIELD.replace("\n", "\r\n"), title="Rocky"))
    made.refresh_from_db()
    assert (made.name, made.title, made.revision) == ("meadow", "Rocky", 1)


def test_a_text_that_is_no_map_is_refused_with_the_places_and_keeps_the_old_one(alice):
    made = make_map(alice)
    with pytest.raises(MapRefused) as refused:
        edit_map(made, alice, Draft("field", FIELD.replace("#", "x")))
    assert [(p.row, p.column) for p in refused.value.problems] == [(3, 3)]
    assert refused.value.message_dict == {
        "text": ["row 3, column 3: “x” is nothing that a meadow has"]
    }
    made.refresh_from_db()
    assert reads(made) == FIELD


def test_a_text_that_is_too_long_is_refused_before_it_is_read(alice, monkeypatch):
    monkeypatch.setattr(type(MEADOW.maps), "most_bytes", 10)
    monkeypatch.setattr(type(MEADOW.maps), "parse", lambda *_: pytest.fail("it was read"))
    with pytest.raises(MapRefused, match="at most 10 bytes, and this one has 50"):
        make_map(alice)


def test_who_began_with_an_older_revision_is_told_before_anything_is_lost(alice):
    made = make_map(alice)
    edit_map(made, alice, Draft("field", OTHER, based_on=1))
    mine = Draft("field", FIELD.replace("#", "t7"), based_on=1)
    with pytest.raises(ValidationError, match="at revision 2 now"):
        edit_map(made, alice, mine)
    made.refresh_from_db()
    assert reads(made) == OTHER


@pytest.mark.parametrize("name", ["", "two words", "-x", "x" * 41, "a\n"])
def test_a_name_is_a_word(alice, name):
    if name == "a\n":  # blanks around a name are nobody's wish
        assert make_map(alice, name).name == "a"
        return
    with pytest.raises(ValidationError) as refused:
        make_map(alice, name)
    assert set(refused.value.message_dict) == {"name"}


def test_a_person_gives_a_name_once_whatever_its_case(alice, charlie):
    make_map(alice)
    with pytest.raises(ValidationError, match="already have a map named “field”"):
        make_map(alice, "FIELD")
    make_map(charlie)
    assert services.free_name(alice, "meadow", "Field") == "Field-2"
    long = make_map(alice, "x" * 40)
    assert services.free_name(alice, "meadow", long.name) == "x" * 38 + "-2"


def test_a_game_without_maps_and_no_game_at_all_have_none(alice, monkeypatch):
    monkeypatch.setattr(type(MEADOW), "maps", None)
    with pytest.raises(ValidationError, match="Meadow is played without maps"):
        make_map(alice)
    with pytest.raises(ValidationError, match="There is no game “chess”"):
        create_map(alice, "chess", Draft("x", FIELD))


def test_maps_are_seen_by_their_owner_their_team_and_organizers_until_they_are_public(
    alice, bob, charlie, olga, team
):
    from django.contrib.auth.models import AnonymousUser

    made = make_map(alice, team=team)
    for public in (False, True):
        services.publish(made, bob, public)
        for who in (alice, bob, charlie, olga, AnonymousUser()):
            seen = public or who in (alice, bob, olga)
            assert made.visible_to(who) is seen
            assert Map.objects.visible_to(who).filter(pk=made.pk).exists() is seen


def test_maps_are_changed_by_their_owner_and_team_alone(alice, bob, charlie, olga, team):
    made = make_map(alice, team=team, public=True)
    for who, may in ((alice, True), (bob, True), (charlie, False), (olga, False)):
        for act in (
            lambda who=who: edit_map(made, who, Draft("field", FIELD, team=team, public=True)),
            lambda who=who: services.publish(made, who),
        ):
            if may:
                act()
            else:
                with pytest.raises(PermissionDenied):
                    act()


def test_only_the_owner_moves_a_map_between_teams(alice, bob, team):
    made = make_map(alice, team=team)
    with pytest.raises(PermissionDenied):
        edit_map(made, bob, Draft("field", FIELD))
    edit_map(made, alice, Draft("field", FIELD))
    made.refresh_from_db()
    assert made.team is None


def test_nobody_gives_a_map_to_a_team_of_others(charlie, team):
    with pytest.raises(ValidationError, match="not in that team"):
        make_map(charlie, team=team)


def test_a_stock_map_is_changed_by_nobody(olga):
    services.install_stock([MEADOW])
    stock = Map.objects.get(game="meadow", name="ring")
    with pytest.raises(PermissionDenied):
        edit_map(stock, olga, Draft("ring", FIELD))


def test_an_archived_map_is_seen_by_its_managers_alone_and_comes_back(alice, charlie):
    made = make_map(alice, public=True)
    services.archive(made, alice)
    assert not made.visible_to(charlie)
    assert made.visible_to(alice)
    with pytest.raises(ValidationError, match="archive"):
        services.publish(made, alice)
    services.unarchive(made, alice)
    assert made.visible_to(charlie)


def test_what_an_organizer_archived_comes_back_by_organizers_and_is_written_down(alice, olga):
    made = make_map(alice)
    with pytest.raises(ValidationError, match="Say why"):
        services.archive(made, olga)
    services.archive(made, olga, "rude")
    assert made.archived_why == "rude"
    with pytest.raises(PermissionDenied, match="An organizer archived this map"):
        services.unarchive(made, alice)
    services.unarchive(made, olga, "polite now")
    assert [entry.summary for entry in AuditEntry.objects.order_by("pk")] == [
        "archived: rude",
        "brought back: polite now",
    ]


def test_the_room_for_maps_ends(alice, monkeypatch):
    monkeypatch.setattr(services, "MAX_MAPS", 2)
    first = make_map(alice, "a")
    make_map(alice, "b")
    with pytest.raises(ValidationError, match="archive one first"):
        make_map(alice, "c")
    services.archive(first, alice)
    make_map(alice, "c")
    with pytest.raises(ValidationError, match="archive another one first"):
        services.unarchive(first, alice)
    monkeypatch.setattr(services, "MAX_KEPT", 3)
    services.archive(Map.objects.get(name="b"), alice)
    with pytest.raises(ValidationError, match="with those in the archive"):
        make_map(alice, "d")


def test_maps_are_not_made_by_the_hundred_at_once(alice, monkeypatch):
    monkeypatch.setattr(services, "MAX_HOURLY", 1)
    make_map(alice)
    with pytest.raises(ValidationError, match="within an hour"):
        make_map(alice, "more")


def test_a_copy_knows_what_it_is_a_copy_of(alice, charlie):
    origin = make_map(alice, public=True)
    copy = create_map(charlie, "meadow", Draft("field", FIELD), parent=origin)
    assert (copy.parent, copy.public) == (origin, False)
    hidden = make_map(alice, "hidden")
    with pytest.raises(ValidationError, match="no such map to copy"):
        create_map(charlie, "meadow", Draft("mine", FIELD), parent=hidden)


def test_stock_maps_are_installed_once_and_follow_their_files(monkeypatch, tmp_path):
    assert set(services.install_stock()) >= {"· Meadow: map crossing", "· Meadow: map ring"}
    assert services.install_stock() == []
    crossing = Map.objects.get(game="meadow", name="crossing", owner=None)
    assert (crossing.title, crossing.public, crossing.revision) == ("The crossing", True, 1)
    file = tmp_path / "crossing.txt"
    file.write_text(FIELD)
    stock = [type(s)(s.name, s.title, file, s.summary) for s in MEADOW.maps.stock[:1]]
    monkeypatch.setattr(type(MEADOW.maps), "stock", tuple(stock))
    assert services.install_stock() == ["· Meadow: map crossing"]
    crossing.refresh_from_db()
    assert (crossing.revision, reads(crossing)) == (2, FIELD)


def test_maps_fit_again_when_the_rulesets_of_their_game_change(alice, monkeypatch):
    made = make_map(alice)
    duel, trio, *_ = MEADOW.rulesets
    monkeypatch.setattr(type(MEADOW), "rulesets", (trio,))
    services.install_stock([MEADOW])
    assert list(made.fits.values_list("ruleset", flat=True)) == []
    monkeypatch.setattr(type(MEADOW), "rulesets", (trio, duel))
    services.install_stock([MEADOW])
    assert list(made.fits.values_list("ruleset", flat=True)) == ["duel"]


def test_maps_are_found_by_words_and_by_what_fits(alice, charlie):
    make_map(alice, "marsh", title="Wet feet")
    make_map(charlie, "marsh", OTHER)
    assert Map.objects.called("ali marsh").get().owner == alice
    assert names(Map.objects.called("FEET")) == {"marsh"}
    assert Map.objects.called("\0").count() == 2
    assert Map.objects.fitting("trio").get().owner == charlie


def test_a_map_of_the_largest_size_is_kept_and_read(alice):
    text = rows(*["." * 255] * 254, "h" + "." * 253 + "h")
    made = make_map(alice, text=text)
    made.refresh_from_db()
    assert reads(made) == text


def test_a_search_for_more_words_than_a_database_takes_is_a_search(alice):
    words = " ".join(f"word{number}" for number in range(2_000))
    assert not Map.objects.called(words).exists()
