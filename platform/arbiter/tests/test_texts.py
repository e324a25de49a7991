"""Names and texts have no character that nobody sees, whichever way they come."""

from __future__ import annotations

import gzip
import json
import logging

import pytest
from celery.signals import after_setup_logger
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile

from accounts.signing.tokens import create_token
from arbiter.celery import app
from arbiter.texts import (
    LogFormatter,
    check_text,
    free_slug,
    require_lines,
    require_strings,
    visible,
)
from bots.services import create_bot, edit_bot
from ladder.core.contest.plan import EventPlan, Kind
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.tests.steps import stage
from ladder.tests.play import add_version
from maps.services import Draft as MapDraft
from maps.services import create_map
from maps.tests.meadow import FIELD
from maps.tests.steps import add_meadow
from matches.services import create_match, seat_log

HIDDEN = "gp\u202ebj.exe"
UNSEEN = "\0 \x1b \x7f \x85 \u00ad \u061c \u200b \u200e \u202a \u202e \u2066 \u2069 \u2028 \ufeff"
SEEN = "Żółw 小蛇 שלום عربى 👩\u200d💻 نامه\u200cای e\u0301 – “x”"


@pytest.mark.parametrize("character", UNSEEN.split(" "))
def test_what_nobody_sees_is_refused_by_its_name(character):
    with pytest.raises(
        ValidationError, match=f"Character 2 is invisible: U\\+{ord(character):04X}"
    ):
        check_text(f"a{character}")
    with pytest.raises(ValidationError):
        require_lines(name=f"a{character}")


def test_all_scripts_are_welcome():
    require_lines(name=SEEN)
    check_text(f"{SEEN}\r\n\t{SEEN}")
    require_strings("data", {"a": [SEEN, 1, None]})


def test_only_texts_have_several_lines():
    with pytest.raises(ValidationError) as error:
        require_lines(title="a\nb", name="c")
    assert list(error.value.message_dict) == ["title"]


def test_a_line_of_the_log_commands_no_terminal():
    record = logging.LogRecord("a", logging.INFO, "", 0, "it wrote: %s", ("\x1b[2Jx",), None)
    assert LogFormatter().format(record).endswith(" INFO a: it wrote: \\x1b[2Jx")
    assert settings.LOGGING["formatters"] == {"line": {"()": "arbiter.texts.LogFormatter"}}
    logger = logging.Logger("of a worker")
    logger.addHandler(logging.StreamHandler())
    after_setup_logger.send(app, logger=logger)
    assert isinstance(logger.handlers[0].formatter, LogFormatter)


def test_what_a_program_wrote_is_shown_and_not_obeyed(db, alices_bot, redis_client):
    worm = add_version(alices_bot)
    seat = create_match("snake", "standard", "friendly", [worm, worm]).seats.get(number=0)
    row = {"game": 0, "turn": 3, "text": "\x1b[2Jred \u202eabc\n\tnext é\n"}
    seat.log.save("log.gz", ContentFile(gzip.compress(json.dumps(row).encode() + b"\n")))
    assert seat_log(seat) == [{**row, "text": "\\x1b[2Jred \\u202eabc\n\tnext é\n"}]
    assert visible("\U000e0041") == "\\ue0041"


# Every way in -------------------------------------------------------------------------------------


def drafted(olga, name="Open", about="", key="league"):
    plan = EventPlan((stage(key, Kind.ROUND_ROBIN),))
    return acts.create(olga, Draft(name=name, about=about, plan=plan))


@pytest.mark.parametrize(
    ("act", "field"),
    [
        (lambda p: create_bot(p["alice"], "snake", "asp", HIDDEN), "about"),
        (lambda p: edit_bot(p["bot"], p["alice"], HIDDEN, None), "about"),
        (lambda p: create_map(p["alice"], "meadow", MapDraft("m", FIELD, title=HIDDEN)), "title"),
        (lambda p: create_map(p["alice"], "meadow", MapDraft("m", FIELD, "", HIDDEN)), "summary"),
        (lambda p: create_token(p["alice"], HIDDEN, ["read"]), "name"),
        (lambda p: drafted(p["olga"], name=HIDDEN), "name"),
        (lambda p: drafted(p["olga"], about=HIDDEN), "about"),
        (lambda p: drafted(p["olga"], key=HIDDEN), "plan"),
    ],
)  # fmt: skip
def test_a_verb_refuses_it_beside_its_field(
    alice, olga, alices_bot, monkeypatch, settings, act, field
):
    add_meadow(monkeypatch, settings)
    with pytest.raises(ValidationError, match="is invisible") as error:
        act({"alice": alice, "olga": olga, "bot": alices_bot})
    assert list(error.value.message_dict) == [field]


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/settings/", {"about": HIDDEN, "time_zone": "UTC"}),
        ("/bots/new/", {"game": "snake", "name": "asp", "about": HIDDEN}),
    ],
)
def test_a_form_says_so(client, alice, path, form):
    client.force_login(alice)
    assert (
        "Character 3 is invisible: U+202E (right-to-left override)" in client.post(path, form).text
    )


# Pages --------------------------------------------------------------------------------------------

FROM_RIGHT = "שלום (2)"


def test_pages_isolate_what_people_wrote(client, alice, monkeypatch, settings):
    add_meadow(monkeypatch, settings)
    draft = MapDraft("m", FIELD, FROM_RIGHT, FROM_RIGHT)
    found = create_map(alice, "meadow", draft)
    client.force_login(alice)
    page = client.get(found.get_absolute_url()).text
    assert f'dir="auto">{FROM_RIGHT}</h2>' in page
    assert f'dir="auto">{FROM_RIGHT}</p>' in page
    assert '<bdi class="name">alice</bdi>' in page


@pytest.mark.parametrize(
    ("name", "taken", "slug"),
    [
        ("Spring", [], "spring"),
        ("Spring", ["spring", "spring-2"], "spring-3"),
        ("春季", [], "event"),
        ("春季", ["event"], "event-2"),
        ("Spring – Cup of all", [], "spring"),
        ("Spring – Cup of all", ["spring"], "spring-2"),
    ],
)
def test_a_slug_of_a_name_is_free_and_has_no_dash_at_its_end(name, taken, slug):
    assert free_slug(name, taken.__contains__, "event", longest=7) == slug
