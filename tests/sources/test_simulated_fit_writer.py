"""Does the encoder write FIT files that another decoder reads back, value by value?"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import fitdecode
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray

from hakaru.sources.fit.profile import RUN_METRICS, profile_field
from hakaru.sources.fit.scan import fit_crc
from hakaru.sources.simulated.as_fit import (
    FitField,
    FitMessage,
    encode_fit,
    fields_of,
    fit_message,
)
from tests.shared import examples

_RECORD, _DESCRIPTION, _DEVELOPER_ID = 20, 206, 207
_LIMITS: Mapping[str, tuple[int, int]] = {
    "uint8": (0, 0xFE),
    "sint8": (-128, 0x7E),
    "uint16": (0, 0xFFFE),
    "sint16": (-32768, 0x7FFE),
    "uint32": (0, 0xFFFFFFFE),
    "sint32": (-(2**31), 0x7FFFFFFE),
}


def decode(data: bytes) -> list[fitdecode.FitDataMessage]:
    """Every data message, with checksums and structure checked strictly."""
    reader = fitdecode.FitReader(
        io.BytesIO(data),
        processor=None,
        check_crc=fitdecode.CrcCheck.RAISE,
        error_handling=fitdecode.ErrorHandling.RAISE,
    )
    return [frame for frame in reader if isinstance(frame, fitdecode.FitDataMessage)]


def field(row: str, *, count: int = 1, developer_index: int | None = None) -> FitField:
    profile = profile_field(row)
    return FitField(profile=profile, count=count, developer_index=developer_index)


def values(messages: Sequence[fitdecode.FitDataMessage], name: str) -> list[object]:
    return [message.get_value(name) for message in messages]


def records(column: NDArray[np.float64] | list[float], fit_field: FitField) -> FitMessage:
    return fit_message(
        _RECORD, (fit_field,), columns={fit_field.name: np.asarray(column, dtype=np.float64)}
    )


def test_scaled_values_come_back_as_written() -> None:
    altitude = field("78 enhanced_altitude uint32 /5 -500")
    speed = field("73 enhanced_speed uint32 /1000")
    columns = {"enhanced_altitude": [-12.4, 80.2], "enhanced_speed": [3.217, 0.0]}
    read = decode(encode_fit([fit_message(_RECORD, (altitude, speed), columns=columns)]))
    assert values(read, "enhanced_altitude") == pytest.approx([-12.4, 80.2])
    assert values(read, "enhanced_speed") == pytest.approx([3.217, 0.0])


@settings(max_examples=examples(40), deadline=None)
@given(base=st.sampled_from(sorted(_LIMITS)), data=st.data())
def test_any_whole_number_of_any_type_comes_back(base: str, data: st.DataObject) -> None:
    low, high = _LIMITS[base]
    raw = data.draw(st.lists(st.none() | st.integers(low, high), min_size=1, max_size=20))
    column = [np.nan if value is None else float(value) for value in raw]
    read = decode(encode_fit([records(column, field(f"200 mine {base}"))]))
    assert [message.fields[0].raw_value for message in read] == raw


def test_an_absent_column_and_nan_are_read_as_missing() -> None:
    fields = (field("3 heart_rate uint8"), field("7 power uint16"))
    message = fit_message(_RECORD, fields, columns={"heart_rate": [120.0, np.nan]})
    read = decode(encode_fit([message]))
    assert values(read, "heart_rate") == [120, None]
    assert values(read, "power") == [None, None]


def test_a_text_in_any_script_comes_back() -> None:
    name = field("3 name string", count=40)
    message = fit_message(12, (name,), columns={"name": "シミュレーション"})
    assert values(decode(encode_fit([message])), "name") == ["シミュレーション"]


def test_an_array_field_comes_back_whole() -> None:
    times = field("2 time_in_hr_zone uint32 /1000", count=3)
    message = fit_message(216, (times,), columns={"time_in_hr_zone": [[1.5, 2.0, 0.25]]})
    assert values(decode(encode_fit([message])), "time_in_hr_zone") == [(1.5, 2.0, 0.25)]


def test_developer_fields_are_read_under_their_label_whatever_their_place() -> None:
    described = (
        field("0 developer_data_index uint8"),
        field("1 field_definition_number uint8"),
        field("2 fit_base_type_id uint8"),
        field("3 field_name string", count=16),
    )
    description: Mapping[str, ArrayLike | str] = {
        "developer_data_index": 0,
        "field_definition_number": 4,
        "fit_base_type_id": 0x88,
        "field_name": "Oscillation",
    }
    app = (field("3 developer_data_index uint8"),)
    pod = field("4 pod float32", developer_index=0)
    rows: Mapping[str, ArrayLike] = {"pod": [6.125, np.nan], "heart_rate": [130, 131]}
    data = encode_fit(
        [
            fit_message(_DEVELOPER_ID, app, columns={"developer_data_index": 0}),
            fit_message(_DESCRIPTION, described, columns=description),
            fit_message(_RECORD, (pod, field("3 heart_rate uint8")), columns=rows),
        ]
    )
    read = [message for message in decode(data) if message.name == "record"]
    assert values(read, "heart_rate") == [130, 131]
    assert values(read, "Oscillation")[0] == 6.125
    assert read[1].get_field("Oscillation").raw_value in (None, pytest.approx(np.nan, nan_ok=True))


def test_more_kinds_of_message_than_local_types_can_be_interleaved() -> None:
    kinds = [records([float(number)], field(f"{number} own uint16")) for number in range(150, 190)]
    read = decode(encode_fit([*kinds, *kinds]))
    raw = [message.fields[0].raw_value for message in read]
    assert raw == [*range(150, 190), *range(150, 190)]


def test_a_definition_is_written_once_for_messages_that_share_it() -> None:
    one = field("3 heart_rate uint8")
    once = len(encode_fit([records([100.0], one)]))
    assert len(encode_fit([records([100.0], one), records([101.0], one)])) == once + 2


def test_a_file_without_messages_is_still_a_fit_file() -> None:
    data = encode_fit([])
    assert decode(data) == []
    assert fit_crc(data) == 0  # a file with its checksum behind it has checksum 0


@pytest.mark.parametrize("value", [-1.0, 6553.6])
def test_a_value_that_does_not_fit_is_refused_not_wrapped(value: float) -> None:
    with pytest.raises(ValueError, match="stance_time: a value does not fit into uint16"):
        encode_fit([records([value], field("41 stance_time uint16 /10"))])


def test_a_text_that_is_too_long_is_refused() -> None:
    name = field("3 name string", count=4)
    with pytest.raises(ValueError, match="name: a text needs more than 3 bytes"):
        encode_fit([fit_message(12, (name,), columns={"name": "long"})])


def test_a_column_without_a_field_is_refused() -> None:
    with pytest.raises(ValueError, match="message 20 has no field"):
        fit_message(_RECORD, (), columns={"heart_rate": 1})


def test_a_field_of_no_published_type_is_refused() -> None:
    with pytest.raises(ValueError, match="max_met_raw has no published base type"):
        fit_message(RUN_METRICS, fields_of(RUN_METRICS, "max_met_raw"), columns={"max_met_raw": 1})
