"""Uploads of one person count together, and one that is too much says what to do."""

from __future__ import annotations

import io

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from bots.models import BotVersion
from maps.models import Map
from storage import quota


def test_usage_is_what_is_stored(upload, alices_bot, alice, bob):
    version = upload(alices_bot)
    parts = {part.what: part.bytes for part in quota.usage(alice).parts}
    none = {"built programs": 0, "maps": 0, "tries": 0}
    assert parts == {"sources": version.source.size, **none}
    BotVersion.objects.filter(pk=version.pk).update(artifact_bytes=1000)
    Map.objects.create(game="snake", owner=alice, name="m", board={"a": 1}, digest="0")
    now = quota.usage(alice)
    assert now.used == version.source.size + 1000 + len('{"a": 1}')
    assert quota.usage(bob).used == 0


def test_an_upload_beyond_the_quota_is_refused_with_the_sizes(upload, alices_bot, alice, settings):
    settings.QUOTA_MB = 1
    first = upload(alices_bot)
    BotVersion.objects.filter(pk=first.pk).update(artifact_bytes=quota.MB, state="ready")
    words = r"needs 0\.0 MB.*take 1\.0 MB of 1\.0 MB.*built programs 1\.0 MB.*Delete the files"
    with pytest.raises(ValidationError, match=words):
        upload(alices_bot, b"print(2)\n")
    assert BotVersion.objects.count() == 1


def test_the_house_has_no_quota(alice):
    alice.is_house = True
    assert quota.usage(alice).limit is None
    quota.require(alice, 1 << 60)


def test_my_bots_and_the_api_show_it(client, upload, alices_bot, alice, settings):
    settings.QUOTA_MB = 7
    version = upload(alices_bot)
    client.force_login(alice)
    page = client.get(reverse("bots")).content.decode()
    assert "of 7.0 MiB" in page
    told = client.get(reverse("api:me")).json()["storage"]
    assert told["limit_bytes"] == 7 * quota.MB
    assert told["used_bytes"] == version.source.size
    assert told["parts"]["sources"] == version.source.size
    answer = client.post(
        reverse("api:version-list", args=[alices_bot.pk]), {"file": io.BytesIO(b"x")}
    )
    assert answer.status_code != 500
