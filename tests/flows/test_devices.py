"""The sensors of a season, with a change of strap in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from hakaru.core.i18n import Lang
from hakaru.flows.context import Context
from hakaru.flows.devices import DevicesResult, devices
from hakaru.present.devices import devices_document
from tests.documents import text_of
from tests.flows.factories import SEASON, make_context, stored_runs, take_in
from tests.simulated import write_season

CHANGING = replace(SEASON, weeks=6, sensor_change_week=4, seed=12)
N_BEFORE = 4 * CHANGING.runs_per_week


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Four weeks on a chest strap, then two on the wrist."""
    context = make_context(tmp_path_factory.mktemp("devices"))
    take_in(context, *write_season(tmp_path_factory.mktemp("files"), CHANGING))
    yield context
    context.store.close()


def test_each_sensor_has_its_runs_and_days(changed: Context) -> None:
    runs = stored_runs(changed)
    new, old = devices(changed).devices
    assert (old.sensor_group, new.sensor_group) == ("garmin-hrm", "garmin-wrist")
    assert (old.n_runs, new.n_runs) == (N_BEFORE, CHANGING.n_runs - N_BEFORE)
    assert old.first_day == runs[0].activity_date
    assert new.first_day == runs[N_BEFORE].activity_date
    assert new.basis == "bridged"
    assert {offset.against_group for offset in new.offsets} == {"garmin-hrm"}


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_page_names_the_sensor_before_and_on_what_it_rests(
    changed: Context, lang: Lang
) -> None:
    text = text_of(devices_document(devices(changed), lang))
    assert {"en": "Beside the sensor before", "ja": "前のセンサーとの差"}[lang] in text
    assert {"en": f"{N_BEFORE} runs before", "ja": f"前{N_BEFORE}回"}[lang] in text
    assert {"en": "runs with the sensor before", "ja": "前のセンサーのラン"}[lang] in text


def test_units_of_one_name_are_told_apart_by_their_serial_numbers(untrained: Context) -> None:
    runs = stored_runs(untrained)
    with untrained.store.write() as con:
        con.execute(
            "UPDATE devices SET serial = 'other' WHERE role = 'sensor' AND activity_id IN "
            "(SELECT unnest(?::BIGINT[]))",
            [[run.activity_id for run in runs[8:]]],
        )
    new, old = devices(untrained).devices
    assert (old.sensor_label[-2:], new.sensor_label[-2:]) == ("#1", "#2")
    assert (old.n_runs, new.n_runs) == (8, len(runs) - 8)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_nothing_worn_nothing_told(context: Context, lang: Lang) -> None:
    assert devices(context) == DevicesResult(devices=())
    text = text_of(devices_document(devices(context), lang))
    assert (
        text.strip()
        == {
            "en": "No run with a sensor of form is stored.",
            "ja": "フォームのセンサーで測ったランはまだありません。",
        }[lang]
    )
