"""Requests to the REST API of a site."""

from __future__ import annotations

import glob
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from cli import config
from cli.errors import CommandError, Exit
from cli.terminal import note
from games.texts.sentences import paragraph

API = "/api/v1/"
_TIMEOUT = httpx.Timeout(30.0, connect=10.0)
_TRIES = 4
_LONGEST_WAIT_S = 120.0
_CHUNK = 1 << 16


class SiteError(CommandError):
    """The site refused a request or does not answer; ``code`` is the status of HTTP, 0 for none."""

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message, Exit.SITE)
        self.code = code


class Site:
    """One site.  Paths are those below `API`, unless they begin with a slash."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        self.has_token = bool(token)
        headers = {"Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self._client = httpx.Client(
            base_url=address, headers=headers, timeout=_TIMEOUT, follow_redirects=False
        )

    def get(self, path: str, **query: Any) -> Any:
        return self._send("GET", path, params={k: v for k, v in query.items() if v is not None})

    def post(self, path: str, json: Any = None, **more: Any) -> Any:
        return self._send("POST", path, json=json, **more)

    def put(self, path: str, json: Any, **query: Any) -> Any:
        return self._send("PUT", path, json=json, params=query)

    def patch(self, path: str, json: Any) -> Any:
        return self._send("PATCH", path, json=json)

    def token(self, path: str, form: dict[str, str]) -> dict[str, Any]:
        """The answer of an endpoint for tokens: also one with an ``error`` (RFC 6749, 5.2)."""
        response = self._request("POST", path, expected=(400,), data=form)
        try:
            answer: dict[str, Any] = response.json()
        except ValueError:
            answer = {}
        if not {"access_token", "error"} & answer.keys():
            raise self._error(response)
        return answer

    def delete(self, path: str) -> None:
        self._send("DELETE", path)

    def rows(self, path: str, most: int | None = None, **query: Any) -> Iterator[dict[str, Any]]:
        """The rows of a paged list, at most ``most``."""
        return islice(self._rows(path, query), most)

    def _rows(self, path: str, query: dict[str, Any]) -> Iterator[dict[str, Any]]:
        page = self.get(path, **query)
        yield from page["results"]
        while page.get("next"):
            parts = urlsplit(page["next"])
            page = self.get(f"{parts.path}?{parts.query}")
            yield from page["results"]

    def bytes(self, path: str) -> bytes:
        return self._request("GET", path, headers={"Accept": "*/*"}).content

    def download(self, path: str, target: Path, advance: Callable[[int], None]) -> None:
        """Save a file; an incomplete one goes on where it ended, if the site's is still the same.

        Until it is whole, its name has the site's ETag and ends in ``.part``.
        """
        part = next(iter(sorted(target.parent.glob(f"{glob.escape(target.name)}.*.part"))), None)
        have = part.stat().st_size if part else 0
        headers = {"Accept": "*/*", "Accept-Encoding": "identity"}
        tag = part.name.removeprefix(f"{target.name}.").removesuffix(".part") if part else ""
        if tag and have:
            headers |= {"Range": f"bytes={have}-", "If-Range": f'"{tag}"'}
        request = self._client.build_request("GET", self._path(path), headers=headers)
        try:
            response = self._client.send(request, stream=True)
            with closing(response):
                if part and response.status_code == 416:
                    if response.headers.get("Content-Range") == f"bytes */{have}":
                        part.replace(target)  # it was whole already
                        return
                    part.unlink()
                    self.download(path, target, advance)
                    return
                if response.status_code not in (200, 206):
                    response.read()
                    raise self._error(response)
                part = self._save(response, part, target, advance)
        except httpx.HTTPError as error:
            raise self._unreachable(error) from error
        part.replace(target)

    def _save(
        self,
        response: httpx.Response,
        part: Path | None,
        target: Path,
        advance: Callable[[int], None],
    ) -> Path:
        """Write what comes: at the end of ``part``, or from the start in place of it."""
        mode = "ab"
        if part is None or response.status_code == 200:
            if part:
                part.unlink()
            tag = re.sub(r"[^0-9A-Za-z_-]", "", response.headers.get("ETag", "").strip('"'))
            part, mode = target.with_name(f"{target.name}.{tag}.part"), "wb"
        with part.open(mode) as file:
            for chunk in response.iter_bytes(_CHUNK):
                file.write(chunk)
                advance(len(chunk))
        return part

    def _send(self, method: str, path: str, **more: Any) -> Any:
        response = self._request(method, path, **more)
        if response.status_code == 204:
            return None
        try:
            return response.json()
        except ValueError:
            raise SiteError(
                f"{self.address} answered with something that is not JSON. Is it an Arbiter site? "
                "Check the address that you gave with --site."
            ) from None

    def _request(
        self, method: str, path: str, expected: tuple[int, ...] = (), **more: Any
    ) -> httpx.Response:
        """The answer, where it is a success or has an ``expected`` status."""
        for attempt in range(_TRIES):
            try:
                response = self._client.request(method, self._path(path), **more)
            except httpx.HTTPError as error:
                raise self._unreachable(error) from error
            if response.status_code != 429 or attempt == _TRIES - 1:
                break
            self._wait(response)
        if not response.is_success and response.status_code not in expected:
            raise self._error(response)
        return response

    def _wait(self, response: httpx.Response) -> None:
        text = response.headers.get("Retry-After", "5")
        seconds = float(text) if text.isdecimal() else 5.0
        if seconds > _LONGEST_WAIT_S:
            raise self._error(response)
        note(f"The site asks to wait {seconds:.0f} s …")
        time.sleep(seconds)

    def _path(self, path: str) -> str:
        return path if path.startswith("/") else f"{API}{path}"

    def _unreachable(self, error: httpx.HTTPError) -> SiteError:
        return SiteError(
            f"{self.address} does not answer: {error or type(error).__name__}. Check the address "
            "and your connection, and try again."
        )

    def _error(self, response: httpx.Response) -> SiteError:
        code = response.status_code
        if code == 401:
            refused = (
                f"Your token is not valid here. Run: arbiter --site {self.address} login"
                if self.has_token
                else f"You are not logged in. Run: arbiter --site {self.address} login"
            )
            return SiteError(refused, code)
        if response.is_redirect:
            return SiteError(
                f"{self.address} redirects to {response.headers.get('Location')}. "
                "Use that address with --site.",
                code,
            )
        return SiteError(_detail(response) or f"{self.address} answered with status {code}.", code)


def _detail(response: httpx.Response) -> str:
    """The explanation in a problem document, or in an error of RFC 6749."""
    try:
        body = response.json()
        if "error_description" in body:
            return str(body["error_description"])
        lines = [str(body["detail"])]
        for name, errors in body.get("errors", {}).items():
            shown = paragraph(*map(str, errors))
            lines.append(f"{name}: {shown}" if name else shown)
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""
    return "\n".join(dict.fromkeys(lines))


def site_of(*, login: bool = False) -> Site:
    """The site of this run; with ``login``, `CommandError` where no token for it is known."""
    address = config.address_of()
    token = os.environ.get(config.TOKEN) or config.load().tokens.get(address, "")
    if login and not token:
        raise CommandError(f"You are not logged in at {address}. Run: arbiter login", Exit.SITE)
    return Site(address, token)


def find_bot(site: Site, name: str) -> tuple[str, dict[str, Any] | None]:
    """A bot's owner and the bot, by its name or by "owner/name": the owner is the person who is
    logged in where ``name`` has none.  None where there is no such bot."""
    owner, _, plain = name.rpartition("/")
    owner = owner or str(site.get("me/")["name"])
    rows = site.rows("bots/", owner=owner)
    return owner, next((bot for bot in rows if bot["name"].lower() == plain.lower()), None)
