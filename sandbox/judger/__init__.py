"""The judger: one process that plays one match (`python -m sandbox.judger`)."""
