"""Writes one file until it may not."""

try:
    with open("/bot/long", "wb") as file:
        while True:
            file.write(b"x" * (1 << 20))
except OSError as error:
    print(error.errno)
