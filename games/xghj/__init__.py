"""XGHJ: up to eight countries that bid, ally, backstab, and bomb each other for land."""

from games.xghj.game import XGHJ

__all__ = ["XGHJ"]
