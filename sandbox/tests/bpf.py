"""A small interpreter of filters of system calls, for what the kernel does not show of them."""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable

_LOAD, _AND, _RETURN, _ALWAYS = 0x20, 0x54, 0x06, 0x05
_TESTS: dict[int, Callable[[int, int], bool]] = {
    0x15: operator.eq,
    0x25: operator.gt,
    0x35: operator.ge,
}
X86_64 = 0xC000003E


def decide(
    program: bytes, number: int, arguments: tuple[int, ...] = (), arch: int = X86_64
) -> tuple[int, int]:
    """The filter's answer to a call, and how many steps it took.  KeyError where the filter has
    an instruction that is not known here."""
    data = struct.pack("<IIQ6Q", number, arch, 0, *arguments, *(0,) * (6 - len(arguments)))
    at = value = steps = 0
    while True:
        code, yes, no, k = struct.unpack_from("<HBBI", program, at * 8)
        at, steps = at + 1, steps + 1
        if code == _RETURN:
            return k, steps
        if code == _LOAD:
            (value,) = struct.unpack_from("<I", data, k)
        elif code == _AND:
            value &= k
        elif code == _ALWAYS:
            at += k
        else:
            at += yes if _TESTS[code](value, k) else no
