"""A program is logged in once a person allows it, and never otherwise."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import ApiToken, DeviceLogin
from accounts.signing import devices
from accounts.signing.devices import Error
from accounts.signing.tokens import MAX_TOKENS, create_token

pytestmark = pytest.mark.django_db
NEWT = "arbiter on newt"


@pytest.fixture
def waiting():
    return devices.begin(NEWT, "192.0.2.7")


def later(row: DeviceLogin, seconds: int) -> None:
    """Let time pass for a log-in."""
    moved = timedelta(seconds=seconds)
    row.refresh_from_db()
    row.expires -= moved
    row.polled = row.polled and row.polled - moved
    row.save()


def test_the_token_is_given_once_after_it_was_allowed(waiting, alice):
    _, codes = waiting
    assert devices.poll(codes.device, NEWT).error is Error.PENDING
    devices.decide(devices.find(codes.user), alice, allow=True)
    answer = devices.poll(codes.device, NEWT)
    assert answer.token.startswith("arb_")
    token = ApiToken.objects.get(user=alice)
    assert (token.name, token.scopes) == ("arbiter on newt", ["read", "bots"])
    assert token.expiry is not None
    assert devices.poll(codes.device, NEWT).error is Error.INVALID
    assert ApiToken.objects.count() == 1


def test_a_refused_program_gets_no_token(waiting, alice):
    row, codes = waiting
    devices.decide(row, alice, allow=False)
    assert devices.poll(codes.device, NEWT).error is Error.DENIED
    assert not ApiToken.objects.exists()
    with pytest.raises(ValidationError, match="does not wait"):
        devices.decide(row, alice, allow=True)


def test_neither_code_is_stored_or_guessed_from_the_other(waiting):
    _, codes = waiting
    stored = str(DeviceLogin.objects.values().get())
    assert codes.device not in stored
    assert codes.user not in stored
    assert hashlib.sha256(codes.user.encode()).hexdigest() not in stored
    assert devices.poll(codes.user, NEWT).error is Error.INVALID
    with pytest.raises(ValidationError):
        devices.find(codes.device)


def test_another_program_gets_nothing_for_the_code(waiting, alice):
    row, codes = waiting
    devices.decide(row, alice, allow=True)
    assert devices.poll(codes.device, "another").error is Error.INVALID
    assert devices.poll(codes.device, f" {NEWT} ").token


def test_a_code_works_for_ten_minutes(waiting, alice):
    row, codes = waiting
    later(row, 601)
    with pytest.raises(ValidationError, match="10 minutes"):
        devices.find(codes.user)
    with pytest.raises(ValidationError, match="does not wait"):
        devices.decide(row, alice, allow=True)
    assert devices.poll(codes.device, NEWT).error is Error.EXPIRED


@pytest.mark.parametrize("write", [str.lower, lambda code: code.replace("-", " "), str])
def test_a_person_may_write_the_code_in_several_ways(waiting, write):
    row, codes = waiting
    assert devices.find(f" {write(codes.user)} ") == row


def test_a_hasty_program_is_asked_to_slow_down(waiting):
    row, codes = waiting
    assert devices.poll(codes.device, NEWT).error is Error.PENDING
    assert devices.poll(codes.device, NEWT).error is Error.SLOW_DOWN
    later(row, 5)
    assert devices.poll(codes.device, NEWT).error is Error.PENDING


def test_a_program_waits_a_number_of_times_and_keeps_no_other_from_waiting(waiting):
    for _ in range(devices.MOST_WAITING):
        devices.begin("x", "192.0.2.7", "curl")
    with pytest.raises(ValidationError, match="wait to be allowed"):
        devices.begin(" x", "192.0.2.7", "curl")
    devices.begin("y", "192.0.2.7", "curl")
    devices.begin("x", "192.0.2.7", "arbiter")
    devices.begin("x", "192.0.2.8", "curl")


def test_other_names_do_not_make_an_address_unbounded(waiting, monkeypatch):
    monkeypatch.setattr(devices, "MOST_AT_ADDRESS", 3)
    for number in range(3):
        devices.begin(f"program {number}", "192.0.2.9", "curl")
    with pytest.raises(ValidationError, match="3 log-ins at this network address wait"):
        devices.begin("another", "192.0.2.9", "curl")


def test_a_person_with_too_many_tokens_is_reported_to_the_program(waiting, alice):
    row, codes = waiting
    for _ in range(MAX_TOKENS):
        create_token(alice, "x", ["read"])
    devices.decide(row, alice, allow=True)
    answer = devices.poll(codes.device, NEWT)
    assert answer.error is Error.DENIED
    assert "revoke one" in answer.detail


def test_a_person_who_was_locked_out_gives_no_token(waiting, alice):
    row, codes = waiting
    devices.decide(row, alice, allow=True)
    alice.is_active = False
    alice.save()
    assert devices.poll(codes.device, NEWT).error is Error.DENIED


def test_old_log_ins_are_removed(waiting):
    row, _ = waiting
    DeviceLogin.objects.filter(pk=row.pk).update(expires=timezone.now() - timedelta(days=2))
    devices.begin("x", "192.0.2.9")
    assert not DeviceLogin.objects.filter(pk=row.pk).exists()
