"""Which operations are about very many runners at once?"""

from __future__ import annotations

from dataclasses import replace

from hakaru.catalog.operation import Operation, Param

_LAKE = Param(
    name="lake",
    type="path",
    access="read",
    positional=True,
    required=True,
    ja="runner=ID ごとに区間の Parquet があるフォルダ",
    en="a folder with Parquet files of splits below runner=ID",
)
_ENGINE = (
    Param(
        name="engine",
        type="text",
        default="local",
        ja="local（このマシンのプロセス）または dask://ホスト:ポート",
        en="local (processes of this machine) or dask://HOST:PORT",
    ),
    Param(
        name="anywhere",
        type="flag",
        default=False,
        ja="別のマシンのスケジューラーも許す（データの場所と結果が渡る）",
        en="also a scheduler on another machine (it learns where the data is, and the results)",
    ),
)

COHORT_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="cohort_simulate",
        command="cohort simulate",
        ja="シミュレーションしたランナー多数の Parquet フォルダを作る",
        en="Make a lake of many simulated runners",
        params=(
            replace(_LAKE, access="write"),
            Param(name="runners", type="int", default=100, ja="人数", en="how many"),
            Param(name="runs", type="int", default=200, ja="ひとりのラン数", en="runs of each"),
            Param(name="seed", type="int", default=1, ja="種", en="seed"),
        ),
        target="hakaru.flows.cohort:cohort_simulate",
        render="hakaru.surfaces.cli.text.cohort:simulated_text",
        profile="write",
        hidden=True,
        example="hakaru cohort simulate lake --runners 20",
    ),
    Operation(
        name="cohort_train",
        command="cohort train",
        ja="多数のランナーの基準を、ひとりずつ同じ方法で学習する（途中からやり直せる）",
        en="Learn the baselines of very many runners, one by one (goes on where it stopped)",
        params=(_LAKE, *_ENGINE),
        target="hakaru.flows.cohort:cohort_train",
        render="hakaru.surfaces.cli.text.cohort:cohort_text",
        profile="write",
        hidden=True,
        example="hakaru cohort train lake --engine dask://127.0.0.1:8786",
    ),
    Operation(
        name="cohort_evaluate",
        command="cohort evaluate",
        ja="多数のランナーの全ランを評価し、区間の当たり方も残す（途中からやり直せる）",
        en="Judge every run of very many runners, and keep how often the intervals held",
        params=(_LAKE, *_ENGINE),
        target="hakaru.flows.cohort:cohort_evaluate",
        render="hakaru.surfaces.cli.text.cohort:cohort_text",
        profile="write",
        hidden=True,
        example="hakaru cohort evaluate lake",
    ),
)
