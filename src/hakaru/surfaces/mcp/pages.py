"""Pages and worked analyses that a client can open beside the tools."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from hakaru.catalog.operation import load
from hakaru.catalog.operations import OPERATIONS
from hakaru.catalog.reply import fenced_text
from hakaru.core.errors import RequestError, UnknownPage
from hakaru.core.i18n import Lang, message
from hakaru.flows.context import Context
from hakaru.store.activities import list_activities
from hakaru.store.sandbox.tree import TABLES
from hakaru.surfaces.mcp.offered import where_offered

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
class Ask:
    """What a user fills in."""

    name: str
    ja: str
    en: str


@dataclass(frozen=True, kw_only=True)
class WorkedAnalysis:
    """One analysis; the steps have a `{slot}` for every argument."""

    name: str
    ja: str
    en: str
    arguments: tuple[Ask, ...]
    steps_ja: tuple[str, ...]
    steps_en: tuple[str, ...]

    def text(self, language: Lang) -> str:
        """What it is about, in one language."""
        return self.ja if language == "ja" else self.en


_PLAIN = re.compile(r"[0-9,. -]{1,400}")
"""What can be an id, several, a day or a number, and nothing else."""

_ACTIVITY = Ask(
    name="activity",
    ja="活動ID、または日付（YYYY-MM-DD）",
    en="activity id or local day (YYYY-MM-DD)",
)

ANALYSES: tuple[WorkedAnalysis, ...] = (
    WorkedAnalysis(
        name="interval_seconds",
        ja="秒単位のインターバル分析",
        en="An interval, second by second",
        arguments=(
            _ACTIVITY,
            Ask(name="start_s", ja="開始（秒）", en="start in seconds"),
            Ask(name="end_s", ja="終了（秒、含まない）", en="end in seconds, not included"),
        ),
        steps_ja=(
            "PLAN: 活動 {activity} の {start_s}〜{end_s} 秒（終わりは含まない）の"
            "ペース変動を調べる。",
            "EXPORT: export でこの区間の pace と heart_rate をハンドルとして取り出す。"
            "行は読まない。",
            "CODE: safe_load_export でハンドルを読み、1秒に揃え、10秒の移動平均との差を計算し、"
            "図を保存する。",
            "RESULT: safe_json_output で平均・標準偏差・最大の外れとその時刻（1KB以内）と"
            "図のパスだけを出す。",
            "INTERPRET: 出てきた数値をそのまま引用して解釈する。計算し直さない。",
        ),
        steps_en=(
            "PLAN: how pace varied in activity {activity}, seconds [{start_s}, {end_s}).",
            "EXPORT: export this range (pace, heart_rate) as a handle. Do not read rows.",
            "CODE: safe_load_export the handle, resample to 1 s, subtract a 10 s rolling mean, "
            "save a plot.",
            "RESULT: safe_json_output of mean, standard deviation, largest deviation and when "
            "(<= 1 KB), and the path of the plot; nothing else.",
            "INTERPRET: quote these figures as they are; compute nothing again.",
        ),
    ),
    WorkedAnalysis(
        name="form_anomaly",
        ja="フォーム異常の深掘り（前後30秒と相関）",
        en="A form anomaly with 30 s around it, and what it goes with",
        arguments=(
            _ACTIVITY,
            Ask(
                name="number",
                ja="異常の番号",
                en="number of the anomaly",
            ),
        ),
        steps_ja=(
            "PLAN: detect_form_anomalies_summary で活動 {activity} の異常を見て、"
            "{number} 番を選ぶ。",
            "EXPORT: export で異常 {number}、context_window=30 の区間をハンドルとして取り出す。",
            "CODE: safe_load_export で読み、接地時間とペース・心拍・標高の相関を計算し、"
            "散布図を保存する。",
            "RESULT: 相関と前後の平均（1KB以内）と図のパスだけを出す。",
            "INTERPRET: 返答が挙げた原因と相関を引用し、仮説は仮説として述べる。",
        ),
        steps_en=(
            "PLAN: detect_form_anomalies_summary of activity {activity}; take number {number}.",
            "EXPORT: export anomaly {number} with context_window=30 as a handle.",
            "CODE: safe_load_export it, correlate contact time with pace, heart rate and "
            "elevation, save a scatter plot.",
            "RESULT: correlations and the means before, within and after (<= 1 KB), and the path "
            "of the plot; nothing else.",
            "INTERPRET: quote the cause that the reply names and the correlations; call a guess "
            "a guess.",
        ),
    ),
    WorkedAnalysis(
        name="compare_activities",
        ja="複数の活動を正規化した時間軸で比較する",
        en="Several activities on one normalised time axis",
        arguments=(
            Ask(
                name="activities",
                ja="活動IDをカンマ区切りで",
                en="activity ids, separated by commas",
            ),
        ),
        steps_ja=(
            "PLAN: profile で活動 {activities} の要約統計を見る。",
            "EXPORT: export で {activities} の heart_rate をひとつのハンドルとして取り出す。",
            "CODE: safe_load_export で読み、時間を0〜1に正規化し、100点に揃え、"
            "重ね描きの図を保存する。",
            "RESULT: 活動ごとの平均と差（10行以内）と図のパスだけを出す。",
            "INTERPRET: 差を引用する。変化と呼ぶのは analyze_performance_trends が"
            "変化と言うものだけ。",
        ),
        steps_en=(
            "PLAN: profile activities {activities} for their summary statistics.",
            "EXPORT: export heart_rate of {activities} as one handle.",
            "CODE: safe_load_export it, normalise time to 0-1, bring it to 100 points, save an "
            "overlay plot.",
            "RESULT: mean per activity and differences (<= 10 rows), and the path of the plot; "
            "nothing else.",
            "INTERPRET: quote the differences; call a change only what analyze_performance_trends "
            "calls one.",
        ),
    ),
)


def analysis_named(name: str) -> WorkedAnalysis:
    """The analysis of this name. Raises RequestError where there is none."""
    for analysis in ANALYSES:
        if analysis.name == name:
            return analysis
    names = ", ".join(analysis.name for analysis in ANALYSES)
    raise RequestError(
        message("there is no prompt {prompt}; there are {names}", prompt=repr(name), names=names)
    )


def prompt_text(analysis: WorkedAnalysis, given: Mapping[str, str], *, language: Lang) -> str:
    """The steps with the arguments filled in; one that is no id, day or number stands as data.

    Raises:
        RequestError: an argument is missing or unknown.
    """
    names = {argument.name for argument in analysis.arguments}
    if names != given.keys():
        raise RequestError(
            message(
                "the prompt {prompt} takes {names}",
                prompt=analysis.name,
                names=", ".join(sorted(names)),
            )
        )
    steps = analysis.steps_ja if language == "ja" else analysis.steps_en
    slots = {
        name: value if _PLAIN.fullmatch(value) else fenced_text(value, "person")
        for name, value in given.items()
    }
    filled = [f"{number}. {step.format_map(slots)}" for number, step in enumerate(steps, start=1)]
    return "\n".join([analysis.text(language), *filled])


TABLE_PREFIX = "hakaru://schema/"

_UNITS: tuple[tuple[str, str], ...] = (
    ("_ml_per_kg_min", "ml/kg/min"),
    ("_kn_per_m", "kN/m"),
    ("_m_per_km", "m/km"),
    ("_s_per_km", "s/km"),
    ("_mps", "m/s"),
    ("_bpm", "beats/min"),
    ("_spm", "steps/min"),
    ("_pct", "%"),
    ("_percentage", "%"),
    ("_frac", "0-1"),
    ("_seconds", "s"),
    ("_years", "years"),
    ("_bytes", "B"),
    ("_days", "days"),
    ("_kcal", "kcal"),
    ("_ms", "ms"),
    ("_cm", "cm"),
    ("_kg", "kg"),
    ("_j_per_km", "J/km"),
    ("_km", "km"),
    ("_deg", "degrees"),
    ("_w", "W"),
    ("_m", "m"),
    ("_c", "deg C"),
    ("_s", "s"),
)
"""The unit a column name ends in; longer endings first."""


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page that is written when it is read."""

    uri: str
    name: str
    ja: str
    en: str
    write: Callable[[Context], str]

    def text(self, language: Lang) -> str:
        """What it is about, in one language."""
        return self.ja if language == "ja" else self.en


def read_page(context: Context, uri: str) -> str:
    """A page as Markdown.

    Raises:
        UnknownPage: nothing has this address.
        StoreError: the store cannot be read.
    """
    for page in PAGES:
        if page.uri == uri:
            return page.write(context)
    if uri.startswith(TABLE_PREFIX):
        return table_page(context, uri.removeprefix(TABLE_PREFIX))
    raise UnknownPage(uri)


def schema_page(context: Context) -> str:
    """Every table and view with its columns, compact; the name of a column ends in its unit."""
    lines = [
        "# Tables and columns\n",
        "A name ends in its unit: " + ", ".join(f"{end} {unit}" for end, unit in _UNITS) + ".",
        f"Types and units of one table: `{TABLE_PREFIX}<table>`.\n",
    ]
    with context.store.read() as con:
        rows = table_columns(con)
    for table, columns in groupby(rows, key=lambda row: row[0]):
        lines.append(f"- **{table}**: {', '.join(column for _, column, _ in columns)}")
    return "\n".join(lines) + "\n"


def table_page(context: Context, table: str) -> str:
    """The columns of one table with type and unit."""
    with context.store.read() as con:
        rows = [row for row in table_columns(con) if row[0] == table]
    if not rows:
        raise UnknownPage(TABLE_PREFIX + table)
    lines = [f"# {table}\n", "| column | type | unit |", "|---|---|---|"]
    lines += [f"| {column} | {kind} | {unit_of(column)} |" for _, column, kind in rows]
    return "\n".join(lines) + "\n"


def unit_of(column: str) -> str:
    """The unit that the name of a column ends in, before a role such as `_actual`; '' for none."""
    return next((unit for end, unit in _UNITS if f"{end}_" in f"{column}_"), "")


def budgets_page(_: Context) -> str:
    """Every budget there is, as docs/budgets.md has it."""
    return str(load("hakaru.surfaces.mcp.budgets:budgets_text")())


def tools_page(_: Context) -> str:
    """Every tool in both languages, what it takes, and the option that offers it."""
    lines = ["# Tools\n"]
    for operation in OPERATIONS:
        offered = where_offered(operation.name)
        if offered is None:
            continue
        lines.append(
            f"- **{operation.name}** (`{offered}`): {operation.text('en')} / {operation.text('ja')}"
        )
        lines += [
            f"  - {param.name}: {param.text('en')} / {param.text('ja')}"
            for param in operation.params
        ]
    return "\n".join(lines) + "\n"


def latest_report_page(context: Context) -> str:
    """The report of the newest run that has a verdict, else of the newest run."""
    with context.store.read() as con:
        runs = list_activities(con)
    judged = [run for run in runs if run.judged] or list(runs)
    if not judged:
        return "No run is stored yet: `hakaru ingest FOLDER` reads recordings.\n"
    return report_page(context, judged[0].activity_id)


def report_page(context: Context, activity_id: int) -> str:
    """The report of one run, in which every text from outside is fenced."""
    with context.store.read() as con:
        made = load("hakaru.flows.report:gather")(con, activity_id, context=context)
    draw = load("hakaru.present.report:render_markdown")
    return str(draw(made, lang=context.settings.language, outside=_fenced))


def _fenced(text: str) -> str:
    return fenced_text(text, "recording")


PAGES: tuple[Page, ...] = (
    Page(
        uri="hakaru://schema",
        name="schema",
        ja="表と列（名前の末尾が単位）。SQLを書く前に読む",
        en="Tables and columns (names end in their unit); read before writing SQL",
        write=schema_page,
    ),
    Page(
        uri="hakaru://budgets",
        name="budgets",
        ja="返答の大きさの上限",
        en="How large replies may be",
        write=budgets_page,
    ),
    Page(
        uri="hakaru://tools",
        name="tools",
        ja="すべてのツールと引数、それを使えるようにするオプション",
        en="Every tool, its arguments, and the option that offers it",
        write=tools_page,
    ),
    Page(
        uri="hakaru://report/latest",
        name="latest report",
        ja="最も新しいランのレポート（Markdown）",
        en="The report of the newest run (Markdown)",
        write=latest_report_page,
    ),
)


def table_columns(con: DuckDBPyConnection) -> list[tuple[str, str, str]]:
    """(table, column, type) of everything a query can name."""
    rows = con.execute(
        "SELECT table_name, column_name, data_type FROM information_schema.columns "
        "WHERE table_schema = 'main' ORDER BY table_name, ordinal_position"
    ).fetchall()
    return [(str(table), str(column), str(kind)) for table, column, kind in rows if table in TABLES]
