"""A bot for the toy game; its first argument names how it behaves."""

import json
import os
import signal
import subprocess
import sys
import threading
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


def hasty():
    """Answers twice to its first ask and to no other one."""
    asked()
    say("1\n")
    say("1\n")
    time.sleep(3600)


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


def nap(seconds):
    """Sleeps before it answers."""
    while True:
        asked()
        time.sleep(float(seconds))
        say("1\n")


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


def deaf(after="0"):
    """Reads nothing after this number of messages."""
    [read() for _ in range(int(after))]
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
        print("é" * int(size), end="", file=sys.stderr, flush=True)
        say("2\n")


def scream():
    """Writes to standard error for ever and never answers."""
    asked()
    while True:
        sys.stderr.write("!" * 65536)


def die(status="0"):
    """Ends before its first question."""
    sys.exit(int(status))


def fall(name):
    """Ends by a signal when it is asked for the second time."""
    asked()
    say("1\n")
    asked()
    signal.signal(getattr(signal, name), signal.SIG_DFL)
    os.kill(os.getpid(), getattr(signal, name))


def leave(after):
    """Answers ``after`` times, then exits in order."""
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


def hush():
    """Takes memory until it is refused, and leaves without a word."""
    asked()
    blocks = []
    try:
        while True:
            blocks.append(bytearray(b"x" * (1 << 20)))
    except MemoryError:
        os._exit(1)


def leaks(mb):
    """Each of its children takes this memory, and it waits for output that never comes."""
    asked()
    read_end, _ = os.pipe()
    for _ in range(4):
        if os.fork() == 0:
            block = b"x" * (int(mb) << 20)
            time.sleep(len(block))
    os.read(read_end, 1)


def crowd():
    """Starts threads until that fails, and its end then waits for all of them."""
    asked()
    while True:
        threading.Thread(target=time.sleep, args=(3600,)).start()


def dawdle(spent, slept):
    """Takes its time before it reads anything."""
    burn(float(spent))
    time.sleep(float(slept))
    number("1")


def large(mb):
    """Plays with ``mb`` MiB of memory in use."""
    block = b"x" * (int(mb) << 20)
    number(str(len(block) % 10))


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


def ponder(count):
    """Answers at once; its children think all the time, in others' turns too."""
    for _ in range(int(count)):
        if os.fork() == 0:
            os.close(1)
            while True:
                pass
    number("1")


def shirk():
    """Thinks and sleeps in turns, with many children at once, as if others kept it waiting."""
    while True:
        asked()
        end = time.monotonic() + 0.6
        while time.monotonic() < end:
            children = []
            for _ in range(8):
                child = os.fork()
                if child == 0:
                    burn(0.002)
                    os._exit(0)
                children.append(child)
            for child in children:
                os.waitpid(child, 0)
            time.sleep(0.02)
        say("1\n")


def exhaust(what, then="", *arguments):
    """Takes all files or children that it may have, and then behaves in another way, or dies."""
    try:
        while True:
            if what == "files":
                os.open("/dev/null", os.O_RDONLY)
            elif os.fork() == 0:
                time.sleep(3600)
    except OSError:
        if not then:
            raise
        globals()[then](*arguments)


def give_up(word=""):
    """Leaves after a while."""
    asked()
    time.sleep(0.3)
    os.write(2, word.encode())
    os._exit(1)


def content():
    """Runs into the limit on open files, and plays on."""
    try:
        [open("/dev/null") for _ in range(1000)]
    except OSError:
        number("2")


def fill():
    """Fills its scratch with files until that fails."""
    asked()
    for name in range(1000):
        with open(f"/tmp/{name}", "wb") as file:
            file.write(bytes(1 << 20))


def grow():
    """Makes one file larger than a file may be."""
    asked()
    with open("/tmp/large", "wb") as file:
        while True:
            file.write(bytes(1 << 20))


def count():
    """Says how many events it has been told of so far, modulo 10."""
    told = 0
    while True:
        line = read()
        if b'"type":"events"' in line:
            told += len(json.loads(line)["events"])
        elif ASK in line:
            say(f"{told % 10}\n")


def lament():
    """Says on its way out that it had too many files, which only sounds like the reason."""
    sys.stderr.write("Too many open files\n")
    number("3")


def lines(size):
    """Never answers, but writes lines of legal JSON for ever."""
    asked()
    while True:
        say('"' + "x" * (int(size) - 3) + '"\n')


def pour(mb):
    """Writes this many MiB to standard error, then plays."""
    asked()
    block = "!" * (1 << 20)
    for _ in range(int(mb)):
        sys.stderr.write(block)
    sys.stderr.flush()
    say("1\n")
    number("1")


def clocks(kind):
    """Burns 30 ms of CPU time a turn, in one of several ways."""
    if kind == "orphan":
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        asked()
        if kind == "parent":
            burn(0.03)
        elif kind == "thread":
            thread = threading.Thread(target=burn, args=(0.03,))
            thread.start()
            thread.join()
        else:
            read_end, write_end = os.pipe()
            if os.fork() == 0:
                burn(0.03)
                os._exit(0)
            os.close(write_end)
            os.read(read_end, 1)  # ends with the child, which nobody waits for
            os.close(read_end)
            if kind == "child":
                os.wait()
        say("1\n")


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
