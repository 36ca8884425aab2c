"""Addresses of other hosts that cannot be right, by how they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.errors import Severity
from site_builder.linting.addresses import address_fault, markdown_faults

SUCH = "expected an address such as https://example.org/page"


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org",
        "http://example.org:8080/a/b?c=d&e=f#g",
        "HTTPS://EXAMPLE.ORG/",
        "https://en.wikipedia.org/wiki/GPU_(chip)",
        "https://müller.example/größe",
        "https://example.org/a%20b,c;d~e!f'g*h@i$j+k",
        "https://my_host.example.org./",
        "https://127.0.0.1/",
        "https://[::1]:80/",
        "//example.org/x",
        "mailto:me@example.org?subject=a",
        "mailto:me@example.org,you@example.org",
        "tel:+49-30-1234",
        "data:image/png;base64,xx",
        "../run/a/",
        "/run/a/",
        "#top",
        "",
    ],
)
def test_addresses_that_may_be_right_are_fine(address):
    assert address_fault(address) is None


@pytest.mark.parametrize(
    ("address", "fault", "hint"),
    [
        ("htps://a.org", "begins with htps:, expected https, http, mailto or tel", "did you mean 'https'?"),
        ("javascript:x()", "begins with javascript:, expected https, http, mailto or tel", ""),
        ("https:///x", f"has no host, {SUCH}", ""),
        ("https:example.org", f"has no host, {SUCH}", ""),
        ("//", f"has no host, {SUCH}", ""),
        ("https://https://a.org", f"begins with two schemes, https: and https:, {SUCH}", ""),
        ("https://a b.org/", f"has the host 'a b.org', which cannot be one, {SUCH}", ""),
        ("https://a..org", f"has the host 'a..org', which cannot be one, {SUCH}", ""),
        ("https://-a.org", f"has the host '-a.org', which cannot be one, {SUCH}", ""),
        ("https://a.org:99999/", f"has no proper port, {SUCH}", ""),
        ("https://a.org:x/", f"has no proper port, {SUCH}", ""),
        ("mailto:me", "names no mailbox, expected an address such as mailto:me@example.org", ""),
        ("tel:abc", "names no number, expected an address such as tel:+49123456", ""),
    ],
)
def test_what_no_browser_can_follow_is_an_error(address, fault, hint):
    told = address_fault(address)
    assert told is not None
    assert (told.severity, told.message, told.hint) == (Severity.ERROR, f"'{address}' {fault}", hint)


@pytest.mark.parametrize(
    ("address", "doubt"),
    [
        ("https://a.org/b c", "has a space in it, expected %20 in its place"),
        ("https://a.org/b|c", "has the sign | in it, expected %7C in its place"),
        ("https://a.org/b\\c", "has the sign \\ in it, expected %5C in its place"),
        ("https://a.org/b_(c", "has a ( or ) without its other half, expected none or both"),
        ("https://a.org/b]", "has a [ or ] without its other half, expected none or both"),
        ("https://a.org/50%", "has a % at '%' that stands for nothing, expected %25"),
        ("https://a.org/%zz", "has a % at '%zz' that stands for nothing, expected %25"),
        ("https://intranet/x", "leads to 'intranet', expected a host that others can reach, such as example.org"),
        ("http://localhost:8000", "leads to 'localhost', expected a host that others can reach, such as example.org"),
    ],
)
def test_what_may_be_wrong_is_a_warning(address, doubt):
    told = address_fault(address)
    assert told is not None
    assert (told.severity, told.message) == (Severity.WARNING, f"'{address}' {doubt}")


@given(st.text(max_size=40), st.sampled_from(["", "https://", "https:", "//", "mailto:", "tel:", "x:", "http://["]))
def test_no_text_is_too_odd_to_be_looked_at(text, start):
    """Whatever is written, there is an answer."""
    address_fault(start + text)
    list(markdown_faults(f"[a]({start}{text}) <{start}{text}>\n[b]: {start}{text}"))


def of_markdown(text: str) -> list[tuple[int, str]]:
    return [(line, fault.address) for line, fault in markdown_faults(text)]


@pytest.mark.parametrize(
    "text",
    [
        "[a](https://a.org) and ![b](/assets/b.png) and [c](../x/)",
        "[a](https://a.org \"a title\") [b](https://a.org 'b') [c](<https://a.org/x>)",
        "[a](https://a.org/b_(c))",
        "[a](https://{{ data.host }}/x) [b](https://a.org/{{ f(1) }}/c)",
        "`[a](htps://a.org)` and ``[a](htps://a.org ` )``",
        "```\n[a](htps://a.org)\n```",
        "~~~~\n[a](htps://a.org)\n~~~\n[b](htps://a.org)\n~~~~",
        '[a](https://a.org\n"a title")',
        "[a] (htps://a.org)",
        "a list [x] and f(x)",
        "<https://a.org> <me@example.org>",
        "[a]: https://a.org",
    ],
)
def test_links_in_copy_that_may_be_right_are_fine(text):
    assert of_markdown(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](htps://a.org)", [(1, "htps://a.org")]),
        ("x\n\n![a](htps://a.org/b.png)", [(3, "htps://a.org/b.png")]),
        ("[a](https://a..org) [b](htps://b.org)", [(1, "https://a..org"), (1, "htps://b.org")]),
        ("<htps://a.org>", [(1, "htps://a.org")]),
        ("[a]: htps://a.org", [(1, "htps://a.org")]),
        ("[a](https://a.org/b_(c)", [(1, "https://a.org/b_(c)")]),
        ("[a](https://a.org and more\n\n", [(1, "https://a.org")]),
        ("[a](https://a.org/b c)", [(1, "https://a.org/b c")]),
        ("[a](/my page/)", [(1, "/my page/")]),
        ("[a](tel:+123)", [(1, "tel:+123")]),
        ("```\nx\n```\n[a](htps://a.org)", [(4, "htps://a.org")]),
    ],
)
def test_links_in_copy_that_are_wrong_are_told_with_their_line(text, expected):
    assert of_markdown(text) == expected
