"""Where webhooks may go, and where they may not."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from notices.posting.targets import BadTarget, is_public, parse, resolve

PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "93.184.215.14",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "100.63.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
]
INSIDE = [
    "0.0.0.0",  # noqa: S104
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::8.8.8.8",
    "::ffff:8.8.8.8",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::808:808",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_a_single_machine_on_the_internet_is_public(address):
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", INSIDE)
def test_everything_else_is_not(address):
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", [a for a in INSIDE if "%" not in a])
def test_an_address_of_the_inside_is_refused_when_it_is_typed(address):
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(BadTarget, match="public internet"):
        parse(f"https://{host}/")


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.1", "0x7f.1", "0177.0.0.1", "2130706433", "0x7f000001", "localhost."],
)
def test_other_spellings_of_it_are_refused_when_they_are_looked_up(host):
    """By the machine's own resolver: what it makes of a name is what counts."""
    with pytest.raises(BadTarget, match="public internet"):
        resolve(parse(f"https://{host}/"))


def answers(monkeypatch, *addresses):
    """Let every name have these addresses."""
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **more: rows)


def test_a_name_that_leads_outside_and_inside_is_refused(monkeypatch):
    answers(monkeypatch, "8.8.8.8", "10.0.0.1")
    with pytest.raises(BadTarget, match="public internet"):
        resolve(parse("https://both.example.org/"))


def test_a_name_that_leads_outside_is_taken(monkeypatch):
    answers(monkeypatch, "8.8.8.8", "8.8.8.8", "1.1.1.1")
    assert resolve(parse("https://fine.example.org/")) == ["8.8.8.8", "1.1.1.1"]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "https://"),
        ("hooks.example.org", "https://"),
        ("http://hooks.example.org/", "https://"),
        ("ftp://hooks.example.org/", "https://"),
        ("file:///etc/passwd", "https://"),
        ("gopher://hooks.example.org/", "https://"),
        ("https://", "Write the address in the form"),
        ("https:///path", "Write the address in the form"),
        ("https://me@hooks.example.org/", "user name"),
        ("https://me:secret@hooks.example.org/", "user name"),
        ("https://hooks.example.org@127.0.0.1/", "user name"),
        ("https://hooks.example.org:22/", "port"),
        ("https://hooks.example.org:25/", "port"),
        ("https://hooks.example.org:0/", "port"),
        ("https://hooks.example.org:1023/", "port"),
        ("https://hooks.example.org:65536/", "Write the address in the form"),
        ("https://hooks.example.org:x/", "Write the address in the form"),
        ("https://hooks.example.org/a b", "spaces"),
        ("https://hooks.example.org/\r\nHost: evil", "spaces"),
        ("https://hooks.example.org\\@evil.example.org/", "backslashes"),
        ("https://[::1", "Write the address in the form"),
        ("https://[fe80::1%25eth0]/", "Write the address in the form"),
        (f"https://{'a' * 64}.example.org/", "not a valid host name"),
        ("https://hooks.example.org/é", "ASCII"),
        (f"https://hooks.example.org/{'a' * 300}", "300 characters"),
    ],
)
def test_an_address_that_cannot_be_used_says_why(url, why):
    with pytest.raises(BadTarget, match=why):
        parse(url)


@pytest.mark.parametrize("port", [80, 443, 1024, 8443, 65535])
def test_ports_of_http_and_high_ones_are_taken(port):
    assert parse(f"https://hooks.example.org:{port}/").port == port


def test_an_address_in_parts():
    target = parse("https://Bücher.example.org:8443/hook?a=1#top")
    assert (target.host, target.port) == ("xn--bcher-kva.example.org", 8443)
    assert (target.path, target.netloc) == ("/hook?a=1", "xn--bcher-kva.example.org:8443")
    assert parse("https://hooks.example.org").path == "/"
    assert parse("https://hooks.example.org:443/").netloc == "hooks.example.org"
    assert parse("https://[2606:4700::1]/").netloc == "[2606:4700::1]"


def test_a_closed_network_may_send_to_itself(settings):
    settings.WEBHOOK_PRIVATE = True
    assert resolve(parse("http://127.0.0.1:8080/")) == ["127.0.0.1"]
    for url in ("http://me@127.0.0.1:8080/", "http://127.0.0.1:22/", "ftp://127.0.0.1/"):
        with pytest.raises(BadTarget):
            parse(url)
    with pytest.raises(BadTarget, match="https:// or http://"):
        parse("ftp://127.0.0.1/")
