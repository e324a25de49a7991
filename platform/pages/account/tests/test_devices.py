"""The page on which a program is allowed to log in."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import ApiToken, DeviceLogin
from accounts.signing import devices
from pages.account.devices import MOST_WRONG

pytestmark = pytest.mark.django_db
ALICES = "alice-secret-1"


@pytest.fixture(autouse=True)
def _no_limits_used_up():
    cache.clear()


@pytest.fixture
def signed_in(alice):
    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": ALICES})
    return client


@pytest.fixture
def waiting():
    return devices.begin("arbiter on newt", "192.0.2.7")


def test_the_page_names_the_program_before_it_is_allowed(signed_in, waiting):
    _, codes = waiting
    assert codes.user in signed_in.get(f"/device/?code={codes.user}").text
    page = signed_in.post("/device/", {"code": codes.user}).text
    assert "arbiter on newt" in page
    assert "192.0.2.7" in page
    assert not ApiToken.objects.exists()
    answer = signed_in.post("/device/", {"code": codes.user, "act": "allow"}, follow=True)
    assert "logs in now" in answer.text
    assert devices.poll(codes.device, "arbiter on newt").token


def test_a_program_is_refused(signed_in, waiting):
    _, codes = waiting
    signed_in.post("/device/", {"code": codes.user, "act": "refuse"})
    assert devices.poll(codes.device, "arbiter on newt").error is devices.Error.DENIED


def test_a_code_that_nothing_waits_for_comes_back_with_a_reason(signed_in):
    answer = signed_in.post("/device/", {"code": "ZZZZ-ZZZZ"})
    assert answer.status_code == 422
    assert "No program waits for this code" in answer.text


def test_wrong_codes_are_limited(signed_in, waiting):
    _, codes = waiting
    for _ in range(MOST_WRONG):
        signed_in.post("/device/", {"code": "ZZZZ-ZZZZ"})
    answer = signed_in.post("/device/", {"code": codes.user, "act": "allow"})
    assert "Too many wrong codes" in answer.text
    assert DeviceLogin.objects.get().state == "waiting"


def test_a_visitor_logs_in_first_and_comes_back_with_the_code(client, waiting):
    _, codes = waiting
    answer = client.get(f"/device/?code={codes.user}")
    assert "/accounts/login/" in answer["Location"]
    assert codes.user in answer["Location"]
