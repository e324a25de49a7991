"""The platform's settings in tests: each test process has a folder and a Redis of its own."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

FOREIGN = ("DATABASE_URL", "MEDIA_ROOT", "STORAGE_URL", "STORAGE_BACKEND", "EMAIL_URL")
"""Remove variables of the machine's own environment, which must not change the tests."""

for name in FOREIGN:
    os.environ.pop(name, None)
if address := os.environ.get("ARBITER_TESTS_DATABASE"):
    # Tests that start tests on a PostgreSQL of their own set it.
    os.environ["DATABASE_URL"] = address
# A short path: sockets have no room for a long one.
os.environ["ARBITER_VAR"] = tempfile.mkdtemp(prefix="arb-test-")
if "ARBITER_TESTS_STATIC" not in os.environ:  # the first process of a run makes it, for all sites
    os.environ["ARBITER_TESTS_STATIC"] = tempfile.mkdtemp(prefix="arb-static-")
    atexit.register(shutil.rmtree, os.environ["ARBITER_TESTS_STATIC"], ignore_errors=True)
os.environ["STATIC_ROOT"] = f"{os.environ['ARBITER_TESTS_STATIC']}/static"
os.environ["SECRET_KEY"] = "only-for-tests-" + "0" * 40
os.environ["REDIS_URL"] = f"unix://{os.environ['ARBITER_VAR']}/redis.sock"

OTHER_DATABASE = os.environ.get("ARBITER_TESTS_DATABASE", "")

import environ  # noqa: E402

from arbiter import outage  # noqa: E402
from arbiter.settings import *  # noqa: E402, F403

if OTHER_DATABASE:
    # An address as of DATABASE_URL; the tests make a database beside the one that it names.
    DATABASES = {"default": {**environ.Env.db_url_config(OTHER_DATABASE), "CONN_MAX_AGE": 60}}

MIDDLEWARE = [
    "tests.static_files.one_scan" if name.endswith(".StaticFilesMiddleware") else name
    for name in MIDDLEWARE  # noqa: F405
]
# Pages name files as they are in the sources; tests of the whole site use what sites make of them.
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STORAGES = {**STORAGES, "staticfiles": PLAIN}  # noqa: F405
SERVESTATIC_USE_FINDERS = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# The free space on the machine of the tests must not change them.
DISK_FLOOR_MB = 0
# Tests have no page that loads, unless they say so.
ROOM_READY_SECONDS = ROOM_COUNTDOWN_SECONDS = 0
# Tests change what a page shows and look at once.
PUBLIC_SECONDS = 0
# A test that ran without Redis is no reason for the next one to do without.
outage.PAUSE_SECONDS = 0.0
# Links lead to the host that the test client names.
SITE_URL = "http://testserver"
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
