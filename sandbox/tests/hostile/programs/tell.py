"""How a hostile program says what came of its attack: its last line counts."""

import errno
from collections.abc import Callable


def attempt(attack: Callable[[], object]) -> None:
    """Try it; what it returns is the evidence that it succeeded."""
    try:
        evidence = attack()
    except MemoryError:
        refused("MemoryError")
    except OSError as error:
        refused(errno.errorcode.get(error.errno or 0, str(error)))
    except RuntimeError as error:
        refused(str(error))
    else:
        print("SUCCESS:", evidence, flush=True)


def refused(reason: str) -> None:
    print("REFUSED:", reason, flush=True)
