"""Replies: their size, their JSON, and text that somebody outside wrote.

The hard limit is the operation's `limit_bytes`: beyond it stands an error that names the call to
make instead. A target is what the requirements name, mostly as an estimate ("~200 bytes"); the
figures measured against it are in docs/requirements.md.

Such a text reaches a model as `{"text": ..., "from": "recording"}`, on one line and without a
character that steers, hides or reorders. A string of a reply counts as ours only where its key is
declared so, here for every operation (`OURS`) or at one operation (`Operation.texts`); whatever is
not declared is marked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence

from hakaru.catalog.operation import Operation, TextSource
from hakaru.core.errors import HakaruError
from hakaru.core.plain import Rows, Text, as_plain
from hakaru.guard.cleaning import clean, for_model
from hakaru.records import frozen


@frozen
class Target:
    """A size in bytes of UTF-8, the line of the requirement that names it, and when it holds."""

    size_bytes: int
    line: int
    when: str = ""


_STATISTICS = "statistics_only"

TARGETS: Mapping[str, Target] = {
    "get_form_efficiency_summary": Target(size_bytes=500, line=455),
    "get_hr_efficiency_analysis": Target(size_bytes=800, line=456),
    "get_heart_rate_zones_detail": Target(size_bytes=1_024, line=457),
    "get_vo2_max_data": Target(size_bytes=200, line=458),
    "get_lactate_threshold_data": Target(size_bytes=300, line=459),
    "get_performance_trends": Target(size_bytes=1_024, line=460),
    "get_weather_data": Target(size_bytes=400, line=461),
    "get_splits_pace_hr": Target(size_bytes=200, line=522, when=_STATISTICS),
    "get_splits_form_metrics": Target(size_bytes=200, line=522, when=_STATISTICS),
    "get_splits_elevation": Target(size_bytes=200, line=522, when=_STATISTICS),
    "get_splits_all": Target(size_bytes=10_240, line=515, when="the most that can be asked for"),
    "get_section_analysis": Target(
        size_bytes=10_240, line=515, when="the most that can be asked for"
    ),
    "detect_form_anomalies_summary": Target(
        size_bytes=2_800, line=481, when="700 tokens of four bytes"
    ),
    "export": Target(size_bytes=500, line=580),
    "profile": Target(size_bytes=1_000, line=556, when="ten columns"),
    "histogram": Target(size_bytes=1_024, line=569, when="20 bins"),
    "materialize": Target(size_bytes=100, line=315),
}
"""By the name of the operation; one without is held to its limit alone."""


_LONGEST: Mapping[str, int] = {"recording": 240}
"""Characters of a text, by who wrote it: a name is short. The budgets of replies bound the rest."""
_LONGEST_OF_ALL = 100_000
_FIGURES = re.compile(r"[0-9.,:;+\-/% TZ…]*")
"""What can be a figure, a day or a moment, and nothing else."""
_ELSE: TextSource = "recording"

_OUR_KEYS = """
activity_id activity_ids analysis_id change_id from_node_id handle id node_id node_ids note_id
parent_id
prompt_sha256 targetNodeId target_node_id to_node_id view

data_folder folder html markdown pictures

activity_date analysed_at answered_at asked_at at before created_at date_range day days decided_at
earliest_day ended_at evaluated_at expires_at first_date last_at last_date measured_on month months
paused_at since started_at trained_at until updated_at

pause watcher

athlete averages backend basis by_basis cannot_tell category cause causes check classifier code
code_version columns criteria criterion criterion_columns current_label current_status decided_by
deductions direction emptied_by error_kind evidence finish form form_across_reps form_columns
form_metrics from_status intensity kind language load_basis main_cause matched meaning measured
method metric metrics missing model month_columns need not_met notable origin outcome phase quantity
rep_columns reps retention_class role role_source rule rules section_type selection sensor
sensor_group sensor_signs segments_measured session_columns sessions severity sex side signs source
state statistics status step steps structure subject suggested_status task terrain to_status
totals_basis training_type tray type type_source unchecked unit units unrated_reason wanted watching
written zones_from

evaluation_text headline overall_star_rating overall_unrated star_rating summary_en summary_ja
text_en text_ja unrated warning
"""
OURS: frozenset[str] = frozenset(_OUR_KEYS.split())
"""Keys whose text is always ours: ids and handles, places, days and moments, words of closed sets,
sentences that we word. A key that says different things in different replies (reason, text, label,
name, message, path, value, summary) is declared at its operation instead."""


@frozen
class Outside:
    """Marks the texts of one reply. `author`: who worded what is declared as the author's; `asked`:
    the words that the caller wrote, who names columns of a query by them."""

    texts: Mapping[str, TextSource]
    author: TextSource
    known_columns: Collection[str]
    asked: Collection[str] = ()

    def mark(
        self,
        value: object,
        key: str,
        *,
        within: TextSource | None = None,
        table: Sequence[str] = (),
    ) -> object:
        """The same value with its texts marked; `within`: from whom all of it comes, `table`: the
        columns of rows inside of it that name none."""
        if isinstance(value, str):
            return self._text(value, key, within)
        if isinstance(value, Mapping):
            return self._object(value, key, within, table)
        if isinstance(value, list):
            return [
                self.mark(entry, key, within=self._inner(key, within), table=table)
                for entry in value
            ]
        return value

    def _source(self, key: str, within: TextSource | None) -> TextSource:
        source = self.texts.get(key) or ("hakaru" if key in OURS else None)
        source = source or within or self.texts.get("*") or _ELSE
        return self.author if source == "author" else source

    def _text(self, value: str, key: str, within: TextSource | None) -> object:
        source = self._source(key, within)
        if source == "column":
            source = "hakaru" if self._is_known(value) else _ELSE
        elif key not in self.texts and _FIGURES.fullmatch(value):
            source = "hakaru"
        return clean(value) if source == "hakaru" else marked_text(value, source)

    def _object(
        self,
        value: Mapping[str, object],
        key: str,
        within: TextSource | None,
        table: Sequence[str],
    ) -> object:
        source = self.texts.get(key)
        if source == "column":
            return dict(self._column(at, *item) for at, item in enumerate(value.items(), start=1))
        if source not in (None, "hakaru", "author"):
            if not _keys(value) <= OURS | _SECTION_KEYS:
                return marked_text(json.dumps(value, ensure_ascii=False), source)
            within = source
        names = value.get("columns")
        if isinstance(names, list) and all(isinstance(name, str) for name in names):
            table = names
        return {
            name: self._rows(item, table, within)
            if table and name != "columns" and _is_table(item, len(table))
            else self.mark(item, name, within=self._inner(key, within), table=table)
            for name, item in value.items()
        }

    def _inner(self, key: str, within: TextSource | None) -> TextSource | None:
        """A mapping or list under a declared key hands its source on to what it holds."""
        source = self.texts.get(key)
        return within if source in (None, "column") else source

    def _column(self, at: int, name: str, figures: object) -> tuple[str, object]:
        marked = self.mark(figures, "")
        if self._is_known(name) or not isinstance(marked, dict):
            return name, marked
        return f"column_{at}", {"name": marked_text(name, _ELSE), **marked}

    def _is_known(self, name: str) -> bool:
        """Whether a column has a name of ours, or one made of nothing but words of the caller."""
        words = _WORDS.findall(name)
        return (
            name == "…"
            or name in self.known_columns
            or (
                bool(words)
                and _EXPRESSION.fullmatch(name) is not None
                and {*words} <= {*self.asked}
            )
        )

    def _rows(self, rows: object, names: Sequence[str], within: TextSource | None) -> object:
        assert isinstance(rows, list)
        return [
            [self.mark(cell, name, within=within) for name, cell in zip(names, row, strict=True)]
            for row in rows
        ]


_WORDS = re.compile(r"\w+", re.ASCII)
_EXPRESSION = re.compile(r"[\w ().,*+/<>=-]*", re.ASCII)
_SECTION_KEYS = frozenset({"text", "evidence", "improvements"})


def marked_reply(
    operation: Operation,
    reply: Mapping[str, object],
    *,
    known_columns: Collection[str] = (),
    asked: str = "",
) -> Mapping[str, object]:
    """A reply as a model gets it. `known_columns`: names that our own tables give to columns;
    `asked`: the caller's query, whose words may name columns as well."""
    author: TextSource = "model" if reply.get("source") == "llm" else operation.narrator
    words = frozenset(_WORDS.findall(asked)) | {"count_star"} if asked else ()
    outside = Outside(
        texts=operation.texts, author=author, known_columns=known_columns, asked=words
    )
    marked = outside.mark(reply, "")
    assert isinstance(marked, dict)
    return marked


def marked_text(text: str, source: str) -> Mapping[str, str]:
    """One text from outside with where it comes from; a long name ends in an ellipsis."""
    most = _LONGEST.get(source, _LONGEST_OF_ALL)
    return {"text": for_model(text, most=most), "from": source}


def fenced_text(text: str, source: str) -> str:
    """The same inside Markdown or a prompt: as code that its own characters cannot end."""
    quoted = json.dumps(marked_text(text, source), ensure_ascii=False)
    return "`" + quoted.replace("`", "\\u0060").replace("|", "\\u007c") + "`"


def _is_table(value: object, n_columns: int) -> bool:
    return isinstance(value, list) and all(
        isinstance(row, list) and len(row) == n_columns for row in value
    )


def _keys(value: object) -> set[str]:
    if isinstance(value, Mapping):
        return set(value) | {key for item in value.values() for key in _keys(item)}
    if isinstance(value, list):
        return {key for item in value for key in _keys(item)}
    return set()


_ERROR_BYTES = 1800
"""Of the sentence, which stands in the reply twice."""


def as_json(value: object, *, whole: bool = False, indent: int | None = None) -> str:
    """Compact JSON text of a result, Japanese as it is; `whole`: with every row and text, for
    scripts, which have no budget."""
    separators = (",", ":") if indent is None else None
    plain = as_plain(value, whole=whole)
    return json.dumps(plain, ensure_ascii=False, indent=indent, separators=separators)


def error_reply(error: HakaruError) -> Mapping[str, object]:
    """The one shape in which every surface shows an error, always within 4 KB.

    A sentence may repeat a name or an argument: it stays on one line, without control characters.
    """
    sentence = Text(clean(str(error)), within_bytes=_ERROR_BYTES).cut()
    reasons = Rows(map(clean, error.reasons), within_bytes=_ERROR_BYTES).cut()
    return {"ok": False, "error": sentence, "errors": reasons or [sentence], "status": error.status}
