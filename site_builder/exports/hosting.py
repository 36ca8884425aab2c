"""Files that hosts read: response headers, redirects, and the wish to be served as it is."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.routes import ASSETS, absolute

# No script, style, picture or request but the site's own. Data blocks in pages are not scripts that run.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Strict-Transport-Security": "max-age=31536000",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
# Names of assets change with their content, so they may be kept for ever. Other files hosts let be asked for anew.
FOR_EVER = "public, max-age=31536000, immutable"


def hosting_files(redirects: Mapping[str, str], base_url: str | None) -> dict[str, bytes]:
    """`_headers`, `_redirects` and `.nojekyll` by output path. redirects: old path -> path, from the site's root."""
    lines = [f"/{old} {absolute(base_url, new) or f'/{new}'} 301" for old, new in redirects.items()]
    return {
        "_headers": _headers().encode(),
        "_redirects": "".join(f"{line}\n" for line in lines).encode(),
        ".nojekyll": b"",
    }


def _headers() -> str:
    blocks = {"/*": SECURITY_HEADERS, f"/{ASSETS}*": {"Cache-Control": FOR_EVER}}
    lines = []
    for path, headers in blocks.items():
        lines.append(path)
        lines.extend(f"  {name}: {value}" for name, value in headers.items())
    return "\n".join(lines) + "\n"
