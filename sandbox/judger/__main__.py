"""`python -m sandbox.judger`: a job on standard input, its match as JSON lines on standard output.

Exit status 0: the last line is the result.  2: the job cannot be played.  3: the sandbox, the
engine or the judger failed, and no bot is to blame.  In both of these the last line is
``{"type":"error","message":...}``.  143: it was told to stop.
"""

from __future__ import annotations

import os
import sys
import traceback

from sandbox.errors import SandboxError
from sandbox.isolation import choose
from sandbox.judger.job import Job, JobError
from sandbox.judger.match import MatchPlay
from sandbox.judger.output import Output
from sandbox.judger.signals import Guard, Terminated, die_with_parent
from sandbox.judger.status import BAD_JOB, FAILED, STOPPED


def main() -> int:
    parent = os.getppid()
    output = Output(sys.stdout.fileno())
    try:
        die_with_parent(parent)
        job = Job.from_bytes(sys.stdin.buffer.read())
        guard = Guard(job.wall_s)
        if job.cpu is not None:
            _pin(job.cpu)
        MatchPlay(job, job.find_game(), choose(), output, guard).play()
    except Terminated:
        return STOPPED
    except JobError as error:
        return _report(output, BAD_JOB, str(error))
    except SandboxError as error:
        return _report(output, FAILED, str(error))
    except BrokenPipeError:
        return STOPPED  # nobody reads what we say: the worker is gone
    except Exception as error:
        traceback.print_exc()
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{os.path.basename(place.filename)}:{place.lineno}"
        return _report(output, FAILED, f"{type(error).__name__} in {where}: {error}")
    return 0


def _pin(cpu: int) -> None:
    try:
        os.sched_setaffinity(0, {cpu})
    except (OSError, ValueError, OverflowError) as error:
        raise JobError(f"job.cpu: cannot run on processor {cpu}: {error}") from error


def _report(output: Output, status: int, message: str) -> int:
    try:
        output.write({"type": "error", "message": message})
        output.flush()
    except BrokenPipeError:
        return STOPPED
    return status


if __name__ == "__main__":
    sys.exit(main())
