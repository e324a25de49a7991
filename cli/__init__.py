"""`arbiter`, the command line: play at home, and everything that an author does on a site."""
