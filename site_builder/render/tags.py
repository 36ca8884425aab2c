"""Whether the tags of a template are balanced, on every way through its conditions.

Every element is closed where it was opened: in the same file, and in the same branch, loop, block or macro. A tag that
is opened under a condition may be closed later under the same one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jinja2 import nodes

# The elements of HTML that have no end.
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
_RAW = frozenset({"script", "style", "title", "textarea"})
_TEXT = re.compile(r"<!--|<!|<\?|</?([A-Za-z][^\s/<>]*)")
_IN_TAG = re.compile(r"[\"'<]|/?>")
_MOST_WAYS = 64


@dataclass(frozen=True, slots=True)
class TagFault:
    """A tag that is not balanced: on which line, what is wrong, and the tag as it is written."""

    line: int
    message: str
    tag: str


@dataclass(frozen=True, slots=True)
class _Open:
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class _State:
    """Where a way through a template stands. stack: the elements that are open; tag, quote: of the tag that is being
    written; quote_line: where the quote begins; until: what ends a comment or the text of a script; taken: the
    conditions that differ between ways."""

    stack: tuple[_Open, ...] = ()
    tag: _Open | None = None
    is_end: bool = False
    quote: str = ""
    quote_line: int = 0
    until: str = ""
    taken: tuple[tuple[str, bool], ...] = ()


class TooManyWaysError(Exception):
    """A template whose conditions open and close too many tags to follow."""


class BrokenTagError(Exception):
    """A tag or a value in quotes that does not end, so that what comes after it cannot be followed."""

    def __init__(self, line: int, message: str, mark: str) -> None:
        super().__init__(message)
        self.fault = TagFault(line, message, mark)


class TagCheck:
    """Follows the tags of one template."""

    def __init__(self, tree: nodes.Template) -> None:
        self._tree = tree
        self._faults: dict[TagFault, None] = {}

    def faults(self) -> Iterator[TagFault]:
        """What is not balanced, each once, in the order of the lines."""
        try:
            self._closed_body(self._tree.body)
        except TooManyWaysError:
            return
        except BrokenTagError as broken:
            yield broken.fault
            return
        yield from sorted(self._faults, key=lambda fault: (fault.line, fault.message))

    def _closed_body(self, body: Sequence[nodes.Node], start: _State | None = None) -> None:
        """Follow a part that has to leave everything as it found it."""
        for state in self._follow(body, [start or _State()]):
            for left in state.stack:
                self._faults[TagFault(left.line, f"<{left.name}> is not closed", f"<{left.name}")] = None

    def _follow(self, body: Sequence[nodes.Node], states: list[_State]) -> list[_State]:
        for node in body:
            states = self._step(node, states)
            if len(states) > _MOST_WAYS:
                raise TooManyWaysError
        return states

    def _step(self, node: nodes.Node, states: list[_State]) -> list[_State]:
        if isinstance(node, nodes.Output):
            for data in (child for child in node.nodes if isinstance(child, nodes.TemplateData)):
                states = _distinct(self._read(data, state) for state in states)
        elif isinstance(node, nodes.If):
            return self._branches(node, states)
        elif isinstance(node, nodes.For):
            self._loops(node, states)
        elif isinstance(node, nodes.Macro | nodes.Block | nodes.CallBlock | nodes.AssignBlock | nodes.FilterBlock):
            self._closed_body(node.body)
        elif isinstance(node, nodes.With):
            return self._follow(node.body, states)
        return states

    def _loops(self, node: nodes.For, states: list[_State]) -> None:
        """A loop leaves the tags as they were, however often it runs."""
        for inside in _distinct(replace(state, stack=()) for state in states):
            for body in (node.body, node.else_):
                self._closed_body(body, inside)

    def _branches(self, node: nodes.If, states: list[_State]) -> list[_State]:
        test = repr(node.test)
        others: list[nodes.Node] = [*node.elif_[:1]] if node.elif_ else list(node.else_)
        if node.elif_:
            first = node.elif_[0]
            others = [nodes.If(first.test, first.body, node.elif_[1:], node.else_, lineno=first.lineno)]
        found = []
        for state in states:
            decided = dict(state.taken).get(test)
            for holds, body in ((True, node.body), (False, others)):
                if decided is None:
                    way = replace(state, taken=(*state.taken, (test, holds)))
                elif decided is holds:
                    way = state
                else:
                    continue
                found.extend(self._follow(body, [way]))
        return _merged(found, test)

    def _read(self, data: nodes.TemplateData, state: _State) -> _State:
        text, at = data.data, 0
        while at < len(text):
            line = data.lineno + text.count("\n", 0, at)
            if state.until:
                end = text.lower().find(state.until, at)
                if end < 0:
                    return state
                at = end if state.until.startswith("</") else end + len(state.until)
                state = replace(state, until="")
            elif state.quote:
                end = text.find(state.quote, at)
                if "<" in text[at : end if end >= 0 else len(text)]:
                    message = "a quotation mark is not closed before the next '<'"
                    raise BrokenTagError(state.quote_line, message, state.quote)
                if end < 0:
                    return state
                at, state = end + 1, replace(state, quote="", quote_line=0)
            elif state.tag is not None:
                state, at = self._in_tag(text, at, state, data.lineno)
            else:
                state, at = _in_text(text, at, line, data.lineno, state)
        return state

    def _in_tag(self, text: str, at: int, state: _State, first_line: int) -> tuple[_State, int]:
        """Go on inside a tag: to a quote, or to its end."""
        found = _IN_TAG.search(text, at)
        if found is None:
            return state, len(text)
        if found[0] in "\"'":
            line = first_line + text.count("\n", 0, found.start())
            return replace(state, quote=found[0], quote_line=line), found.end()
        tag = state.tag
        assert tag is not None, "only called inside a tag"
        if found[0] == "<":
            name = f"</{tag.name}" if state.is_end else f"<{tag.name}"
            raise BrokenTagError(tag.line, f"{name} has no '>' before the next '<'", name)
        done = replace(state, tag=None, is_end=False)
        if state.is_end:
            return self._close(tag, done), found.end()
        if found[0] == "/>" or tag.name in _VOID:
            return done, found.end()
        until = f"</{tag.name}" if tag.name in _RAW else ""
        return replace(done, stack=(*done.stack, tag), until=until), found.end()

    def _close(self, tag: _Open, state: _State) -> _State:
        names = [each.name for each in state.stack]
        if names and names[-1] == tag.name:
            return replace(state, stack=state.stack[:-1])
        if tag.name in names:
            at = len(names) - 1 - names[::-1].index(tag.name)
            for left in state.stack[at + 1 :]:
                message = f"<{left.name}> is not closed before </{tag.name}> of line {tag.line}"
                self._faults[TagFault(left.line, message, f"<{left.name}")] = None
            return replace(state, stack=state.stack[:at])
        self._faults[TagFault(tag.line, f"</{tag.name}> closes nothing that is open here", f"</{tag.name}")] = None
        return state


def _in_text(text: str, at: int, line: int, first_line: int, state: _State) -> tuple[_State, int]:
    """Go on in text: to the next tag or comment."""
    found = _TEXT.search(text, at)
    if found is None:
        return state, len(text)
    if found[1] is None:
        until = "-->" if found[0] == "<!--" else ">"
        return replace(state, until=until), found.end()
    line = first_line + text.count("\n", 0, found.start())
    tag = _Open(found[1].lower(), line)
    return replace(state, tag=tag, is_end=found[0].startswith("</")), found.end()


def _distinct(states: Iterator[_State]) -> list[_State]:
    return list(dict.fromkeys(states))


def _merged(states: list[_State], test: str) -> list[_State]:
    """Ways that came out alike are one, and the condition that parted them no longer matters."""
    without = [replace(state, taken=tuple(each for each in state.taken if each[0] != test)) for state in states]
    alike = {way for way in without if without.count(way) > 1}
    return _distinct(way if way in alike else state for way, state in zip(without, states, strict=True))
