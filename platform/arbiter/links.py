"""Addresses of this site for what leaves it: mails, feeds, answers of the API, links to share.

They come from ``SITE_URL``.  A request names any host and port that its sender likes.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings


def site_url() -> str:
    """Scheme, host and port of the site, without a slash at the end."""
    return str(settings.SITE_URL).rstrip("/")


def site_host() -> str:
    """Its host, and the port unless that is the usual one."""
    return urlsplit(site_url()).netloc


def absolute(address: str) -> str:
    """The address of a page of this site; of one with scheme and host only the rest counts."""
    return site_url() + urlsplit(address)._replace(scheme="", netloc="").geturl()
