"""`python -m sandbox.judger`: a job on standard input, its match as JSON lines on standard output.

The job is the first line; in a match with people, what they send follows
(`sandbox.judger.seats.human_input`).

With arguments it is a judger of another kind: see `sandbox.foreign.command`.

Exit status 0: the last line is the result.  2: the job cannot be played.  3: the sandbox, the
engine or the judger failed, and no bot is to blame.  In both of these the last line is
``{"type":"error","message":...}``, with ``game`` (``reason``, ``wrote``, ``endless`` of a
`LogicError`) where the program of a foreign game failed, and ``machine`` (a `Cause`) where the
machine lacks something.  143: it was told to stop.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from sandbox.errors import LogicError, MachineBusy, SandboxError, machine_cause
from sandbox.judger import enclosure
from sandbox.judger.job import BAD_JOB, FAILED, STOPPED, Job, JobError
from sandbox.judger.match import MatchPlay
from sandbox.judger.output import Output
from sandbox.judger.seats.human_input import HumanInput, first_line
from sandbox.judger.signals import Guard, Terminated, die_with_parent, name_process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from games.engine import JSON
    from sandbox.isolation.base import Backend


NAME = "judger"
"""The process that plays a match has this name, whether it is a fork of a template or not."""
LOGIC_GRACE_S = 30.0
"""Seconds in which a match of a foreign game is wound up after its time is over."""


def main() -> int:
    if len(sys.argv) > 1:
        from sandbox.foreign.command.main import main as command

        return command(sys.argv[1:])
    name_process(NAME)
    output = Output(sys.stdout.fileno())
    try:
        _play(output)
    except Terminated:
        return STOPPED
    except JobError as error:
        return _report(output, BAD_JOB, str(error))
    except LogicError as error:
        game = {"reason": error.reason, "wrote": error.wrote, "endless": error.endless}
        return _report(output, FAILED, str(error), game=game)
    except SandboxError as error:
        busy = isinstance(error, MachineBusy)
        return _report(output, FAILED, str(error), busy=busy, machine=machine_cause(error))
    except BrokenPipeError:
        return STOPPED  # nobody reads what we say: the worker is gone
    except Exception as error:
        return _report(output, FAILED, _surprise(error), machine=machine_cause(error))
    return 0


def _play(output: Output) -> None:
    """Read the job and play it, behind walls of our own."""
    parent = os.getppid()
    die_with_parent(parent)
    line, rest = first_line(sys.stdin.fileno())
    job = Job.from_bytes(line)
    # A match that a game's program does not end is that program's fault: the relay says so first.
    guard = Guard(job.wall_s + (LOGIC_GRACE_S if job.logic is not None else 0))
    programs = [seat.program for seat in job.seats if not seat.human]
    if job.logic is not None:
        programs.append(job.logic.program)
    if warning := enclosure.enter(job.hide, programs):
        sys.stderr.write(f"warning: {warning}\n")
    die_with_parent(parent)  # once more, as the kernel forgets it where rights change
    if job.cpu is not None:
        _pin(job.cpu)
    kind: type[MatchPlay] = MatchPlay
    if job.logic is not None:
        from sandbox.foreign.host.match import ForeignMatch

        kind = ForeignMatch
    human_input = HumanInput(sys.stdin.fileno(), rest, job.first_ask) if job.people else None
    kind(job, job.find_game(), _isolation(job), output, guard, human_input).play()


def _surprise(error: Exception) -> str:
    import traceback  # slow to load, and seldom wanted

    traceback.print_exception(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(place.filename)}:{place.lineno}"
    return f"{type(error).__name__} in {where}: {error}"


def _isolation(job: Job) -> Backend:
    """The backend that the job describes; without a description, looks for one."""
    from sandbox import isolation

    return isolation.choose() if job.isolation is None else isolation.restore(job.isolation)


def _pin(cpu: int) -> None:
    try:
        os.sched_setaffinity(0, {cpu})
    except (OSError, ValueError, OverflowError) as error:
        raise JobError(f"job.cpu: cannot run on processor {cpu}: {error}") from error


def _report(output: Output, status: int, message: str, **members: JSON) -> int:
    try:
        output.write({"type": "error", "message": message, **members})
        output.flush()
    except BrokenPipeError:
        return STOPPED
    return status


def leave(status: int) -> NoReturn:
    """End this process at once: the kernel takes back everything faster than Python would."""
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    leave(main())
