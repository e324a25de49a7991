"""The kit of hostile programs: what the sandbox and the judger must hold, and proof that they do.

Each row of `kit.KIT` is one program with the verdict that it must get and the walls that hold it.
A row is shown twice: with all walls it is held and leaves no trace; with its walls taken away it
succeeds, so that the first half means something.  `python -m sandbox.hostile` checks a machine.
"""
