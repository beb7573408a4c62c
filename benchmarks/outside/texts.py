"""What a text states, as the same statements as a reply: a report, a page, a terminal.

A text is read as blocks below headings (HTML and Markdown) or lines (a terminal). Five things are
looked for: a label with its value; stars; how many criteria were met of how many; the kind of
training; and a distance with a time in one sentence, which together are a pace. Labels and kinds
are the product's own words, so that both languages are read by one rule.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from benchmarks.outside.statements import ROLES, Scope, Statement, told_value
from hakaru.core.i18n import LANGUAGES, in_context, translate
from hakaru.present.names import ROLES as ROLE_WORDS
from hakaru.present.names import TYPES
from hakaru.running.metrics import METRICS

_LABELS: Final[Mapping[str, str]] = {
    "Distance": "distance_m",
    "Elapsed": "elapsed_s",
    in_context("timer", "Time"): "timer_s",
    "Pace": "pace_s_per_km",
    "Heart rate": "heart_rate_bpm",
    "Power": "power_w",
    "Cadence": "cadence_spm",
}
"""Labels of the figures of a run that replies state under a name."""
_STARS: Final = re.compile(r"[★☆]{5}")
_FORM: Final = re.compile(r"form|フォーム", re.IGNORECASE)
_SESSION: Final = re.compile(r"session|training|セッション|トレーニング", re.IGNORECASE)
_OF_ENGLISH: Final = re.compile(r"(\d+) of (\d+) targets? met")
_OF_JAPANESE: Final = re.compile(r"(\d+)項目のうち(\d+)項目を達成")
_SENTENCE: Final = re.compile(
    r"([\d.]+) ?km (?:were|was) run in (\d+(?::\d\d)+)|([\d.]+) ?kmを(\d+(?::\d\d)+)で走"
)
_LEADING: Final = re.compile(
    r"[+-]?[\d,]*\.?\d+ ?(?:km|m|cm|ms|bpm|W|spm|%|N/m/kg|kg)(?![\w/])|\d+(?::\d\d)+(?:/km)?"
)
_RANGE: Final = re.compile(r"\d[–〜-]\d|\d to \d")
_RUN_ADDRESS: Final = re.compile(r"/runs/(\d+)")
_MARKDOWN_FACT: Final = re.compile(r"^- \*\*(.+?)\*\*[:：]\s*(.+)$")
_BOLD: Final = re.compile(r"\*\*")


@dataclass(frozen=True, kw_only=True)
class Block:
    """A piece of text below its headings; `label` where it is the value of one, `item` the first
    cell of its row, or the name of its item in a list, `run` the run that its row leads to."""

    headings: tuple[str, ...]
    text: str
    label: str | None = None
    item: str = ""
    run: str = ""


@dataclass
class _Reader(HTMLParser):
    """Blocks of an HTML page: facts, rows of tables, paragraphs."""

    blocks: list[Block] = field(default_factory=list)
    headings: dict[int, str] = field(default_factory=dict)
    text: list[str] = field(default_factory=list)
    label: str | None = None
    columns: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    silent: int = 0
    bold_from: int | None = None
    bold_to: int = 0
    item: str = ""
    run: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element; of its attributes only the run that a row leads to is read."""
        if match := _RUN_ADDRESS.fullmatch(dict(attrs).get("href") or ""):
            self.run = match[1]
        if tag in _SILENT:
            self.silent += 1
        elif tag in _BLOCKS:
            self._flush()
        if tag in ("li", "dt"):
            self.item, self.label = "", None
        elif tag == "tr":
            self.cells, self.run = [], ""
        elif tag == "table":
            self.columns = []
        elif tag == "b":
            self.bold_from = len(self.text)

    def handle_endtag(self, tag: str) -> None:
        """End an element: what was said in it is a heading, a cell, a fact or a block."""
        if tag in _SILENT:
            self.silent = max(0, self.silent - 1)
        elif re.fullmatch("h[1-6]", tag):
            self._head(int(tag[1]))
        elif tag == "dt":
            self.label, self.text = self._said(), []
        elif tag in ("td", "th"):
            self.cells.append(self._said())
            self.text = []
        elif tag == "tr":
            self._row()
        elif tag == "b" and self.bold_from is not None:
            self._bold(self.text[self.bold_to : self.bold_from], self.text[self.bold_from :])
            self.bold_from, self.bold_to = None, len(self.text)
        elif tag in _BLOCKS:
            self._flush()

    def _bold(self, before: list[str], inside: list[str]) -> None:
        """A label and its value, or the name of an item whose values follow."""
        if before and inside:
            self._add(" ".join(inside), label=" ".join(before), below=self.item)
        elif inside:
            self.item = " ".join(inside)

    def handle_data(self, data: str) -> None:
        """Text of the block that is open."""
        if not self.silent and data.strip():
            self.text.append(" ".join(data.split()))

    def _said(self) -> str:
        return " ".join(self.text)

    def _head(self, level: int) -> None:
        self.headings = {k: v for k, v in self.headings.items() if k < level}
        self.headings[level] = self._said()
        self.text = []

    def _row(self) -> None:
        if not self.columns:
            self.columns = self.cells
            return
        first = 0 if self.run else 1
        for column, cell in zip(self.columns[first:], self.cells[first:], strict=False):
            self._add(cell, label=column, below="" if self.run else self.cells[0], run=self.run)

    def _flush(self) -> None:
        if self._said():
            self._add(self._said(), label=self.label)
            self.label = None
        self.text, self.bold_to, self.bold_from = [], 0, None

    def _add(self, text: str, *, label: str | None, below: str = "", run: str = "") -> None:
        headings = tuple(self.headings[level] for level in sorted(self.headings))
        self.blocks.append(Block(headings=headings, text=text, label=label, item=below, run=run))


_SILENT: Final = frozenset(["svg", "script", "style", "nav", "form", "code"])
_BLOCKS: Final = frozenset(
    {"p", "li", "dd", "dt", "div", "section", "article", "table", "summary", "tr", "td", "th"}
    | {"details", "ul", "figure", "h1", "h2", "h3", "h4", "h5", "h6"}
)


def html_blocks(page: str) -> list[Block]:
    """The blocks of what a page says (its main part, where it has one)."""
    reader = _Reader()
    start = page.find("<main")
    reader.feed(page[max(start, 0) :])
    return reader.blocks


def markdown_blocks(text: str) -> Iterator[Block]:
    """The blocks of a Markdown report."""
    headings: dict[int, str] = {}
    columns: list[str] = []
    for line in text.splitlines():
        stripped = line.strip()
        level = len(stripped) - len(stripped.lstrip("#"))
        if 0 < level <= 6:
            headings = {k: v for k, v in headings.items() if k < level}
            headings[level] = stripped.lstrip("# ")
        above = tuple(headings[k] for k in sorted(headings))
        if stripped.startswith("|"):
            cells = [_BOLD.sub("", cell).strip() for cell in stripped.strip("|").split("|")]
            if set("".join(cells)) <= set("-: "):
                continue
            if not columns:
                columns = cells
                continue
            for column, cell in zip(columns[1:], cells[1:], strict=False):
                yield Block(headings=above, text=cell, label=column, item=cells[0])
        else:
            columns = []
            if match := _MARKDOWN_FACT.match(stripped):
                yield Block(headings=above, text=match[2], label=match[1])
            elif stripped and not level:
                yield Block(headings=above, text=_BOLD.sub("", stripped))


def terminal_blocks(text: str) -> Iterator[Block]:
    """Paragraphs of a terminal, its lines joined."""
    for paragraph in re.split(r"\n\s*\n", text):
        yield Block(headings=(), text=" ".join(paragraph.split()))


def text_statements(blocks: Sequence[Block], *, source: str, about: Scope) -> Iterator[Statement]:
    """What the blocks of one text state about a run."""
    for block in blocks:
        scope = (("run", block.run),) if block.run else about
        yield from _Words(source=source, about=scope).of(block)


@dataclass(frozen=True, kw_only=True)
class _Words:
    source: str
    about: Scope

    def of(self, block: Block) -> Iterator[Statement]:
        """The statements of one block."""
        if block.label is not None:
            yield from self._fact(block)
            return
        yield from self._stars(block)
        yield from self._criteria(block)
        yield from self._kind(block)
        for match in _SENTENCE.finditer(block.text):
            told = told_value(f"{match[1] or match[3]} km"), told_value(match[2] or match[4])
            if told[0] and told[1] and told[0][0]:
                pace = 1000.0 * told[1][0] / told[0][0]
                slack = pace * (told[0][1] / told[0][0] + told[1][1] / told[1][0])
                yield self._said(self.about, "pace_s_per_km", pace, slack, block)

    def _fact(self, block: Block) -> Iterator[Statement]:
        label = (block.label or "").strip()
        leading = _LEADING.match(block.text)
        told = told_value(leading.group()) if leading and not _RANGE.search(block.text) else None
        if told is None:
            return
        value, tolerance, unit = told
        things = _things(block)
        known = _QUANTITIES.get(label, "")
        if things and label in _OF_METRICS:
            quantity = f"{_OF_METRICS[label]}_{unit}"
        elif known.endswith(unit) and not things:
            quantity = known
        else:
            quantity = f"«{label}»_{unit}"
        yield self._said((*self.about, *things), quantity, value, tolerance, block)

    def _stars(self, block: Block) -> Iterator[Statement]:
        for match in _STARS.finditer(block.text):
            before = block.text[max(0, match.start() - 60) : match.start()]
            near = before or (block.headings[-1] if block.headings else "")
            named = {"overall_stars": _last(_FORM, near), "session_stars": _last(_SESSION, near)}
            if max(named.values()) < 0:
                continue
            name = max(named, key=named.__getitem__)
            yield self._said(self.about, name, float(match.group().count("★")), 0.0, block)

    def _criteria(self, block: Block) -> Iterator[Statement]:
        for pattern, order in ((_OF_ENGLISH, (1, 2)), (_OF_JAPANESE, (2, 1))):
            for match in pattern.finditer(block.text):
                phase = _phase_before(block.text[: match.start()])
                if phase is None:
                    continue
                inside = (*self.about, ("phase", phase))
                for quantity, group in zip(("met", "of"), order, strict=True):
                    yield self._said(inside, quantity, float(match[group]), 0.0, block)

    def _kind(self, block: Block) -> Iterator[Statement]:
        start = block.text.partition(": ")[2] if "Kind of training: " in block.text else block.text
        for name, said in _KINDS:
            alone = start == said and block.label is None and not block.item and not block.run
            if alone or start.startswith(said + " (") or start.startswith(said + "（"):
                yield self._said(self.about, "training_type", name, 0.0, block)
                return

    def _said(
        self, scope: Scope, name: str, value: float | str, tolerance: float, block: Block
    ) -> Statement:
        where = " > ".join(block.headings[-1:])
        return Statement(
            source=self.source,
            path=f"{where}: {block.label or ''} {block.text}"[:120],
            scope=scope,
            quantity=name,
            value=value,
            tolerance=tolerance,
        )


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in pattern.finditer(text)), default=-1)


def _phase_before(text: str) -> str | None:
    """The phase that was named last."""
    position, name = max((text.rfind(said), name) for name, said in _PHASES)
    return None if position < 0 else ("work" if name == "main" else name)


def _things(block: Block) -> Scope:
    """What the last heading and the item are about: a phase, a metric, else the item's name."""
    tokens: list[tuple[str, str]] = []
    for name in (*block.headings[-1:], block.item):
        thing = _thing(html.unescape(name))
        if thing is not None:
            tokens.append(thing)
    if block.item and (not tokens or _thing(block.item) is None):
        tokens.append(("item", block.item))
    return tuple(tokens)


def _thing(text: str) -> tuple[str, str] | None:
    for name, said in _PHASES:
        if text == said:
            return ("phase", "work" if name == "main" else name)
    for metric, said in _METRIC_NAMES:
        if text.startswith(said):
            return ("metric", metric)
    return None


def _in_all_languages(text: str) -> list[str]:
    return [translate(text, lang) for lang in LANGUAGES]


_QUANTITIES: Final = {
    label: quantity for text, quantity in _LABELS.items() for label in _in_all_languages(text)
}
_OF_METRICS: Final = {
    label: quantity
    for text, quantity in (("Measured", "actual"), ("Expected", "expected"), ("Deviation", "delta"))
    for label in _in_all_languages(text)
}
_KINDS: Final = sorted(
    ((name, translate(spoken, lang)) for name, spoken in TYPES.items() for lang in LANGUAGES),
    key=lambda kind: -len(kind[1]),
)
_PHASES: Final = [
    (name, translate(spoken, lang))
    for name, spoken in ROLE_WORDS.items()
    for lang in LANGUAGES
    if name in ROLES
]
_METRIC_NAMES: Final = [
    (metric, translate(spec.words.name, lang))
    for metric, spec in METRICS.items()
    for lang in LANGUAGES
]
