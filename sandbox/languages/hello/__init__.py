"""The self-tests of languages: each reads a line, and prints it from a second thread."""
