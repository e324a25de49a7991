"""Faults and offences: which one is which.

The platform knows how a program failed (`EndState`), the rules what a side did (`Code`).  Faults
whose details begin with a code are of that code.
"""

from __future__ import annotations

from games.engine import EndState, Fault
from games.microwars.rules import Code

_TIME = (EndState.TIMEOUT, EndState.BANK, EndState.SILENT, EndState.UNREAD)
_CODES = {code.value: code for code in Code}


def code_of(fault: Fault) -> Code:
    """The code of a fault by the rules: output that ends early, for any reason, is `Code.EOF`."""
    first = fault.detail.partition(":")[0]
    if first in _CODES:
        return _CODES[first]
    if fault.kind in _TIME:
        return Code.TIME
    if fault.kind is EndState.OUTPUT:
        return Code.TURN_TOO_LONG
    return Code.SYNTAX if fault.kind is EndState.MALFORMED else Code.EOF
