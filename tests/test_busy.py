"""The site while its database is locked, and while its Redis hangs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import connection

from accounts.models import User
from arbiter.database.busy import CHANGE_SECONDS
from tests.server import Visitor, web_server

pytestmark = pytest.mark.xdist_group("server")

STATUS = "/status/"
"""Its own answer is 503 here, as the site has no workers."""
PAGES = ("/", "/bots/", "/matches/", "/notices/", "/games/snake/", STATUS, "/api/v1/matches/")
SECONDS = 2.0
"""Time for a page, beside its usual one."""


@contextmanager
def database_held():
    """Another process holds the database, as a long write does."""
    hold = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('BEGIN EXCLUSIVE'); print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", hold, str(connection.settings_dict["NAME"])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield
        process.communicate()


@contextmanager
def hung(pid: int):
    """The process neither answers nor refuses."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.fixture
def site(transactional_db, redis_client, alice, client):
    """A server and somebody who is logged in, to whom every page has been shown once."""
    client.force_login(alice)
    with web_server() as server:
        visitor = Visitor(server, {"sessionid": client.cookies["sessionid"].value})
        for page in (*PAGES, "/settings/"):
            assert visitor.get(page).status == (503 if page == STATUS else 200), page
        yield server, visitor


def all_pages(visitor: Visitor) -> dict[str, float]:
    """How long each page took; all of them come."""
    answers = {page: visitor.get(page) for page in PAGES}
    failed = [page for page, answer in answers.items() if answer.status != 200]
    assert failed == [STATUS]
    return {page: answer.seconds for page, answer in answers.items()}


def slow(taken: dict[str, float], usual: dict[str, float]) -> dict[str, float]:
    return {page: seconds for page, seconds in taken.items() if seconds > SECONDS + usual[page]}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="one writer at a time is SQLite's")
def test_the_site_while_another_process_writes(site, alice):
    server, visitor = site
    usual = all_pages(visitor)
    with database_held():
        taken = all_pages(visitor)
        refused = visitor.post("/settings/", bio="typed with care & “quotes”\nin two lines")
        program = visitor.post("/api/v1/bots/", name="worm", game="snake")
    assert slow(taken, usual) == {}
    assert refused.status == 503
    assert refused.headers["Retry-After"] == "5"
    assert "typed with care &amp; “quotes”\nin two lines" in refused.text
    assert 'action="/settings/"' in refused.text
    assert refused.seconds < CHANGE_SECONDS + SECONDS + usual["/bots/"]
    assert (program.status, program.headers["Retry-After"]) == (503, "5")
    assert json.loads(program.text)["detail"].startswith("The site is busy")
    assert "Traceback" not in server.said(), server.said()[-4000:]
    assert visitor.get("/settings/").status == 200
    with ThreadPoolExecutor(1) as pool:
        with database_held():
            made = pool.submit(
                visitor.post, "/bots/new/", game="snake", name="late", description=""
            )
            time.sleep(2 * SECONDS)
        assert made.result().status == 200
    assert alice.bots.filter(name="late").exists()


def test_the_site_while_redis_hangs(site, redis_client, alices_bot):
    server, visitor = site
    usual = all_pages(visitor)
    with hung(redis_client.info("server")["process_id"]):
        taken = all_pages(visitor)
        made = visitor.post("/bots/new/", game="snake", name="crawler", description="")
    assert slow(taken, usual) == {}
    assert made.status == 200
    assert made.seconds < SECONDS + usual["/bots/"]
    assert User.objects.get(username="alice").bots.filter(name="crawler").exists()
    assert "Traceback" not in server.said(), server.said()[-4000:]
