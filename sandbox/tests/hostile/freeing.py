"""Running rows of the kit without their walls.

`freed` returns what a row then achieves, or why this kernel forbids it in any case.  It raises
`Broken` where a row achieves nothing: then its `held` shows nothing.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
from functools import singledispatch

from games.engine import EndState
from sandbox.errors import UploadError
from sandbox.isolation.base import PROGRAM
from sandbox.judger.client import ROOT
from sandbox.tests.hostile import bait, files, traces
from sandbox.tests.hostile.alone import Alone, Beside, new_token
from sandbox.tests.hostile.bare import without
from sandbox.tests.hostile.bombs import Crowd, Daemons
from sandbox.tests.hostile.building import Build
from sandbox.tests.hostile.grounds import Ground
from sandbox.tests.hostile.kinds import SUCCESS, Broken, Hostile, Seen
from sandbox.tests.hostile.naive_unpacker import fooled
from sandbox.tests.hostile.playing import Player
from sandbox.tests.hostile.uploads import Upload
from sandbox.uploads.archives import read_upload

_HUNG = "hung"
_HUNG_S = 1.0
"""Time limit of a referee that is expected to hang; an honest bot takes 0.1 s."""
_PATIENCE_S = 20.0
_ROUNDS = 4


@singledispatch
def freed(row: Hostile, ground: Ground) -> str:
    """The achievement of a row without its walls."""
    raise TypeError(f"no way to free {row.name}")


@freed.register
def _(row: Alone, ground: Ground) -> str:
    backend = without(ground, row.walls, stranger=row.stranger)
    with traces.removed(token := new_token()), bait.laid(token) as told:
        seen = row.run(backend, row.lifted or row.limits, token, told)
    return _proved(row, seen, token)


@freed.register
def _(row: Beside, ground: Ground) -> str:
    row.before()
    token, secret = new_token(), new_token("victim")
    with traces.removed(token, secret):
        seen, dead = row.run_both(without(ground, row.walls), token, secret)
    files.folder().joinpath(f"hostile-{secret}").unlink(missing_ok=True)
    if row.kills and not dead:
        raise Broken(f"the victim lives: {seen.words}")
    return _proved(row, seen, secret)


def _proved(row: Alone, seen: Seen, secret: str) -> str:
    reason = row.unless()
    if seen.said.startswith(SUCCESS) == bool(reason):
        raise Broken(f"without its walls: {seen.words}; {reason or 'it could'}")
    if not reason and row.finds and secret not in seen.said:
        raise Broken(f"it did not find {row.finds}: {seen.words}")
    return reason or seen.said.removeprefix(SUCCESS)


@freed.register
def _(row: Crowd, ground: Ground) -> str:
    share = row.share(without(ground, row.walls), new_token())
    if share > 0.3:
        raise Broken(f"the opponent still gets {share:.2f} of what the crowd gets")
    return f"the opponent gets {share:.2f} of what the crowd gets"


@freed.register
def _(row: Daemons, ground: Ground) -> str:
    left = row.left(without(ground, row.walls), new_token())
    if left < 8:
        raise Broken(f"only {left} of 8 daemons outlive the sandbox")
    return f"{left} processes outlive the sandbox"


@freed.register
def _(row: Build, ground: Ground) -> str:
    backend = without(ground, row.walls) if row.walls else ground.backend
    token = new_token()
    reason, log, made = row.attempt(backend, row.lifted or row.limits, token)
    found = re.search(row.pattern(token).encode(), f"{reason}\n{log}".encode() + made)
    if not found:
        raise Broken(f"without its walls: {reason or 'built'}; {log[-300:]}")
    return f"it got as far as: {found[0][:80].decode()}"


@freed.register
def _(row: Upload, ground: Ground) -> str:
    data = row.make(new_token())
    if row.lifted is None:
        return fooled(data)
    try:
        source = read_upload("bot.zip", io.BytesIO(data), row.lifted)
    except UploadError as error:
        raise Broken(f"refused with other limits as well: {error}") from error
    return f"{len(data)} bytes became {source.size} in {source.count} files"


@freed.register
def _(row: Player, ground: Ground) -> str:
    if row.lifted is None:
        return _harm(row)
    lines = row.match(ground, *row.lifted, new_token())
    mine = lines[-1]["outcome"]["seats"][0]
    if mine["end"] != EndState.OK:
        raise Broken(f"with other limits it ends as {mine['end']}: {mine['reason']}")
    return f"with other limits it plays to the end and has {mine['score']} points"


def _harm(row: Player) -> str:
    seconds = _HUNG_S if row.harm.startswith(_HUNG) else _PATIENCE_S
    said = naive(row.program, token := new_token(), seconds)
    outliving = traces.processes_with(token)
    for pid in outliving:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    if outliving and said != _HUNG:
        said += f", {len(outliving)} processes outlive it"
    if not re.search(row.harm, said):
        raise Broken(f"a naive referee: {said}")
    return f"a naive referee: {said}"


def naive(program: str, token: str, seconds: float = _PATIENCE_S) -> str:
    """A naive referee's report of its match with a player, or "hung"; see `naive`.

    The player may live on: find it by its ``token``.
    """
    folder = str(files.folder())
    argv = [re.sub(rf"^{PROGRAM}(?=/)", folder, word) for word in files.command(program)]
    with subprocess.Popen(
        [sys.executable, "-m", "sandbox.tests.hostile.naive", str(_ROUNDS), folder, *argv, token],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as referee:
        assert referee.stdout is not None
        try:
            return referee.communicate(timeout=seconds)[0].strip() or "broke"
        except subprocess.TimeoutExpired:
            referee.kill()
            return _HUNG
