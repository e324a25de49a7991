"""Reads what the kernel says of the machine in /sys."""

from sandbox.tests.hostile.programs.tell import attempt


def read() -> str:
    with open("/sys/kernel/mm/transparent_hugepage/enabled") as file:
        return file.read().strip()


attempt(read)
