"""Playing without the site: the same judger, sandbox, builds and limits, from a command line."""
