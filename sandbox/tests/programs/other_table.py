"""Asks for its pid by the number that the call has in the i386 or the x32 table; exits with 0."""

import ctypes
import mmap
import sys

CODE = {
    "i386": "b814000000 cd80 c3",  # mov eax, 20; int 0x80; ret
    "x32": "b827000040 0f05 c3",  # mov eax, 0x40000027; syscall; ret
}
page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(bytes.fromhex(CODE[sys.argv[1]]))
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
ctypes.CFUNCTYPE(ctypes.c_int)(address)()
