"""The kit of hostile programs: what the sandbox and the judger must hold.

Each row of `kit.KIT` is one program with the verdict that it must get and the walls that hold it.
With all walls it is held and leaves no trace: `python -m sandbox.tests.hostile` checks that on a
machine.  With its walls taken away it succeeds: tests show that, so being held means something.
"""
