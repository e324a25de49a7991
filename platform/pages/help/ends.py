"""How a program's game ends: each end state, its meaning and its remedy."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import EndState

MEANINGS: Mapping[EndState, tuple[str, str]] = {
    EndState.OK: ("The program played until the rules decided the game.", "Nothing."),
    EndState.ILLEGAL: (
        "The program sent a readable answer that the rules forbid at this point.",
        "The match page shows the answer and the reason. Check moves before you send them.",
    ),
    EndState.MALFORMED: (
        "The judge could not read the answer.",
        "Compare the bytes that you send with the protocol on the rules page.",
    ),
    EndState.TIMEOUT: (
        "The answer took more CPU time or real time than one turn has.",
        "Measure your turns, and stop searching before the limit.",
    ),
    EndState.BANK: (
        "All turns together took more CPU time than one game has.",
        "Divide the time of the game among its turns.",
    ),
    EndState.SILENT: (
        "No answer came in time, and the program did not use the CPU.",
        "Flush your output after each answer. Check that you read every message.",
    ),
    EndState.CRASH: (
        "The program ended by a signal or with an exit status other than 0.",
        "Read its standard error on the match page.",
    ),
    EndState.EXIT: (
        "The program ended with exit status 0 before its game was over.",
        "Keep reading until the input ends.",
    ),
    EndState.CLOSED: (
        "The program closed its standard output while it still ran.",
        "Leave standard output open.",
    ),
    EndState.OUTPUT: (
        "The program wrote more than a message, a turn or a match may have.",
        "Write notes to standard error, and remove them from standard output.",
    ),
    EndState.UNREAD: (
        "Messages to the program waited until their limit was reached.",
        "Read all messages, also in turns in which you do nothing.",
    ),
    EndState.MEMORY: (
        (
            "The program needed more memory than its limit. Files in writable folders count. "
            "The reason names what was full: the memory, the runtime's heap or the address space."
        ),
        "Bound your tables. The variable MEMORY_MB has the limit.",
    ),
    EndState.PROCESSES: (
        "The program had more processes and threads than its limit.",
        "Start a fixed number of threads once.",
    ),
    EndState.FILES: (
        "The program had more open files than its limit.",
        "Close files after use.",
    ),
    EndState.DISK: (
        "The program wrote more into a writable folder than its limit.",
        "Delete files that you no longer need.",
    ),
    EndState.LEFT: (
        "A person left a match that they played by hand. Programs do not end so.",
        "Nothing.",
    ),
}
"""End state → what it means, and what its author can do."""
