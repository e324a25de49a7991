"""Running other people's programs: isolation, builds, clocks, and the judger of a match."""
