"""A template as Jinja parses it, with its nodes at hand, so that no check walks through it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from jinja2 import nodes

Kind = TypeVar("Kind", bound=nodes.Node)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parsed template. parts: all of its nodes, as they stand."""

    name: str
    tree: nodes.Template
    parts: tuple[nodes.Node, ...]

    def of(self, *kinds: type[Kind]) -> Iterator[Kind]:
        """The nodes of some kinds."""
        return (node for node in self.parts if isinstance(node, kinds))

    def calls(self) -> Iterator[tuple[str, nodes.Call]]:
        """The calls of functions by their plain name."""
        return ((node.node.name, node) for node in self.of(nodes.Call) if isinstance(node.node, nodes.Name))


def parsed(name: str, tree: nodes.Template) -> Parsed:
    """A template with its nodes."""
    return Parsed(name, tree, tuple(_walk(tree)))


def _walk(node: nodes.Node) -> Iterator[nodes.Node]:
    ahead = [node]
    while ahead:
        node = ahead.pop()
        yield node
        ahead.extend(reversed(list(node.iter_child_nodes())))
