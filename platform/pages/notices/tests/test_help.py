"""The page that says how to receive webhooks: its receiver is run as it stands there."""

from __future__ import annotations

import html
import re
import subprocess
import sys
import time
import types

import pytest

from notices import webhooks
from notices.models import FOR_WEBHOOKS, Channel, Delivery, Kind
from notices.outbox import send_due
from notices.posting.signing import sign
from notices.services import tell
from tests.site import eventually, free_port

SECRET = "whsec_mine"
BODY = b'{"id": "1", "event": "test", "text": "\xc3\xbc"}'


@pytest.fixture
def source(client, db):
    text = client.get("/help/webhooks/").text
    (code,) = re.findall(r'<pre><code id="receiver">(.*?)</code></pre>', text, re.DOTALL)
    return html.unescape(code)


@pytest.fixture
def receiver(source):
    """The example as a module, with a secret."""
    module = types.ModuleType("receiver")
    exec(source, module.__dict__)  # noqa: S102
    module.__dict__["SECRET"] = SECRET
    return module


def headers(key=SECRET, age=0, body=BODY):
    now = int(time.time()) - age
    return {"Arbiter-Timestamp": str(now), "Arbiter-Signature": sign(key, now, body)}


@pytest.mark.parametrize("age", [0, 240, -240])
def test_the_example_takes_what_we_sign(receiver, age):
    assert receiver.is_genuine(headers(age=age), BODY)


@pytest.mark.parametrize(
    ("told", "body"),
    [
        (lambda: headers("whsec_other"), BODY),
        (lambda: headers(), BODY + b" "),
        (lambda: headers(age=400), BODY),
        (lambda: headers(age=-400), BODY),
        (dict, BODY),
        (lambda: {**headers(), "Arbiter-Timestamp": "soon"}, BODY),
        (lambda: {**headers(), "Arbiter-Signature": "v1=é"}, BODY),
        (lambda: {"Arbiter-Timestamp": headers()["Arbiter-Timestamp"]}, BODY),
    ],
    ids=["secret", "bytes", "old", "early", "nothing", "time", "signs", "unsigned"],
)
def test_the_example_refuses_the_rest(receiver, told, body):
    assert not receiver.is_genuine(told(), body)


def test_a_stamp_cannot_be_renewed(receiver):
    told = headers(age=400)
    told["Arbiter-Timestamp"] = str(int(time.time()))
    assert not receiver.is_genuine(told, BODY)


@pytest.mark.django_db(transaction=True)
def test_the_example_runs_and_prints_each_event_once(
    source, alice, settings, tmp_path, redis_client
):
    settings.WEBHOOK_PRIVATE = True
    port = free_port()
    hook = webhooks.create(alice, f"http://127.0.0.1:{port}/", [Kind.BOT_PAUSED])
    file = tmp_path / "receiver.py"
    file.write_text(source.replace("whsec_...", hook.secret).replace("8080", str(port)))
    program = subprocess.Popen(
        [sys.executable, "-u", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        tell(Kind.BOT_PAUSED, [alice], "worm is paused.", "/", {}, [Channel.WEBHOOK])

        def arrives():
            Delivery.objects.unsent().update(next_at="2026-01-01T00:00:00Z")
            type(hook).objects.update(paused_until=None)
            send_due()
            return Delivery.objects.get().state == "sent"

        eventually(arrives)
        webhooks.send_again(Delivery.objects.select_related("webhook__user").get())
        assert send_due() == 1
        assert Delivery.objects.get().status == 204
        webhooks.rotate(hook)
        webhooks.send_again(Delivery.objects.select_related("webhook__user").get())
        assert send_due() == 1
        assert Delivery.objects.get().status == 403
    finally:
        program.terminate()
        said, _ = program.communicate()
    assert said.splitlines() == ["bot.paused worm is paused."]


def test_the_page_lists_every_event_and_the_pauses_that_hold(client, db):
    text = client.get("/help/webhooks/").text
    for kind in Kind:
        assert (f"<code>{kind.value}</code>" in text) == (kind in FOR_WEBHOOKS)
    assert "after 10 s, 1 min, 5 min, 30 min, 2 h and 12 h" in text
