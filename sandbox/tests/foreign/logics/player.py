"""Players for tests: the first argument says how, the second is the number that they say."""

import os
import sys
import time

how, number = sys.argv[1], (sys.argv[2] if len(sys.argv) > 2 else "1")
out = sys.stdout.buffer
AT_ONCE = ("always-late", "think", "nap", "measure", "many")


def say(text, length=None):
    body = text.encode()
    out.write((len(body) if length is None else length).to_bytes(4, "big", signed=True) + body)
    out.flush()


print(f"hello, I am {how}", file=sys.stderr, flush=True)
if how == "leave":
    sys.exit(0)
for line in sys.stdin:
    turn = next((int(word) for word in line.split()[:1] if word.isdigit()), 0)
    if how == "say" or (turn < 3 and how not in AT_ONCE):
        say(number)
    elif how == "split":
        for byte in len(number).to_bytes(4, "big") + number.encode():
            out.write(bytes([byte]))
            out.flush()
            time.sleep(0.005)
    elif how == "measure":
        if turn == int(number):
            time.sleep(1000)
        say(f"{line[-2]}{len(line)}")
    elif how == "many":
        for _ in range(1000):
            say("x" * 1000)
    elif how == "think":
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        say(number)
    elif how == "nap":
        time.sleep(0.3)
        say(number)
    elif how in ("sleep", "always-late"):
        time.sleep(1000)
    elif how == "ponder":
        if os.fork() == 0:
            while True:
                pass
        say(number)
    elif how == "spin":
        while True:
            pass
    elif how == "crash":
        sys.exit(5)
    elif how == "quit":
        sys.exit(0)
    elif how == "close":
        os.close(1)
        time.sleep(1000)
    elif how == "long":
        say("9" * 1000)
    elif how == "negative":
        say("", -1)
    elif how == "burst":
        while True:
            os.write(1, (b"\0\0\0\1" + b"1") * 10_000)
    elif how == "scream":
        while True:
            os.write(2, b"!" * 65536)
    elif how == "hog":
        kept = [b"x" * (1 << 20) for _ in range(100_000)]
    elif how == "hoard":
        try:
            while True:
                os.open("/dev/null", os.O_RDONLY)
        except OSError:
            time.sleep(1000)
    elif how == "fork":
        for _ in range(2):
            if os.fork() == 0:
                time.sleep(1000)
        say(number)
    elif how == "binary":
        out.write(b"\0\0\0\3\xff\xfe\xfd")
        out.flush()
