"""Importing a list of people from CSV: a preview with errors by line, then invitations and codes.

Each row becomes a code that organizers hand out.  Where the row names an account of this site, by
its name or a confirmed address, that person is invited too.  The preview and the result are the
same either way, so an import tells nobody who has an account.  No account is made, and mail goes to
the confirmed addresses of invited people only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower

from accounts.models import User, Viewer
from accounts.signing.codes import digest_of_code, new_code
from arbiter import texts
from arbiter.csv_text import SEPARATORS, NotCsv, read, separator_of
from arbiter.database.locks import lock
from games.texts.sentences import paragraph
from ladder.events.entrants.invitations import require_room
from ladder.events.entrants.notifications import tell_invited
from ladder.events.models import Event, Invitation
from ladder.events.models.entrants import LONGEST_LABEL
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct

MOST_ROWS = 5000
MOST_BYTES = 1024 * 1024
_NAMES = frozenset(("name", "user", "username", "mail", "e-mail", "email", "address"))
_NOTES = frozenset(("note", "notes", "comment", "full name", "school", "team"))


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file: the name or address, and a note for organizers."""

    line: int
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """An error of a line; line 0: of the whole file."""

    line: int
    text: str


@dataclass(frozen=True)
class Preview:
    """The rows and errors of a list.  It can be confirmed if it has rows and no errors."""

    text: str
    rows: Sequence[Row] = ()
    errors: Sequence[Wrong] = ()
    separator: str = "comma"
    notes: Sequence[str] = field(default=())

    @property
    def ready(self) -> bool:
        return bool(self.rows) and not self.errors


@dataclass(frozen=True, slots=True)
class Made:
    """A row with its code, which is shown once."""

    label: str
    note: str
    code: str


def decoded(data: bytes) -> tuple[str, list[str]]:
    """The text of a file, and remarks about its encoding.  ValidationError for other files."""
    if len(data) > MOST_BYTES:
        raise ValidationError(f"The file is larger than {MOST_BYTES // 1024:,} KB. Split it.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _strictly(data, "utf-16"), ["The file is encoded as UTF-16."]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        remark = "The file is not UTF-8. It was read as Windows-1252: check letters with accents."
        return _strictly(data, "cp1252"), [remark]


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise ValidationError(
            "The encoding of the file is not known. Save it as CSV with UTF-8."
        ) from None


def preview(event: Event, text: str, notes: Sequence[str] = ()) -> Preview:
    """Read a list.  It does not look at accounts, so it tells nothing about them."""
    if len(text.encode()) > MOST_BYTES:
        long = f"The list is longer than {MOST_BYTES // 1024:,} KB. Split it."
        return Preview("", errors=[Wrong(0, long)])
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    separator = separator_of(text)
    try:
        rows, errors = _read(text, separator)
    except NotCsv as error:
        wrong = f"This row is not CSV: {error}. Check the quotation marks from this line on."
        errors, rows = [Wrong(error.line, wrong)], []
    errors += _doubled(rows)
    errors += _known(event, rows)
    if not rows and not errors:
        errors.append(Wrong(0, "The list is empty. Write one name or e-mail address a line."))
    if len(rows) > MOST_ROWS:
        wrong = f"The list has {len(rows):,} rows; at most {MOST_ROWS:,} can be imported. Split it."
        errors.insert(0, Wrong(0, wrong))
    errors.sort(key=lambda each: each.line)
    return Preview(text, rows, errors, SEPARATORS[separator], notes)


def _read(text: str, separator: str) -> tuple[list[Row], list[Wrong]]:
    rows: list[Row] = []
    errors: list[Wrong] = []
    at, note_at, first = 0, 1, True
    for here, cells in read(text, separator):
        cells = [" ".join(cell.split(" ")).strip() for cell in cells]
        if not any(cells):
            continue
        if first and (columns := _header([cell.lower() for cell in cells])) is not None:
            at, note_at, first = *columns, False
            continue
        first = False
        label = cells[at] if at < len(cells) else ""
        note = cells[note_at] if 0 <= note_at < len(cells) else ""
        wrong = list(_of_cells(here, label, note))
        errors += wrong
        if not wrong:
            rows.append(Row(here, label, note))
    return rows, errors


def _header(cells: Sequence[str]) -> tuple[int, int] | None:
    """The columns of the name and of the note (-1: none) if this row is a heading, else None."""
    names = [at for at, cell in enumerate(cells) if cell in _NAMES]
    if not names:
        return None
    notes = [at for at, cell in enumerate(cells) if cell in _NOTES]
    return names[0], notes[0] if notes else -1


def _of_cells(line: int, label: str, note: str) -> Iterator[Wrong]:
    if not label:
        yield Wrong(line, "The name is empty. Write a name or an e-mail address, or remove it.")
    for what, value in (("name", label), ("note", note)):
        if len(value) > LONGEST_LABEL:
            yield Wrong(
                line,
                f"The {what} has {len(value)} characters; at most {LONGEST_LABEL} are allowed.",
            )
            continue
        try:
            texts.check_line(value)
        except ValidationError as error:
            yield Wrong(line, paragraph(*error.messages))


def _doubled(rows: Sequence[Row]) -> list[Wrong]:
    first: dict[str, int] = {}
    wrong = []
    for row in rows:
        key = row.label.lower()
        if key in first:
            wrong.append(Wrong(row.line, f"“{row.label}” is also in line {first[key]}."))
        first.setdefault(key, row.line)
    return wrong


def _known(event: Event, rows: Sequence[Row]) -> list[Wrong]:
    """Rows that an earlier import has; it compares labels, never accounts."""
    codes = event.invitations.standing().filter(kind=Invitation.Kind.CODE)
    known = {label.lower() for label in codes.values_list("label", flat=True)}
    return [
        Wrong(
            row.line,
            f"“{row.label}” was imported before. Remove the line, or take the earlier row back.",
        )
        for row in rows
        if row.label.lower() in known
    ]


@transaction.atomic
def confirm(event: Event, by: Viewer, text: str) -> list[Made]:
    """Import the list; ValidationError, and nothing is done, if its preview has errors."""
    organizer = require(by, event, EventAct.ENTRANTS)
    event = lock(Event.objects).get(pk=event.pk)
    if event.state != Event.State.OPEN:
        raise ValidationError("Entrants can be imported after publication and before the start.")
    checked = preview(event, text)
    if not checked.ready:
        raise ValidationError(
            [
                f"Line {each.line}: {each.text}" if each.line else each.text
                for each in checked.errors
            ]
        )
    require_room(event, len(checked.rows))
    made = [(row, new_code()) for row in checked.rows]
    people = _people(event, [row.label for row in checked.rows])
    Invitation.objects.bulk_create(
        Invitation(
            event=event,
            kind=Invitation.Kind.CODE,
            label=row.label,
            note=row.note,
            person=people.get(row.label),
            digest=digest_of_code(code),
            created_by=organizer,
        )
        for row, code in made
    )
    tell_invited(event, people.values())
    record(organizer, event, event, f"imported {len(made)} rows of entrants")
    return [Made(row.label, row.note, code) for row, code in made]


def _people(event: Event, labels: Sequence[str]) -> dict[str, User]:
    """The person of each label, each once, without those who have an invitation to the event."""
    wanted = {label.lower(): label for label in labels}
    person_of: dict[str, User] = {}
    taken = set(event.invitations.exclude(person=None).values_list("person_id", flat=True))
    active = User.objects.filter(is_active=True, is_house=False)
    pairs = [(person.username.lower(), person) for person in _named(active, wanted)]
    rows = EmailAddress.objects.filter(verified=True, user__in=active).select_related("user")
    pairs += [
        (row.email.lower(), row.user) for row in rows.filter(email__in=[*wanted, *wanted.values()])
    ]
    for key, person in pairs:
        if key in wanted and person.pk not in taken:
            person_of[wanted[key]] = person
            taken.add(person.pk)
    return person_of


def _named(active: QuerySet[User], wanted: dict[str, str]) -> list[User]:
    rows = active.annotate(lower=Lower("username"))
    return list(rows.filter(lower__in=list(wanted)).order_by("pk"))


def own_codes(event: Event, rows: Sequence[Made]) -> bool:
    """Whether all these rows have codes of the event, so that a file with them can be given back to
    the organizer who has just seen them."""
    digests = {digest_of_code(row.code): row.label for row in rows}
    known = dict(event.invitations.filter(digest__in=digests).values_list("digest", "label"))
    return bool(rows) and known == digests
