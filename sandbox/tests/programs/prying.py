"""Tries what a program must not be able to do, and looks where it is.

The arguments are the number of a system call and host paths to look for.  Prints a JSON object
with what came of each attempt: "done", what was found, or the name of the error.
"""

import ctypes
import errno
import fcntl
import json
import os
import socket
import sys
import termios

libc = ctypes.CDLL(None, use_errno=True)
results = {}


def attempt(name, function):
    try:
        result = function()
    except OSError as error:
        results[name] = errno.errorcode.get(error.errno, str(error.errno))
    else:
        results[name] = result if isinstance(result, (str, list)) else "done"


def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "")


def text(path):
    with open(path) as file:
        return file.read().splitlines()


# The last one is its token.
for path in sys.argv[2:-1]:
    attempt(path, lambda path=path: os.stat(path) and None)
attempt(
    "interfaces", lambda: [line.split(":")[0].strip() for line in text("/proc/self/net/dev")[2:]]
)
attempt("groups", lambda: sorted({line.split(":", 2)[2] for line in text("/proc/self/cgroup")}))
attempt("host name", lambda: os.uname().nodename)
attempt("socket pair", lambda: socket.socketpair()[0].close())
attempt("setuid", lambda: os.setuid(0))
attempt("setsid", os.setsid)
attempt("kexec_load", lambda: checked(libc.syscall(int(sys.argv[1]), 0, 0, 0, 0)))
with open(sys.executable, "rb") as shared:
    attempt("fcntl lock", lambda: fcntl.lockf(shared, fcntl.LOCK_SH | fcntl.LOCK_NB))
    attempt("lease", lambda: fcntl.fcntl(shared, fcntl.F_SETLEASE, fcntl.F_RDLCK))
# The kernel ignores the upper half of the number; a filter that does not is walked around.
wide = ctypes.c_ulong(termios.TIOCSTI | 1 << 32)
attempt("wide TIOCSTI", lambda: checked(libc.ioctl(0, wide, b"x")))
attempt("terminal", lambda: os.open("/dev/tty", os.O_RDWR))
attempt("new terminal", lambda: os.open("/dev/ptmx", os.O_RDWR))
print(json.dumps(results), flush=True)
