import dataclasses
from datetime import timedelta

from hakaru.store.verdicts import (
    baseline_versions,
    current_baselines,
    list_baselines,
)
from tests.store.factories import START, lay_baselines, make_baseline, memory_store


def test_a_baseline_reads_back_with_its_version() -> None:
    baseline = make_baseline(window_start=None)
    with memory_store() as con:
        lay_baselines(con, baseline)
        stored = current_baselines(con, "garmin-hrm")
    assert stored == {"gct": dataclasses.replace(baseline, version=1)}


def test_retraining_keeps_every_earlier_version() -> None:
    old, new = make_baseline(slope=-0.38), make_baseline(slope=-0.41)
    with memory_store() as con:
        lay_baselines(con, old)
        lay_baselines(con, new, version=2)
        kept = baseline_versions(con, "garmin-hrm", {"gct": 1, "vo": 1})
        assert kept == {"gct": dataclasses.replace(old, version=1)}
        assert current_baselines(con, "garmin-hrm")["gct"].slope == -0.41
        assert [baseline.version for baseline in list_baselines(con)] == [2, 1]
        assert baseline_versions(con, "garmin-hrm", {"gct": 3}) == {}
        assert list_baselines(con, user_id="nobody") == ()
        assert current_baselines(con, "stryd") == {}


def test_the_coefficients_the_requirements_name_are_stored() -> None:
    power = make_baseline(intercept=6.0, slope=-0.5)
    linear = make_baseline(metric="vo", model_type="linear", intercept=6.6, slope=0.8)
    with memory_store() as con:
        lay_baselines(con, power, linear)
        rows = con.execute(
            "SELECT coef_alpha, coef_d, coef_a, coef_b, speed_range_min, speed_range_max "
            "FROM form_baselines ORDER BY metric"
        ).fetchall()
    assert rows == [(12.0, -2.0, None, None, 2.2, 4.4), (6.6, None, 6.6, 0.8, 2.2, 4.4)]


def test_the_first_row_of_form_baselines_is_the_newest() -> None:
    with memory_store() as con:
        for day in range(3):
            own = make_baseline(trained_at=START + timedelta(days=day))
            lay_baselines(con, own, version=day + 1)
        first = con.execute("SELECT version FROM form_baselines WHERE metric = 'gct'").fetchall()[0]
    assert first == (3,)
