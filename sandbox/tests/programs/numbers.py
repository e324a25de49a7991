"""Makes each system call that it is told the number of, with senseless arguments, and says what
came of it: one JSON object of error names by number."""

import ctypes
import errno
import json
import sys

libc = ctypes.CDLL(None, use_errno=True)
results = {}
for number in map(int, sys.argv[1].split(",")):
    ctypes.set_errno(0)
    made = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(-1)] * 6)
    failed = ctypes.get_errno()
    results[number] = "done" if made >= 0 else errno.errorcode.get(failed, str(failed))
print(json.dumps(results), flush=True)
