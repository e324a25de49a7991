"""Parts of `arbiter.settings`."""
