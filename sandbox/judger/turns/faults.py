"""Messages with the numbers of a bot's faults, for its owner."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import EndState, Excess, Fault
from games.texts import visible
from games.texts.sentences import counted
from sandbox.errors import cause
from sandbox.isolation.base import Usage
from sandbox.judger.turns.starvation import measurable
from sandbox.limits import Limits

_MS = 1_000_000
_DETAIL = 500


def turn_cpu(used_ns: int, limit_ns: int) -> Fault:
    used, limit = _over(used_ns), limit_ns // _MS
    detail = f"used {used} ms of CPU time in one turn; the limit is {limit} ms"
    return Fault(EndState.TIMEOUT, detail, Excess("CPU time in one turn", limit, used, "ms"))


def bank(used_ns: int, limit_ns: int, idle_ns: int) -> Fault:
    """``idle_ns`` of the time were used while the bot was not asked."""
    used, limit = _over(used_ns), limit_ns // _MS
    detail = f"used {used} ms of CPU time in this game; the limit is {limit} ms"
    if idle_ns >= _MS:
        detail += f" ({idle_ns // _MS} ms of it outside its turns)"
    return Fault(EndState.BANK, detail, Excess("CPU time in one game", limit, used, "ms"))


def silent(wall_ns: int, limit_ns: int, cpu_ns: int, excused_ns: int = 0) -> Fault:
    """``wall_ns`` of the turn; the machine kept the bot from running for ``excused_ns`` of it."""
    used, limit, cpu = _over(wall_ns - excused_ns), limit_ns // _MS, cpu_ns // _MS
    slept = max(0, used - cpu)
    detail = (
        f"no answer after {used} ms; the limit is {limit} ms of wall time. It used {cpu} ms of CPU "
        f"time, and slept or waited for input for {slept} ms{_excuse(excused_ns)}"
    )
    return Fault(EndState.SILENT, detail, Excess("wall time in one turn", limit, used, "ms"))


def waited(wall_ns: int, limit_ns: int, excused_ns: int = 0) -> Fault:
    """``wall_ns`` without ``excused_ns``."""
    used, limit = _over(wall_ns), limit_ns // _MS
    detail = f"let the game wait for {used} ms in all its turns; the limit is {limit} ms"
    detail += _excuse(excused_ns)
    return Fault(EndState.SILENT, detail, Excess("waiting in one game", limit, used, "ms"))


def unread_input(fault: Fault, size: int) -> Fault:
    """``fault`` of a bot that has ``size`` bytes of its messages unread; says so where the bot
    gave no answer."""
    if fault.kind is not EndState.SILENT:
        return fault
    if size:
        more = f"It has not read {size} bytes that it was sent"
    else:
        more = "It has read all that it was sent"
    return Fault(fault.kind, f"{fault.detail}. {more}", fault.excess)


def _excuse(excused_ns: int) -> str:
    if not measurable():
        return "; how long the machine kept it from running is not known on this kernel"
    if excused_ns < _MS:
        return "; the machine did not keep it from running"
    return f"; {excused_ns // _MS} ms in which the machine kept it from running do not count"


def output(what: str, used: int, limit: int) -> Fault:
    detail = f"wrote {used} bytes in {what}; the limit is {limit} bytes"
    return Fault(EndState.OUTPUT, detail, Excess(f"output in {what}", limit, used, "bytes"))


def stderr(used: int, limit: int) -> Fault:
    detail = f"wrote {used} bytes to standard error in one match; the limit is {limit} bytes"
    excess = Excess("standard error in one match", limit, used, "bytes")
    return Fault(EndState.OUTPUT, detail, excess)


def unread(used: int, limit: int) -> Fault:
    detail = f"left {used} bytes of messages unread; the limit is {limit} bytes"
    return Fault(EndState.UNREAD, detail, Excess("unread messages", limit, used, "bytes"))


def early(fault: Fault, count: int) -> Fault:
    """``fault``, which may have come of ``count`` answers that were dropped as too early."""
    if not count:
        return fault  # as it is: a final fault is known by its identity
    return Fault(fault.kind, fault.detail + too_early(count), fault.excess)


def too_early(count: int) -> str:
    """The end of a sentence about a seat of which ``count`` answers were dropped as too early."""
    if not count:
        return ""
    was = "was" if count == 1 else "were"
    return f"; {counted(count, 'message')} came before the question and {was} dropped"


def gone(
    status: int | None, answers: int, usage: Usage, last_words: bytes, limits: Limits
) -> Fault:
    """Why the standard output of a bot has ended that gave ``answers`` in this game before.

    ``status`` is as `sandbox.errors.cause` takes it.  A program that ended with status 0 has not
    crashed, nor has one that still runs.

    A limit that the kernel says it ran into is the reason.  Of some the kernel keeps no count:
    there the program's own last words on standard error tell, which are in English as the
    sandbox's locale is fixed, or that it stood at such a limit when it was last looked at.  They
    give a crash its name, and never make one.
    """
    times = "once" if answers == 1 else f"{answers} times"
    how = f"{cause(status)}, after it answered {times}"
    found = _met(usage, b"" if status == 0 else last_words, limits) or usage.standing
    kind = {None: EndState.CLOSED, 0: EndState.EXIT}.get(status, EndState.CRASH)
    return Fault(kind, how) if found is None else _named(found, how)


def behind(fault: Fault, usage: Usage, last_words: bytes, limits: Limits) -> Fault:
    """``fault`` of a bot that lives, or what is behind it.

    A program that has all files open that it may can do no more as it should.  One that only says
    nothing may have many threads or processes, of which the main one has met a limit and the
    others wait for ever.
    """
    found = usage.standing
    if fault.kind is EndState.SILENT:
        met = _met(usage, last_words, limits)
        if met is not None and met[0] in (EndState.MEMORY, EndState.PROCESSES):
            found = met
    elif found is not None and found[0] is not EndState.FILES:
        found = None
    return fault if found is None else _named(found, fault.detail)


def _met(usage: Usage, last_words: bytes, limits: Limits) -> tuple[EndState, Excess] | None:
    """The limit that a program ran into."""
    if usage.excess is not None:
        return usage.excess
    if usage.out_of_memory:
        peak = -(-(usage.peak_memory or 0) >> 20)
        used = max(peak, limits.memory_mb)
        return EndState.MEMORY, Excess("memory", limits.memory_mb, used, "MB")
    sign = _sign(last_words)
    if sign is None:
        return None
    if sign.kind is EndState.MEMORY:
        return sign.kind, _full(sign, usage, limits)
    limit = getattr(limits, sign.limit)
    return sign.kind, Excess(sign.what, limit, limit, sign.unit)


def _full(sign: _Sign, usage: Usage, limits: Limits) -> Excess:
    """The memory that a program says is used up, though it did not run into its own limit."""
    if sign.what == _HEAP and usage.heap_mb is not None:
        return Excess(_HEAP, usage.heap_mb, usage.heap_mb, "MB")
    if usage.address_mb is not None:
        return Excess("address space", usage.address_mb, usage.address_mb, "MB")
    limit, peak = limits.memory_mb, usage.peak_memory
    used = limit if peak is None else -(-peak >> 20)
    return Excess("memory in use when more was refused", limit, used, "MB")


def _named(found: tuple[EndState, Excess], how: str) -> Fault:
    kind, excess = found
    figures = f"{excess.used:g} of {excess.limit:g} {excess.unit}".rstrip()
    return Fault(kind, f"{excess.what}: {figures} ({how})", excess)


def clean(fault: Fault) -> Fault:
    """``fault`` with a text that a bot may have had a hand in made fit for the replay."""
    return Fault(fault.kind, visible(fault.detail[:_DETAIL]), fault.excess)


@dataclass(frozen=True, slots=True)
class _Sign:
    """``words`` of a dying program that mean that it reached ``limit``, a field of `Limits`."""

    words: tuple[bytes, ...]
    kind: EndState
    limit: str
    what: str
    unit: str


_HEAP = "heap of the runtime"
_SIGNS = (
    _Sign(
        (b"MemoryError", b"std::bad_alloc", b"Cannot allocate memory", b"OutOfMemoryError",
         b"memory allocation of"),
        EndState.MEMORY, "memory_mb", "memory", "MB",
    ),
    _Sign(
        (b"Java heap space", b"GC overhead limit exceeded", b"heap out of memory"),
        EndState.MEMORY, "memory_mb", _HEAP, "MB",
    ),
    _Sign(
        (b"can't start new thread", b"unable to create native thread",
         b"Resource temporarily unavailable"),
        EndState.PROCESSES, "processes", "processes and threads", "",
    ),
    _Sign((b"Too many open files",), EndState.FILES, "open_files", "open files", "files"),
    _Sign((b"File too large",), EndState.DISK, "file_mb", "size of a file", "MB"),
    _Sign((b"No space left on device",), EndState.DISK, "scratch_mb", "scratch", "MB"),
)  # fmt: skip


def _sign(last_words: bytes) -> _Sign | None:
    """The sign that comes last: what a program says at its very end is why it ended."""
    found = [(max(map(last_words.rfind, sign.words)), sign) for sign in _SIGNS]
    place, sign = max(found, key=lambda each: each[0])
    return sign if place >= 0 else None


def _over(ns: int) -> int:
    """In ms, rounded up: "used 3000 ms; the limit is 3000 ms" would be no reason."""
    return -(-ns // _MS)
