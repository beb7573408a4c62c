"""How is the site built from these pages? `make site`: offline, static, nothing from outside."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

project = "Hakaru"
author = "Hakaru"
extensions = ["myst_parser"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
root_doc = "index"
html_use_index = False
nitpicky = True
suppress_warnings = ["myst.header"]  # generated pages begin below the level of their file's title

html_theme = "furo"
html_title = "Hakaru はかる"
html_favicon = "../src/hakaru/surfaces/web/static/icon.svg"
html_static_path = ["beside/hakaru.css"]
html_css_files = ["hakaru.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
html_theme_options: dict[str, Any] = {
    "light_css_variables": {"color-brand-primary": "#0a5f68", "color-brand-content": "#0a5f68"},
    "dark_css_variables": {"color-brand-primary": "#6cc5cf", "color-brand-content": "#6cc5cf"},
    "top_of_page_buttons": [],
    "footer_icons": [],
}

_BESIDE = {
    "../README.md": "index.md",
    "../README.ja.md": "ja/index.md",
    "../plugin/README.md": "beside/assistants.md",
    "../CONTRIBUTING.md": "beside/contributing.md",
    "../CHANGELOG.md": "beside/changelog.md",
}
"""Pages of the repository that lie outside this folder, and where the site has them."""


def _inside(app: Sphinx, name: str, source: list[str]) -> None:
    up = "../" * name.count("/")
    for written, page in _BESIDE.items():
        source[0] = source[0].replace(f"]({up}{written}", f"]({up}{page}")
    if name == root_doc:
        source[0] += _others(source[0], app.srcdir)


def _others(index: str, folder: Path) -> str:
    """A place in the navigation for pages that the index does not name."""
    named = set(re.findall(r"[\w/]+", index)) | {root_doc}
    others = sorted(page.stem for page in Path(folder).glob("*.md") if page.stem not in named)
    others += sorted(f"samples/{page.stem}" for page in Path(folder, "samples").glob("*.md"))
    if not others:
        return ""
    return "\n```{toctree}\n:hidden:\n:caption: More\n\n" + "\n".join(others) + "\n```\n"


def _language(
    _app: Sphinx, name: str, _template: str, context: dict[str, Any], _tree: object
) -> None:
    if Path(name).parts[0] == "ja":
        context["language"] = "ja"


def _within_reach(app: Sphinx, fault: Exception | None) -> None:
    for page in () if fault else Path(app.outdir).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        text = text.replace('role="heading">', 'role="heading" aria-level="2">')
        label = "ページ一覧" if page.parent.name == "ja" else "Pages"
        text = text.replace(
            '<aside class="sidebar-drawer">', f'<aside class="sidebar-drawer" aria-label="{label}">'
        )
        page.write_text(text.replace("<pre>", '<pre tabindex="0">'), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Links that leave this folder lead to pages of the site; a Japanese page says it is one;
    headings and landmarks say what they are, and wide examples can be scrolled without a mouse."""
    app.connect("source-read", _inside)
    app.connect("html-page-context", _language)
    app.connect("build-finished", _within_reach)
