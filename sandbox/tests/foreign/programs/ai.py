#!/usr/bin/env python3
"""An AI that behaves as its first argument says."""

import os
import subprocess
import sys
import time


def say(body, step=None):
    data = len(body).to_bytes(4, "big") + body
    for at in range(0, len(data), step or len(data)):
        os.write(1, data[at : at + (step or len(data))])


def listen():
    return os.read(0, 65536)


def echo(step=None):
    while data := listen():
        say(data, step)


behaviour, *arguments = sys.argv[1:]
match behaviour:
    case "echo":
        echo()
    case "split":
        echo(step=1)
    case "silent":
        while listen():
            pass
    case "unasked":
        say(b"early")
        echo()
    case "gather":
        said = b""
        while not said.endswith(b"."):
            said += listen()
        say(said)
    case "twice":
        while data := listen():
            say(data + b"1")
            say(data + b"2")
    case "exit":
        listen()
        sys.exit(int(arguments[0]))
    case "suicide":
        listen()
        os.kill(os.getpid(), 9)
    case "last_words":
        say(listen())
        os.close(1)
        time.sleep(0.02)
        os.abort()
    case "close":
        listen()
        os.close(1)
        time.sleep(600)
    case "header":
        listen()
        os.write(1, int(arguments[0]).to_bytes(4, "big", signed=True) + b"abc")
        time.sleep(600)
    case "flood":
        listen()
        while True:
            os.write(1, (100).to_bytes(4, "big") * 1 + b"x" * 100)
    case "garbage":
        while True:
            os.write(1, os.urandom(65536))
    case "complain":
        listen()
        for _ in range(1000):
            os.write(2, b"e" * 65536)
        os.write(2, b"\n")
        say(b"done")
        echo()
    case "deaf":
        time.sleep(600)
    case "fork":
        for _ in range(3):
            subprocess.Popen(["/bin/sleep", "600"], start_new_session=True)
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                while True:  # a daemon that burns a CPU and keeps standard output open
                    time.sleep(0.01)
            os._exit(0)
        echo()
    case "leave_child":
        listen()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(7)
    case "latin":
        listen()
        say(b"caf\xe9 \xff")
        echo()
    case "spin":
        listen()
        while True:
            pass
