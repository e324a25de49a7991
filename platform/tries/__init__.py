"""Tries: code of the editor, built and played against a house bot, without a bot or an account."""
