"""The roles of a team's members, and the one table of their rights."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import TextChoices


class Role(TextChoices):
    """The highest role first."""

    OWNER = "owner", "owner"
    MANAGER = "manager", "manager"
    DEVELOPER = "developer", "developer"
    MEMBER = "member", "member"


class Act(TextChoices):
    """The acts that depend on a role; a label says what they are."""

    SEE = "see", "Read sources, logs, tests and comparisons of the bots; see private maps"
    DEVELOP = (
        "develop",
        "Upload, activate and change bots; change maps; request matches; enter events",
    )
    EDIT = "edit", "Change the text and the link of the team's page"
    INVITE = "invite", "Invite and remove developers and members"
    ROLES = "roles", "Invite and remove managers and owners; give roles; hand the team over"


ALLOWED: Mapping[Act, frozenset[Role]] = {
    Act.SEE: frozenset(Role),
    Act.DEVELOP: frozenset((Role.OWNER, Role.MANAGER, Role.DEVELOPER)),
    Act.EDIT: frozenset((Role.OWNER, Role.MANAGER)),
    Act.INVITE: frozenset((Role.OWNER, Role.MANAGER)),
    Act.ROLES: frozenset((Role.OWNER,)),
}
"""By act: the roles that include it.  Checks of permissions, settings and help read this table."""

HIGH = frozenset((Role.OWNER, Role.MANAGER))
"""Roles that only `Act.ROLES` gives and takes."""


def act_on(role: str) -> Act:
    """The act that inviting or removing a person of the role is."""
    return Act.ROLES if role in HIGH else Act.INVITE
