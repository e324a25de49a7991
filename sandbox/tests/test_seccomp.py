"""The system call filter: what it refuses, and that ordinary programs run under it."""

from __future__ import annotations

import json
import platform
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pyseccomp
import pytest

from sandbox.isolation.base import Profile, Wall
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.seccomp import TABLE, Verdict, program
from sandbox.limits import BOT
from sandbox.tests import bpf
from sandbox.tests.readable import open_to_all
from sandbox.tests.sandboxes import PROGRAMS, PYTHON, TREE, needs_memory_groups, python, run

DANGEROUS = (
    *("unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount"),
    *("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp"),
    *("keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd"),
    *("io_uring_setup", "io_uring_enter", "io_uring_register"),
    *("memfd_create", "memfd_secret", "execveat", "socket", "bind", "connect", "accept4"),
    *("init_module", "finit_module", "kexec_load", "open_by_handle_at", "name_to_handle_at"),
    *("setuid", "setgid", "setgroups", "capset", "sched_setaffinity", "setpriority", "flock"),
    *("inotify_init1", "fanotify_mark", "quotactl", "swapon", "reboot", "iopl", "syslog"),
    *("fadvise64", "readahead"),
)
ABSENT = (
    *("shmget", "semget", "msgget", "mq_open", "personality", "landlock_create_ruleset"),
    *("mincore", "cachestat", "sync_file_range"),
)
"""Not in the table, and so they do not exist: what they make would live in the kernel."""


def numbers(names: tuple[str, ...]) -> dict[str, int]:
    """Of the calls that this machine's library knows."""
    native = pyseccomp.Arch.NATIVE
    found = {name: pyseccomp.resolve_syscall(native, name) for name in names}
    return {name: number for name, number in found.items() if number >= 0}


def attempts(profile: Profile, names: tuple[str, ...], **options) -> dict[str, str]:
    told = numbers(names)
    argv = python("numbers", ",".join(map(str, told.values())))
    ran = run(Bubblewrap(TREE, **options), PROGRAMS, *argv, profile=profile)
    results = json.loads(ran.out)
    return {name: results[str(number)] for name, number in told.items()}


def refused(profile: Profile) -> tuple[str, ...]:
    """Every call that the table refuses whatever its arguments."""
    rows = [row for row in TABLE if profile in row.profiles]
    allowed = {call for row in rows if row.verdict is Verdict.ALLOW for call in row.calls.split()}
    return tuple(
        call
        for row in rows
        if row.verdict is Verdict.REFUSE
        for call in row.calls.split()
        if call not in allowed
    )


@pytest.mark.parametrize("profile", list(Profile))
def test_every_call_that_the_table_refuses_is_refused(profile):
    results = attempts(profile, refused(profile))
    assert len(results) >= 70
    assert set(results.values()) == {"EPERM"}


def test_what_is_dangerous_is_among_the_refused():
    assert set(DANGEROUS) <= set(refused(Profile.BOT))
    assert set(DANGEROUS) - {"flock"} <= set(refused(Profile.COMPILER))


@pytest.mark.parametrize("profile", list(Profile))
def test_calls_that_no_row_names_do_not_exist(profile):
    assert set(attempts(profile, ABSENT).values()) == {"ENOSYS"}


def test_without_the_filter_the_same_calls_reach_the_kernel():
    names = ("keyctl", "memfd_create", "flock", "ptrace", "inotify_init1", "shmget")
    results = attempts(Profile.BOT, names, without=frozenset({Wall.CALLS}))
    assert not {"EPERM", "ENOSYS"} & set(results.values())


def test_every_row_has_its_reason_and_no_call_two_verdicts():
    for profile in Profile:
        seen: dict[str, Verdict] = {}
        for row in TABLE:
            assert row.reason
            if profile in row.profiles:
                for call in row.calls.split():
                    assert seen.setdefault(call, row.verdict) is row.verdict, call


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the architecture is in each call")
@pytest.mark.parametrize("profile", list(Profile))
def test_the_filter_decides_on_every_call_within_few_steps(profile):
    """The kernel runs it for each call there is, at each start of a program."""
    rules = program(profile)
    steps = [bpf.decide(rules, number)[1] for number in range(600)]
    assert max(steps) <= 40 < len(rules) // 8


ALLOWED, NOWAIT, DONTCACHE = 0x7FFF0000, 0x8, 0x80
MADV_DONTNEED, MADV_MERGEABLE, MADV_COLD, MADV_PAGEOUT, MADV_COLLAPSE = 4, 12, 20, 21, 25
PR_SET_NAME, PR_SCHED_CORE, PR_SET_MEMORY_MERGE = 15, 62, 67
F_SETLK, F_OFD_SETLK, F_SETLEASE, F_NOTIFY = 6, 37, 1024, 1026


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the architecture is in each call")
@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize(
    ("call", "index", "good", "bad"),
    [
        ("preadv2", 5, (0,), (NOWAIT, DONTCACHE)),
        ("pwritev2", 5, (0,), (NOWAIT, DONTCACHE)),
        ("madvise", 2, (MADV_DONTNEED,), (MADV_MERGEABLE, MADV_COLD, MADV_PAGEOUT, MADV_COLLAPSE)),
        ("prctl", 0, (PR_SET_NAME,), (PR_SCHED_CORE, PR_SET_MEMORY_MERGE)),
        ("fcntl", 1, (), (F_SETLEASE, F_NOTIFY)),
    ],
)
def test_forms_of_a_call_that_reach_other_sandboxes_do_not_exist(profile, call, index, good, bad):
    rules, number = program(profile), numbers((call,))[call]

    def allowed(value: int) -> bool:
        return bpf.decide(rules, number, (0,) * index + (value,))[0] == ALLOWED

    assert all(map(allowed, good))
    assert not any(allowed(value | high) for value in bad for high in (0, 1 << 32))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the architecture is in each call")
@pytest.mark.parametrize("command", [F_SETLK, F_OFD_SETLK])
def test_build_tools_alone_may_lock(command):
    fcntl = numbers(("fcntl",))["fcntl"]
    answers = {each: bpf.decide(program(each), fcntl, (0, command))[0] for each in Profile}
    assert answers[Profile.COMPILER] == ALLOWED != answers[Profile.BOT]


THREADS = """
import subprocess, tempfile, threading
found = []
threads = [threading.Thread(target=lambda n=n: found.append(n * n)) for n in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/x", "w") as file: file.write("y")
    said = subprocess.run(["/usr/bin/cat", folder + "/x"], capture_output=True, text=True).stdout
print(sorted(found)[-1], said)
"""

CPP = r"""
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>
#include <sys/wait.h>
#include <unistd.h>
int main() {
  std::vector<std::thread> threads;
  std::vector<int> found(8);
  for (int n = 0; n < 8; n++) threads.emplace_back([&found, n] { found[n] = n * n; });
  for (auto& thread : threads) thread.join();
  std::ofstream("/tmp/x") << "y";
  std::string said;
  FILE* pipe = popen("cat /tmp/x", "r");
  for (int c; (c = fgetc(pipe)) != EOF;) said += char(c);
  pclose(pipe);
  std::cout << found[7] << " " << said << std::endl;
}
"""

JAVA = """
import java.nio.file.*;
import java.util.concurrent.*;
public class Main {
  public static void main(String[] words) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    Future<Integer> square = pool.submit(() -> 7 * 7);
    Files.writeString(Path.of("/tmp/x"), "y");
    Process child = new ProcessBuilder("/usr/bin/cat", "/tmp/x").start();
    String said = new String(child.getInputStream().readAllBytes());
    System.out.println(square.get() + " " + said);
    pool.shutdown();
  }
}
"""

NODE = """
const { Worker } = require("worker_threads");
const fs = require("fs");
fs.writeFileSync("/tmp/x", "y");
const said = require("child_process").execFileSync("/usr/bin/cat", ["/tmp/x"]).toString();
const worker = new Worker("require('worker_threads').parentPort.postMessage(7 * 7)", {eval: true});
worker.on("message", (square) => console.log(square + " " + said));
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="arbiter-seccomp-") as name:
        yield Path(name)


def said(folder: Path, *argv: object) -> str:
    open_to_all(folder)
    ran = run(Bubblewrap(TREE), folder, *argv, limits=BOT, seconds=60)
    assert (ran.status, ran.err) == (0, "")
    return ran.out.strip()


def needs(tool: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not Path(tool).exists(), reason=f"there is no {tool} here")


def test_an_ordinary_python_program_runs(folder):
    assert said(folder, *PYTHON, "-c", THREADS) == "49 y"


@needs("/usr/bin/g++")
def test_an_ordinary_cpp_program_runs(folder):
    (folder / "main.cpp").write_text(CPP)
    subprocess.run(["/usr/bin/g++", "-pthread", "-o", "main", "main.cpp"], cwd=folder, check=True)
    assert said(folder, "/program/main") == "49 y"


@needs("/usr/bin/javac")
@needs_memory_groups
def test_an_ordinary_java_program_runs(folder):
    (folder / "Main.java").write_text(JAVA)
    subprocess.run(["/usr/bin/javac", "Main.java"], cwd=folder, check=True)
    argv = ("/usr/bin/java", "-XX:+UseSerialGC", "-Xmx256m", "-cp", "/program", "Main")
    assert said(folder, *argv) == "49 y"


@needs("/usr/bin/node")
@needs_memory_groups
def test_an_ordinary_node_program_runs(folder):
    (folder / "main.js").write_text(NODE)
    assert said(folder, "/usr/bin/node", "/program/main.js") == "49 y"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the number is this processor's")
def test_a_call_that_the_kernel_has_and_the_library_does_not_know_does_not_exist():
    """As those of kernels to come: the filter allows by name alone."""
    mseal = 462
    ran = run(Bubblewrap(TREE), PROGRAMS, *python("numbers", mseal))
    assert json.loads(ran.out) == {str(mseal): "ENOSYS"}
