"""Where webhooks may go.  An address is typed in by anybody, and what is sent comes from inside:
it must lead to a server of the public internet, and to nothing that trusts this machine.

With ``WEBHOOK_PRIVATE`` (tests, closed networks) any address will do, and plain HTTP as well.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

MAX_URL = 300
LOW_PORTS = (80, 443)
"""Of the ports below 1024; the others belong to services that do not speak HTTP."""
NO_TARGETS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",
        "100.64.0.0/10",  # shared between a provider's customers
        "168.63.129.16/32",  # a cloud's service for its machines
        "192.0.0.0/24",
        "192.88.99.0/24",  # relays of 6to4
        "240.0.0.0/4",
        "::/96",  # IPv4 in a form that nobody uses
        "64:ff9b::/96",  # NAT64: an IPv4 address of any kind
        "64:ff9b:1::/48",
        "100::/64",
        "2001::/23",  # Teredo, ORCHID and others
        "2002::/16",  # 6to4
        "3fff::/20",
        "fec0::/10",
    )
)
"""On top of what Python knows to be private, whatever its version."""


class BadTarget(ValueError):
    """The address cannot be used; the text says why, to the person who typed it."""


@dataclass(frozen=True)
class Target:
    """A webhook's URL in parts.  ``host`` is as DNS and certificates have it."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def netloc(self) -> str:
        """The value of the header ``Host``."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def parse(url: str) -> Target:
    """BadTarget where nothing may be sent to the URL, as far as that is known without DNS."""
    if len(url) > MAX_URL:
        raise BadTarget(f"An address has at most {MAX_URL} characters.")
    if any(ord(sign) <= 32 or ord(sign) == 127 or sign == "\\" for sign in url):
        raise BadTarget("An address has no spaces and no backslashes.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadTarget("Write the address in the form https://host/path.") from None
    private = settings.WEBHOOK_PRIVATE
    if parts.scheme not in (("https", "http") if private else ("https",)):
        raise BadTarget(
            "The address must begin with https:// or http://."
            if private
            else "The address must begin with https://."
        )
    if "@" in parts.netloc:
        raise BadTarget("Leave out the user name and password.")
    secure = parts.scheme == "https"
    port = (443 if secure else 80) if port is None else port
    if port not in LOW_PORTS and port < 1024:
        raise BadTarget("The port must be 80, 443, or 1024 and above.")
    host = _host(parts)
    if not private and (literal := _literal(host)) is not None and not is_public(literal):
        raise BadTarget("That address is not on the public internet.")
    return Target(secure, host, port, _path(parts))


def _host(parts: SplitResult) -> str:
    host = (parts.hostname or "").rstrip(".")
    if not host or "%" in host:
        raise BadTarget("Write the address in the form https://host/path.")
    try:
        return host if ":" in host else host.encode("idna").decode("ascii")
    except UnicodeError:
        raise BadTarget(f"“{host}” is not a valid host name.") from None


def _path(parts: SplitResult) -> str:
    path = parts.path or "/"
    whole = f"{path}?{parts.query}" if parts.query else path
    if not whole.isascii():
        raise BadTarget("In the path, write characters outside of ASCII as %xx.")
    return whole


def _literal(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether it is a single machine's on the public internet."""
    if isinstance(address, ipaddress.IPv6Address) and (address.ipv4_mapped or address.scope_id):
        return False
    if any(address.version == net.version and address in net for net in NO_TARGETS):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def resolve(target: Target) -> list[str]:
    """The numeric addresses of a target.  BadTarget where one of them is not public: a name that
    leads both outside and inside is a trap.  OSError where there are none.
    """
    entries = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    numbers = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
    if not settings.WEBHOOK_PRIVATE:
        for number in numbers:
            if not is_public(ipaddress.ip_address(number)):
                raise BadTarget("The name leads to an address that is not on the public internet.")
    return numbers
