"""An ingest that was cut off and repeated leaves the database of one that was not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from hakaru.flows.checks import Check
from hakaru.flows.context import Context, NoProgress
from hakaru.flows.doctor_data import file_checks
from hakaru.flows.ingest import ingest
from hakaru.flows.understanding import understand
from hakaru.render.sentences import in_language
from hakaru.sources.simulated.season import SeasonSettings, write_season
from hakaru.store.recordings import remove_activities
from hakaru.store.unsettled import unsettled_runs
from tests.faults.running import digest
from tests.flows.factories import SEASON_START, make_context, stored_runs, take_in

SEASON = SeasonSettings(
    seed=7, start_on=SEASON_START, weeks=8, runs_per_week=2, duration_frac=0.1, faults=False
)
"""More runs than the first dozen, of which the later ones tell something."""


class Killed(BaseException):
    """Nothing catches it, as nothing catches a kill."""


@dataclass
class CutOff(NoProgress):
    """Ends an ingest after so many pieces of a step."""

    label: str
    pieces: int
    step: str = ""

    def begin(self, label: str, total: int) -> None:
        self.step = label

    def advance(self, pieces: int = 1) -> None:
        if self.step == self.label:
            self.pieces -= pieces
            if self.pieces <= 0:
                raise Killed


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("season")
    write_season(folder, SEASON)
    return folder


@pytest.fixture(scope="module")
def whole(season: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """What the tables hold where nothing was cut off."""
    context = make_context(tmp_path_factory.mktemp("whole"))
    take_in(context, season)
    context.store.close()
    return digest(context.data_folder)


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = make_context(tmp_path / "data")
    yield made
    made.store.close()


def cut_off(context: Context, season: Path, *, step: str, pieces: int) -> int:
    """How many runs an ingest stored that ended after so many pieces of a step."""
    with pytest.raises(Killed):
        ingest(replace(context, progress=CutOff(step, pieces)), paths=[season])
    return len(stored_runs(context))


def n_left(context: Context) -> int:
    with context.store.read() as con:
        return len(unsettled_runs(con))


@pytest.mark.parametrize(
    ("step", "pieces"),
    [("reading", 1), ("reading", 5), ("reading", 12), ("reading", 16), ("understanding", 1),
     ("understanding", 2)],
)  # fmt: skip
def test_repeated_it_ends_as_if_nothing_had_happened(
    context: Context, season: Path, whole: Mapping[str, str], step: str, pieces: int
) -> None:
    n_stored = cut_off(context, season, step=step, pieces=pieces)
    assert n_left(context) == n_stored > 0
    result = take_in(context, season)
    assert result.ingested == SEASON.n_runs - n_stored
    assert n_left(context) == 0
    context.store.close()
    assert digest(context.data_folder) == whole


def test_cut_off_more_than_once_it_ends_the_same(
    context: Context, season: Path, whole: Mapping[str, str]
) -> None:
    cut_off(context, season, step="reading", pieces=4)
    cut_off(context, season, step="reading", pieces=9)
    cut_off(context, season, step="understanding", pieces=2)
    take_in(context, season)
    context.store.close()
    assert digest(context.data_folder) == whole


def test_only_runs_of_which_more_is_known_now_are_understood_again(
    context: Context, season: Path, tmp_path: Path
) -> None:
    many = 1000
    whole, repeated = (CutOff("understanding", many) for _ in range(2))
    other = make_context(tmp_path / "other")
    ingest(replace(other, progress=whole), paths=[season])
    cut_off(context, season, step="reading", pieces=15)
    ingest(replace(context, progress=repeated), paths=[season])
    assert 0 < many - repeated.pieces <= many - whole.pieces
    other.store.close()


def test_the_doctor_names_it_and_analysing_all_mends_it_too(context: Context, season: Path) -> None:
    assert not _told(context)
    n_stored = cut_off(context, season, step="reading", pieces=5)
    (check,) = _told(context)
    assert (check.status, check.needed) == ("broken", False)
    assert check.command == "hakaru understand --all"
    assert check.message.endswith(f": {n_stored}")
    assert f"{n_stored} 件" in in_language(check.message, "ja")
    understand(context, activity=None, all=True)
    assert n_left(context) == 0
    assert not _told(context)


def test_one_run_understood_again_in_between_is_looked_at_again_with_the_rest(
    context: Context, season: Path, whole: Mapping[str, str]
) -> None:
    cut_off(context, season, step="reading", pieces=5)
    first = stored_runs(context)[0]
    understand(context, activity=str(first.activity_id), all=False)
    take_in(context, season)
    context.store.close()
    assert digest(context.data_folder) == whole


def test_a_run_that_was_removed_is_not_waited_for(context: Context, season: Path) -> None:
    n_stored = cut_off(context, season, step="reading", pieces=5)
    first = stored_runs(context)[0].activity_id
    with context.store.write() as con:
        remove_activities(con, [first])
    assert n_left(context) == n_stored - 1
    assert take_in(context, season).ingested == SEASON.n_runs - n_stored + 1
    assert n_left(context) == 0


def test_what_another_ingest_has_under_way_is_left_to_it(context: Context, season: Path) -> None:
    files = sorted(season.glob("*.fit"))
    other = make_context(context.data_folder)

    class Meanwhile(CutOff):
        """Another program takes in the rest while this ingest is under way."""

        def end(self) -> None:
            if self.step == "reading":
                self.step = "over"
                assert n_left(other) == 8
                assert not _told(other)
                take_in(other, *files[8:])
                assert n_left(other) == 8

    ingest(replace(context, progress=Meanwhile("", 1)), paths=files[:8])
    assert n_left(context) == 0
    other.store.close()


def _told(context: Context) -> list[Check]:
    context.store.close()
    return [one for one in file_checks(context.data_folder) if one.name == "ingest"]
