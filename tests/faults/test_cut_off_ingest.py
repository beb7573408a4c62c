"""An ingest that was cut off and repeated leaves the database of one that was not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from hakaru.core.i18n import in_language
from hakaru.flows.context import Context, NoProgress
from hakaru.flows.doctor import Check, file_checks
from hakaru.flows.fresh import refresh
from hakaru.flows.ingest import ingest
from hakaru.sources.simulated.season import SeasonSettings
from hakaru.store.stale import stale_marks
from tests.faults.running import digest
from tests.flows.factories import SEASON_START, make_context, stored_runs, take_in
from tests.simulated import write_season

SEASON = SeasonSettings(
    seed=7, start_on=SEASON_START, weeks=8, runs_per_week=2, duration_frac=0.1, faults=False
)


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
    """How many marks stand of what is older than its inputs."""
    with context.store.read() as con:
        return len(stale_marks(con))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("pieces", [1, 5, 12, 16])
def test_repeated_it_ends_as_if_nothing_had_happened(
    context: Context, season: Path, whole: Mapping[str, str], pieces: int
) -> None:
    n_stored = cut_off(context, season, step="reading", pieces=pieces)
    result = take_in(context, season)
    assert result.ingested == SEASON.n_runs - n_stored
    assert n_left(context) == 0
    context.store.close()
    assert digest(context.data_folder) == whole


@pytest.mark.soak
def test_cut_off_more_than_once_it_ends_the_same(
    context: Context, season: Path, whole: Mapping[str, str]
) -> None:
    cut_off(context, season, step="reading", pieces=4)
    cut_off(context, season, step="reading", pieces=9)
    take_in(context, season)
    context.store.close()
    assert digest(context.data_folder) == whole


def cut_off_backwards(context: Context, season: Path, *, step: str, pieces: int) -> None:
    """An ingest of the newest files first, that ended after so many pieces of a step."""
    newest_first = sorted(season.glob("*.fit"), reverse=True)
    with pytest.raises(Killed):
        ingest(replace(context, progress=CutOff(step, pieces)), paths=newest_first)
    assert n_left(context) > 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("step", "pieces"),
    [("reading", 7), ("understanding", 1), ("understanding", 3), ("evaluating", 1)],
)
@pytest.mark.parametrize("again", ["ingest", "refresh"])
def test_what_waited_to_be_brought_up_to_date_is(
    context: Context, season: Path, whole: Mapping[str, str], step: str, pieces: int, again: str
) -> None:
    cut_off_backwards(context, season, step=step, pieces=pieces)
    if again == "ingest" or step == "reading":
        take_in(context, season)
    else:
        assert refresh(context)
    assert n_left(context) == 0
    context.store.close()
    same = {"main.activities", "main.sessions", "data.sessions", "data.splits"}
    rows = digest(context.data_folder)
    assert {name: rows[name] for name in same & rows.keys()} == {
        name: whole[name] for name in same & rows.keys()
    }


def test_the_doctor_names_it_and_the_next_look_mends_it(context: Context, season: Path) -> None:
    assert not _named(context)
    cut_off_backwards(context, season, step="reading", pieces=7)
    (check,) = _named(context)
    assert (check.status, check.needed) == ("broken", False)
    assert check.command == "hakaru status"
    assert in_language(check.message, "ja") != check.message
    assert refresh(context)
    assert not _named(context)


@pytest.mark.soak
def test_what_another_ingest_has_under_way_is_left_to_it(context: Context, season: Path) -> None:
    files = sorted(season.glob("*.fit"), reverse=True)
    other = make_context(context.data_folder)

    class Meanwhile(CutOff):
        """Another program takes in the rest while this ingest is under way."""

        def end(self) -> None:
            if self.step == "reading":
                self.step = "over"
                n_marks = n_left(other)
                assert n_marks > 0
                assert not _named(other)
                assert not refresh(other)
                assert n_left(other) == n_marks

    ingest(replace(context, progress=Meanwhile("", 1)), paths=files[:8])
    assert n_left(context) == 0
    other.store.close()


def _named(context: Context) -> list[Check]:
    context.store.close()
    return [check for check in file_checks(context.data_folder) if check.name == "ingest"]
