"""Behind an HTTPS proxy neither cookies nor later visits go by plain HTTP."""

from __future__ import annotations

import os
import subprocess
import sys

from django.conf import settings

ASKED = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS")


def test_one_variable_makes_cookies_secure_and_says_hsts():
    code = f"from arbiter import settings as s; print([getattr(s, n) for n in {ASKED}])"
    env = {**os.environ, "ARBITER_HTTPS": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
    assert found.stdout.decode().strip() == "[True, True, 31536000]"


def test_without_it_nothing_is_said_of_https(client, db):
    assert not settings.SESSION_COOKIE_SECURE
    assert "Strict-Transport-Security" not in client.get("/robots.txt", secure=True)


def test_browsers_are_told_by_an_answer_that_came_by_https(client, settings):
    settings.SECURE_HSTS_SECONDS = 31536000
    answer = client.get("/robots.txt", secure=True)
    assert answer["Strict-Transport-Security"] == "max-age=31536000"
