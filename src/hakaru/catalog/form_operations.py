"""What can a user ask for? Every operation of Hakaru, one declaration each."""

from __future__ import annotations

from hakaru.catalog.operation import Operation, Param

_ACTIVITY = Param(
    name="activity",
    type="activity",
    positional=True,
    required=True,
    ja="活動ID、または日付（YYYY-MM-DD）",
    en="activity id or local day (YYYY-MM-DD)",
)
_LIMIT = Param(name="limit", type="int", default=20, ja="最大件数", en="at most this many rows")
_SENSOR = Param(
    name="sensor",
    type="text",
    ja="センサーの種類（省略時は最も新しいランのもの）",
    en="sensor group (default: that of the latest run)",
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="ingest",
        command="ingest",
        ja="記録（FIT・TCX・GPX・Garmin JSON/CSV/zip、フォルダ）を取り込み、各ランを評価する",
        en="Read recordings (FIT, TCX, GPX, Garmin JSON/CSV/zip, folders) and judge every new run",
        params=(
            Param(
                name="paths",
                type="paths",
                positional=True,
                required=True,
                ja="ファイル、フォルダ、またはグロブ",
                en="files, folders or globs",
            ),
        ),
        target="hakaru.flows.ingest:ingest",
        render="hakaru.surfaces.cli.text.recordings:ingest_text",
        profile="write",
        example="hakaru ingest ~/garmin",
    ),
    Operation(
        name="fetch_garmin",
        command="fetch garmin",
        ja="Garmin Connect から新しい活動を取得し、元データごと取り込む（追加機能 garmin が必要）",
        en="Fetch new activities from Garmin Connect, keep the raw files and ingest them"
        " (needs the extra `garmin`)",
        params=(
            Param(name="since", type="date", ja="この日以降", en="from this local day on"),
            Param(name="until", type="date", ja="この日まで", en="up to this local day"),
        ),
        target="hakaru.flows.fetch:fetch_garmin",
        render="hakaru.surfaces.cli.text.recordings:fetch_text",
        profile="write",
        offline=False,
        example="hakaru fetch garmin --since 2026-01-01",
    ),
    Operation(
        name="train",
        command="train",
        ja="履歴から、センサーごとの基準（新しい版）を学習する",
        en="Learn a new baseline version for every sensor from your history",
        params=(
            Param(
                name="method",
                type="choice",
                choices=("direct", "inverse"),
                default="direct",
                ja="direct（既定）、または比較用の inverse（保存しない）",
                en="direct, or inverse for comparison only (not stored)",
            ),
            Param(
                name="history",
                type="flag",
                default=False,
                ja="過去の各月の時点の版も作る（古いランを当時の自分と比べるため）",
                en="also lay a version per past month, to judge old runs by the form of their time",
            ),
        ),
        target="hakaru.flows.train:train",
        render="hakaru.surfaces.cli.text.baselines:train_text",
        profile="write",
        example="hakaru train",
    ),
    Operation(
        name="baselines",
        command="baselines",
        ja="学習済みの基準の版を一覧する",
        en="List the learned baseline versions, or plot the current one",
        params=(
            _SENSOR,
            Param(
                name="plot",
                type="choice",
                choices=("gct", "vo", "vr", "cadence"),
                ja="この指標の期待曲線を描く",
                en="draw the expected curve of this metric",
            ),
            _LIMIT,
        ),
        target="hakaru.flows.baselines:baselines",
        render="hakaru.surfaces.cli.text.baselines:baselines_text",
        profile="analysis",
        example="hakaru baselines --plot gct",
    ),
    Operation(
        name="expect",
        command="expect",
        ja="あるペースで普段示すはずの値を、区間つきで答える",
        en="What you would usually show at a pace, with intervals",
        params=(
            Param(
                name="pace",
                type="pace",
                required=True,
                ja="ペース（分:秒/km、例 4:30）",
                en="pace per kilometre, e.g. 4:30",
            ),
            _SENSOR,
        ),
        target="hakaru.flows.baselines:expect_at",
        render="hakaru.surfaces.cli.text.baselines:expect_text",
        profile="core",
        example="hakaru expect --pace 4:30",
    ),
    Operation(
        name="evaluate",
        command="evaluate",
        ja="ランを現在の基準で評価する（既に評価済みのランは変えない）",
        en="Judge a run, or every run that has no verdict yet",
        params=(
            Param(
                name="activity",
                type="activity",
                positional=True,
                ja="活動ID、または日付（YYYY-MM-DD）",
                en="activity id or local day (YYYY-MM-DD)",
            ),
            Param(
                name="all",
                type="flag",
                default=False,
                ja="まだ評価のないすべてのラン",
                en="every run without a verdict",
            ),
        ),
        target="hakaru.flows.evaluate:evaluate",
        render="hakaru.surfaces.cli.text.verdicts:evaluate_text",
        profile="write",
        example="hakaru evaluate --all",
    ),
    Operation(
        name="reevaluate",
        command="reevaluate",
        ja="すべてのラン（または指定した期間）を現在の基準で評価し直す。古い評価は履歴に残る",
        en="Judge runs again with the current baselines; the old verdicts stay in the history",
        params=(
            Param(name="since", type="date", ja="この日以降", en="from this local day on"),
            Param(name="until", type="date", ja="この日まで", en="up to this local day"),
        ),
        target="hakaru.flows.evaluate:reevaluate",
        render="hakaru.surfaces.cli.text.verdicts:evaluate_text",
        profile="write",
        example="hakaru reevaluate --since 2026-01-01",
    ),
    Operation(
        name="get_form_evaluations",
        command="form",
        ja="ひとつのランのフォーム評価（期待値・実測値・偏差・点・★・評価文）",
        en="The form verdict of one run: expected, actual, deviation, score, stars, words",
        params=(
            Param(
                name="activity_id",
                type="activity",
                positional=True,
                required=True,
                ja="活動ID、または日付（YYYY-MM-DD）",
                en="activity id or local day (YYYY-MM-DD)",
            ),
            Param(
                name="detail",
                type="flag",
                default=False,
                ja="すべての区間と両言語の文",
                en="every interval and both languages",
            ),
        ),
        target="hakaru.flows.evaluate:get_form_evaluations",
        render="hakaru.surfaces.cli.text.verdicts:form_text",
        profile="core",
        example="hakaru form 2026-03-01",
    ),
    Operation(
        name="drift",
        command="drift",
        ja="フォームの持続的な変化を、ラン単位の残差から見つける",
        en="Find a lasting change of form from run-level residuals",
        params=(
            _SENSOR,
            Param(name="since", type="date", ja="この日以降", en="from this local day on"),
        ),
        target="hakaru.flows.drift:drift",
        render="hakaru.surfaces.cli.text.drift:drift_text",
        profile="analysis",
        example="hakaru drift",
    ),
    Operation(
        name="report",
        command="report",
        ja="ひとつのランのレポート（Markdown と、単独で開ける HTML）を書く",
        en="Write the report of one run: Markdown and a self-contained HTML page",
        params=(
            _ACTIVITY,
            Param(
                name="out",
                type="path",
                ja="書き出すフォルダ（省略時はデータフォルダの reports）",
                en="folder to write to (default: reports in the data folder)",
            ),
        ),
        target="hakaru.flows.report:report",
        render="hakaru.surfaces.cli.text.report:report_text",
        profile="analysis",
        example="hakaru report 2026-03-01",
    ),
    Operation(
        name="activities",
        command="activities",
        ja="取り込んだランの一覧（新しい順）",
        en="List the stored runs, newest first",
        params=(
            Param(name="since", type="date", ja="この日以降", en="from this local day on"),
            Param(name="until", type="date", ja="この日まで", en="up to this local day"),
            _LIMIT,
        ),
        target="hakaru.flows.status:activities",
        render="hakaru.surfaces.cli.text.stored:activities_text",
        profile="core",
        example="hakaru activities --limit 5",
    ),
    Operation(
        name="status",
        command="status",
        ja="何が入っていて、次に何をするとよいか",
        en="What is stored and what to do next",
        params=(),
        target="hakaru.flows.status:status",
        render="hakaru.surfaces.cli.text.stored:status_text",
        profile="core",
        example="hakaru status",
    ),
    Operation(
        name="simulate",
        command="simulate",
        ja="シミュレーションしたランナーの1シーズンを本物のFITファイルとして書く",
        en="Write a season of a simulated runner as real FIT files",
        params=(
            Param(
                name="folder",
                type="path",
                positional=True,
                required=True,
                ja="書き出すフォルダ",
                en="folder to write to",
            ),
            Param(name="weeks", type="int", default=12, ja="週数", en="weeks of training"),
            Param(
                name="runs_per_week", type="int", default=4, ja="週あたりのラン", en="runs per week"
            ),
            Param(name="seed", type="int", default=1, ja="乱数の種", en="seed"),
            Param(
                name="start",
                type="date",
                ja="最初の日（省略時は今日から逆算）",
                en="first day (default: so that it ends today)",
            ),
        ),
        target="hakaru.flows.simulate:simulate",
        render="hakaru.surfaces.cli.text.recordings:simulate_text",
        profile="write",
        example="hakaru simulate season --weeks 12 --seed 7",
    ),
)


def operation_of_command(command: str) -> Operation:
    """The operation typed as `hakaru COMMAND`. Raises KeyError for an unknown one."""
    return {operation.command: operation for operation in OPERATIONS}[command]
