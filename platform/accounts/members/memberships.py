"""People with roles in a row, such as a team, an event or a circuit: one way to check, give and
take roles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Model, TextChoices

from accounts.models import User, Viewer
from accounts.signals import notice_written

Row = TypeVar("Row", bound=Model)
Member = TypeVar("Member", bound=Model)
Role = TypeVar("Role", bound=TextChoices)
Act = TypeVar("Act", bound=TextChoices)
SITE = "organizer of the site"


@dataclass(frozen=True, kw_only=True)
class Rights(Generic[Row, Role, Act]):
    """The roles of people in a row, and the acts that each includes.

    ``members`` gives the rows of the people; ``person`` names their field, and ``standing`` what
    those have that are no mere invitation.  Where organizers of the site have the rights of an
    owner (``of_site``), a program whose token lacks the scope ``organize`` has no role.
    ``stranger`` and ``other_role`` are sentences for people who may not act.
    """

    roles: type[Role]
    allowed: Mapping[Act, frozenset[Role]]
    members: Callable[[Row], Any]
    stranger: str
    other_role: str
    person: str = "person"
    standing: Mapping[str, bool] = field(default_factory=dict)
    of_site: bool = True

    def acts_of(self, role: Role | None) -> frozenset[str]:
        """The names of the acts that a role includes; none without a role."""
        return frozenset(act.value for act, roles in self.allowed.items() if role in roles)

    def table(self) -> list[tuple[str, list[tuple[str, bool]]]]:
        """For pages: each act in words, with each role and whether it includes the act."""
        return [
            (str(act.label), [(str(role.label), role in roles) for role in self.roles])
            for act, roles in self.allowed.items()
        ]

    @property
    def owner(self) -> Role:
        """The role with all rights, which is the first one."""
        return next(iter(self.roles))

    def member(self, row: Row, user: User) -> Any:
        """The person's row, also of an invitation; None without one."""
        return self.members(row).filter(**{self.person: user.pk}).first()

    def role_in(self, row: Row, user: Viewer) -> Role | None:
        """The role of the person; None without one."""
        if not user.is_authenticated:
            return None
        if self.of_site and (not user.is_active or user.roles_withheld):
            return None
        if self.of_site and user.is_staff:
            return self.owner
        found = self.members(row).filter(**{self.person: user.pk}, **self.standing)
        role = found.values_list("role", flat=True).first()
        return None if role is None else self.roles(role)

    def may(self, user: Viewer, row: Row, act: Act) -> bool:
        """Whether the person's role includes the act."""
        return self.role_in(row, user) in self.allowed[act]

    def require(self, by: Viewer, row: Row, act: Act) -> User:
        """The person, if the role includes the act; PermissionDenied otherwise."""
        role = self.role_in(row, by)
        if by.is_authenticated and role in self.allowed[act]:
            return by
        refusal = self.stranger if role is None else self.other_role
        raise PermissionDenied(refusal.format(row=row))

    def role_words(self, row: Row, user: User) -> str:
        """The role by which the person acts, for the audit trail; empty without one."""
        found = self.member(row, user)
        if found is not None:
            return str(found.get_role_display())
        return SITE if user.is_staff else ""


@dataclass(frozen=True, slots=True)
class Notices:
    """How the notices of roles in a row are: their kind, the row's name in them, its data for
    programs, the thread of its mails, the page of its people, and its page for others."""

    kind: str
    name: str
    data: Mapping[str, object]
    thread: str
    path: str
    page: str


@dataclass(frozen=True, kw_only=True)
class Crew(Generic[Row, Member, Role, Act]):
    """How people get, change and lose roles in a row.

    ``lock`` holds the row to the end of the transaction: of two owners who leave at once, one
    stays.  ``act_on`` is the act that giving or taking a role is.  ``record`` writes the history,
    and people are notified of their roles by ``notices``.  The sentence ``full`` refuses more than
    ``most`` people, and ``last_owner`` refuses the loss of the only owner.  ``signed``: members
    have the field ``given_by``.
    """

    rights: Rights[Row, Role, Act]
    lock: Callable[[Row], Row]
    act_on: Callable[[Role], Act]
    record: Callable[[User, Row, str], object]
    notices: Callable[[Row], Notices]
    most: int
    full: str
    last_owner: str
    signed: bool = False

    @transaction.atomic
    def give(self, row: Row, by: Viewer, username: str, role: str) -> Member:
        """Give a person a role, or another one than before.  The person is notified."""
        row, wanted = self.lock(row), self.role_named(role)
        giver, person = self.rights.require(by, row, self.act_on(wanted)), named(username)
        found = self.rights.member(row, person)
        if found is None:
            found = self.add(row, giver, person, wanted, f"made {person} {wanted.label}")
            self.notify(row, found)
        elif found.role == wanted:
            words = f"{person} is {found.get_role_display()} already."
            raise ValidationError({"username": words})
        else:
            self.change(row, giver, found, wanted)
        given: Member = found
        return given

    @transaction.atomic
    def take(self, row: Row, by: Viewer, person: User) -> None:
        """Take a person's role.  Everybody may give up the own one; the only owner has to stay."""
        row = self.lock(row)
        found = self.rights.members(row).get(**{self.rights.person: person})
        if by == person and self.rights.role_in(row, by) is not None:
            self.remove(row, person, found, "gave up the role")
            return
        taker = self.rights.require(by, row, self.act_on(self.rights.roles(found.role)))
        words = f"took the role {found.get_role_display()} from {person}"
        self.remove(row, taker, found, words)

    def role_named(self, name: str) -> Role:
        if name not in self.rights.roles.values:
            known = ", ".join(self.rights.roles.values)
            raise ValidationError({"role": f"“{name}” is not a role. Choose one of: {known}."})
        return self.rights.roles(name)

    def add(self, row: Row, by: User, person: User, role: Role, words: str) -> Member:
        """A row for a person who has none, whose history says ``words``."""
        members = self.rights.members(row)
        if members.count() >= self.most:
            raise ValidationError(self.full.format(most=self.most))
        made: Member = members.create(
            role=role, **{self.rights.person: person}, **self._signature(by)
        )
        self.record(by, row, words)
        return made

    def change(self, row: Row, by: User, member: Any, role: Role) -> None:
        """Give a person another role.  The person is notified."""
        self._keep_an_owner(row, member)
        before, changed = member.get_role_display(), {"role": role, **self._signature(by)}
        for name, value in changed.items():
            setattr(member, name, value)
        member.save(update_fields=list(changed))
        person = getattr(member, self.rights.person)
        self.record(by, row, f"made {person} {role.label}, before {before}")
        self.notify(row, member)

    def remove(self, row: Row, by: User, member: Any, words: str) -> None:
        """Delete the row of a person, who is notified; the row's history says ``words``."""
        self._keep_an_owner(row, member)
        self.record(by, row, words)
        if getattr(member, self.rights.person) != by:
            self.notify(row, member, lost=True)
        member.delete()

    def notify(self, row: Row, member: Any, *, lost: bool = False) -> None:
        """Notify a person of the role, or of its loss.  Those who are merely invited are not."""
        if any(getattr(member, name) != value for name, value in self.rights.standing.items()):
            return
        about, role = self.notices(row), member.get_role_display()
        state = f"you are no longer {role}" if lost else f"you are {role}"
        notice_written.send(
            sender=type(row),
            kind=about.kind,
            people=[getattr(member, self.rights.person)],
            text=f"You are no longer {role} of {about.name}."
            if lost
            else f"You are {role} of {about.name} now.",
            path=about.page if lost else about.path,
            data={**about.data, "role": None if lost else member.role},
            letter={"about": about.name, "title": state, "thread": about.thread},
        )

    def _signature(self, by: User) -> dict[str, object]:
        return {"given_by": by} if self.signed else {}

    def _keep_an_owner(self, row: Row, member: Any) -> None:
        """ValidationError if the row would have no owner without this member."""
        owners = self.rights.members(row).filter(role=self.rights.owner, **self.rights.standing)
        if [owner.pk for owner in owners[:2]] == [member.pk]:
            person = getattr(member, self.rights.person)
            raise ValidationError(self.last_owner.format(person=person, row=row))


def named(username: str) -> User:
    """The person of this name who has an account in use; ValidationError by field for none."""
    name = username.strip()
    person = User.objects.filter(username__iexact=name, is_active=True, is_house=False).first()
    if person is None:
        raise ValidationError({"username": f"There is nobody named “{name}” here."})
    return person
