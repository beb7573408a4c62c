"""Which weather does a CSV hold, whoever wrote it?"""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from hakaru.core.errors import Unreadable
from hakaru.sources.weather_csv import WeatherTable, read_weather_csv

HOURLY = "time,temperature\n2026-07-01 06:00,21.5\n2026-07-01 07:00,23.0\n"


def read(text: str, encoding: str = "utf-8", unit: str | None = None) -> WeatherTable:
    return read_weather_csv(text.encode(encoding), where="air.csv", unit=unit)


def moments(table: WeatherTable) -> list[datetime]:
    return [moment.astype("datetime64[us]").item() for moment in table.moment]


def test_hours_of_the_wall_clock_with_degrees_celsius() -> None:
    table = read(HOURLY)
    assert moments(table) == [datetime(2026, 7, 1, 6), datetime(2026, 7, 1, 7)]  # noqa: DTZ001
    assert table.is_local
    assert not table.daily
    assert table.temperature_c.tolist() == [21.5, 23.0]
    assert np.isnan(table.relative_humidity_pct).all()
    assert (table.unit, table.unit_named) == ("C", False)


@pytest.mark.parametrize(
    "head",
    [
        "time,temperature_2m (°C)",
        "Date time,Temp",
        "timestamp,air_temp_c",
        "日時,気温(℃)",
        "年月日時,気温(℃)",
        "Zeit,Temperatur",
        "Datum/Uhrzeit,Lufttemperatur (°C)",
        "DATE,TMP",
        "datetime,T",
    ],
)
def test_headers_as_services_and_people_write_them(head: str) -> None:
    assert read(f"{head}\n2026-07-01 06:00,21.5\n").temperature_c.tolist() == [21.5]


@pytest.mark.parametrize(
    "head", ["temp (°F)", "Temperature [F]", "temp_f", "Temp Fahrenheit", "気温(°F)"]
)
def test_a_header_that_names_fahrenheit(head: str) -> None:
    table = read(f"time,{head}\n2026-07-01 06:00,68\n2026-07-01 07:00,77\n")
    assert table.temperature_c.tolist() == pytest.approx([20.0, 25.0])
    assert (table.unit, table.unit_named) == ("F", True)


def test_what_no_air_has_in_celsius_is_fahrenheit() -> None:
    table = read("time,temp\n2026-07-01 06:00,59\n2026-07-01 14:00,86\n")
    assert table.temperature_c.tolist() == pytest.approx([15.0, 30.0])
    assert (table.unit, table.unit_named) == ("F", False)


def test_the_unit_that_is_said_counts() -> None:
    text = "time,temp\n2026-01-01 06:00,41\n"
    assert read(text, unit="F").temperature_c.tolist() == pytest.approx([5.0])
    assert read(text, unit="C").temperature_c.tolist() == [41.0]


def test_semicolons_and_commas_in_numbers() -> None:
    table = read(
        "Datum;Uhrzeit;Temperatur;Luftfeuchte (%)\n"
        "01.07.2026;06:00;21,5;80\n31.07.2026;07:00;23,0;75\n"
    )
    assert moments(table)[1] == datetime(2026, 7, 31, 7)  # noqa: DTZ001
    assert table.temperature_c.tolist() == [21.5, 23.0]
    assert table.relative_humidity_pct.tolist() == [80.0, 75.0]


def test_tabs_between_columns() -> None:
    assert read(HOURLY.replace(",", "\t")).temperature_c.tolist() == [21.5, 23.0]


def test_the_dew_point_gives_the_humidity() -> None:
    table = read("time,temp (C),dew point (C)\n2026-07-01 06:00,20,20\n2026-07-01 07:00,30,20\n")
    assert table.relative_humidity_pct[0] == pytest.approx(100.0)
    assert table.relative_humidity_pct[1] == pytest.approx(55.1, abs=0.5)  # Magnus: e(20)/e(30)


def test_times_with_a_zone_are_not_of_the_wall_clock() -> None:
    table = read("time,temp\n2026-07-01T06:00:00+09:00,21.5\n2026-07-01T07:00:00Z,23\n")
    assert not table.is_local
    assert moments(table) == [datetime(2026, 6, 30, 21), datetime(2026, 7, 1, 7)]  # noqa: DTZ001


@pytest.mark.parametrize("head", ["time (UTC)", "Time GMT", "valid(UTC)"])
def test_a_header_that_says_utc(head: str) -> None:
    assert not read(f"{head},temp\n2026-07-01 06:00,21.5\n").is_local


def test_seconds_since_1970() -> None:
    table = read("dt,temp\n1782885600,21.5\n")
    assert not table.is_local
    assert moments(table) == [datetime.fromtimestamp(1782885600, tz=UTC).replace(tzinfo=None)]


def test_a_service_that_writes_of_the_place_first() -> None:
    text = (
        "latitude,longitude,elevation,utc_offset_seconds,timezone\n35.7,139.75,40.0,32400,Asia/Tokyo\n\n"
        "time,temperature_2m (°C),relative_humidity_2m (%)\n2026-07-01T06:00,21.5,88\n"
    )
    table = read(text)
    assert table.temperature_c.tolist() == [21.5]
    assert table.relative_humidity_pct.tolist() == [88.0]


def test_the_japanese_weather_agency() -> None:
    text = (
        "ダウンロードした時刻：2026/07/03 10:00:00\r\n\r\n,東京,東京,東京\r\n"
        "年月日時,気温(℃),気温(℃),気温(℃)\r\n,,品質情報,均質番号\r\n"
        "2026/7/1 6:00:00,21.5,8,1\r\n2026/7/1 7:00:00,23.0,8,1\r\n"
    )
    assert read(text, "cp932").temperature_c.tolist() == [21.5, 23.0]


def test_days_without_a_time_of_day() -> None:
    table = read("date,temp\n2026-07-01,21.5\n2026-07-02,24\n")
    assert table.daily
    assert table.is_local


def test_rows_without_a_figure_are_left_out_and_counted() -> None:
    table = read(HOURLY + "2026-07-01 08:00,--\n2026-07-01 09:00,24\n")
    assert table.temperature_c.tolist() == [21.5, 23.0, 24.0]
    assert table.n_left_out == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        (
            "time,humidity\n2026-07-01 06:00,80\n",
            "no column is named as a temperature (time, humidity)",
        ),
        ("place,temperature\nhere,21.5\n", "no column is named as a time (place, temperature)"),
        (
            "time,temperature\nnoon,21.5\n",
            'none of its rows has a time and a temperature; the first is "noon, 21.5"',
        ),
        ("time,temperature\n2026-07-01 06:00,250\n", "250 °C is no temperature of air"),
        ("time,temperature\n", "it has no rows below its header"),
        ("a,b\n1,2\n", "no column is named as a time (a, b)"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert str(caught.value) == f"air.csv: {reason}"


def test_what_is_no_text_is_said() -> None:
    with pytest.raises(Unreadable, match="it is no text"):
        read_weather_csv(b"\x00\x01\xff\xfe\x00" * 50, where="air.csv", unit=None)


def test_days_and_months_that_nothing_tells_apart() -> None:
    with pytest.raises(Unreadable, match="nothing tells the day from the month"):
        read("date,temp\n03/04/2026 06:00,12\n")
