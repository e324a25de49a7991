"""Acts on a whole event before it runs: its plan, files, copies, checks and forecasts."""
