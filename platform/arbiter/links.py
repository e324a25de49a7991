"""Addresses of this site for what leaves it: mails, feeds, answers of the API, links to share.

They come from ``SITE_URL``.  A request names any host and port that its sender likes.  Cookies know
no ports: a page at another port of this host is a page of somebody else.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

PORTS = {"http": 80, "https": 443}


def site_url() -> str:
    """Scheme, host and port of the site, without a slash at the end."""
    return str(settings.SITE_URL).rstrip("/")


def site_host() -> str:
    """Its host, and the port unless that is the usual one."""
    return urlsplit(site_url()).netloc


def absolute(address: str) -> str:
    """The address of a page of this site; of one with scheme and host only the rest counts."""
    return site_url() + urlsplit(address)._replace(scheme="", netloc="").geturl()


def is_own_origin(origin: str, host: str, *, secure: bool) -> bool:
    """Whether a page of this origin is one of this site, by scheme, host and port.

    It is at ``SITE_URL``, at one of ``CSRF_TRUSTED_ORIGINS``, or where the request came to: at its
    ``host``, if the site has that host.  ``secure`` says whether that was by HTTPS.
    """
    own = [site_url(), *settings.CSRF_TRUSTED_ORIGINS]
    if validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        own.append(f"{'https' if secure else 'http'}://{host}")
    given = _origin(origin)
    return given is not None and any(_covers(_origin(each), given) for each in own)


def _covers(own: tuple[str, str, int] | None, given: tuple[str, str, int]) -> bool:
    """Whether they are the same; a host like ``*.example.org`` has all below it, as in Django."""
    if own is None or (own[0], own[2]) != (given[0], given[2]):
        return False
    return is_same_domain(given[1], own[1].removeprefix("*"))


def _origin(address: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None of what has none."""
    try:
        parts = urlsplit(address)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
