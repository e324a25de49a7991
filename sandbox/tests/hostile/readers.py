"""Rows: programs that look for the platform's secrets, and for ways to change what is its own."""

from __future__ import annotations

import os

from sandbox.isolation.base import PROGRAM, Wall
from sandbox.tests.hostile import files
from sandbox.tests.hostile.alone import Alone, Beside
from sandbox.tests.hostile.grounds import EVERYTHING
from sandbox.tests.hostile.kinds import Hostile, Refused

_FILES = frozenset({Wall.FILES})
_ENVIRONMENT = frozenset({Wall.ENVIRONMENT})
_ABSENT = Refused("ENOENT")


def _nobody_is_root() -> str:
    return "" if os.geteuid() == 0 else "the platform is not root, and its programs cannot be"


READERS: tuple[Hostile, ...] = (
    Alone(
        name="own environment",
        tries="find the platform's secret in its own environment",
        program="own_environment.py",
        required=Refused("not there"),
        walls=_ENVIRONMENT,
        finds="the secret",
    ),
    Alone(
        name="launcher's environment",
        tries="read the environment of process 1, which has started it",
        program="launcher_environment.py",
        required=_ABSENT,
        walls=_ENVIRONMENT,
        finds="the secret",
    ),
    Alone(
        name="launcher's memory",
        tries="read the memory of process 1, which has started it",
        program="launcher_memory.py",
        required=_ABSENT,
        walls=_ENVIRONMENT,
    ),
    Beside(
        name="all environments",
        tries="find the platform's secret in the environment of any process",
        program="all_environments.py",
        required=Refused("not there"),
        walls=EVERYTHING,
        finds="the secret",
    ),
    Alone(
        name="host's files",
        tries="read who lives on this machine",
        program="host_files.sh",
        required=Refused("not there"),
        walls=_FILES,
    ),
    Alone(
        name="project's files",
        tries="read a file of the platform's that all users may read",
        program="read_file.py",
        arguments=("{project}",),
        required=_ABSENT,
        walls=_FILES,
        finds="the secret",
    ),
    Alone(
        name="database",
        tries="read a file that only the platform's user may read",
        program="read_file.py",
        arguments=("{database}",),
        required=_ABSENT,
        walls=frozenset({Wall.FILES, Wall.USER}),
        finds="the secret",
    ),
    Alone(
        name="other programs",
        tries="list the folder with other people's programs",
        program="list_programs.py",
        arguments=("{program}",),
        required=_ABSENT,
        walls=_FILES,
        finds="the other program",
    ),
    Alone(
        name="kernel's files",
        tries="read what /sys tells of the machine",
        program="kernel_files.py",
        required=_ABSENT,
        walls=_FILES,
    ),
    Alone(
        name="service's socket",
        tries="connect to a service through its socket file, as to a container manager's",
        program="service_socket.py",
        arguments=("{unix}",),
        required=Refused("EPERM"),
        walls=frozenset({Wall.CALLS, Wall.FILES}),
    ),
    Alone(
        name="inherited descriptors",
        tries="read from a file that the launcher forgot to close",
        program="inherited.py",
        required=Refused("none"),
        walls=EVERYTHING,
        finds="the secret",
    ),
    Alone(
        name="core pattern",
        tries="name the program that the kernel runs as root after a crash",
        program="core_pattern.py",
        required=_ABSENT,
        walls=frozenset({Wall.USER, Wall.PROCESSES, Wall.READ_ONLY}),
        unless=_nobody_is_root,
    ),
    Alone(
        name="own program",
        tries="change its own program, of which other matches use the same copy",
        program="own_files.py",
        arguments=(f"{PROGRAM}/{files.PREY}",),
        required=Refused("EROFS"),
        walls=frozenset({Wall.READ_ONLY, Wall.USER}),
    ),
)
