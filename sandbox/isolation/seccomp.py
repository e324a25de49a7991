"""Which system calls a sandboxed program may make.

The filter is an allow-list: a call that no row names does not exist (ENOSYS), so that a C library
falls back as it does on an old kernel (``clone3`` to ``clone``, for one).  Rows that refuse
(EPERM) are there for their reasons, and for calls after which ENOSYS would mislead a program.
"""

from __future__ import annotations

import errno
import functools
import os
import signal
import socket
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from sandbox.errors import SandboxError
from sandbox.isolation.base import Profile


class Verdict(Enum):
    ALLOW = auto()
    REFUSE = auto()
    PRETEND = auto()
    """The call says that it worked, and does nothing."""


@dataclass(frozen=True, slots=True)
class Argument:
    """Holds where the call's argument ``index``, masked, equals ``value``."""

    index: int
    mask: int
    value: int


@dataclass(frozen=True, slots=True)
class Row:
    """Some calls, what becomes of them, and why; ``when`` narrows it to values of one argument."""

    calls: str
    verdict: Verdict
    reason: str
    when: tuple[Argument, ...] = ()
    """Alternatives; empty: always."""
    profiles: frozenset[Profile] = frozenset(Profile)


_INT = 0xFFFFFFFF
"""The kernel reads these arguments as 32 bits: higher bits must not hide a value from a test."""


def _one_of(index: int, *values: int) -> tuple[Argument, ...]:
    return tuple(Argument(index, _INT, value) for value in values)


# linux/sched.h: CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
_NAMESPACES = 0x80 | 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000
_NAMESPACES |= 0x40000000
# asm-generic/ioctls.h: TCGETS, TCSETS and its two delayed kinds, TIOCGPGRP, TIOCGWINSZ, FIONREAD,
# FIONBIO, FIONCLEX, FIOCLEX.
_IOCTLS = (0x5401, 0x5402, 0x5403, 0x5404, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# fcntl.h: F_DUPFD, GETFD, SETFD, GETFL, SETFL, DUPFD_CLOEXEC, GETPIPE_SZ.
_FCNTLS = (0, 1, 2, 3, 4, 1030, 1032)
# fcntl.h: F_GETLK, SETLK, SETLKW, OFD_GETLK, OFD_SETLK, OFD_SETLKW.
_LOCKS = (5, 6, 7, 36, 37, 38)
# mman-common.h: MADV_NORMAL, RANDOM, SEQUENTIAL, WILLNEED, DONTNEED, FREE, DONTFORK, DOFORK,
# HUGEPAGE, NOHUGEPAGE, DONTDUMP, DODUMP, WIPEONFORK, KEEPONFORK, POPULATE_READ, POPULATE_WRITE,
# DONTNEED_LOCKED, GUARD_INSTALL, GUARD_REMOVE.
_ADVICE = (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23, 24, 102, 103)
# prctl.h: PR_SET_PDEATHSIG, GET_PDEATHSIG, GET_DUMPABLE, SET_DUMPABLE, SET_NAME, GET_NAME,
# GET_SECCOMP, CAPBSET_READ, SET_TIMERSLACK, GET_TIMERSLACK, SET_CHILD_SUBREAPER,
# GET_CHILD_SUBREAPER, SET_NO_NEW_PRIVS, GET_NO_NEW_PRIVS, SET_THP_DISABLE, GET_THP_DISABLE,
# CAP_AMBIENT, SET_VMA (names of memory).
_PRCTLS = (1, 2, 3, 4, 15, 16, 21, 23, 29, 30, 36, 37, 38, 39, 41, 42, 47, 0x53564D41)

_A, _R = Verdict.ALLOW, Verdict.REFUSE
_BOT, _COMPILER = frozenset({Profile.BOT}), frozenset({Profile.COMPILER})

TABLE: tuple[Row, ...] = (
    Row("read write readv writev pread64 pwrite64 preadv pwritev lseek sendfile "
        "copy_file_range open openat creat close close_range dup dup2 dup3 pipe pipe2", _A,
        "descriptors and their bytes"),
    Row("stat fstat lstat newfstatat statx access faccessat faccessat2 getcwd chdir fchdir "
        "readlink readlinkat getdents getdents64 statfs fstatfs getxattr lgetxattr fgetxattr "
        "listxattr llistxattr flistxattr", _A, "looking at files"),
    Row("preadv2 pwritev2", _A, "descriptors and their bytes; RWF_NOWAIT shows whether the page "
        "cache, which all sandboxes share, has a page, and RWF_DONTCACHE drops it",
        _one_of(5, 0)),
    Row("fadvise64 readahead", _R, "POSIX_FADV_DONTNEED drops pages of a shared file from the page "
        "cache, and readahead fetches them"),
    Row("rename renameat renameat2 mkdir mkdirat rmdir unlink unlinkat symlink symlinkat link "
        "linkat chmod fchmod fchmodat chown fchown lchown fchownat truncate ftruncate fallocate "
        "fsync fdatasync umask", _A, "changing files: only the scratch is writable"),
    Row("poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait "
        "epoll_pwait2 eventfd eventfd2 signalfd signalfd4 timerfd_create timerfd_settime "
        "timerfd_gettime", _A, "waiting"),
    Row("mmap mprotect munmap mremap brk msync mlock mlock2 munlock mlockall munlockall "
        "membarrier get_mempolicy", _A, "memory (mincore and cachestat, which tell what is in the "
        "page cache, do not exist: Java knows what that means)"),
    Row("madvise", _A, "memory; MADV_COLD, PAGEOUT and COLLAPSE change what others see of a shared "
        "file, and MERGEABLE shares equal pages among sandboxes", _one_of(2, *_ADVICE)),
    Row("prctl", _A, "settings of a process; some others give it a core for itself (SCHED_CORE) or "
        "merge its memory with that of other sandboxes (SET_MEMORY_MERGE)", _one_of(0, *_PRCTLS)),
    Row("execve fork vfork exit exit_group wait4 waitid getpid getppid gettid getpgrp getpgid "
        "setpgid getsid getuid geteuid getgid getegid getresuid getresgid getgroups "
        "capget set_tid_address set_robust_list get_robust_list futex futex_waitv rseq arch_prctl "
        "getrlimit setrlimit prlimit64 getrusage times sysinfo uname getpriority", _A,
        "processes and threads, counted by the sandbox"),
    Row("sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_getattr "
        "sched_get_priority_max sched_get_priority_min sched_rr_get_interval getcpu", _A,
        "asking about the scheduler"),
    Row("kill tkill tgkill rt_sigaction rt_sigprocmask rt_sigreturn rt_sigsuspend rt_sigpending "
        "rt_sigtimedwait rt_sigqueueinfo rt_tgsigqueueinfo sigaltstack pause alarm restart_syscall "
        "pidfd_open pidfd_send_signal", _A, "signals, which stay in the process namespace"),
    Row("nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time setitimer "
        "getitimer timer_create timer_settime timer_gettime timer_getoverrun timer_delete "
        "getrandom", _A, "time and chance"),
    Row("sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg shutdown getsockopt getsockname "
        "getpeername", _A, "socket pairs within the sandbox"),
    Row("socketpair", _A, "socket pairs within the sandbox", _one_of(0, socket.AF_UNIX)),
    Row("clone", _A, "threads and children, but no new namespaces, whose code is the kernel's most "
        "attacked (clone3 hides its flags from a filter and does not exist)",
        (Argument(0, _NAMESPACES, 0),)),
    Row("ioctl", _A, "terminal and descriptor queries; TIOCSTI would type into a terminal",
        _one_of(1, *_IOCTLS)),
    Row("fcntl", _A, "descriptor flags; locks and leases on shared files pass messages between "
        "sandboxes", _one_of(1, *_FCNTLS), _BOT),
    Row("fcntl", _A, "build tools lock their own files; leases and notices tell who opens a shared "
        "one", _one_of(1, *_FCNTLS, *_LOCKS), _COMPILER),
    Row("flock", _A, "build tools lock their own files", profiles=_COMPILER),
    Row("flock", _R, "a lock on a shared file passes messages between sandboxes", profiles=_BOT),
    Row("utime utimes utimensat futimesat", _A, "build tools compare times", profiles=_COMPILER),
    Row("utime utimes utimensat futimesat", _R, "whoever may write to /dev/null may set its times, "
        "and all sandboxes have the same one", profiles=_BOT),
    Row("setsid", _A, "build tools may start what they like", profiles=_COMPILER),
    Row("setsid", _R, "the kernel gives each session a share of the processor of its own",
        profiles=_BOT),
    Row("inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark", _R,
        "watching a shared file shows when another sandbox opens it"),
    Row("socket bind connect listen accept accept4", _R, "no network, nor vsock to the host"),
    Row("keyctl add_key request_key", _R, "kernel keyrings know no namespace"),
    Row("ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp", _R,
        "reaching into other processes"),
    Row("unshare setns", _R, "new namespaces"),
    Row("mount umount2 pivot_root chroot fsopen fsconfig fsmount fspick open_tree move_mount "
        "mount_setattr", _R, "what is mounted is the sandbox"),
    Row("bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register", _R,
        "much kernel code, often broken, for no program that plays a game"),
    Row("memfd_create memfd_secret execveat", _R, "programs and memory without a file"),
    Row("sched_setaffinity sched_setscheduler sched_setparam sched_setattr setpriority ioprio_set",
        _R, "leaving the match's CPU, or its share of it"),
    Row("setresuid setresgid", _A, "make says before each command that it stays who it is",
        profiles=_COMPILER),
    Row("setresuid setresgid", _R, "another identity", profiles=_BOT),
    Row("setuid setgid setreuid setregid setgroups setfsuid setfsgid capset", _R,
        "another identity"),
    Row("init_module finit_module delete_module kexec_load kexec_file_load reboot swapon swapoff "
        "acct settimeofday clock_settime adjtimex clock_adjtime sethostname setdomainname syslog "
        "quotactl iopl ioperm vhangup sync syncfs open_by_handle_at name_to_handle_at", _R,
        "the machine's"),
)  # fmt: skip

COUNTED: tuple[Row, ...] = (
    Row("rt_sigaction", Verdict.PRETEND, "a child whose parent ignores SIGCHLD is buried by the "
        "kernel, which then forgets its CPU time",
        (Argument(0, _INT, signal.SIGCHLD),), _BOT),
    Row("rt_sigaction", _A, "all other signals",
        tuple(Argument(0, _INT, n) for n in range(1, 65) if n != signal.SIGCHLD), _BOT),
)  # fmt: skip
"""Instead of what `TABLE` says of these calls where no control group counts CPU time."""

_BINARY_TREE = 2
"""Of libseccomp's ways to arrange a filter; without it, the filter is a list."""
_UNKNOWN = -1
"""The answer of libseccomp for a name that it does not know."""


@functools.cache
def program(profile: Profile, *, sessions: bool = False, counted: bool = False) -> bytes:
    """The filter of a profile, as BPF.  `SandboxError` where libseccomp is missing.

    ``counted`` keeps the children of a bot where `TreeClock` finds their CPU time.  ``sessions``
    allows what only the wall SHARE needs to be refused; for tests of that wall.
    """
    pyseccomp = _library()
    bpf = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.ENOSYS))
    # A call in the table of another architecture has other numbers and would slip through.
    bpf.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
    # The kernel runs each new filter once for every call there is, which takes a list far longer.
    bpf.set_attr(pyseccomp.Attr.CTL_OPTIMIZE, _BINARY_TREE)
    verdicts = {
        Verdict.ALLOW: pyseccomp.ALLOW,
        Verdict.REFUSE: pyseccomp.ERRNO(errno.EPERM),
        Verdict.PRETEND: pyseccomp.ERRNO(0),
    }
    rows = [row for row in COUNTED if counted and profile in row.profiles]
    special = {call for row in rows for call in row.calls.split()}
    for row in (*TABLE, *rows):
        if profile in row.profiles:
            for call in row.calls.split():
                if row in TABLE and call in special:
                    continue
                verdict = Verdict.ALLOW if sessions and call == "setsid" else row.verdict
                _add(pyseccomp, bpf, verdicts[verdict], call, row.when)
    with open(os.memfd_create("seccomp"), "w+b") as file:
        bpf.export_bpf(file)
        file.seek(0)
        return file.read()


def number(call: str) -> int:
    """Of a system call on this machine.  `SandboxError` where libseccomp is missing."""
    library = _library()
    return int(library.resolve_syscall(library.Arch.NATIVE, call))


def _library() -> Any:
    try:
        import pyseccomp
    except (ImportError, OSError, RuntimeError) as error:
        raise SandboxError(
            f"no system call filter can be made: {error}; install libseccomp2 and pyseccomp"
        ) from error
    return pyseccomp


def _add(library: Any, bpf: Any, verdict: int, call: str, when: tuple[Argument, ...]) -> None:
    number = library.resolve_syscall(library.Arch.NATIVE, call)
    if number == _UNKNOWN:  # newer than this libseccomp: not listed is not allowed
        return
    if not when:
        bpf.add_rule(verdict, number)
    for test in when:
        argument = library.Arg(test.index, library.MASKED_EQ, test.mask, test.value)
        bpf.add_rule(verdict, number, argument)
