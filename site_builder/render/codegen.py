"""How templates become code: a few of Jinja's ways, made quicker and stricter for what templates get here."""

from __future__ import annotations

import keyword
from collections.abc import Iterable

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

from site_builder.render.vocabulary import FUNCTIONS


def _is_told(callee: nodes.Node) -> bool:
    """Whether a call may be one of a function that reads the context."""
    return isinstance(callee, nodes.Name) and callee.name in FUNCTIONS


class Writer(CodeGenerator):
    """Writes each value of a template through one function, which escapes text and refuses a missing value: the same
    as autoescape with a finalize function, in half the time."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> str:
        """Only plain text is put into the code as it is: Jinja would write the constant none as "None"."""
        if isinstance(node, nodes.TemplateData) or (isinstance(node, nodes.Const) and isinstance(node.value, str)):
            return super()._output_child_to_const(node, frame, finalize)
        raise nodes.Impossible

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.written(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_post(node, frame, finalize)
        else:
            self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja calls it
        """A field, asked for directly: contexts are plain values. One that is not there is a fault where it is asked
        for, not where a partial that it is handed to uses it."""
        is_self = isinstance(node.node, nodes.Name) and node.node.name == "self"  # whose blocks are no attributes
        if is_self or keyword.iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - Jinja calls it
        """A call. Only functions of templates are told of the context; macros are called directly."""
        if forward_caller or node.dyn_args or node.dyn_kwargs or _is_told(node.node):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(")(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        for named in node.kwargs:
            self.write(f"{named.key}=")
            self.visit(named.value, frame)
            self.write(", ")
        self.write(")")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja calls it
        """Joins with ~, which refuse a missing value instead of writing "None"."""
        self._call("joined", node.nodes, frame)

    def visit_Mod(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802 - Jinja calls it
        """The rest of a division; a text with % would write a missing value as "None"."""
        self._call("rest", (node.left, node.right), frame)

    def _call(self, function: str, values: Iterable[nodes.Expr], frame: Frame) -> None:
        self.write(f"environment.{function}((")
        for value in values:
            self.visit(value, frame)
            self.write(", ")
        self.write("))")
