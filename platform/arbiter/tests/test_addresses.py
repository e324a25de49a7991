"""The client's address of a request, which forged headers cannot change."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.serving.addresses import ClientAddress, client_address, household, is_loopback

PEER = "10.0.0.9"


@pytest.mark.parametrize(
    ("forwarded", "proxies", "address"),
    [
        ([], 0, PEER),
        ([], 1, PEER),
        (["203.0.113.7"], 0, PEER),
        (["203.0.113.7"], 1, "203.0.113.7"),
        (["198.51.100.1, 203.0.113.7"], 1, "203.0.113.7"),
        (["198.51.100.1", "127.0.0.1, 203.0.113.7"], 1, "203.0.113.7"),
        (["198.51.100.1, 203.0.113.7, 10.0.0.8"], 2, "203.0.113.7"),
        (["203.0.113.7"], 2, "203.0.113.7"),
        (["203.0.113.7:4711"], 1, "203.0.113.7"),
        (["[2001:db8::7]:4711"], 1, "2001:db8::7"),
        (["2001:db8::7"], 1, "2001:db8::7"),
        (["::ffff:203.0.113.7"], 1, "203.0.113.7"),
        (["203.0.113.7, unknown"], 1, PEER),
        ([""], 1, PEER),
    ],
)
def test_only_the_entries_of_our_own_proxies_count(forwarded, proxies, address):
    assert client_address(PEER, forwarded, proxies) == address


def test_an_ipv6_household_is_its_network_and_this_machine_is_known():
    assert household("2001:db8:1:2:3::4") == household("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert household("203.0.113.7") == "203.0.113.7"
    assert [is_loopback(a) for a in ("127.0.0.1", "::1", "", "203.0.113.7")] == [
        True,
        True,
        True,
        False,
    ]


async def seen(proxies: int, *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    scopes: list[dict[str, Any]] = []

    async def application(scope, receive, send):
        scopes.append(scope)

    scope: Any = {"type": "http", "client": (PEER, 5), "headers": list(headers)}
    await ClientAddress(application, proxies)(scope, None, None)  # type: ignore[arg-type]
    return scopes[0]


async def test_what_is_behind_sees_the_address_and_no_header():
    headers = ((b"x-forwarded-for", b"1.1.1.1, 203.0.113.7"), (b"host", b"x"))
    assert (await seen(1, *headers))["client"] == ("203.0.113.7", 5)
    scope = await seen(0, *headers)
    assert scope["client"] == (PEER, 5)
    assert scope["headers"] == [(b"host", b"x")]


async def test_rate_limits_and_log_ins_take_the_same_address(rf):
    from allauth.account.adapter import get_adapter
    from rest_framework.throttling import AnonRateThrottle

    request = rf.get("/", REMOTE_ADDR="203.0.113.7", headers={"x-forwarded-for": "6.6.6.6"})
    assert AnonRateThrottle().get_ident(request) == "203.0.113.7"
    assert get_adapter(request).get_client_ip(request) == "203.0.113.7"
