"""Organizers' records of bots and versions."""

from __future__ import annotations

import pytest
from django.core.files.base import ContentFile

from audit.models import AuditEntry
from bots.models import Bot, BotVersion
from bots.services import create_bot

pytestmark = pytest.mark.django_db
BOTS = "/desk/admin/bots/bot/"
VERSIONS = "/desk/admin/bots/botversion/"


def make_version(bot, state=BotVersion.State.FAILED):
    version = BotVersion(
        bot=bot, number=bot.versions.count() + 1, language="python", uploaded_by=bot.owner,
        source_sha256="ab" * 32, source_bytes=9, source_files=1, state=state,
    )  # fmt: skip
    version.source.save("source.zip", ContentFile(b"PK"))
    return version


def choose(client, page, action, *targets, reason=""):
    form = {"action": action, "_selected_action": [t.pk for t in targets], "reason": reason}
    return client.post(page, form, follow=True)


def test_a_bot_is_taken_out_and_let_in_again_for_reasons(client, olga, alices_bot):
    client.force_login(olga)
    choose(client, BOTS, "bots.services.deactivate", alices_bot, reason="floods its log")
    alices_bot.refresh_from_db()
    assert alices_bot.deactivated_why == "floods its log"
    choose(client, BOTS, "bots.services.reactivate", alices_bot, reason="repaired")
    alices_bot.refresh_from_db()
    assert alices_bot.deactivated_at is None
    acts = [(entry.actor_id, entry.words) for entry in AuditEntry.objects.order_by("pk")]
    assert acts == [(olga.pk, "deactivated: floods its log"), (olga.pk, "reactivated: repaired")]


def test_an_action_without_a_reason_does_nothing_and_says_so(client, olga, alices_bot):
    client.force_login(olga)
    page = choose(client, BOTS, "bots.services.deactivate", alices_bot).text
    assert "write the reason" in page
    alices_bot.refresh_from_db()
    assert alices_bot.deactivated_at is None


def test_a_failed_version_is_built_again_and_others_are_refused(
    client, olga, alices_bot, redis_client
):
    failed = make_version(alices_bot)
    fine = make_version(alices_bot, BotVersion.State.READY)
    client.force_login(olga)
    page = choose(client, VERSIONS, "bots.services.rebuild", failed, fine, reason="disk full").text
    assert "Only a version that failed" in page
    states = {v.pk: v.state for v in BotVersion.objects.all()}
    assert states == {failed.pk: "waiting", fine.pk: "ready"}
    assert AuditEntry.objects.get().target_id == str(failed.pk)


def test_words_are_editable_and_everything_else_fixed(client, olga, charlie, alices_bot):
    client.force_login(olga)
    form = {"about": "Cleaned.", "name": "other", "owner": charlie.pk, "game": "chess"}
    assert client.post(f"{BOTS}{alices_bot.pk}/change/", form).status_code == 302
    bot = Bot.objects.get()
    assert (bot.about, bot.name, bot.owner, bot.game) == (
        "Cleaned.", "worm", alices_bot.owner, "snake",
    )  # fmt: skip
    assert AuditEntry.objects.get().actor == olga


def test_a_version_is_read_only_and_its_source_not_even_shown(client, olga, alices_bot):
    version = make_version(alices_bot)
    client.force_login(olga)
    page = client.get(f"{VERSIONS}{version.pk}/change/").text
    assert version.source_sha256 in page
    assert version.source.name not in page
    assert client.post(f"{VERSIONS}{version.pk}/change/", {"number": 7}).status_code == 403


@pytest.mark.parametrize("page", [BOTS, VERSIONS])
def test_nothing_is_added_or_deleted_by_hand(client, olga, alices_bot, page):
    make_version(alices_bot)
    client.force_login(olga)
    assert client.get(f"{page}add/").status_code == 403
    pk = alices_bot.pk if page == BOTS else alices_bot.versions.get().pk
    assert client.post(f"{page}{pk}/delete/", {"post": "yes"}).status_code == 403
    assert "delete_selected" not in client.get(page).text


@pytest.mark.parametrize("page", [BOTS, VERSIONS])
def test_lists_do_not_ask_per_row(client, olga, alice, page, django_assert_max_num_queries):
    for number in range(12):
        bot = create_bot(alice, "snake", f"b{number}")
        bot.active_version = make_version(bot, BotVersion.State.READY)
        bot.save()
    client.force_login(olga)
    with django_assert_max_num_queries(10):
        client.get(page)


@pytest.mark.parametrize(("play", "names"), [("out", ["out"]), ("retired", ["old"])])
def test_bots_are_filtered_by_whether_they_play(client, olga, alice, play, names):
    from django.utils import timezone

    for name, changes in {
        "fine": {}, "out": {"deactivated_at": timezone.now()}, "old": {"retired_at": timezone.now()}
    }.items():  # fmt: skip
        Bot.objects.filter(pk=create_bot(alice, "snake", name).pk).update(**changes)
    client.force_login(olga)
    rows = client.get(BOTS, {"play": play}).context["cl"].queryset
    assert [bot.name for bot in rows] == names
