"""Whether an address of another host can be followed at all, by how it is written. It is never asked for."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from site_builder.errors import Severity, nearest_hint, quoted

SCHEMES = ("https", "http", "mailto", "tel")
# Those that copy in Markdown keeps; any other leads nowhere there.
_OF_MARKDOWN = ("https", "http", "mailto")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_REFUSED = re.compile(r"[\s\x00-\x1f\x7f<>\"\\^`{|}]")
_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_LABEL = re.compile(r"(?!-)[^\W]([\w-]*[^\W])?(?<!-)")
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_PHONE = re.compile(r"\+?[0-9().-]+")
_EXPECTED = "expected an address such as https://example.org/page"

# In Markdown: code that stands for itself, and where an address begins.
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_DEFINITION = re.compile(r" {0,3}\[[^\]]+\]:\s*<?(?P<address>[^\s>]+)")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]*:[^>]*)>")
_TITLE = re.compile(r"\s+(\"[^\"]*\"|'[^']*'|\([^)]*\))\s*$")
_BRACES = re.compile(r"{{.*?}}|{%.*?%}|{#.*?#}")


@dataclass(frozen=True, slots=True)
class AddressFault:
    """What is wrong with an address: surely (an error) or perhaps (a warning)."""

    severity: Severity
    message: str
    hint: str
    address: str


def address_fault(address: str, schemes: Sequence[str] = SCHEMES) -> AddressFault | None:
    """What is wrong with an address that leads out of the site; None where nothing is, and for one of the site.

    An error where no browser can follow it, a warning where one may.
    """
    scheme = _SCHEME.match(address)
    if scheme is None and not address.startswith("//"):
        return None
    name = scheme[1].lower() if scheme else "https"
    if name not in (*schemes, "data"):
        expected = f"{', '.join(schemes[:-1])} or {schemes[-1]}"
        return _error(address, f"begins with {name}:, expected {expected}", nearest_hint(name, schemes))
    if name in ("mailto", "tel", "data"):
        return _contact_fault(address, name)
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        # What cannot be split is told as a dead link.
        return None if "[" in address or "]" in address else _error(address, f"has no proper port, {_EXPECTED}")
    if wrong := _host_fault(host, parts):
        return _error(address, f"{wrong}, {_EXPECTED}")
    doubt = _doubt(address, host)
    return AddressFault(Severity.WARNING, f"{quoted(address)} {doubt}", "", address) if doubt else None


def _contact_fault(address: str, name: str) -> AddressFault | None:
    rest = address.split(":", 1)[1].split("?", 1)[0]
    if name == "mailto" and not all(_MAIL.fullmatch(one) for one in rest.split(",")):
        return _error(address, "names no mailbox, expected an address such as mailto:me@example.org")
    if name == "tel" and not _PHONE.fullmatch(rest):
        return _error(address, "names no number, expected an address such as tel:+49123456")
    return None


def _host_fault(host: str, parts: SplitResult) -> str:
    """What is surely wrong with a host."""
    if not host:
        return "has no host"
    if host in SCHEMES:
        return f"begins with two schemes, {parts.scheme}: and {host}:"
    if _is_number(host):
        return ""
    if not all(_LABEL.fullmatch(label) for label in host.rstrip(".").split(".")):
        return f"has the host {quoted(host)}, which cannot be one"
    return ""


def _doubt(address: str, host: str) -> str:
    """What may be wrong with an address."""
    if found := _REFUSED.search(address):
        return f"has {_named(found[0])} in it, expected {_coded(found[0])} in its place"
    for opening, closing in ("()", "[]"):
        if address.count(opening) != address.count(closing):
            return f"has a {opening} or {closing} without its other half, expected none or both"
    if found := _PERCENT.search(address):
        return f"has a % at {quoted(address[found.start() : found.start() + 3])} that stands for nothing, expected %25"
    if "." not in host.rstrip(".") and not _is_number(host):
        return f"leads to {quoted(host)}, expected a host that others can reach, such as example.org"
    return ""


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _error(address: str, message: str, hint: str = "") -> AddressFault:
    return AddressFault(Severity.ERROR, f"{quoted(address)} {message}", hint, address)


def _named(sign: str) -> str:
    return "a space" if sign.isspace() else f"the sign {sign}" if sign.isprintable() else "a control character"


def _coded(sign: str) -> str:
    return "".join(f"%{byte:02X}" for byte in sign.encode("utf-8"))


def markdown_faults(text: str) -> Iterator[tuple[int, AddressFault]]:
    """What is wrong with the addresses that a piece of Markdown writes out, by line. Addresses that values are put into
    are known on the page alone."""
    fence = ""
    lines = text.split("\n")
    for number, (line, following) in enumerate(zip(lines, [*lines[1:], ""], strict=True), start=1):
        mark = _FENCE.match(line)
        if not fence and not mark:
            yield from ((number, fault) for fault in _line_faults(_CODE.sub("", line), following))
        elif mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]


def _line_faults(line: str, following: str) -> Iterator[AddressFault]:
    named = [found[1] for found in _AUTOLINK.finditer(line)]
    if definition := _DEFINITION.match(line):
        named.append(definition["address"])
    for start in (found.end() for found in re.finditer(r"\]\(", line)):
        address, is_closed = _destination(line[start:])
        if not is_closed:
            if "(" in address or ")" not in following:
                message = "is not closed, expected ) behind it; a ( of the address itself is written %28"
                yield _error(address, message)
        elif address.startswith("<") or not re.search(r"\s", _BRACES.sub("", address)):
            named.append(address.strip("<>"))
        else:
            yield _error(address, "has a space in it, so it is no link, expected %20 in its place")
    for address in named:
        if not _BRACES.search(address) and (fault := address_fault(address, _OF_MARKDOWN)):
            yield fault


def _destination(text: str) -> tuple[str, bool]:
    """What stands between the brackets of a link, without its title, and whether the closing bracket is there."""
    depth = 0
    covered = _BRACES.sub(lambda braces: " " * len(braces[0]), text)
    for at, sign in enumerate(covered):
        if sign == ")" and depth == 0:
            return _TITLE.sub("", text[:at]).strip(), True
        depth += (sign == "(") - (sign == ")")
    return text.split(" ", 1)[0].rstrip(), False
