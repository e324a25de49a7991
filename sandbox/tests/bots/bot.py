"""A bot for the toy game; its first argument names how it behaves."""

import json
import os
import signal
import subprocess
import sys
import time

ASK = b'"type":"ask"'


def read():
    line = sys.stdin.buffer.readline()
    if not line:
        time.sleep(3600)
    return line


def asked():
    """Wait for the next ask; its turn."""
    while True:
        line = read()
        if ASK in line:
            return json.loads(line)["turn"]


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def number(value="3"):
    """Says the same number always."""
    while True:
        asked()
        say(value + "\n")


def script(*lines):
    """Says one given line at each ask."""
    for line in lines:
        asked()
        say(line + "\n")
    time.sleep(3600)


def early():
    """Says 9 before it is asked at all and again after each answer; its real answer is 1."""
    say("9\n9\n")
    while True:
        asked()
        time.sleep(0.02)
        say("1\n")
        say("9\n")


def pipelined(*lines):
    """Says all the numbers of a turn at its first ask."""
    while True:
        turn = asked()
        say("".join(line + "\n" for line in lines))
        for _ in lines[1:]:
            assert asked() == turn


def late(nap):
    """Answers 9 to its first ask, too late, and 1 to the others in time."""
    asked()
    time.sleep(float(nap))
    say("9\n")
    number("1")


def sleep():
    asked()
    time.sleep(3600)


def spin(seconds="3600"):
    """Uses CPU time before it answers."""
    while True:
        asked()
        burn(float(seconds))
        say("1\n")


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def child(seconds):
    """Lets a child process use the CPU time."""
    asked()
    code = f"import time\nwhile time.process_time() < {seconds}: pass"
    subprocess.run([sys.executable, "-E", "-s", "-c", code], check=True)
    number("1")


def deaf():
    """Never reads."""
    time.sleep(3600)


def dribble():
    """Writes one byte at a time, slowly."""
    while True:
        asked()
        for byte in "  7 \n":
            say(byte)
            time.sleep(0.005)


def flood():
    """Writes what is never a whole message."""
    asked()
    while True:
        say("1" * 65536)


def chatter():
    """Writes legal messages without end."""
    asked()
    while True:
        say("1\n" * 32768)


def shout(size):
    """Writes much to standard error in each turn, with a character that takes two bytes."""
    while True:
        asked()
        sys.stderr.write("é" * int(size))
        sys.stderr.flush()
        say("2\n")


def scream():
    """Writes to standard error for ever and never answers."""
    asked()
    while True:
        sys.stderr.write("!" * 65536)


def die(status="0"):
    """Ends before it is asked."""
    sys.exit(int(status))


def fall(name):
    """Ends by a signal when it is asked for the second time."""
    asked()
    say("1\n")
    asked()
    signal.signal(getattr(signal, name), signal.SIG_DFL)
    os.kill(os.getpid(), getattr(signal, name))


def leave(after):
    """Answers so often, then exits in order."""
    for _ in range(int(after)):
        asked()
        say("4\n")


def close():
    """Closes its standard output and lives on."""
    asked()
    os.close(1)
    time.sleep(3600)


def memory():
    asked()
    blocks = []
    while True:
        blocks.append(bytearray(b"x" * (1 << 22)))


def after():
    """Plays in order and crashes at the message that the game is over."""
    while True:
        line = read()
        if ASK in line:
            say("5\n")
        elif b'"type":"end"' in line:
            os.abort()


def offspring():
    """Has children in groups of their own, which ignore SIGTERM and spin."""
    for _ in range(3):
        if os.fork() == 0:
            os.setpgid(0, 0)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.close(0)
            os.close(1)
            os.close(2)
            while True:
                pass
    number("3")


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
