"""Sending tasks to workers."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from celery import Task
from django.db import transaction
from django.urls import clear_url_caches, get_resolver
from django.utils.module_loading import import_string

from arbiter.celery import app
from arbiter.configured.timetable import BEAT_SCHEDULE
from arbiter.working import queues

ROOT = Path(__file__).resolve().parents[3]
SOURCES = [
    path
    for room in ("ladder", "platform")
    for path in (ROOT / room).rglob("*.py")
    if "tests" not in path.parts
]
NAME = re.compile(r"[a-z_.]+\.tasks\.[a-z_]+")
OWN_WAYS = {"delay", "apply_async", "send_task", "s", "signature"}


def names_sent() -> set[str]:
    """Texts that look like a task's name in modules that send tasks, and those of the timetable."""
    found = {entry["task"] for entry in BEAT_SCHEDULE.values()}
    for path in SOURCES:
        text = path.read_text()
        if "queues" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            word = node.value if isinstance(node, ast.Constant) else None
            if isinstance(word, str) and NAME.fullmatch(word):
                found.add(word)
    return found


def test_every_name_that_is_sent_is_that_of_a_task():
    names = names_sent()
    assert {"matches.tasks.play", "bots.tasks.build", "installs.tasks.install"} <= names
    wrong = [name for name in names if not isinstance(import_string(name), Task)]
    assert wrong == []


def test_nothing_sends_tasks_in_a_way_of_its_own():
    offenders = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in SOURCES
        if path.name != "queues.py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in OWN_WAYS
    ]
    assert offenders == []


def test_a_name_without_a_task_is_refused():
    with pytest.raises(ImportError):
        queues.send("matches.tasks.no_such_task")


@pytest.mark.django_db(transaction=True)
def test_a_task_is_sent_when_the_transaction_is_committed(monkeypatch):
    sent = []
    monkeypatch.setattr(queues, "send", lambda *given, **more: sent.append((given, more)))
    with transaction.atomic():
        queues.send_after_commit("matches.tasks.play", "rooms", queue="rooms")
        assert sent == []
    assert sent == [(("matches.tasks.play", "rooms"), {"queue": "rooms"})]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_sent_for_a_transaction_that_is_rolled_back(monkeypatch):
    sent = []
    monkeypatch.setattr(queues, "send", lambda *given, **more: sent.append((given, more)))
    with transaction.atomic():
        queues.send_after_commit("matches.tasks.play", "rooms", queue="rooms")
        transaction.set_rollback(True)
    assert sent == []


def test_a_task_loads_the_addresses_of_the_site_before_it_begins():
    """While it has a lock others would wait for that."""
    clear_url_caches()

    @app.task
    def begin() -> bool:
        return bool(vars(get_resolver())["_populated"])

    assert not vars(get_resolver())["_populated"]
    assert begin.apply().get()
