"""A real browser without a network: it draws pages, and says how large everything became."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip
HANG_S = 120
_BUDGET_MS = 4_000

_LOOK = """
const levels = { H1: 1, H2: 2, H3: 3, H4: 4 };
const bare = (d) => {
  const all = [...d.querySelectorAll("h1, h2, h3, h4")];
  return all.filter((head, at) => {
    const next = all.slice(at + 1).find((one) => levels[one.tagName] <= levels[head.tagName]);
    const range = d.createRange();
    range.setStartAfter(head);
    if (next) range.setEndBefore(next); else range.setEndAfter(d.querySelector("main").lastChild);
    return !range.toString().trim() && !range.cloneContents().querySelector("svg");
  }).map((head) => head.textContent.trim());
};
const shown = (d, what) => [...d.querySelectorAll(what)]
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && box.height > 0);
const texts = (d, view) => shown(d, "svg.r-chart").flatMap(([chart, box]) => {
  const scale = box.width / chart.viewBox.baseVal.width;
  const size = (one) => scale * parseFloat(view.getComputedStyle(one).fontSize);
  return [...chart.querySelectorAll("text")].map(size);
});
const look = (frame) => {
  const d = frame.contentDocument, root = d.documentElement, view = frame.contentWindow;
  const charts = shown(d, "figure svg.r-chart"), opening = shown(d, ".r-opening");
  const found = {
    height_px: root.scrollHeight, scroll_width_px: root.scrollWidth,
    first_chart_top_px: charts.length ? charts[0][1].top : null,
    first_chart_bottom_px: charts.length ? charts[0][1].bottom : null,
    opening_bottom_px: opening.length ? opening[0][1].bottom : null,
    bare_headings: bare(d), n_headings: d.querySelectorAll("h2, h3").length,
  };
  d.querySelectorAll("details").forEach((one) => { one.open = true; });
  found.opened_scroll_width_px = root.scrollWidth;
  found.least_chart_text_px = Math.min(...texts(d, view), 99);
  const boxes = [...d.querySelectorAll(".r-scroll")];
  found.cut_tables = boxes.filter((one) => one.scrollWidth > one.clientWidth + 1).length;
  return found;
};
"""


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a page came out at one width, in CSS pixels. None: it has no such thing.

    `bare_headings` are those with nothing below them; `cut_tables` reach out of their box.
    The last three are measured with every detail opened.
    """

    width_px: int
    height_px: float
    scroll_width_px: float
    first_chart_top_px: float | None
    first_chart_bottom_px: float | None
    opening_bottom_px: float | None
    bare_headings: tuple[str, ...]
    n_headings: int
    opened_scroll_width_px: float
    least_chart_text_px: float
    cut_tables: int


def browse(page: Path, *flags: str) -> str:
    """What the browser says about a page, with a profile of its own and no network."""
    assert CHROMIUM is not None
    done = subprocess.run(
        [CHROMIUM, *FLAGS, f"--user-data-dir={page.parent / 'profile'}", *flags, page.as_uri()],
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=True,
    )
    return done.stdout


def measure(written: str, folder: Path, *, widths_px: Sequence[int]) -> tuple[Look, ...]:
    """One page at several widths, in frames of one window, so that a telephone's is possible."""
    frames = "".join(
        f'<iframe style="border:0;width:{width}px;height:800px" srcdoc="{html.escape(written)}">'
        "</iframe>"
        for width in widths_px
    )
    script = (
        "addEventListener('load', () => { const found = [...document.querySelectorAll('iframe')]"
        ".map(look); document.body.innerHTML = '<pre></pre>';"
        " document.querySelector('pre').textContent = JSON.stringify(found); });"
    )
    holder = folder / "measure.html"
    holder.write_text(
        f'<!doctype html><meta charset="utf-8"><body>{frames}<script>{_LOOK}{script}</script>',
        encoding="utf-8",
    )
    dumped = browse(holder, f"--virtual-time-budget={_BUDGET_MS}", "--dump-dom")
    match = re.search(r"<pre>(.*?)</pre>", dumped, re.DOTALL)
    assert match is not None, "the browser measured nothing"
    looks = json.loads(html.unescape(match[1]))
    return tuple(
        Look(**{**look, "width_px": width, "bare_headings": tuple(look["bare_headings"])})
        for width, look in zip(widths_px, looks, strict=True)
    )


def photograph(written: str, to: Path, *, width_px: int, height_px: int) -> None:
    """The page as PNG, this wide even where that is narrower than a window can be."""
    holder = to.with_suffix(".frame.html")
    style = f"border:0;width:{width_px}px;height:{height_px}px"
    holder.write_text(
        f'<!doctype html><body style="margin:0"><iframe style="{style}"'
        f' srcdoc="{html.escape(written)}"></iframe>',
        encoding="utf-8",
    )
    size = f"{max(width_px, 500)},{height_px}"
    browse(holder, f"--window-size={size}", f"--screenshot={to}")
    holder.unlink()
