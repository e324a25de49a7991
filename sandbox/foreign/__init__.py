"""Programs of foreign games: games whose rules are a program, which speaks the packet protocol.

`wire` is the protocol, without I/O.  `host` plays a match of such a program in the sandbox.
`install` puts one in its place.  `command` is the judger for authors' own programs, at the command
line.  `logic` is the other side: one of our games as such a program.
"""
