"""Looks for numbers of the whole machine, which an accomplice in another sandbox could move."""

from sandbox.tests.hostile.programs.tell import attempt

FILES = ("stat", "loadavg", "pressure/cpu", "vmstat", "meminfo", "uptime", "sys/fs/file-nr")


def look() -> str:
    found = []
    for name in FILES:
        try:
            with open(f"/proc/{name}") as file:
                found.append(f"{name}: {file.readline().strip()}")
        except OSError:
            pass
    if not found:
        raise RuntimeError("none")
    return "; ".join(found)


attempt(look)
