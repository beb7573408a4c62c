"""What does a FIT file say about the athlete: weight, height, age, heart rates?"""

from __future__ import annotations

from typing import get_args

from hakaru.running.activity import Sex
from hakaru.sources.fit.columns import FitUser
from hakaru.sources.fit.messages import Messages, last_number
from hakaru.sources.fit.names import SEXES, name_of
from hakaru.sources.fit.profile import USER_PROFILE

_SEXES: tuple[Sex, ...] = get_args(Sex)


def user_of(file_messages: Messages) -> FitUser:
    """The last user_profile message that sets each. The maximum heart rate set for running goes
    before the general one; the sex is not known where messages differ in it."""
    stated = {
        name_of(SEXES, message.fields.get("gender"))
        for message in file_messages
        if message.number == USER_PROFILE
    }
    maximum_bpm = _last(file_messages, "default_max_running_heart_rate")
    if maximum_bpm is None:
        maximum_bpm = _last(file_messages, "default_max_heart_rate")
    age_years = _last(file_messages, "age")
    return FitUser(
        weight_kg=_last(file_messages, "weight"),
        height_m=_last(file_messages, "height"),
        age_years=None if age_years is None else int(age_years),
        sex=next((sex for sex in _SEXES if stated == {sex}), None),
        max_heart_rate_bpm=maximum_bpm,
        resting_heart_rate_bpm=_last(file_messages, "resting_heart_rate"),
    )


def _last(file_messages: Messages, field: str) -> float | None:
    return last_number(file_messages, USER_PROFILE, field=field)
