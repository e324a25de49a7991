"""Each kind of process has everything that modules register when they are imported."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.site import ROOT, clean_environment

SCRIPT = """
import gc, importlib, json, os, re, sys, weakref
from pathlib import Path

def registered():
    from celery.utils.dispatch import Signal as CelerySignal
    from django.dispatch import Signal

    gc.unfreeze()  # or it tells of nothing that the supervisor has loaded
    found = set()
    for signal in gc.get_objects():
        if isinstance(signal, Signal | CelerySignal):
            for _, receiver, *_ in signal.receivers:
                found.add(receiver() if isinstance(receiver, weakref.ReferenceType) else receiver)
    for name, module in list(sys.modules.items()):
        for label, value in list(vars(module).items()) if is_ours(name) else ():
            if label.startswith("_") and isinstance(value, list):
                found.update(each for each in value if callable(each))
    named = [each for each in found if hasattr(each, "__qualname__")]
    names = {f"{each.__module__}.{each.__qualname__}" for each in named}
    return {name for name in names if is_ours(name)}

def is_ours(name):
    return name.split(".")[0] in HOMES

def modules():
    for home in ("platform", "ladder"):
        for path in Path(home).rglob("*.py"):
            parts = path.with_suffix("").parts[home == "platform":]
            if not {"tests", "migrations"} & {*parts}:
                yield ".".join(parts).removesuffix(".__init__")

HOMES = {name.split(".")[0] for name in modules()}
def report():
    from arbiter.celery import app

    told = {"has": sorted(registered()), "tasks": [*app.tasks], "settings": shown_settings(app)}
    print(json.dumps(told))

def shown_settings(app):
    # The settings, and what Django's connections and Celery have of them, as text.
    from django.conf import settings
    from django.db import connections

    shown = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
    shown["DATABASES"] = sorted({**connections["default"].settings_dict, "TEST": None}.items())
    shown["Celery"] = [app.conf.broker_transport_options, app.conf.task_publish_retry]
    return {name: re.sub("0x[0-9a-f]+", "", repr(value)) for name, value in shown.items()}

BODY
report()
"""
FORKED = "from tools import run, workers; run.hold_folder(); workers.load(run.environment())\n"
STARTS = {
    "web": "os.environ['ARBITER_PROCESS'] = 'web'; import arbiter.server, arbiter.asgi",
    "forked web": FORKED + "from arbiter import server; server.take_web_settings()\n"
    "import arbiter.asgi",
    # Celery's own start, up to where it would ask the broker.
    "worker": FORKED + "from arbiter.celery import app; app.Worker(pool='solo')",
    "beat": FORKED + "from arbiter.celery import app; app.Beat().init_loader()",
    "manage": "import manage; sys.argv = ['manage.py', 'version']; sys.stdout = sys.stderr\n"
    "manage.main(); sys.stdout = sys.__stdout__; report()\n"
    "for name in modules(): importlib.import_module(name)",
}
"""The last one reports twice: as it is, and with all modules imported."""


@pytest.fixture(scope="module")
def has(tmp_path_factory):
    """By kind of process, what it has once it is started; ``everything``: with all modules."""
    var = tmp_path_factory.mktemp("registered") / "var"
    env = clean_environment(
        var,
        DJANGO_SETTINGS_MODULE="arbiter.settings",
        PYTHONPATH=f"{ROOT / 'platform'}:{ROOT}",
        SECRET_KEY="only-for-tests",
        STORAGE_URL="s3://bucket",
        PYTHONHASHSEED="0",  # the same order in sets
    )

    def ask(body: str) -> list[dict[str, list[str]]]:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT.replace("BODY", body)],
            env=env, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    *others, (manage, everything) = map(ask, STARTS.values())
    reports = [*(each for (each,) in others), manage, everything]
    return dict(zip([*STARTS, "everything"], reports, strict=True))


@pytest.mark.parametrize("kind", STARTS)
def test_a_process_has_every_receiver_and_rule_of_the_site(has, kind):
    assert "matches.playing.proving.judge_first_match" in has["everything"]["has"]
    assert [name for name in has["everything"]["has"] if name not in has[kind]["has"]] == []


def test_a_web_process_that_is_a_fork_has_the_settings_of_one_that_is_not(has):
    web = has["web"]["settings"]
    assert web["WEB"] == "True"
    assert has["forked web"]["settings"] == web
    assert has["worker"]["settings"] != web


@pytest.mark.parametrize("kind", ["worker", "beat"])
def test_a_worker_and_beat_know_every_task(has, kind):
    assert [name for name in has["everything"]["tasks"] if name not in has[kind]["tasks"]] == []
