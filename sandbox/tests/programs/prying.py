"""Tries what a program must not be able to do.

The first argument is a JSON object: numbers of system calls, and host paths and pids to look for.
Prints a JSON object with what came of each attempt: "done", or the name of the error.
"""

import ctypes
import errno
import fcntl
import json
import os
import signal
import socket
import sys
import termios

told = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
results = {}


def attempt(name, function):
    try:
        result = function()
    except OSError as error:
        results[name] = errno.errorcode.get(error.errno, str(error.errno))
    else:
        results[name] = result if isinstance(result, (str, list)) else "done"


def call(name, *arguments):
    ctypes.set_errno(0)
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    if libc.syscall(ctypes.c_long(told["calls"][name]), *words) < 0:
        raise OSError(ctypes.get_errno(), name)


def read(path):
    with open(path, "rb") as file:
        return repr(file.read(4096))


def text(path):
    with open(path) as file:
        return file.read().splitlines()


def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(2)
        connection.connect(address)


def memory_of(pid):
    with open(f"/proc/{pid}/mem", "r+b") as file:
        return repr(file)


for path in told["paths"]:
    attempt(path, lambda path=path: os.stat(path) and None)
attempt("environ of 1", lambda: read("/proc/1/environ"))
attempt("memory of 1", lambda: memory_of(1))
attempt("root of 1", lambda: os.listdir("/proc/1/root"))
attempt("pids", lambda: sorted(name for name in os.listdir("/proc") if name.isdigit()))
attempt("descriptors", lambda: sorted(os.listdir("/proc/self/fd")))
attempt("interfaces", lambda: [line.split(":")[0].strip() for line in text("/proc/net/dev")[2:]])
attempt("groups", lambda: sorted({line.split(":", 2)[2] for line in text("/proc/self/cgroup")}))
attempt("host name", lambda: os.uname().nodename)
attempt("internet", lambda: connect(socket.AF_INET, ("127.0.0.1", told["port"])))
attempt("unix socket", lambda: connect(socket.AF_UNIX, told["unix"]))
attempt("abstract socket", lambda: connect(socket.AF_UNIX, "\0" + told["unix"]))
attempt("vsock", lambda: connect(socket.AF_VSOCK, (2, 1024)))
attempt("socket pair", lambda: socket.socketpair()[0].close())
for pid in told["pids"]:
    attempt(f"signal {pid}", lambda pid=pid: os.kill(pid, signal.SIGKILL))
attempt("setuid", lambda: os.setuid(0))
attempt("setsid", os.setsid)
attempt("chroot", lambda: os.chroot("/tmp"))
attempt("unshare user", lambda: call("unshare", 0x10000000))
attempt("clone user", lambda: call("clone", 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0))
attempt("clone3", lambda: call("clone3", 0, 0))
attempt("setns", lambda: call("setns", 0, 0))
attempt("mount", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None))
attempt("ptrace", lambda: call("ptrace", 16, os.getppid(), 0, 0))
attempt("process_vm_readv", lambda: call("process_vm_readv", os.getppid(), 0, 0, 0, 0, 0))
attempt("keyctl", lambda: call("keyctl", 0, -3, 0))
attempt("add_key", lambda: call("add_key", b"user", b"x", b"y", 1, -4))
attempt("bpf", lambda: call("bpf", 0, 0, 0))
attempt("perf_event_open", lambda: call("perf_event_open", 0, 0, -1, -1, 0))
attempt("userfaultfd", lambda: call("userfaultfd", 1))
attempt("io_uring_setup", lambda: call("io_uring_setup", 1, 0))
attempt("memfd_create", lambda: call("memfd_create", b"x", 0))
attempt("inotify", lambda: call("inotify_init1", 0))
attempt("sched_setaffinity", lambda: os.sched_setaffinity(0, {0}))
attempt("kexec_load", lambda: call("kexec_load", 0, 0, 0, 0))
with open(sys.executable, "rb") as shared:
    attempt("flock", lambda: fcntl.flock(shared, fcntl.LOCK_EX | fcntl.LOCK_NB))
    attempt("fcntl lock", lambda: fcntl.lockf(shared, fcntl.LOCK_SH | fcntl.LOCK_NB))
    attempt("lease", lambda: fcntl.fcntl(shared, fcntl.F_SETLEASE, fcntl.F_RDLCK))
attempt("times of a device", lambda: os.utime("/dev/null"))
attempt("TIOCSTI", lambda: fcntl.ioctl(0, termios.TIOCSTI, b"x"))
# The kernel ignores the upper half of the number; a filter that does not is walked around.
wide = ctypes.c_ulong(termios.TIOCSTI | 1 << 32)
attempt("wide TIOCSTI", lambda: call("ioctl", 0, wide, b"x"))
attempt("terminal", lambda: os.open("/dev/tty", os.O_RDWR))
attempt("new terminal", lambda: os.open("/dev/ptmx", os.O_RDWR))
print(json.dumps(results), flush=True)
