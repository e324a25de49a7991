"""A site of three machines, whose workers meet every fault of a machine in turn.

After each fault every match is finished once, ratings are those of a rebuild, no bot and no author
is blamed, organizers know which machine it was, and all machines work again.  The trials follow
each other on one site.
"""

from __future__ import annotations

import html
import re
import secrets
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.chaos.test_chaos import BOT
from tests.inside import Inside, inside
from tests.machines import parts
from tests.machines.parts import LONG_S, Machine
from tests.site import ROOT
from tools.supervisor import REFUSED

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("machines")]
KINDS = ("matches", "rooms", "builds")
SLOW = BOT.replace("    hear(seat)\n", "    hear(seat)\n    time.sleep(0.25)\n", 1)
SOURCES = {
    "fire": ("main.py", BOT),
    "flood": ("main.py", BOT),
    "moss": ("main.py", f"import time\n{SLOW}"),
    "snail": ("main.py", f"import time\n{SLOW}"),
    "kettle": (
        "Main.java",
        """
        import java.io.*;
        class Main {
            public static void main(String[] words) throws IOException {
                var in = new DataInputStream(System.in);
                int seat = in.readNBytes(5)[4];
                in.readByte();
                in.readNBytes(7 * in.readUnsignedShort());
                for (int step = 0; step < 16; step++) {
                    in.readNBytes(seat);
                    System.out.write(new byte[] {0, 0, 0, 1, (byte) (1 + 2 * seat)});
                    System.out.flush();
                    in.readNBytes(2 - seat);
                }
                in.readAllBytes();
            }
        }
        """,
    ),
}
"""Bots: two quick ones, two that take 16 s for a match, one that needs a JDK."""
CUT_S = 40
ADDRESS = "http://10.77.1.2:8000"


@dataclass
class Site:
    desk: Inside
    web: Machine
    alpha: Machine
    beta: Machine
    session: str = ""
    queued: int = 0
    second_beat: subprocess.Popen[bytes] | None = None

    def queue(self, first: str, second: str, number: int) -> None:
        """Rated matches of two bots, which wait."""
        self.desk.ask("queue", first, second, number)
        self.queued += number

    def wait(self, what: str, condition: Callable[[], Any]) -> Any:
        """The value of ``condition()`` as soon as it is true."""
        began = time.monotonic()
        while not (value := condition()):
            took = time.monotonic() - began
            assert took < LONG_S, f"not within {LONG_S} s: {what}; {self.tell()}"
            time.sleep(0.5)
        print(f"{time.monotonic() - began:5.1f} s until {what}")
        return value

    def tell(self) -> str:
        asked = ("states", "playing", "tries", "notices")
        return "\n".join(f"{each}: {self.desk.ask(each)}" for each in asked)

    def notices(self) -> list[str]:
        return list(self.desk.ask("notices"))

    def status(self) -> list[str]:
        """Lines of the page of status, as organizers see it, about machines."""
        request = urllib.request.Request(f"{ADDRESS}/status/")  # noqa: S310  our own
        request.add_header("Cookie", f"sessionid={self.session}")
        try:
            answer = urllib.request.urlopen(request, timeout=60)  # noqa: S310
        except urllib.error.HTTPError as error:
            answer = error  # while no worker answers
        with answer:
            page = html.unescape(answer.read().decode())
        rows = [row for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL) if "Machines" in row]
        texts = [re.sub("<[^>]*>", "\n", row) for row in rows]
        return [line.strip() for text in texts for line in text.splitlines() if line.strip()]

    def wait_for_named(self, machine: Machine, words: str) -> None:
        """Until organizers know of the machine's fault, by a notice and on the page of status."""
        for place, lines in (("notice", self.notices), ("page", self.status)):

            def found(lines: Callable[[], list[str]] = lines) -> list[str]:
                return [line for line in lines() if words in line and machine.name in line]

            line = self.wait(f"a {place} says “{words}” of {machine.name}", found)[-1]
            print(f"        {line}")

    def wait_until_it_works(self, machine: Machine) -> None:
        """Until the machine takes tasks and has finished another match."""
        done, name = self.desk.ask("finished", machine.name), machine.name
        self.wait(f"{name} has no problem", lambda: self.desk.ask("problem", name) == "")
        self.wait(f"{name} takes tasks", lambda: self.desk.ask("served", name) == ["matches"])
        for _ in range(10):
            self.queue("fire", "flood", 2)
            self.wait("these are played", self.all_finished)
            if self.desk.ask("finished", name) > done:
                return
        raise AssertionError(f"{name} plays nothing; {self.tell()}")

    def all_finished(self) -> bool:
        states = self.desk.ask("states")
        assert set(states) <= {"queued", "running", "finished"}, states
        return bool(states == {"finished": self.queued})

    def assert_each_match_counts_once(self) -> None:
        """Also: ratings are those of a rebuild, and neither a bot nor an author is blamed."""
        report = self.desk.ask("report")
        rated = [match for match in report["matches"] if match["kind"] == "ladder"]
        assert {match["state"] for match in report["matches"]} == {"finished"}
        assert len(rated) == self.queued
        assert [match for match in rated if match["rated"] != [0, 1]] == []
        assert [match for match in rated if None in match["ranks"]] == []
        assert report["orders"] == list(range(1, self.queued + 1))
        numbers = (report["results"], report["rebuilt"], report["corrected"])
        assert numbers == (self.queued, self.queued, 0)
        assert report["replays"] == sorted(match["replay"] for match in report["matches"])
        assert (report["versions"], report["seats"]) == ([], [])
        for line in self.desk.ask("tries"):
            print(f"        {line}")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    if why := parts.why_not():
        pytest.skip(why)
    folder = Path(tempfile.mkdtemp(prefix="arb-machines-"))
    folder.chmod(0o711)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        stack.enter_context(parts.own_network())
        env = stack.enter_context(parts.services(folder)) | {
            "SECRET_KEY": secrets.token_hex(30),
            "SITE_URL": ADDRESS,
            "ALLOWED_HOSTS": "10.77.1.2",
            "ARBITER_LADDER_QUEUE_DEPTH": "0",
            "ARBITER_MATCH_WORKERS": "1",
            "ARBITER_ROOM_MATCHES": "1",
            "ARBITER_RATED_WATCHED": "1",
        }
        machines = []
        for number, name in enumerate(("web", "alpha", "beta"), 1):
            machines.append(Machine(number, name, folder, env))
            stack.callback(machines[-1].kill)
        web, alpha, beta = machines
        status, said = web.run("manage.py", "prepare")
        assert status == 0, said
        web.start("-m", "arbiter.server", "--host", "0.0.0.0", "--port", "8000")  # noqa: S104
        web.work("upkeep", "beat")
        alpha.work(*KINDS)
        commands = inside("tests.machines.inside", web.env | {"LD_PRELOAD": ""})
        site = Site(stack.enter_context(commands), web, alpha, beta)
        site.session = site.desk.ask("enter", SOURCES)
        site.wait("all bots are ready", lambda: _all_ready(site.desk.ask("entered")))
        yield site


def _all_ready(entered: dict[str, Any]) -> bool:
    assert "failed" not in entered["states"].values(), entered
    return {*entered["states"].values()} == {"ready"}


@pytest.fixture(autouse=True)
def logs(request: pytest.FixtureRequest, site: Site) -> Iterator[None]:
    """The logs of all machines, where the test fails."""
    before = request.session.testsfailed
    yield
    if request.session.testsfailed > before:
        print("\n".join(machine.logs() for machine in (site.web, site.alpha, site.beta)))


def test_a_worker_of_another_version_does_not_join(site):
    path = ROOT / "games" / "wire.py"
    with site.beta.changed(path, path.read_text() + "\n# changed\n"):
        status, said = site.beta.run("manage.py", "worker", *KINDS, PYTHONDONTWRITEBYTECODE="1")
    print(said)
    assert status == REFUSED
    assert "Check out the site's commit here" in said
    site.wait_for_named(site.beta, "The code has version")
    status, said = site.beta.run("manage.py", "worker", *KINDS, "--check")
    assert (status, said) == (0, "This machine can join the site.\n")


def test_a_worker_without_the_sites_files_does_not_join_until_it_has_them(site):
    site.queue("fire", "flood", 4)
    status, said = site.beta.run("manage.py", "worker", *KINDS, STORAGE_URL="")
    print(said)
    assert status == REFUSED
    assert "Give this machine the site's files" in said
    site.wait_for_named(site.beta, "cannot be read")
    site.beta.work(*KINDS)
    site.wait_until_it_works(site.beta)
    site.assert_each_match_counts_once()


def test_a_machine_that_is_killed_loses_no_match(site):
    site.queue("moss", "snail", 2)
    site.wait("alpha plays", lambda: site.desk.ask("playing").get("alpha"))
    time.sleep(2)
    site.alpha.kill()
    site.wait_for_named(site.alpha, "has not answered")
    site.wait("all are played", site.all_finished)
    site.assert_each_match_counts_once()


def test_a_machine_that_is_cut_off_loses_no_match(site):
    site.queue("moss", "snail", 1)
    site.wait("beta plays", lambda: site.desk.ask("playing").get("beta"))
    with site.beta.cut_off():
        began = time.monotonic()
        site.wait_for_named(site.beta, "has not answered")
        time.sleep(max(0.0, began + CUT_S - time.monotonic()))
    site.wait_until_it_works(site.beta)
    site.assert_each_match_counts_once()


def test_a_match_in_java_waits_while_no_machine_has_a_jdk(site):
    site.second_beat = site.beta.start("manage.py", "worker", "beat")
    with site.beta.without_jdk():
        site.queue("kettle", "fire", 1)
        site.queue("fire", "flood", 2)
        site.wait_for_named(site.beta, "Java")


def test_a_second_beat_does_not_run(site):
    site.wait("it ended", lambda: site.second_beat.poll() is not None)
    assert site.second_beat.returncode == REFUSED
    site.wait_for_named(site.beta, "second beat")


def test_a_machine_an_hour_off_is_held_and_comes_back(site):
    site.beta.set_clock(3600)
    site.alpha.boot()
    site.alpha.work(*KINDS)
    site.wait_for_named(site.beta, "The clock is 3600 s ahead")
    site.wait("beta takes no tasks", lambda: site.desk.ask("served", "beta") == [])
    site.queue("fire", "flood", 2)
    site.wait("all are played", site.all_finished)
    site.beta.set_clock(0)
    site.wait_until_it_works(site.beta)
    site.assert_each_match_counts_once()
