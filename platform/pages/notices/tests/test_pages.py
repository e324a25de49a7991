"""Pages of notices, of what people want to hear, and of their webhooks; and whose they are."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as sent_mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from notices import mail, webhooks
from notices.models import Delivery, Kind, Notice, Webhook
from notices.outbox import send_due
from notices.services import Channel, default, kinds_for, mark_read, tell, wishes

pytestmark = pytest.mark.django_db
URL = "https://hooks.example.org/arbiter"


@pytest.fixture(autouse=True)
def _no_tests_of_yesterday(redis_client):
    cache.clear()


@pytest.fixture
def page(client, alice):
    """Returns the page at an address, as alice sees it."""
    client.force_login(alice)

    def page(path, status=200, **data):
        answer = client.get(path, data)
        assert answer.status_code == status, path
        return answer.text

    return page


def say(*people, kind=Kind.VERSION_FAILED, text="Version 3 failed.", path="/about/"):
    tell(kind, people, text, path, {"version": 3})


@pytest.fixture
def hook(alice):
    return webhooks.create(alice, URL, [Kind.VERSION_FAILED, Kind.BOT_PAUSED])


# The list and the bell


@pytest.mark.parametrize(
    "path",
    ["/notices/", "/settings/notices/", "/settings/notices/webhooks/new/",
     "/settings/notices/deliveries/"],
)  # fmt: skip
def test_pages_are_for_people_who_are_logged_in(client, alice, path):
    assert client.get(path)["Location"] == f"/accounts/login/?next={path}"
    client.force_login(alice)
    assert client.get(path).status_code == 200


def test_before_the_first_notice_the_page_says_what_will_be_here(page):
    assert "will be listed here" in page("/notices/")


def test_the_newest_come_first_and_the_unread_are_marked(page, alice):
    for number in range(3):
        say(alice, text=f"Version {number} failed.")
    mark_read(alice, Notice.objects.get(text="Version 1 failed.").pk)
    text = page("/notices/")
    found = re.findall(
        r'<td class="break">(<span class="badge badge-ok">new</span>)?\s*<a [^>]*>(Ver.*?)</a>',
        text,
    )
    assert [(bool(mark), words) for mark, words in found] == [
        (True, "Version 2 failed."), (False, "Version 1 failed."), (True, "Version 0 failed.")
    ]  # fmt: skip
    assert re.search(r">\s*2 unread\s*<", text)


def test_the_bell_counts_what_is_unread_on_every_page(page, client, alice, bob):
    assert 'aria-label="Notices"' in page("/about/")
    for person in (alice, alice, bob):
        say(person)
    assert 'aria-label="Notices, 2 unread"' in page("/about/")
    Notice.objects.bulk_create(
        Notice(user=alice, kind=Kind.ANNOUNCEMENT, text="!", path="/") for _ in range(98)
    )
    assert 'aria-label="Notices, 99+ unread"' in page("/about/")
    client.logout()
    assert "/notices/" not in client.get("/about/").text


def test_the_bell_costs_one_query_and_nothing_where_nobody_is_logged_in(client, alice):
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get("/about/")
        return sum("notices_" in query["sql"] for query in queries)

    assert asked() == 0
    client.force_login(alice)
    assert asked() == 1


def test_a_notice_leads_to_what_it_is_about_and_is_read_then(client, alice):
    client.force_login(alice)
    say(alice, path="/help/limits/?a=b")
    notice = Notice.objects.get()
    assert client.get(notice.get_absolute_url())["Location"] == "/help/limits/?a=b"
    notice.refresh_from_db()
    assert notice.read_at is not None


def test_all_are_marked_as_read_at_once(client, alice, bob):
    client.force_login(alice)
    for person in (alice, alice, bob):
        say(person)
    assert client.post("/notices/read/")["Location"] == "/notices/"
    assert list(Notice.objects.unread().values_list("user__username", flat=True)) == ["bob"]
    assert client.get("/notices/read/").status_code == 405


def test_the_list_is_filtered_by_kind_and_cut_into_pages(page, alice):
    for number in range(31):
        say(alice, text=f"Failed {number}.")
    say(alice, kind=Kind.BOT_PAUSED, text="Paused.")
    text = page("/notices/", kind="bot.paused")
    assert "Paused." in text
    assert "Failed" not in text
    assert "Failed 30." not in page("/notices/", page=2)
    assert "Failed 0." in page("/notices/", page=2)
    assert "no notice of this kind" in page("/notices/", kind="announcement")


def test_what_is_told_is_text_and_no_markup(page, alice):
    say(alice, text="<script>alert(1)</script>")
    assert "<script>alert" not in page("/notices/")


def test_notices_of_others_are_not_there(client, alice, bob):
    say(bob)
    notice = Notice.objects.get()
    client.force_login(alice)
    assert "Version 3" not in client.get("/notices/").text
    assert client.get(notice.get_absolute_url()).status_code == 404
    assert Notice.objects.unread().count() == 1


# Preferences


def boxes(text: str) -> dict[str, bool]:
    found = re.findall(
        r'<input type="checkbox" name="([^"]+)"\s+aria-label="[^"]+"( checked)?>', text
    )
    return {name: bool(checked) for name, checked in found}


def test_the_table_has_a_box_for_each_kind_and_channel(page, alice):
    table = boxes(page("/settings/notices/"))
    meant = {f"{k.value}:{c.value}": default(k, c) for k in kinds_for(alice) for c in Channel}
    for name in ("webhook.off:webhook", "digest:site", "digest:webhook"):
        del meant[name]
    assert table == meant
    assert not any(name.startswith("game.failed:") for name in table)


def test_what_is_chosen_is_kept(client, page, alice):
    page("/settings/notices/")
    chosen = {"match.finished:mail": "on", "announcement:site": "on"}
    assert client.post("/settings/notices/", chosen).status_code == 302
    table = boxes(page("/settings/notices/"))
    assert {name for name, on in table.items() if on} == set(chosen)
    say(alice)
    assert not Notice.objects.exists()
    assert not Delivery.objects.exists()


def test_the_page_says_that_an_address_is_not_confirmed(page, alice):
    assert "no confirmed e-mail address" not in page("/settings/notices/")
    EmailAddress.objects.filter(user=alice).update(verified=False)
    assert "no confirmed e-mail address" in page("/settings/notices/")


@pytest.fixture
def off(alice):
    """The address in a mail that alice got."""
    say(alice)
    delivery = Delivery.objects.select_related("user").get(channel="mail")
    header = mail.message(delivery, alice.email).extra_headers["List-Unsubscribe"]
    return re.sub(r"^<https?://[^/]+|>$", "", header)


def mailed(alice) -> bool:
    return next(wish.mail for wish in wishes(alice) if wish.kind == Kind.VERSION_FAILED)


def test_a_link_that_is_only_looked_at_turns_off_nothing(client, alice, off):
    """Programs that check mails follow every link."""
    answer = client.get(off)
    assert "alice gets mails about: <strong>a version failed</strong>" in answer.text
    assert mailed(alice)


def test_one_click_turns_mails_off_without_a_login_or_a_cookie(alice, off):
    client = Client(enforce_csrf_checks=True)
    answer = client.post(off, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not mailed(alice)
    say(alice)
    assert Delivery.objects.filter(channel="mail").count() == 1


def test_a_forged_link_is_not_there(client, alice, bob, off):
    for forged in (off.replace("/off/", "/off/x"), off[:-4] + "abc/", "/notices/off/x/"):
        assert client.post(forged).status_code == 404
    assert mailed(alice)


# Webhooks


def log_in(client):
    """With the password, which changes of webhooks ask for."""
    client.logout()
    client.post("/accounts/login/", {"login": "alice", "password": "alice-secret-1"})


@pytest.mark.parametrize("path", ["webhooks/new/", "webhooks/{}/", "webhooks/{}/rotate/"])
def test_changes_of_webhooks_ask_for_the_password_again(client, alice, hook, path):
    client.force_login(alice)
    form = {"url": f"{URL}/2", "kinds": ["bot.paused"]}
    asked = client.post("/settings/notices/" + path.format(hook.pk), form)
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert Webhook.objects.get().secret == hook.secret
    assert Webhook.objects.get().url == URL
    client.post(asked["Location"], {"password": "alice-secret-1"})
    changed = Webhook.objects.latest("pk")
    assert (changed.url, changed.secret) != (URL, hook.secret)


def test_a_new_webhook_shows_its_secret_once(client, page):
    log_in(client)
    answer = client.post("/settings/notices/webhooks/new/", {"url": URL, "kinds": ["bot.paused"]})
    webhook = Webhook.objects.get()
    assert webhook.secret in answer.text
    assert "no-store" in answer["Cache-Control"]
    for path in (f"/settings/notices/webhooks/{webhook.pk}/", "/settings/notices/"):
        text = page(path)
        assert URL in text
        assert webhook.secret not in text


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"url": "http://hooks.example.org/", "kinds": ["bot.paused"]}, "must begin with https://"),
        ({"url": "https://169.254.169.254/", "kinds": ["bot.paused"]}, "public internet"),
        ({"url": URL}, "Choose at least one event"),
        ({"url": URL, "kinds": ["webhook.off"]}, "webhook.off is not one of the available"),
        ({"url": f"{URL}/{'a' * 300}", "kinds": ["bot.paused"]}, "at most 300 characters"),
    ],
)  # fmt: skip
def test_what_will_not_do_is_refused_and_stays_typed(client, alice, data, why):
    log_in(client)
    answer = client.post("/settings/notices/webhooks/new/", data)
    assert answer.status_code == 422
    assert why in answer.text
    assert f'value="{data["url"]}"' in answer.text
    assert not Webhook.objects.exists()


def test_one_is_changed(client, alice, hook):
    log_in(client)
    path = f"/settings/notices/webhooks/{hook.pk}/"
    assert client.post(path, {"url": f"{URL}/2", "kinds": ["announcement"]}).status_code == 302
    hook.refresh_from_db()
    assert (hook.url, hook.active) == (f"{URL}/2", False)
    refused = client.post(path, {"url": "https://localhost:22/", "kinds": ["announcement"]})
    assert refused.status_code == 422
    assert f"{URL}/2</p>" in refused.text


def test_a_new_secret_is_shown_once_and_the_old_one_is_gone(client, alice, hook):
    log_in(client)
    answer = client.post(f"/settings/notices/webhooks/{hook.pk}/rotate/")
    old = hook.secret
    hook.refresh_from_db()
    assert hook.secret != old
    assert hook.secret in answer.text


def test_one_is_deleted_with_its_log(client, alice, hook):
    client.force_login(alice)
    say(alice)
    client.post(f"/settings/notices/webhooks/{hook.pk}/delete/")
    assert not Webhook.objects.exists()
    assert list(Delivery.objects.values_list("channel", flat=True)) == ["mail"]


def test_one_that_is_turned_off_says_since_when(page, hook):
    Webhook.objects.update(active=False, failing_since="2026-11-01T08:00:00Z")
    text = page(f"/settings/notices/webhooks/{hook.pk}/")
    assert "This webhook was turned off" in text
    assert 'datetime="2026-11-01T08:00:00+00:00"' in text


# Deliveries


@pytest.fixture
def delivery(alice, hook):
    say(alice)
    found = Delivery.objects.get(channel="webhook")
    Delivery.objects.filter(pk=found.pk).update(
        state="given_up", attempt=7, status=500, error="It answered 500.",
        response="<b>oh no</b>",
        tried_at="2026-11-22T08:00:00Z", took_ms=1234,
    )  # fmt: skip
    return found


def test_a_delivery_shows_what_was_sent_and_what_came_back(page, delivery):
    text = page(f"/settings/notices/deliveries/{delivery.pk}/")
    for words in ("given up", "It answered 500.", "1234 ms", "&lt;b&gt;oh no&lt;/b&gt;", URL):
        assert words in text
    assert "&quot;event&quot;: &quot;version.failed&quot;" in text
    assert "Send again" in text


def test_the_log_is_filtered(page, alice, hook, delivery):
    other = webhooks.create(alice, f"{URL}/2", [Kind.VERSION_FAILED])
    say(alice)
    path = "/settings/notices/deliveries/"

    def rows(**chosen):
        return page(path, **chosen).count('<th scope="row">')

    assert rows() == 5  # two mails, and three events
    assert rows(webhook=hook.pk) == 2
    assert rows(webhook=other.pk) == 1
    assert rows(channel="mail") == 2
    assert rows(state="given_up") == 1
    assert rows(kind="bot.paused") == 0
    assert rows(webhook="x", state="nonsense") == 5


def test_one_is_sent_again_from_its_page(client, alice, delivery):
    client.force_login(alice)
    answer = client.post(f"/settings/notices/deliveries/{delivery.pk}/again/")
    assert answer["Location"] == f"/settings/notices/deliveries/{delivery.pk}/"
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempt) == ("waiting", 0)
    assert 'hx-trigger="every 2s"' in client.get(answer["Location"]).text


def test_a_test_leads_to_its_delivery(client, alice, hook):
    client.force_login(alice)
    answer = client.post(f"/settings/notices/webhooks/{hook.pk}/test/")
    delivery = Delivery.objects.get()
    assert delivery.kind == "test"
    assert answer["Location"] == f"/settings/notices/deliveries/{delivery.pk}/"


def test_webhooks_and_deliveries_of_others_are_not_there(client, charlie, hook, delivery):
    client.post("/accounts/login/", {"login": "charlie", "password": "charlie-secret-1"})
    base = "/settings/notices"
    for path in (f"{base}/webhooks/{hook.pk}/", f"{base}/deliveries/{delivery.pk}/"):
        assert client.get(path).status_code == 404
    change = {"url": URL, "kinds": ["bot.paused"]}
    assert client.post(f"{base}/webhooks/{hook.pk}/", change).status_code == 404
    for act in ("rotate", "delete", "test"):
        assert client.post(f"{base}/webhooks/{hook.pk}/{act}/").status_code == 404
    assert client.post(f"{base}/deliveries/{delivery.pk}/again/").status_code == 404
    assert client.get(f"{base}/deliveries/?webhook={hook.pk}").text.count('scope="row"') == 0
    assert Webhook.objects.get() == hook
    delivery.refresh_from_db()
    assert delivery.state == "given_up"


@pytest.mark.parametrize("act", ["rotate", "delete", "test"])
def test_acts_are_posted(client, alice, hook, act):
    client.force_login(alice)
    assert client.get(f"/settings/notices/webhooks/{hook.pk}/{act}/").status_code == 405


def test_a_mail_leads_to_pages_that_are_there(client, alice, settings):
    settings.SITE_URL = "http://testserver"
    say(alice)
    send_due()
    client.force_login(alice)
    links = re.findall(r"http://testserver(\S+)", str(sent_mail.outbox[0].body))
    assert len(links) == 3
    for link in links:
        assert client.get(link).status_code == 200, link
