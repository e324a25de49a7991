"""Sentences of Python code that are joined from pieces, read from syntax trees.

A sentence for people is a whole message, the placeholders of which hold values: names, numbers,
dates, lists and counted things (`games.texts.sentences`).  Code chooses between whole messages.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

VALUE = "\x02"
"""Stands for a placeholder in the text of a message."""
CHOSEN = "a placeholder holds words that the code chose. Write a whole message for each case"
ADDED = "words are added to it. Write a whole message for each case, or use `paragraph`"
JOINED = "words are joined. Use `listed` for names, and `paragraph` for whole sentences"
PARTED = "`paragraph` gets a part of a sentence. Give it whole ones"

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.Lambda, ast.ClassDef)
_WORD = re.compile(r"(?<![\w./=<_:-])[a-z’']{2,}(?![\w/=_(]|:[\w/])")
_WORD_AND_BLANK = re.compile(r"[A-Za-z]{2,}[”’')]*[.,:;]? |\s[“(]?[A-Za-z]{2,}")
_FRAGMENT = re.compile(r"^[ ,;].*[A-Za-z]|[A-Za-z].* $")
_SUFFIX = frozenset(("s", "es", "ies", "y", "d", "ed", "n"))
_MEASURE = re.compile(rf"{VALUE} ?(ms|s|min|h|d)")
_PROGRAM = re.compile(
    r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH) |::\w|[A-Z]{2,} \w+ ?[=(]|<[a-z/]|\n"
)
"""SQL, HTML and texts of several lines."""
_WHOLE = re.compile(rf"[.?:…)”{VALUE}]$|^$")
_SUSPECT = re.compile(r"""\bf["']|\.join\(|\.format\(|paragraph\(|\+=? ?\(?\s*["']|["']\)? \+ """)


class Joined(NamedTuple):
    """A sentence that is joined from pieces: its line, its text and its fault."""

    line: int
    text: str
    advice: str


def joined_in(source: str) -> list[Joined]:
    """The joined sentences of one module, by line."""
    if not _SUSPECT.search(source):
        return []
    module = _Module(ast.parse(source))
    return sorted({each for scope in module.scopes for each in scope.joined()})


def is_piece(text: str) -> bool:
    """Whether a text has words of a sentence, or the ending of one."""
    if text.strip() in _SUFFIX:
        return True
    words = _WORD.search(text) and not _MEASURE.fullmatch(text)
    return bool(words) and not _PROGRAM.search(text)


def is_message(text: str) -> bool:
    """Whether a text has words with blanks between them, and is for people."""
    return bool(_WORD_AND_BLANK.search(text)) and is_piece(text)


class _Module:
    """The functions of a module, and the texts that they and its names may stand for."""

    def __init__(self, tree: ast.Module) -> None:
        nodes = list(ast.walk(tree))
        functions = [node for node in nodes if isinstance(node, _SCOPES)]
        self.constants: dict[str, list[ast.expr]] = {}
        own = _Scope(self, tree)
        self.constants = {
            name: values
            for name, values in own.given.items()
            if any(" " in text for value in values for text in _direct(value))
        }
        self.scopes = [own, *(_Scope(self, node) for node in functions)]
        self._by_name = {scope.name: scope for scope in self.scopes if scope.name}

    def returned(self, name: str, seen: frozenset[str]) -> Iterator[str]:
        """The texts that a function of the module may return."""
        scope = self._by_name.get(name)
        for node in scope.nodes if scope else ():
            if scope and isinstance(node, ast.Return) and node.value:
                yield from scope.texts(node.value, seen)


class _Scope:
    """A function, a class, or a module outside of these, with what it gives to its names."""

    def __init__(self, module: _Module, top: ast.AST) -> None:
        self.module = module
        self.name = top.name if isinstance(top, _FUNCTIONS) else ""
        self.nodes = list(_own(top))
        self.given: dict[str, list[ast.expr]] = defaultdict(list)
        self.parts: dict[str, list[ast.expr]] = defaultdict(list)
        for node in self.nodes:
            self._note(node)

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, value)
            case ast.NamedExpr(target=target, value=value):
                self._assign(target, value)
            case ast.AugAssign(target=ast.Name(id=name), value=ast.List(elts=parts)):
                self.parts[name] += parts
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[part]):
                self.parts[name].append(part)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Name(id=name), ast.List(elts=parts):
                self.parts[name] += parts
            case ast.Name(id=name), _:
                self.given[name].append(value)
            case ast.Tuple(elts=names), ast.Tuple(elts=values):
                for one, its in zip(names, values, strict=False):
                    self._assign(one, its)
            case ast.Tuple(), ast.IfExp(body=body, orelse=orelse):
                self._assign(target, body)
                self._assign(target, orelse)

    def texts(self, node: ast.expr, seen: frozenset[str] = frozenset()) -> Iterator[str]:
        """The texts in the module that an expression may stand for."""
        match node:
            case ast.Name(id=name) if name not in seen:
                for value in self.given.get(name) or self.module.constants.get(name) or []:
                    yield from self.texts(value, seen | {name})
            case ast.Call(args=arguments) if (name := _called(node)) and name not in seen:
                for part in arguments[1:] if name == "plural" else ():
                    yield from self.texts(part, seen | {name})
                yield from self.module.returned(name, seen | {name})
            case ast.Constant() | ast.JoinedStr():
                yield from _direct(node)
            case _:
                for part in _branches(node):
                    yield from self.texts(part, seen)

    def joined(self) -> Iterator[Joined]:
        for node in self.nodes:
            advice = self._advice(node)
            if advice and isinstance(node, ast.stmt | ast.expr):
                yield Joined(node.lineno, ast.unparse(node), advice)

    def _advice(self, node: ast.AST) -> str:
        """The fault of a text that is made here; empty if it has none."""
        match node:
            case ast.JoinedStr():
                return CHOSEN if self._has_chosen(node) else ""
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                return ADDED if _adds(left, right) else ""
            case ast.AugAssign(op=ast.Add(), value=value):
                return ADDED if _adds(value) else ""
            case ast.Call(func=ast.Name(id="paragraph"), args=sentences):
                texts = (text for each in sentences for text in self.texts(each))
                return "" if all(map(_WHOLE.search, texts)) else PARTED
            case ast.Call(func=ast.Attribute(attr="format"), keywords=values):
                texts = (text for each in values for text in _direct(each.value))
                return CHOSEN if any(map(is_piece, texts)) else ""
            case ast.Call(
                func=ast.Attribute(value=ast.Constant(value=str(between)), attr="join"),
                args=[parts],
            ):
                return JOINED if self._joins(between, parts) else ""
        return ""

    def _has_chosen(self, node: ast.JoinedStr) -> bool:
        whole = next(_direct(node))
        if _PROGRAM.search(whole):
            return False
        for at, part in enumerate(node.values):
            if not isinstance(part, ast.FormattedValue):
                continue
            pieces = [text for text in self.texts(part.value) if is_piece(text)]
            direct = any(map(is_piece, _direct(part.value)))
            ending = any(text in _SUFFIX or _FRAGMENT.search(text) for text in pieces)
            if ending or (direct and " " in whole):
                return True
            if pieces and _WORD_AND_BLANK.search(whole) and not _stands_alone(node.values, at):
                return True
        return False

    def _joins(self, between: str, parts: ast.expr) -> bool:
        if _WORD.search(between):
            return True
        if between.strip(" .") or not between:
            return False
        pieces = (text for part in self._parts(parts) for text in self.texts(part))
        if any(map(is_message, pieces)):
            return True
        names = {(getattr(n, "attr", ""), getattr(n, "value", "")) for n in ast.walk(parts)}
        return any("messages" in pair for pair in names)

    def _parts(self, parts: ast.expr) -> list[ast.expr]:
        match parts:
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                return elements
            case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element):
                return [element]
            case ast.Name(id=name):
                return self.parts.get(name, [])
            case ast.Call(args=arguments):
                return [inner for each in arguments for inner in self._parts(each)]
        return []


def _stands_alone(parts: list[ast.expr], at: int) -> bool:
    """Whether a placeholder is a whole message after or before a colon."""
    before = next(_direct(parts[at - 1]), "") if at else ""
    after = next(_direct(parts[at + 1]), "") if at + 1 < len(parts) else ""
    return (before.endswith(": ") and at + 1 == len(parts)) or (not at and after.startswith(":"))


def _adds(*sides: ast.expr) -> bool:
    texts = [text for side in sides for text in _direct(side)]
    if any(map(_PROGRAM.search, texts)):
        return False
    return any(is_message(text) or text in _SUFFIX or _FRAGMENT.search(text) for text in texts)


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
    return ""


def _branches(node: ast.expr) -> list[ast.expr]:
    """The expressions that an expression chooses from, or adds."""
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.BoolOp(values=values) | ast.Subscript(value=ast.Dict(values=values)):
            return values
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return [left, right]
        case ast.Subscript(value=ast.Tuple(elts=values) | ast.List(elts=values)):
            return values
    return []


def _direct(node: ast.expr) -> Iterator[str]:
    """The texts that stand in an expression itself, with a mark for each placeholder."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            texts = (part.value if isinstance(part, ast.Constant) else VALUE for part in parts)
            yield "".join(map(str, texts))
        case _:
            for part in _branches(node):
                yield from _direct(part)


def _own(top: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope, without those of the scopes inside it."""
    for node in ast.iter_child_nodes(top):
        if not isinstance(node, _SCOPES):
            yield node
            yield from _own(node)
