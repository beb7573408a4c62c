"""Runs that came in, and their reads, sections and reports in a terminal.

Every read has the same shape: names with values, and at most a few tables. So one function words
them all, by the names of the figures and the unit at the end of each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, in_language, say, translate
from hakaru.core.plain import as_plain
from hakaru.core.units import format_duration, format_pace
from hakaru.guard.cleaning import clean
from hakaru.present.document import Fact
from hakaru.present.figures import NO_VALUE
from hakaru.present.session import evidence_text
from hakaru.present.terminal import (
    SECTION_NAMES,
    fact_lines,
    fitted_table,
    section_lines,
    verdict_text,
    wrapped,
)
from hakaru.present.words_athlete import METHODS
from hakaru.present.words_session import CRITERIA, ROLE_SOURCES, ROLES, TYPE_SOURCES, TYPES
from hakaru.running.sections.judge import Contract, contract_rules, instructions
from hakaru.running.sections.model import SCHEMAS
from hakaru.running.session.model import Evidence
from hakaru.store.readers.rows import ALL_WARNING
from hakaru.surfaces.cli.words_reads import CODES, NAMES

if TYPE_CHECKING:
    from hakaru.flows.ingest import IngestResult, Problem
    from hakaru.flows.narrate import AnalyzeResult, WordedRun
    from hakaru.flows.reads import (
        ActivityContext,
        InsertedSection,
        ValidatedSection,
    )
    from hakaru.flows.report import ReportResult
    from hakaru.flows.run import FetchResult, RunResult
    from hakaru.flows.simulate import SimulateResult
    from hakaru.store.readers.base import PerformanceTrends, TableResult
    from hakaru.store.readers.figures import (
        FormSummary,
        HeartRateEfficiency,
        LactateThresholdData,
        Vo2MaxData,
        WeatherDetail,
        ZonesDetail,
    )
    from hakaru.store.readers.reader import DateResult, DayResult, Insights, SectionAnalyses


def ingest_text(result: IngestResult, language: Lang) -> str:
    """Counts first, then what was refused or failed, file by file."""
    lines = [
        say(
            "{ingested} new <ingested:run|runs>, {completed} completed, "
            "{duplicates} <duplicates:duplicate|duplicates>; {evaluated} "
            "judged.",
            language,
            ingested=result.ingested,
            completed=result.completed,
            duplicates=result.duplicates,
            evaluated=result.evaluated,
        )
    ]
    if result.partial:
        lines.append(
            say(
                "{n} of them <n:comes from a damaged file and is|come from "
                "damaged files and are> marked as partial.",
                language,
                n=result.partial,
            )
        )
    lines += _problems(_REFUSED, result.refused, language)
    lines += _problems(N_("{n} could not be read:"), result.failed, language)
    return "\n".join(lines)


def fetch_text(result: FetchResult, language: Lang) -> str:
    """What came to disk, then the ingest."""
    fetched = result.fetched
    lines = [
        say(
            "{n} fetched, {skipped} already here.",
            language,
            n=len(fetched.fetched),
            skipped=fetched.skipped,
        )
    ]
    lines += [
        f"  {failure.activity_id}: {clean(in_language(failure.reason, language))}"
        for failure in (*fetched.failed, *fetched.incomplete)
    ]
    if fetched.stopped is not None:
        why = clean(in_language(fetched.stopped, language))
        lines.append(say("Stopped early: {reason}", language, reason=why))
    return "\n".join([*lines, ingest_text(result.ingested, language)])


def simulate_text(result: SimulateResult, language: Lang) -> str:
    """How many files, where, and that nobody ran them."""
    return say(
        "Wrote {n} simulated <n:run|runs> to {folder} (seed {seed}). Nobody ran <n:it|them>.",
        language,
        n=len(result.files),
        folder=result.folder,
        seed=result.seed,
    )


_REFUSED = N_("{n} not taken, as <n:it is no run|they are no runs>:")


def _problems(heading: str, problems: Sequence[Problem], language: Lang) -> list[str]:
    if not problems:
        return []
    return [
        say(heading, language, n=len(problems)),
        *(
            f"  {clean(problem.path)}: {clean(in_language(problem.reason, language))}"
            for problem in problems
        ),
    ]


def context_text(result: ActivityContext, language: Lang) -> str:
    """The evidence of each section, a line per part."""
    lines = [f"{result.activity_id}  {result.day.isoformat()}"]
    for name, bundle in result.bundles.items():
        lines += ["", f"{say(SECTION_NAMES[name], language)} ({name})"]
        lines += [f"  {key}: {_json(value)}" for key, value in bundle.items()]
    return "\n".join(lines)


def contract_text(contract: Contract, language: Lang) -> str:
    """What to do, the rules with their ids, the shape."""
    name, version = SECTION_NAMES[contract.section], str(contract.version)
    head = say(
        "Contract version {version}, language {written_in}",
        language,
        version=version,
        written_in=contract.lang,
    )
    lines = [f"{say(name, language)} ({contract.section})  {head}"]
    lines += wrapped(instructions(contract.section, contract.lang), first="  ")
    lines += ["", say("Rules", language)]
    for rule, rule_text in contract_rules(contract.section, contract.lang).items():
        lines += wrapped(f"{rule}: {rule_text}", first="  ", rest="    ")
    shape = json.dumps(SCHEMAS[contract.section], ensure_ascii=False, indent=2)
    return "\n".join([*lines, "", say("Shape (JSON Schema)", language), shape])


def validated_text(result: ValidatedSection, language: Lang) -> str:
    """That it can be stored, or everything that speaks against it."""
    findings = result.findings
    head = say("Nothing is wrong with it: it can be stored.", language)
    if not result.ok:
        head = say("It would be refused; {n} <n:problem|problems>:", language, n=len(findings))
    lines = [head]
    for finding in findings:
        lines += wrapped(clean(f"{finding.path}: {finding.message} [{finding.rule}]"), first="  - ")
    return "\n".join(lines)


def _json(value: object) -> str:
    if isinstance(value, Mapping) and "columns" in value:
        rows = (f"\n    {key}: {json.dumps(row, ensure_ascii=False)}" for key, row in value.items())
        return "".join(rows)
    return json.dumps(value, ensure_ascii=False)


def report_text(result: ReportResult, language: Lang) -> str:
    """Where the report lies, under the verdict and the words of its sections."""
    lines = []
    if result.evaluation is not None:
        lines += [verdict_text(result.evaluation, lang=language), ""]
    sections = dict(result.sections)
    if "efficiency" in sections and sections["efficiency"].source == "narrator":
        del sections["efficiency"]  # the verdict above is in the same words
    if sections:
        lines += [*section_lines(sections, language), ""]
    lines += [say("Files written:", language), f"  {result.markdown}", f"  {result.html}"]
    lines += [f"  {picture}" for picture in result.pictures]
    return "\n".join(lines)


def analyze_text(result: AnalyzeResult, language: Lang) -> str:
    """The words of a single run; of several how many there were; then what went wrong."""
    if not result.runs and not result.failed:
        return say("No run needs words.", language)
    lines = _counts(result, language)
    if len(result.runs) == 1:
        lines += ["", *section_lines(result.runs[0].shown, language)]
    for run in result.runs:
        lines += _reasons(run, language)
    for failed in result.failed:
        why = clean(in_language(failed.reason, language))
        lines += wrapped(f"{failed.activity_id}: {why}", first="  ")
    return "\n".join(lines)


_STEPS: Mapping[str, str] = {
    "ingest": N_("taken in"),
    "evaluate": N_("form judged"),
    "analyse": N_("looked at as a session"),
}


def run_text(result: RunResult, language: Lang) -> str:
    """What was done, then each report as `hakaru report` tells it."""
    steps = [say(_STEPS[step], language) for step in result.steps]
    lines = (
        [say("Done: {steps}", language, steps=say(in_context("list", ", "), language).join(steps))]
        if steps
        else []
    )
    lines += [*_counts(result.sections, language), ""]
    for failure in result.sections.failed:
        why = clean(in_language(failure.reason, language))
        lines += wrapped(f"{failure.activity_id}: {why}", first="  ")
    return "\n".join([*lines, *(report_text(report, language) for report in result.reports)])


def _counts(result: AnalyzeResult, language: Lang) -> list[str]:
    stored = [source for run in result.runs for source in run.stored.values()]
    up_to_date = sum(len(run.up_to_date) for run in result.runs)
    return [
        say(
            "{n} <n:section|sections> stored ({model} by the model, "
            "{narrator} by the narrator), {current} up to date, {failed} "
            "<failed:run|runs> failed.",
            language,
            n=len(stored),
            model=stored.count("llm"),
            narrator=stored.count("narrator"),
            current=up_to_date,
            failed=len(result.failed),
        )
    ]


def _reasons(run: WordedRun, language: Lang) -> Sequence[str]:
    """Why the narrator spoke where a model was asked."""
    lines: list[str] = []
    for name, why in run.reasons.items():
        title = say(SECTION_NAMES[name], language)
        sentence = say(
            "{activity_id} {section}: worded by the narrator ({reason})",
            language,
            section=title,
            activity_id=run.activity_id,
            reason=clean(in_language(why, language)),
        )
        lines += wrapped(sentence, first="  ")
    return lines


_PACES = ("pace_s_per_km", "pace_seconds_per_km", "threshold_pace_s_per_km")
_LONG_TIMES = frozenset({"running_s", "start_s", "end_s", "time_in_zone_s", "elapsed_s", "timer_s"})
_UNITS: Mapping[str, str] = {
    "pct": "%", "percentage": "%", "percentages": "%", "bpm": " bpm", "hr": " bpm", "ms": " ms",
    "cm": " cm", "spm": " spm", "w": " W", "c": " °C", "mps": " m/s", "deg": "°", "m": " m",
    "km": " m/km", "s": " s", "min": " ml/kg/min",
}  # fmt: skip
_WIDE = 14
"""A table of more columns does not fit a terminal."""

_TEXTS = frozenset({"text", "analysis_data", "title", "agent_name", "agent_version"})
"""What was written by somebody: shown as it is, never taken for a code."""

_WATCH_CODES = frozenset({"kind", "intensity", "trigger"})
"""What a watch calls a lap: words of their own, not those of roles or criteria."""


def read_text(
    result: DayResult
    | DateResult
    | TableResult
    | FormSummary
    | HeartRateEfficiency
    | ZonesDetail
    | Vo2MaxData
    | LactateThresholdData
    | PerformanceTrends
    | WeatherDetail
    | SectionAnalyses
    | Insights
    | InsertedSection,
    language: Lang,
) -> str:
    """Everything the read found; a terminal has no budget of bytes."""
    return "\n".join(_lines(as_plain(result, whole=True), language))


def _lines(content: Mapping[str, object], language: Lang, *, unit: str = "") -> list[str]:
    """Facts first, then what has parts of its own; `unit`: whose value this is."""
    plain = {key: value for key, value in content.items() if not _is_part(value)}
    shown = {key: value for key, value in plain.items() if key not in ("columns", "statistics")}
    facts = [
        Fact(label=_name(key, language), value=_fact(key, value, language, unit))
        for key, value in shown.items()
        if value not in (None, [], {})
    ]
    lines = fact_lines(facts) if "statistics" not in content else []
    if "statistics" in content:
        return [*_statistics(content, language)]
    for key, value in content.items():
        if _is_part(value):
            lines += ["", *_part(key, value, content.get("columns"), language)]
    return lines


def _fact(key: str, value: object, language: Lang, unit: str) -> str:
    """A value; what is not known is named as elsewhere."""
    if key == "missing" and isinstance(value, list):
        return ", ".join(_name(str(entry), language) for entry in value)
    return _value(unit if key in ("value", "interval_80") and unit else key, value, language)


def _statistics(content: Mapping[str, object], language: Lang) -> list[str]:
    """The facts that stand before the statistics, and these as a table."""
    heads = content["statistics"]
    assert isinstance(heads, list), "names of columns"
    at = list(content).index("statistics")
    keys = list(content)
    before = {key: content[key] for key in keys[:at]}
    rows = [["", *(_name(head, language) for head in heads)]]
    for key in keys[at + 1 :]:
        cells = content[key]
        assert isinstance(cells, list), "one row of figures"
        figures = [_value(key, cell, language) for cell in cells[:-1]]
        rows.append([_name(key, language), *figures, str(cells[-1])])
    right = frozenset(range(1, len(heads) + 1))
    return [*_lines(before, language), "", *fitted_table(rows, right=right)]


def _part(key: str, value: object, columns: object, language: Lang) -> list[str]:
    """A table, a list of things with names, or one such thing, under its name."""
    title = _name(key, language)
    if key == "analysis_data":
        return [title, *_written(value)]
    if key == "evidence" and isinstance(value, Mapping):
        return [title, *_evidence(value, language)]
    if isinstance(value, Mapping):
        return [title, *_indented(_lines(value, language, unit=key))]
    assert isinstance(value, list), "a part is a mapping or a list"
    if isinstance(value[0], Mapping):
        every = [_lines(entry, language) for entry in value]
        return [title, *(line for lines in every for line in ("", *_indented(lines)))]
    names = [str(column) for column in columns] if isinstance(columns, list) else []
    rows = [[_name(name, language) for name in names]]
    rows += [_cells(names, row, language) for row in value]
    if len(names) > _WIDE:
        return [title, *(line for row in rows[1:] for line in _listed(rows[0], row))]
    words = frozenset({"metric", "title", "day"})
    right = frozenset(at for at, name in enumerate(names) if name not in words)
    return [title, *fitted_table(rows, right=right)]


def _listed(names: Sequence[str], row: Sequence[str]) -> list[str]:
    """A row of too many columns for a terminal: each value after its name."""
    cells = [f"{name} {cell}" for name, cell in zip(names, row, strict=True) if cell != NO_VALUE]
    return wrapped(", ".join(cells[1:]), first=f"  {row[0]}: ")


def _cells(names: Sequence[str], row: Sequence[object], language: Lang) -> list[str]:
    """A row; where its first cell names a metric, the others have that one's unit."""
    metric = str(row[0]) if names and names[0] == "metric" else ""
    shown = [str(row[0]) if name == "metric" else name for name in names]
    cells = []
    for name, cell in zip(shown, row, strict=True):
        bare = name in ("avg", "min", "max", "sd", "expected")
        unit = metric if bare else name
        if name == metric:
            cells.append(_name(metric, language))
        else:
            cells.append(_value(unit, cell, language))
    return cells


def _value(key: str, value: object, language: Lang) -> str:
    """One value by the unit its name ends in; a code by its word, what has none as it is."""
    if value is None:
        return NO_VALUE
    if isinstance(value, bool):
        return translate((in_context("yes", "yes") if value else in_context("no", "no")), language)
    if isinstance(value, list):
        return ", ".join(_value(key, entry, language) for entry in value) or NO_VALUE
    if isinstance(value, int | float):
        return _number(key, value)
    return clean(str(value)) if key in _TEXTS else _word(key, str(value), language)


def _word(key: str, code: str, language: Lang) -> str:
    """What a code reads like; what is none stays as it is."""
    if key == "method" and code not in METHODS:
        return say("estimated from runs", language)
    own = {
        "training_type": (TYPES,),
        "method": (METHODS,),
        "type_source": (TYPE_SOURCES,),
        "role_source": (ROLE_SOURCES,),
    }
    tables = () if key in _WATCH_CODES else (ROLES, CRITERIA)
    for table in own.get(key, tables):
        if code in table:
            return say(table[code], language)
    specific = "warning.all_splits" if code == ALL_WARNING else f"{key}.{code}"
    chosen = specific if specific in CODES else code
    return translate(CODES[chosen], language) if chosen in CODES else clean(code)


def _evidence(evidence: Mapping[str, object], language: Lang) -> list[str]:
    """The figures that spoke for the type, as sentences."""
    texts = [
        evidence_text(Evidence(code=code, value=value), language) or f"{code}: {value:g}"
        for code, value in evidence.items()
        if isinstance(value, int | float)
    ]
    return [f"  - {text}" for text in texts]


def _written(value: object) -> list[str]:
    """An analysis as its author gave it, one harmless line after the other."""
    lines = json.dumps(value, ensure_ascii=False, indent=2).splitlines()
    return [f"  {line[: len(line) - len(line.lstrip())]}{clean(line)}" for line in lines]


def _number(key: str, value: float) -> str:
    if key.endswith(_PACES):
        return f"{format_pace(value)}/km"
    if key in _LONG_TIMES:
        return format_duration(value)
    if key.endswith("_frac"):
        return f"{value:g}"
    unit = _UNITS.get(key.rpartition("_")[2], "") if "_" in key else ""
    if key.endswith("_kn_per_m"):
        unit = " kN/m"
    return f"{value}{unit}" if isinstance(value, int) else f"{value:g}{unit}"


def _name(key: str, language: Lang) -> str:
    """What a figure is called; a criterion, a code or a path of its own name otherwise."""
    return translate(NAMES[key], language) if key in NAMES else clean(key)


def _is_part(value: object) -> bool:
    """Whether it needs lines of its own."""
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, list) and bool(value) and isinstance(value[0], list | Mapping)


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}".rstrip() for line in lines]
