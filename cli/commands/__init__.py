"""The commands of `arbiter`: one module each, named after its command."""
