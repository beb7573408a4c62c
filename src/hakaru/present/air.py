"""The air and the ground of runs in words: what a session met, what is known of all runs, and what
was given to those that had none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, length_unit, say
from hakaru.core.quantity import METRES_PER, seconds_per
from hakaru.core.units import METRES_PER_KM, speed_to_pace_s_per_km
from hakaru.guard.cleaning import clean
from hakaru.present.document import Document, Fact, Facts, part, table
from hakaru.present.figures import (
    day_text,
    pace_change_figure,
    pace_text,
    pct_text,
    share_text,
    signed,
    unit_text,
)
from hakaru.present.names import (
    HUMIDITY_CLASSES,
    RULES,
    TEMPERATURE_CLASSES,
    TEMPERATURE_SIDES,
    TERRAINS,
    WIND_ANSWERS,
)
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.flows.air import Watch, WeatherFile, WeatherGiven
    from hakaru.running.environment.conditions import EnvironmentFigures, RuleOfThumb, WindFigures


def weather_document(result: WeatherGiven, language: Lang) -> Document:
    """What changed, what the file said, where the weather of all runs is from, and the watches."""
    lines = _changed_texts(result, language)
    if result.file is not None:
        lines += _file_texts(result.file, language)
    watches = part()
    if result.watches:
        watches = part(
            table(
                "watches",
                (
                    say("watch", language),
                    say("runs", language),
                    say("warmer than the air", language),
                    say("80% interval", language),
                    say("known from", language),
                ),
                [_watch_row(watch, language) for watch in result.watches],
                left="lrrrl",
            ),
            say(
                "A watch is warmed by the arm; what it reads less that is what is taken for the "
                "air with --watch.",
                language,
            ),
            title=say("Watches with a thermometer", language),
        )
    return Document(parts=(part(*lines), part(_sources(result, language)), watches))


def _changed_texts(result: WeatherGiven, lang: Lang) -> list[str]:
    if not result.n_given and not result.n_changed:
        return [say("Nothing was changed.", lang)]
    given, changed, judged = result.n_given, result.n_changed, result.n_judged_again
    texts = []
    if given:
        texts.append(say("{n} <n:run|runs> got weather.", lang, n=given))
    if changed:
        texts.append(say("{n} <n:run has|runs have> another weather than before.", lang, n=changed))
    if judged:
        texts.append(
            say("The form of {n} <n:run is|runs are> judged by this warmth.", lang, n=judged)
        )
    return texts


def _file_texts(file: WeatherFile, lang: Lang) -> list[str]:
    texts = [
        say(
            "The file has {n} <n:row|rows> from {first} to {last}, in °{unit}.",
            lang,
            n=file.n_rows,
            first=day_text(file.first_day, lang),
            last=day_text(file.last_day, lang),
            unit=file.unit,
        )
    ]
    if not file.unit_named:
        texts.append(say("No unit is named in it: --unit C or --unit F says it.", lang))
    if file.n_left_out:
        texts.append(
            say(
                "{n} <n:row has|rows have> no time or no temperature and were left out.",
                lang,
                n=file.n_left_out,
            )
        )
    if file.n_runs_outside:
        texts.append(
            say("Of {n} <n:run|runs> without weather it says nothing.", lang, n=file.n_runs_outside)
        )
    return texts


def _sources(result: WeatherGiven, lang: Lang) -> Facts:
    rows = (
        (say("weather service", lang), result.n_service),
        (say("a file of yours", lang), result.n_file),
        (say("the watch, less its bias", lang), result.n_watch),
        (say("only the thermometer of the watch", lang), result.n_only_watch),
        (say("nothing", lang), result.n_without),
        (say("under a roof", lang), result.n_indoor),
    )
    return Facts(
        facts=tuple(
            Fact(label=label, value=say("{n} <n:run|runs>", lang, n=number))
            for label, number in rows
            if number
        )
    )


def _watch_row(watch: Watch, lang: Lang) -> tuple[str, ...]:
    bias = watch.bias
    known = (
        say("{n} <n:run|runs> with both", lang, n=bias.n_runs)
        if bias.n_runs
        else say("assumed: no run has both", lang)
    )
    return (
        clean(watch.name) if watch.name else say("not named", lang),
        fixed(watch.n_runs, 0),
        f"{signed(bias.warmer_c, 1)} °C",
        f"{signed(bias.low_c, 1)} … {signed(bias.high_c, 1)} °C",
        known,
    )


def environment_rows(conditions: EnvironmentFigures, lang: Lang) -> tuple[Fact, ...]:
    """Temperature, humidity, heat index, wind, terrain and pace adjusted for slope, where known."""
    own_mps = conditions.own_grade_adjusted_speed_mps
    adjusted_mps = conditions.grade_adjusted_speed_mps if own_mps is None else own_mps
    wbgt_c = conditions.wbgt_c
    keyed_texts = [
        (N_("Temperature"), _temperature(conditions, lang)),
        (N_("Humidity"), _humidity(conditions, lang)),
        (
            N_("Heat index WBGT (shade, estimated)"),
            None if wbgt_c is None else _range(wbgt_c, "°C", lang),
        ),
        (N_("Wind"), wind_text(conditions.wind, lang)),
        (N_("Terrain"), _terrain(conditions, lang)),
        (N_("Pace adjusted for slope"), pace_text(adjusted_mps, lang) if adjusted_mps else None),
    ]
    return tuple(Fact(label=say(label, lang), value=text) for label, text in keyed_texts if text)


_SLOWER: Mapping[str, str] = {
    "cold": N_(
        "In such cold the pace of the same effort changes by {low} to {high} (studies of "
        "races; plus is slower)."
    ),
    "within": N_(
        "At this temperature the pace of the same effort changes by {low} to {high} "
        "(studies of races; plus is slower)."
    ),
    "warm": N_(
        "In such heat the pace of the same effort changes by {low} to {high} (studies of "
        "races; plus is slower)."
    ),
}


def environment_texts(conditions: EnvironmentFigures, lang: Lang) -> tuple[str, ...]:
    """What heat and wind did, as ranges; first what this runner's own runs say."""
    texts = []
    own_bpm, side = conditions.own_heat_bpm, conditions.temperature_side
    if own_bpm is not None:
        low, high = (signed(bound, 0) for bound in own_bpm)
        texts.append(
            say(
                "Your own runs: at this temperature heart rate at the same "
                "pace changes by {low} to {high} bpm (80% range).",
                lang,
                low=low,
                high=high,
            )
        )
    elif conditions.temperature_c is not None and not conditions.indoor and side != "cold":
        texts.append(say("There are not enough runs yet to tell how heat affects you.", lang))
    heat = conditions.heat
    if heat is not None and heat.high_pct > 0.0:
        low, high = (f"{signed(bound, 1)}%" for bound in (heat.low_pct, heat.high_pct))
        texts.append(say(_SLOWER[side or "warm"], lang, low=low, high=high))
    slowdown, speed_mps = conditions.wind.slowdown, conditions.running_speed_mps
    if slowdown is not None and speed_mps:
        lost = slowdown.lost_s_per_km(speed_to_pace_s_per_km(speed_mps))
        low, high = (signed(seconds_per(length_unit(lang), bound), 0) for bound in lost)
        texts.append(
            say(
                "The wind is estimated to have cost {low} to {high} s per {length_unit}.",
                lang,
                low=low,
                high=high,
            )
        )
    return tuple(texts)


def rule_texts(conditions: EnvironmentFigures, lang: Lang) -> tuple[str, ...]:
    """What tables say of such a day in general: context."""
    return tuple(rule_text(rule, lang) for rule in conditions.rules_of_thumb)


def rule_text(rule: RuleOfThumb, lang: Lang) -> str:
    """'高温: ペース +5〜8 秒/km、心拍 +3〜5 bpm'."""
    beats = ""
    if rule.heart_rate_bpm is not None:
        low, high = (fixed(bound, 0) for bound in rule.heart_rate_bpm)
        beats = say(", heart rate +{low}–{high} bpm", lang, low=low, high=high)
    pace_low, pace_high = (pace_change_figure(bound, lang) for bound in rule.pace_s_per_km)
    return say(
        "{name}: pace +{pace_low}–{pace_high} s/{length_unit}{heart_rate}",
        lang,
        name=say(RULES[rule.name], lang),
        pace_low=pace_low,
        pace_high=pace_high,
        heart_rate=beats,
    )


def wind_text(wind: WindFigures, lang: Lang) -> str:
    """Wind laid against the course, or why that cannot be done."""
    answer = say(WIND_ANSWERS[wind.answer], lang)
    if wind.wind_speed_mps is None:
        return answer
    speed = fixed(wind.wind_speed_mps, 1)
    shares = (wind.head_share_frac, wind.cross_share_frac, wind.tail_share_frac)
    texts = [share_text(share) for share in shares if share is not None]
    if len(texts) < len(shares):
        return say("{speed} m/s. {answer}", lang, speed=speed, answer=answer)
    head, cross, tail = texts
    return say(
        "{speed} m/s; head wind {head}, cross wind {cross}, tail wind {tail} of running time",
        lang,
        speed=speed,
        head=head,
        cross=cross,
        tail=tail,
    )


def _temperature(conditions: EnvironmentFigures, lang: Lang) -> str | None:
    if conditions.temperature_c is None:
        upper_c = conditions.device_upper_c
        if upper_c is None:
            return say("indoors", lang) if conditions.indoor else None
        return say(
            "at most {value} (the lowest that the watch read; the arm warms it)",
            lang,
            value=unit_text(upper_c, "°C"),
        )
    value = unit_text(conditions.temperature_c, "°C")
    if conditions.temperature_class is None:
        return value
    klass = say(TEMPERATURE_CLASSES[conditions.temperature_class], lang)
    if conditions.temperature_side is not None and conditions.temperature_side != "within":
        side = say(TEMPERATURE_SIDES[conditions.temperature_side], lang)
        klass = say("{klass}, {side}", lang, klass=klass, side=side)
    return say("{value} ({klass})", lang, value=value, klass=klass)


def _humidity(conditions: EnvironmentFigures, lang: Lang) -> str | None:
    if conditions.relative_humidity_pct is None or conditions.humidity_class is None:
        return None
    value = pct_text(conditions.relative_humidity_pct)
    klass = say(HUMIDITY_CLASSES[conditions.humidity_class], lang)
    return say("{value} ({klass})", lang, value=value, klass=klass)


def _terrain(conditions: EnvironmentFigures, lang: Lang) -> str | None:
    terrain = say(TERRAINS[conditions.terrain], lang)
    if conditions.indoor:
        return say("indoors", lang)
    if conditions.climb_m_per_km is None:
        return None
    km = METRES_PER[length_unit(lang)] / METRES_PER_KM
    climb = fixed(conditions.climb_m_per_km * km, 0)
    watch_m = conditions.watch_climb_m_per_km
    watch = climb if watch_m is None else fixed(watch_m * km, 0)
    if watch == climb:
        return say("{terrain} ({climb} m up per {length_unit})", lang, terrain=terrain, climb=climb)
    return say(
        "{terrain} ({climb} m up per {length_unit} by the heights recorded; the watch counts "
        "{watch})",
        lang,
        terrain=terrain,
        climb=climb,
        watch=watch,
    )


def _range(bounds: tuple[float, float], unit: str, lang: Lang) -> str:
    low, high = (fixed(bound, 0) for bound in bounds)
    if low == high:
        return f"{low} {unit}"
    return say("{low} to {high} {unit}", lang, low=low, high=high, unit=unit)
