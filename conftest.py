"""Fixtures for every test: a private folder, a real Redis, and the standing cast."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import time
import traceback
from contextlib import nullcontext
from pathlib import Path

import pytest

pytest_plugins = ["tests.shared", "tests.selection", "tests.lock_order"]

_VAR = Path(os.environ["ARBITER_VAR"])
"""Made by `tests.settings`."""


def _start_redis() -> subprocess.Popen[bytes]:
    program = shutil.which("redis-server")
    assert program, "redis-server is missing: the tests use a real one"
    process = subprocess.Popen(
        [program, "--port", "0", "--unixsocket", f"{_VAR}/redis.sock", "--save", "",
         "--dir", str(_VAR)],
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    deadline = time.monotonic() + 10
    while not (_VAR / "redis.sock").exists():
        assert process.poll() is None, "Redis did not start"
        assert time.monotonic() < deadline, "Redis did not start in 10 s"
        time.sleep(0.02)
    return process


def pytest_configure(config: pytest.Config) -> None:
    # A shell lets what it puts into the background ignore these, and so would what tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", default=None):
        redis = _start_redis()
        atexit.register(redis.wait)
        atexit.register(redis.kill)
    atexit.register(shutil.rmtree, _VAR, ignore_errors=True)
    # WebSocket and browser tests use Django's ORM beside a running event loop.
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """No test is named after bytes: those that hold a time or a temporary path would make every
    process of a run collect tests of other names."""
    return argname if isinstance(val, bytes) else None


@pytest.fixture(scope="session")
def django_db_keepdb():
    """The database of the tests is there before they begin: a copy of one that is migrated.  It
    goes with the folder of this process, or with its server."""
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, django_db_blocker):
    from django.db import connection

    from tests import template

    if connection.vendor == "sqlite":
        template.copy(Path(connection.settings_dict["TEST"]["NAME"]))
    else:
        with django_db_blocker.unblock():
            template.fill()


_NEVER_EMPTIED = {"django_content_type", "auth_permission", "django_migrations"}
"""Tables that only migrations write: to fill them again takes longer than most tests."""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Tests with transactions of their own leave an empty database, audit trail and all, which the
    database itself would refuse."""
    from django.core.management.color import no_style
    from django.db import connection
    from django.test import TransactionTestCase

    from audit.tests.unprotected import unprotected
    from audit.triggers import TABLE
    from tests import template

    if connection.vendor == "postgresql":
        with django_db_blocker.unblock():
            template.keep()

    # On PostgreSQL, tables that refer to an emptied one are emptied with it, the trail among them.
    cascade = connection.vendor == "postgresql"
    with django_db_blocker.unblock():
        names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    filled = " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(name)})"  # noqa: S608  our own
        for name in sorted(set(names) - _NEVER_EMPTIED)
    )

    def empty(self):
        """Those tables alone that have rows: to empty all of them takes longer than most tests."""
        with connection.cursor() as cursor:
            cursor.execute(filled)
            found = [name for (name,) in cursor.fetchall()]
        sql = connection.ops.sql_flush(no_style(), found, allow_cascade=cascade)
        with unprotected(connection) if cascade or TABLE in found else nullcontext():
            connection.ops.execute_sql_flush(sql)

    teardown, TransactionTestCase._fixture_teardown = TransactionTestCase._fixture_teardown, empty
    yield
    TransactionTestCase._fixture_teardown = teardown


@pytest.fixture(scope="module")
def kept_db(request, django_db_setup, django_db_blocker):
    """The database, for fixtures that a module makes once: each of its tests finds what they wrote,
    and changes it for itself alone.

    Not beside tests whose transactions are their own: they would see nothing of it.
    """
    from tests.undone import undone

    own = {"transactional_db", "live_server"}
    for item in request.session.items:
        if item.path == request.path:
            assert own.isdisjoint(getattr(item, "fixturenames", ())), f"{item} empties the database"
    with django_db_blocker.unblock(), undone():
        yield


@pytest.fixture(autouse=True)
def _served_address(request):
    """Links lead to the server of the test, where it has one."""
    if "live_server" in request.fixturenames:
        served = request.getfixturevalue("live_server")
        request.getfixturevalue("settings").SITE_URL = served.url


@pytest.fixture
def redis_client():
    """The real Redis of this test process, emptied."""
    import redis

    client = redis.Redis.from_url(os.environ["REDIS_URL"])
    client.flushall()
    yield client
    client.close()


ORGANIZER = {"is_staff": True, "is_superuser": True}


@pytest.fixture
def quick_transactions(monkeypatch):
    """Fails the test where code of the site does something slow while it holds the database: all
    other changes wait for that."""
    from django.core.files.storage import FileSystemStorage
    from django.template import Template

    slow, seen = {
        "stores a file": (FileSystemStorage, "_save"),
        "renders a template": (Template, "render"),
        "runs a program": (subprocess.Popen, "__init__"),
        "sleeps": (time, "sleep"),
    }, []  # fmt: skip
    for what, (owner, name) in slow.items():
        monkeypatch.setattr(owner, name, _noted(getattr(owner, name), what, seen))
    yield
    assert seen == []


def _noted(function, what, seen):
    from django.db import connection

    def noted(*given, **named):
        blocks = connection.atomic_blocks if connection.in_atomic_block else []
        if any(not block._from_testcase for block in blocks):
            seen.append(f"{what}: {''.join(traceback.format_stack(limit=12))}")
        return function(*given, **named)

    return noted


@pytest.fixture
def alice(db):
    """Owns a bot."""
    return _person("alice")


@pytest.fixture
def bob(db):
    """Is in alice's team."""
    return _person("bob")


@pytest.fixture
def charlie(db):
    """Has nothing to do with alice's bot."""
    return _person("charlie")


@pytest.fixture
def olga(db):
    """Is an organizer."""
    return _person("olga", **ORGANIZER)


@pytest.fixture(scope="module")
def kept_cast(kept_db):
    """The standing cast and alice's team, for fixtures that a module makes once."""
    from types import SimpleNamespace

    olga = _person("olga", **ORGANIZER)
    alice, bob, charlie = (_person(name) for name in ("alice", "bob", "charlie"))
    team = _team(alice, bob)
    return SimpleNamespace(alice=alice, bob=bob, charlie=charlie, olga=olga, team=team)


def _person(name: str, **more):
    """With a confirmed address; the one that the module keeps, if it does."""
    from allauth.account.models import EmailAddress

    from accounts.models import User

    if (kept := User.objects.filter(username=name).first()) is not None:
        return kept
    address = f"{name}@example.org"
    person = User.objects.create_user(name, address, f"{name}-secret-1", **more)
    EmailAddress.objects.create(user=person, email=address, primary=True, verified=True)
    return person


@pytest.fixture
def team(alice, bob):
    """Alice founded it, bob accepted her invitation."""
    return _team(alice, bob)


def _team(alice, bob):
    from accounts.members.teams import create_team
    from accounts.models import Membership, Team

    if (kept := Team.objects.filter(name="wonderland").first()) is not None:
        return kept
    team = create_team(alice, "wonderland")
    Membership.objects.create(team=team, user=bob, accepted=True)
    return team


@pytest.fixture
def alices_bot(alice, team):
    """A snake bot of alice's that her team shares; no version yet."""
    from bots.services import create_bot

    return create_bot(alice, "snake", "worm", "Eats apples.", team)


PYTHON_BOT = b"""
import sys
out, read = sys.stdout.buffer, sys.stdin.buffer.read
me = read(5)[4]
read(7 * int.from_bytes(read(3)[1:], "big"))
print("hello from player", me, file=sys.stderr, flush=True)
for move in range(16):
    if me:
        read(1)
    out.write(bytes([0, 0, 0, 1, 3 if me else 1]))
    out.flush()
    read(1 if me else 2)
read()
"""
"""A bot that walks along its edge and off the board; it can play itself alone."""


@pytest.fixture
def python_bot():
    """The source of `PYTHON_BOT`."""
    return PYTHON_BOT


@pytest.fixture
def upload(transactional_db, redis_client):
    """Upload a source for a bot, as its owner; the version waits to be built."""
    import io

    from bots.services import upload_version

    def upload(bot, source: bytes = PYTHON_BOT, name: str = "main.py", **more):
        return upload_version(bot, bot.owner, name, io.BytesIO(source), **more)

    return upload


@pytest.fixture
def make_ready(upload):
    """Upload, build in the real sandbox, and play the first match with the real judger."""
    from arbiter.working.workers import own_name
    from bots.tasks import build
    from matches.models import Match
    from matches.queueing.slots import spare_cpu
    from matches.tasks import play_claimed

    def make_ready(bot, source: bytes = PYTHON_BOT, name: str = "main.py"):
        version = upload(bot, source, name)
        build(version.pk)
        waiting = Match.objects.waiting().filter(kind="proving", seats__version=version)
        while (first := waiting.first()) is not None:  # twice where a busy machine disturbed it
            play_claimed(Match.objects.claim(first.pk, own_name()), spare_cpu())
        version.refresh_from_db()
        return version

    return make_ready
