"""docs/check.md lists every rule that checks have beyond a build, and no other."""

import ast
import re

from tests.folders import PROJECT

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+|headings")


def rules_of_the_code() -> set[str]:
    """The texts that stand in the place of a rule where linting/ makes a flaw or a problem."""
    found = set()
    for path in (PROJECT / "site_builder" / "linting").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Problem", "Flaw"):
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                found |= {text for text in texts if isinstance(text, str) and NAME.fullmatch(text)}
    return found


def test_every_rule_is_documented():
    """no-templates is the one that stands in place of a build's errors."""
    text = (PROJECT / "docs" / "check.md").read_text(encoding="utf-8")
    rows = [
        line.split("|")[1] for line in text.split("\n") if re.match(r"\| `[a-z-]+`.*\| (error|warning|note) \|", line)
    ]
    documented = {rule for row in rows for rule in re.findall(r"`([a-z-]+)`", row)}
    assert rules_of_the_code() - {"no-templates"} == documented
