"""Names of groups, encounters and games."""

from __future__ import annotations

from collections.abc import Sequence


def group_letter(number: int) -> str:
    """The letter of a group, which counts from 0: A to Z, then AA, AB …"""
    more, last = divmod(number, 26)
    return (group_letter(more - 1) if more else "") + chr(ord("A") + last)


def group_name(number: int) -> str:
    """The name of a group, which counts from 0, for example “Group B”."""
    return f"Group {group_letter(number)}"


def in_words(*parts: str) -> str:
    """A path from the whole to a part, for example “Groups, group B, round 2, match 1”.

    Empty parts are left out.  The first one is written as it is, the others begin in lower case.
    """
    first, *rest = [part for part in parts if part]
    return ", ".join([first, *(part[:1].lower() + part[1:] for part in rest)])


def dealt_words(sizes: Sequence[int]) -> str:
    """A phrase about several groups, for example “5 groups of 4 to 5 bots”; empty for one."""
    if len(sizes) < 2:
        return ""
    least, most = min(sizes), max(sizes)
    if least == most:
        return f"{len(sizes)} groups of {most} bots"
    return f"{len(sizes)} groups of {least} to {most} bots"
