"""Why a metric was what it was: one sentence, the way from an ordinary run as a drawing and as a
table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from hakaru.core.i18n import N_, Lang, in_context, in_language, in_one_unit, listed, say, translate
from hakaru.core.units import PERCENT
from hakaru.present.causes import (
    amount_text,
    cause_text,
    change_text,
    is_shown,
    left_text,
    why_text,
)
from hakaru.present.document import (
    Block,
    Document,
    Drawing,
    Items,
    Part,
    Picture,
    Row,
    Table,
    Text,
    part,
)
from hakaru.present.figures import cut, day_text, pace_text, pad, width_columns
from hakaru.present.svg import Scale, Svg, element, line, nice_ticks, text
from hakaru.present.svg import picture as whole_picture
from hakaru.records import frozen
from hakaru.running.metrics import MetricName
from hakaru.running.why import amount_words, cause_words
from hakaru.running.wording import (
    fixed,
    heading,
    value_text,
)

if TYPE_CHECKING:
    from hakaru.flows.why import WhyResult
    from hakaru.running.why import CausePart, Explanation

_NAMES = {
    "pace": in_context("cause", "the pace"),
    "heat": N_("Warmth"),
    "uphill": in_context("cause", "the climbs"),
    "downhill": in_context("cause", "the descents"),
    "fatigue": in_context("cause", "fatigue during the run"),
    "pause": in_context("cause", "the first days back after a break"),
    "shoe": in_context("cause", "the shoes"),
    "surface": in_context("cause", "the surface"),
    "sensor": in_context("cause", "the unit of the sensor"),
    "season": in_context("cause", "the time of year"),
}
_COLUMNS = (
    N_("part"),
    in_context("of a value", "change"),
    N_("80% interval"),
    N_("known from"),
)


def why_document(result: WhyResult, language: Lang) -> Document:
    """A part per metric: the sentence and the table, of a single one the drawing as well."""
    drawn = len(result.metrics) == 1
    title = say("Why form was what it was on {day}", language, day=day_text(result.day, language))
    ways = [
        Part(
            title=heading(explanation.metric, language),
            blocks=(
                Text(text=why_text(explanation, language)),
                *((Drawing(lines=why_lines(explanation, language)),) if drawn else ()),
                why_table(explanation, language),
                *_notes(explanation, language),
            ),
        )
        for explanation in result.metrics
    ]
    none = part(say("None of these metrics was judged on this run.", language))
    return Document(parts=(part(title), *(ways or [none])))


def why_parts(
    ways: Sequence[Explanation], lang: Lang, *, outside: Callable[[str], str]
) -> tuple[Part, ...]:
    """A part for each metric of a run's page, its sentence and its drawing, and one that a reader
    opens: every part in tables. `outside` makes names of shoes harmless for the format."""
    if not ways:
        return ()
    drawn: list[Part] = []
    tables: list[Block] = []
    for way in ways:
        safe = replace(
            way,
            parts=tuple(
                replace(cause_part, name=outside(cause_part.name)) for cause_part in way.parts
            ),
        )
        name = heading(way.metric, lang)
        picture = why_picture(way, lang, legend=way is ways[0])
        drawn.append(Part(title=name, blocks=(Text(text=why_text(safe, lang)), picture)))
        tables += [Text(text=name), why_table(safe, lang), *_notes(safe, lang)]
    every = Part(title=say("Every part in figures", lang), blocks=tuple(tables), folded=True)
    return (*drawn, every)


def why_table(explanation: Explanation, lang: Lang) -> Table:
    """From the ordinary run to the measured value, the largest part first."""
    metric = explanation.metric
    usual = f"{_step_name('usual', lang)}: {_usual_words(explanation, lang)}"
    rows = [
        Row(cells=(usual, value_text(metric, explanation.usual_value), "", "")),
        *(
            _row(cause_part, explanation, lang)
            for cause_part in explanation.parts
            if is_shown(cause_part, metric)
        ),
        Row(
            cells=(
                _step_name("expected", lang),
                value_text(metric, explanation.expected),
                "",
                "",
            )
        ),
        Row(
            cells=(
                _step_name("left", lang),
                change_text(metric, explanation.left_delta),
                "",
                left_text(explanation, lang),
            )
        ),
        Row(
            cells=(_step_name("actual", lang), value_text(metric, explanation.actual), "", ""),
            mark="target",
        ),
    ]
    return Table(
        name=f"why-{metric}",
        columns=tuple(translate(name, lang) for name in _COLUMNS),
        rows=tuple(rows),
        left=frozenset({0, 3}),
    )


def _row(cause_part: CausePart, explanation: Explanation, lang: Lang) -> Row:
    metric = explanation.metric
    interval = f"{change_text(metric, cause_part.low)} … {change_text(metric, cause_part.high)}"
    return Row(
        cells=(
            cause_text(cause_part, explanation, lang),
            change_text(metric, cause_part.change),
            interval,
            known_text(cause_part, lang),
        ),
        mark="" if cause_part.sure else "soft",
    )


def _known_today(explanation: Explanation, lang: Lang) -> list[str]:
    """What later runs say of the same parts, where the page would show it otherwise: a verdict is
    never in hindsight, an explanation may be."""
    metric = explanation.metric
    return [
        say(
            "With what is known now: {cause} {change} ({low} … {high}).",
            lang,
            cause=cause_text(cause_part, explanation, lang),
            change=change_text(metric, cause_part.today.change),
            low=change_text(metric, cause_part.today.low),
            high=change_text(metric, cause_part.today.high),
        )
        for cause_part in explanation.parts
        if cause_part.today is not None and _is_told_of_today(cause_part, metric)
    ]


def _is_told_of_today(cause_part: CausePart, metric: MetricName) -> bool:
    """Whether later runs are sure of a part, and of another change than those before."""
    today = cause_part.today
    return (
        today is not None
        and change_text(metric, today.change) != change_text(metric, cause_part.change)
        and not today.low < 0.0 < today.high
    )


def known_text(cause_part: CausePart, lang: Lang) -> str:
    """Whose runs say it."""
    if cause_part.cause == "sensor" and not cause_part.n_runs:
        return say("not known yet", lang)
    pct = fixed(PERCENT * cause_part.own_frac, 0)
    if not cause_part.n_runs:
        if pct == "0":
            return say("other runners only", lang)
        return say("{pct}% your own runs", lang, pct=pct)
    return say("{n} <n:run|runs> of yours ({pct}%)", lang, n=cause_part.n_runs, pct=pct)


def _notes(explanation: Explanation, lang: Lang) -> tuple[Block, ...]:
    unsure = [
        in_language(cause_words(cause_part, explanation.usual_speed_mps), lang)
        for cause_part in explanation.parts
        if not cause_part.sure
        and is_shown(cause_part, explanation.metric)
        and not _is_told_of_today(cause_part, explanation.metric)
    ]
    notes = [
        say(
            "{first} and {second} went together: your runs cannot tell them apart.",
            lang,
            first=_capital(say(_NAMES[first], lang)),
            second=say(_NAMES[second], lang),
        )
        for first, second in explanation.confounded
    ]
    notes += _known_today(explanation, lang)
    if unsure:
        causes = in_language(listed(unsure), lang)
        notes.append(say("Too little to be sure of: {causes}.", lang, causes=causes))
    return (Items(items=tuple(notes)),) if notes else ()


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


_StepKind = Literal["usual", "part", "unsure", "expected", "left", "actual"]
_STEP_NAMES = {
    "usual": in_context("way", "ordinary run"),
    "expected": in_context("way", "expected"),
    "left": in_context("way", "what is left"),
    "actual": in_context("way", "measured"),
}


def _step_name(kind: str, lang: Lang) -> str:
    return say(_STEP_NAMES[kind], lang)


def _usual_words(explanation: Explanation, lang: Lang) -> str:
    pace = pace_text(explanation.usual_speed_mps, lang)
    return say("{pace}, flat, not warm", lang, pace=pace)


@frozen
class _Step:
    """One line of the drawing: from one value to another, or a value that was reached (`start` is
    `stop`). `low_high` is the interval of where it leads."""

    kind: _StepKind
    name: str
    detail: str
    value: str
    start: float
    stop: float
    low_high: tuple[float, float] | None = None


def _steps(explanation: Explanation, lang: Lang) -> list[_Step]:
    """From the ordinary run through every part that shows to the measured value."""
    metric = explanation.metric
    steps = [
        _reached(
            "usual", explanation.usual_value, metric, lang, detail=_usual_words(explanation, lang)
        )
    ]
    at = explanation.usual_value
    shown = [cause_part for cause_part in explanation.parts if is_shown(cause_part, metric)]
    small = _small(shown, explanation)
    for cause_part in shown:
        if cause_part not in small:
            steps.append(_part_step(cause_part, at, explanation, lang))
            at += cause_part.change
    if small:
        steps.append(_small_step(small, at, metric, lang))
    left = explanation.left_delta
    return [
        *steps,
        _reached("expected", explanation.expected, metric, lang),
        _Step(
            kind="left",
            name=_step_name("left", lang),
            detail=left_text(explanation, lang),
            value=change_text(metric, left),
            start=explanation.expected,
            stop=explanation.actual,
        ),
        _reached("actual", explanation.actual, metric, lang),
    ]


def _small(shown: Sequence[CausePart], explanation: Explanation) -> list[CausePart]:
    """The parts that are neither sure nor long enough to be seen; they share a line."""
    sizes = [abs(cause_part.change) for cause_part in explanation.parts]
    least = _SEEN_FRAC * (sum(sizes) + abs(explanation.left_delta))
    small = [
        cause_part
        for cause_part in shown
        if not cause_part.sure
        and abs(cause_part.change) < least
        and cause_part.high - cause_part.low < _SMALL_WIDTHS * least
    ]
    return small if len(small) > 1 else []


def _small_step(small: Sequence[CausePart], at: float, metric: MetricName, lang: Lang) -> _Step:
    """Small parts together; what is doubtful of each is so apart from the others."""
    change = math.fsum(cause_part.change for cause_part in small)
    half = math.hypot(*((cause_part.high - cause_part.low) / 2.0 for cause_part in small))
    return _Step(
        kind="unsure",
        name=say(in_context("way", "everything else"), lang),
        detail=say("{n} small parts together", lang, n=len(small)),
        value=f"{change_text(metric, change)} ± {amount_text(metric, half)}",
        start=at,
        stop=at + change,
        low_high=(at + change - half, at + change + half),
    )


def _reached(
    kind: _StepKind, at: float, metric: MetricName, lang: Lang, *, detail: str = ""
) -> _Step:
    name = _step_name(kind, lang)
    return _Step(
        kind=kind, name=name, detail=detail, value=value_text(metric, at), start=at, stop=at
    )


def _part_step(cause_part: CausePart, at: float, explanation: Explanation, lang: Lang) -> _Step:
    metric = explanation.metric
    amount = amount_words(cause_part, explanation.usual_speed_mps)
    half = amount_text(metric, (cause_part.high - cause_part.low) / 2.0)
    return _Step(
        kind="part" if cause_part.sure else "unsure",
        name=in_language(cause_words(cause_part, explanation.usual_speed_mps), lang),
        detail="" if amount is None else in_language(amount, lang),
        value=f"{change_text(metric, cause_part.change)} ± {half}",
        start=at,
        stop=at + cause_part.change,
        low_high=(at + cause_part.low, at + cause_part.high),
    )


@frozen
class _Layout:
    """Where things stand in a drawing of the way: the plot from `left_px` to `right_px`, a row's
    height, how far below its top the bar lies, columns of letters a label has.
    """

    width_px: float
    left_px: float
    right_px: float
    row_px: float
    bar_px: float
    columns: int
    beside: bool


_WIDE = _Layout(
    width_px=520.0, left_px=206.0, right_px=418.0, row_px=40.0, bar_px=20.0, columns=28, beside=True
)
_NARROW = _Layout(
    width_px=340.0, left_px=12.0, right_px=328.0, row_px=42.0, bar_px=29.0, columns=42, beside=False
)
_NAME_COLUMNS, _BAR_COLUMNS = 28, 34
_MARKS: Mapping[_StepKind, str] = {
    "usual": "o", "part": "█", "unsure": "░", "expected": "o", "left": "▒", "actual": "●",
}  # fmt: skip
_TOP, _FOOT, _HALF_BAR = 6.0, 26.0, 6.0
_DOMAIN_ROOM_FRAC = 0.06
_SMALL_WIDTHS = 8.0
"""What is as doubtful as that has a line of its own, so that a reader sees what is not known."""
_SEEN_FRAC = 0.05
"""Of all ways together: a shorter bar is hardly seen."""


def why_picture(explanation: Explanation, lang: Lang, *, legend: bool = True) -> Picture:
    """The waterfall, for a page and for a telephone, and in letters where nothing is drawn."""
    steps = _steps(explanation, in_one_unit(lang))
    wide = _waterfall(explanation, steps, _WIDE, lang=lang)
    return Picture(
        name=f"why-{explanation.metric}",
        title=say("{metric}: what moved it", lang, metric=heading(explanation.metric, lang)),
        wide=wide,
        narrow=_waterfall(explanation, steps, _NARROW, lang=lang),
        beside=wide,
        text="\n".join(why_lines(explanation, lang)),
        legend=say("Whiskers: 80% intervals. Pale bars: too little to be sure of.", lang)
        if legend
        else "",
    )


def why_lines(explanation: Explanation, lang: Lang) -> tuple[str, ...]:
    """The same in letters, within a terminal: what it was, its bar, how much it was."""
    steps = _steps(explanation, in_one_unit(lang))
    scale = replace(_scale(steps, _WIDE), start=0.0, stop=float(_BAR_COLUMNS - 1))
    return tuple(
        f"{pad(cut(step.name, _NAME_COLUMNS), _NAME_COLUMNS)} {_bar(step, scale)} {step.value}"
        for step in steps
    )


def _bar(step: _Step, scale: Scale) -> str:
    first, last = sorted((round(scale(step.start)), round(scale(step.stop))))
    mark = _MARKS[step.kind]
    return pad(" " * first + mark * (last - first + 1), _BAR_COLUMNS)


def _waterfall(
    explanation: Explanation, steps: Sequence[_Step], layout: _Layout, *, lang: Lang
) -> Svg:
    floor = _TOP + layout.row_px * len(steps)
    scale = _scale(steps, layout)
    ticks = nice_ticks(scale.low, scale.high, target=4 if layout.beside else 5)
    body: list[Svg] = []
    for tick in ticks:
        x = scale(tick.at)
        body.append(line((x, _TOP), (x, floor), class_="r-grid"))
        body.append(text((x, floor + 18.0), tick.label, class_="tick", anchor="middle"))
    for place, step in enumerate(steps):
        following = steps[place + 1] if place + 1 < len(steps) else None
        body += _step_marks(step, following, _TOP + layout.row_px * place, scale, layout)
    for place, step in enumerate(steps):  # above every line, which they interrupt
        body += _labels(step, _TOP + layout.row_px * place, layout)
    size = (layout.width_px, floor + _FOOT)
    name = f"why-{explanation.metric}-{'wide' if layout.beside else 'narrow'}"
    title = say("{metric}: what moved it", lang, metric=heading(explanation.metric, lang))
    return whole_picture(size, body, name=name, title=title, desc=why_text(explanation, lang))


def _scale(steps: Sequence[_Step], layout: _Layout) -> Scale:
    """All values and whiskers, with room for the marks at both ends."""
    ends = [end for step in steps for end in (step.start, step.stop, *(step.low_high or ()))]
    room = max((max(ends) - min(ends)) * _DOMAIN_ROOM_FRAC, 1e-6)
    return Scale(
        low=min(ends) - room, high=max(ends) + room, start=layout.left_px, stop=layout.right_px
    )


def _step_marks(
    step: _Step, following: _Step | None, top: float, scale: Scale, layout: _Layout
) -> list[Svg]:
    """The bar or the mark of one line, and the thread to the next."""
    y = top + layout.bar_px
    marks: list[Svg] = []
    if following is not None:
        x = scale(step.stop)
        marks.append(line((x, y), (x, y + layout.row_px), class_="r-thread"))
    if step.kind in ("usual", "expected", "actual"):
        class_ = {"usual": "r-origin", "expected": "r-origin", "actual": "r-this"}[step.kind]
        return [*marks, element("circle", cx=scale(step.stop), cy=y, r=6.5, class_=class_)]
    first, last = sorted((scale(step.start), scale(step.stop)))
    marks.append(
        element(
            "rect",
            x=first,
            y=y - _HALF_BAR,
            width=max(last - first, 1.5),
            height=2.0 * _HALF_BAR,
            rx=2.0,
            class_=f"r-step {step.kind}",
        )
    )
    if step.low_high is not None:
        low, high = (scale(end) for end in step.low_high)
        marks.append(line((low, y), (high, y), class_="r-whisker"))
        marks += [line((x, y - 4.0), (x, y + 4.0), class_="r-whisker") for x in (low, high)]
    return marks


def _labels(step: _Step, top: float, layout: _Layout) -> list[Svg]:
    """Beside the bar with how much there was below, or above it where the drawing is narrow."""
    strong = "name total" if step.kind in ("usual", "expected", "actual") else "name"
    if layout.beside:
        names = [(step.name, strong, top + (15.0 if step.detail else 23.0))]
        names += [(step.detail, "detail", top + 31.0)] if step.detail else []
        labels = [
            text((2.0, y), cut(words, layout.columns), class_=class_) for words, class_, y in names
        ]
        value_y = top + layout.bar_px + 5.0
    else:
        room = layout.columns - width_columns(step.value)
        labels = [text((4.0, top + 17.0), cut(step.name, room), class_=strong)]
        value_y = top + 17.0
    value = text((layout.width_px - 4.0, value_y), step.value, class_=strong, anchor="end")
    return [*labels, value]
