"""``arbiter login``: a token for this computer, allowed in the browser."""

from __future__ import annotations

import platform
import sys
import time
import webbrowser

import click

from cli import config
from cli.errors import CommandError, Exit
from cli.site import Site, SiteError
from cli.terminal import note, say

_PENDING = ("authorization_pending", "slow_down")
_SLOWER_S = 5
_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


@click.command(short_help="Log in to a site.")
@click.option("--token", "by_token", is_flag=True, help="Read a token from standard input.")
@click.option("--no-open", "opened", is_flag=True, flag_value=False, default=True,
              help="Do not open the browser.")  # fmt: skip
def command(by_token: bool, opened: bool) -> None:
    """Log in to a site: allow this computer in your browser.

    The token that the site gives is kept for this computer, and is listed in your settings there.
    """
    address = config.address_of()
    token = sys.stdin.readline().strip() if by_token else _allowed(Site(address), opened)
    if not token:
        raise CommandError("Standard input has no token. Pass one line, such as arb_….")
    person = Site(address, token).get("me/")
    kept = config.load()
    kept.site, kept.tokens[address] = address, token
    kept.save()
    say(f"You are logged in at {address} as {person['name']}.")


def _allowed(site: Site, opened: bool) -> str:
    """The token, once a person has allowed it (RFC 8628, 3.1 to 3.5)."""
    computer = platform.node()
    client = f"arbiter on {computer}"[:60] if computer else "arbiter on a computer"
    grant = site.post("device/", data={"client_id": client})
    asked = {"grant_type": _GRANT, "device_code": grant["device_code"], "client_id": client}
    link = grant["verification_uri_complete"]
    say(f"Open {link}\nThe page shows the code {grant['user_code']}. Allow no other code.")
    if opened:
        webbrowser.open(link)
    note("Waiting until you allow it …")
    pause, until = float(grant.get("interval", _SLOWER_S)), time.monotonic() + grant["expires_in"]
    while time.monotonic() < until:
        time.sleep(pause)
        try:
            answer = site.token("device/token/", asked)
        except SiteError as error:
            if error.code:
                raise
            pause += _SLOWER_S  # the network is away for a while (RFC 8628, 3.5)
            continue
        if "access_token" in answer:
            return str(answer["access_token"])
        if answer["error"] not in _PENDING:
            why = answer.get("error_description", answer["error"])
            raise CommandError(f"{why} Run arbiter login again.", Exit.SITE)
        if answer["error"] == "slow_down":
            pause += _SLOWER_S
    raise SiteError("The code has expired. Run arbiter login again.")
