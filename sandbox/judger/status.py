"""Exit statuses of the judger besides 0, which means that the result is out."""

BAD_JOB = 2
"""The job cannot be played."""
FAILED = 3
"""The sandbox, the engine or the judger failed; no bot is to blame."""
STOPPED = 143
"""It was told to stop, or nobody reads its output any more."""
