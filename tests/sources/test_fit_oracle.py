"""Does the decoder say the same as an independent reader, field by field and record by record?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path

import fitdecode.profile
import pytest

from hakaru.sources.fit import profile
from hakaru.sources.fit.profile import MESSAGES, PROFILE, RECORD, RUN_METRICS, USER_METRICS
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from tests.shared import REAL, needs_real
from tests.sources.fit_oracle import Key, differences_in, read_plainly

REAL_FILES = sorted(REAL.rglob("*.fit")) if REAL.is_dir() else []


@needs_real
@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.stem)
def test_real_files_are_read_like_an_independent_reader_reads_them(path: Path) -> None:
    assert differences_in(path.read_bytes(), name=path.name) == []


@cache
def simulated_files() -> Mapping[str, bytes]:
    settings = SeasonSettings(seed=11, start_on=date(2025, 1, 6), weeks=3)
    return {one.file_name: one.to_fit() for one in simulate_season(settings)}


@pytest.mark.soak
def test_simulated_files_are_read_like_an_independent_reader_reads_them() -> None:
    told = {name: differences_in(data, name=name) for name, data in simulated_files().items()}
    assert len(told) > 10
    assert {name: one for name, one in told.items() if one} == {}


@pytest.mark.soak
@needs_real
def test_the_comparison_sees_every_field_of_the_records_that_real_files_carry() -> None:
    seen: set[Key] = set()
    for path in REAL_FILES:
        for link in read_plainly(path.read_bytes()):
            seen |= {key for record in link.records for key in record}
    named = {field.name for field in MESSAGES[RECORD].fields.values()}
    assert named - seen <= {"cadence256", "grade"}
    assert sum(isinstance(key, tuple) for key in seen) >= 8


UNPUBLISHED = {USER_METRICS, RUN_METRICS}


def profile_fields() -> Iterator[tuple[int, int]]:
    for message in PROFILE.values():
        for number in message.fields if message.number not in UNPUBLISHED else ():
            yield message.number, number


def test_messages_outside_the_published_profile_are_read_raw() -> None:
    assert not UNPUBLISHED & fitdecode.profile.MESSAGE_TYPES.keys()
    for number in UNPUBLISHED:
        assert all(field.raw_per_value is None for field in PROFILE[number].fields.values())


@pytest.mark.parametrize(("message", "number"), list(profile_fields()))
def test_the_profile_table_agrees_with_that_of_an_independent_reader(
    message: int, number: int
) -> None:
    ours = PROFILE[message].fields[number]
    known = fitdecode.profile.MESSAGE_TYPES[message]
    theirs = known.fields[number]
    assert (PROFILE[message].name, ours.name) == (known.name, theirs.name)
    assert (ours.raw_per_value, ours.offset_value) == (theirs.scale, theirs.offset or 0)
    assert ours.base is not None
    assert (ours.base.name, ours.base.code) == (theirs.base_type.name, theirs.base_type.identifier)
    assert ours.gives in {None, *(one.name for one in theirs.components or ())}


@pytest.mark.parametrize(
    ("table", "type_name"),
    [
        (profile.FILE_TYPES, "file"),
        (profile.SPORTS, "sport"),
        (profile.SUB_SPORTS, "sub_sport"),
        (profile.EVENTS, "event"),
        (profile.EVENT_TYPES, "event_type"),
        (profile.LAP_TRIGGERS, "lap_trigger"),
        (profile.INTENSITIES, "intensity"),
        (profile.SEXES, "gender"),
        (profile.MAKERS, "manufacturer"),
    ],
)
def test_names_agree_with_those_of_an_independent_reader(
    table: Mapping[int, str], type_name: str
) -> None:
    known = fitdecode.profile.FIELD_TYPES[type_name].enum
    assert {number: known.get(number) for number in table} == dict(table)


def test_watches_are_called_as_an_independent_reader_calls_them_without_their_region() -> None:
    known = fitdecode.profile.FIELD_TYPES["garmin_product"].enum
    told = {number: profile.product_name(1, number) for number in known}
    named = {number: name for number, name in told.items() if name != str(number)}
    assert len(named) > 250
    assert {n: name for n, name in named.items() if not known[n].startswith(name)} == {}
    assert profile.product_name(95, 4315) == profile.product_name(None, 4315) == "4315"
