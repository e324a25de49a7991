"""Packed binary structures, declared by the annotations of dataclasses.

A structure is a frozen dataclass whose members stand in wire order; the type of a member says how
it is written (`codec`).  Little-endian, no padding; texts and arrays begin with a u32 count.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Protocol, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

_COUNT = struct.Struct("<I")
_LONGEST_BLANK = 1024


class Malformed(ValueError):
    """The bytes are not the structure that was expected; the message says where they end."""


class Reader:
    """Takes bytes off the front of a message."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        self._at = 0

    @property
    def left(self) -> int:
        return len(self._data) - self._at

    def take(self, size: int) -> memoryview:
        """The next ``size`` bytes; `Malformed` where fewer are left."""
        if size > self.left:
            raise Malformed(f"{size} bytes are missing behind byte {self._at}, {self.left} follow")
        self._at += size
        return self._data[self._at - size : self._at]

    def count(self) -> int:
        """The count of an array.  The input may contain a wrong count: take the bytes before you
        allocate memory of that size."""
        count: int
        (count,) = _COUNT.unpack(self.take(_COUNT.size))
        return count


class Codec(Protocol):
    """How values of one type become bytes and back."""

    def write(self, value: Any, out: bytearray) -> None: ...

    def read(self, source: Reader) -> Any: ...


class Nothing:
    """The type without values."""

    def write(self, value: None, out: bytearray) -> None:
        pass

    def read(self, source: Reader) -> None:
        return None


class Number:
    """A number of one format of `struct`; ``?`` reads any byte but 0 as true."""

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self._packed = struct.Struct("<" + letter)

    def write(self, value: int, out: bytearray) -> None:
        out += self._packed.pack(value)

    def read(self, source: Reader) -> Any:
        return self._packed.unpack(source.take(self._packed.size))[0]


class Identity:
    """A UUID as its 128-bit number: the low half, then the high half."""

    def write(self, value: int, out: bytearray) -> None:
        out += value.to_bytes(16, "little")

    def read(self, source: Reader) -> int:
        return int.from_bytes(source.take(16), "little")


class Text:
    """UTF-8.  Invalid bytes become lone surrogates, so that encoding restores them."""

    def write(self, value: str, out: bytearray) -> None:
        data = value.encode("utf-8", "surrogateescape")
        out += _COUNT.pack(len(data))
        out += data

    def read(self, source: Reader) -> str:
        return str(source.take(source.count()), "utf-8", "surrogateescape")


class Octets:
    """An array of bytes, as `bytes`."""

    def write(self, value: bytes, out: bytearray) -> None:
        out += _COUNT.pack(len(value))
        out += value

    def read(self, source: Reader) -> bytes:
        return bytes(source.take(source.count()))


class Rows:
    """An array of structures of fixed size as a numpy array of records."""

    def __init__(self, row: np.dtype[np.void]) -> None:
        self._row = row

    def write(self, value: NDArray[np.void], out: bytearray) -> None:
        out += _COUNT.pack(len(value))
        out += value.tobytes()

    def read(self, source: Reader) -> NDArray[np.void]:
        return np.frombuffer(source.take(source.count() * self._row.itemsize), self._row)


class Items:
    """An array of any elements, as a tuple."""

    def __init__(self, item: Codec) -> None:
        self._item = item

    def write(self, value: tuple[Any, ...], out: bytearray) -> None:
        out += _COUNT.pack(len(value))
        for element in value:
            self._item.write(element, out)

    def read(self, source: Reader) -> tuple[Any, ...]:
        return tuple(self._item.read(source) for _ in range(source.count()))


class Record:
    """A structure: its members in order."""

    def __init__(self, made: type, members: Iterable[tuple[str, Codec]]) -> None:
        self._made = made
        self._members = tuple(members)

    def write(self, value: Any, out: bytearray) -> None:
        for name, member in self._members:
            member.write(getattr(value, name), out)

    def read(self, source: Reader) -> Any:
        return self._made(*[member.read(source) for _, member in self._members])


class Packed(Record):
    """A structure of at least two members, all of them numbers: written and read in one go."""

    def __init__(self, made: type, members: Iterable[tuple[str, Number]]) -> None:
        members = tuple(members)
        super().__init__(made, members)
        self._packed = struct.Struct("<" + "".join(member.letter for _, member in members))
        self._values = attrgetter(*[name for name, _ in members])

    def write(self, value: Any, out: bytearray) -> None:
        out += self._packed.pack(*self._values(value))

    def read(self, source: Reader) -> Any:
        return self._made(*self._packed.unpack(source.take(self._packed.size)))


U8 = Annotated[int, Number("B")]
U16 = Annotated[int, Number("H")]
U32 = Annotated[int, Number("I")]
U64 = Annotated[int, Number("Q")]
I8 = Annotated[int, Number("b")]
I32 = Annotated[int, Number("i")]


@cache
def codec(kind: Any) -> Codec:
    """The codec of a type: a number type of this module, ``bool``, ``str``, ``bytes``, ``None``,
    ``tuple[T, ...]`` (an array), a dataclass of such members, or ``Annotated[..., Codec]``."""
    if get_origin(kind) is Annotated:
        return cast(Codec, get_args(kind)[1])
    if get_origin(kind) is tuple:
        return Items(codec(get_args(kind)[0]))
    if is_dataclass(kind):
        return _record(cast(type, kind))
    return _PLAIN[kind]


_PLAIN: dict[Any, Codec] = {None: Nothing(), bool: Number("?"), str: Text(), bytes: Octets()}


def _record(made: type) -> Codec:
    hints = get_type_hints(made, include_extras=True)
    members = [(field.name, codec(hints[field.name])) for field in fields(made)]
    numbers = [(name, member) for name, member in members if isinstance(member, Number)]
    return Packed(made, numbers) if len(numbers) == len(members) > 1 else Record(made, members)


def encode(kind: Any, value: Any) -> bytes:
    """The bytes of a value of this type."""
    out = bytearray()
    codec(kind).write(value, out)
    return bytes(out)


def decode(kind: Any, data: bytes) -> Any:
    """The value that these bytes encode.  `Malformed` if they do not, or if some are left."""
    source = Reader(data)
    value = codec(kind).read(source)
    if source.left:
        raise Malformed(f"{source.left} bytes too many")
    return value


def blank(kind: Any) -> bytes:
    """The bytes of the type's empty value: zero, the empty text or array, or a structure of such
    members.  All of these bytes are 0."""
    source = Reader(bytes(_LONGEST_BLANK))
    codec(kind).read(source)
    return bytes(_LONGEST_BLANK - source.left)
