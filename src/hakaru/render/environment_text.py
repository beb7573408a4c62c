"""How do the conditions of a run read? Effects are ranges with their source, never an excuse."""

from __future__ import annotations

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.render.facts import Fact
from hakaru.render.numbers import pace_text, pct_text, share_text, signed, unit_text
from hakaru.render.words import say
from hakaru.render.words_environment import (
    ENVIRONMENT,
    HUMIDITY_CLASSES,
    RULES,
    TEMPERATURE_CLASSES,
    TEMPERATURE_SIDES,
    TERRAINS,
    WIND_ANSWERS,
)
from hakaru.running.environment.conditions import EnvironmentFigures, RuleOfThumb, WindFigures
from hakaru.running.wording import Lang, fixed


def environment_rows(conditions: EnvironmentFigures, lang: Lang) -> tuple[Fact, ...]:
    """Temperature, humidity, heat index, wind, terrain and pace adjusted for slope, where known."""
    adjusted_mps = conditions.grade_adjusted_speed_mps
    wbgt_c = conditions.wbgt_c
    keyed_texts = [
        ("temperature", _temperature(conditions, lang)),
        ("humidity", _humidity(conditions, lang)),
        ("wbgt", None if wbgt_c is None else _range(wbgt_c, "°C", lang)),
        ("wind", wind_text(conditions.wind, lang)),
        ("terrain", _terrain(conditions, lang)),
        ("adjusted", f"{pace_text(adjusted_mps)}/km" if adjusted_mps else None),
    ]
    return tuple(
        Fact(label=say(ENVIRONMENT[key], lang), value=text) for key, text in keyed_texts if text
    )


def environment_texts(conditions: EnvironmentFigures, lang: Lang) -> tuple[str, ...]:
    """What heat and wind did, as ranges; first what this runner's own runs say."""
    texts = []
    own_bpm, side = conditions.own_heat_bpm, conditions.temperature_side
    if own_bpm is not None:
        low, high = (signed(bound, 0) for bound in own_bpm)
        texts.append(say(ENVIRONMENT["own_heat"], lang, low=low, high=high))
    elif conditions.temperature_c is not None and not conditions.indoor and side != "cold":
        texts.append(say(ENVIRONMENT["no_own_heat"], lang))
    heat = conditions.heat
    if heat is not None and heat.high_pct > 0.0:
        low, high = (f"{signed(bound, 1)}%" for bound in (heat.low_pct, heat.high_pct))
        key = {"cold": "cold", "within": "mild"}.get(side or "warm", "heat")
        texts.append(say(ENVIRONMENT[key], lang, low=low, high=high))
    slowdown, speed_mps = conditions.wind.slowdown, conditions.running_speed_mps
    if slowdown is not None and speed_mps:
        lost = slowdown.lost_s_per_km(speed_to_pace_s_per_km(speed_mps))
        low, high = (signed(bound, 0) for bound in lost)
        texts.append(say(ENVIRONMENT["wind_cost"], lang, low=low, high=high))
    return tuple(texts)


def rule_texts(conditions: EnvironmentFigures, lang: Lang) -> tuple[str, ...]:
    """What tables say of such a day in general: context."""
    return tuple(rule_text(rule, lang) for rule in conditions.rules_of_thumb)


def rule_text(rule: RuleOfThumb, lang: Lang) -> str:
    """'高温: ペース +5〜8 秒/km、心拍 +3〜5 bpm'."""
    beats = ""
    if rule.heart_rate_bpm is not None:
        low, high = (fixed(bound, 0) for bound in rule.heart_rate_bpm)
        beats = say(ENVIRONMENT["rule_heart_rate"], lang, low=low, high=high)
    pace_low, pace_high = (fixed(bound, 0) for bound in rule.pace_s_per_km)
    return say(
        ENVIRONMENT["rule"],
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
        return say(ENVIRONMENT["wind_only"], lang, speed=speed, answer=answer)
    head, cross, tail = texts
    return say(ENVIRONMENT["wind_resolved"], lang, speed=speed, head=head, cross=cross, tail=tail)


def _temperature(conditions: EnvironmentFigures, lang: Lang) -> str | None:
    if conditions.temperature_c is None:
        upper_c = conditions.device_upper_c
        if upper_c is None:
            return say(ENVIRONMENT["indoor"], lang) if conditions.indoor else None
        return say(ENVIRONMENT["device_upper"], lang, value=unit_text(upper_c, "°C"))
    value = unit_text(conditions.temperature_c, "°C")
    if conditions.temperature_class is None:
        return value
    klass = say(TEMPERATURE_CLASSES[conditions.temperature_class], lang)
    if conditions.temperature_side is not None and conditions.temperature_side != "within":
        side = say(TEMPERATURE_SIDES[conditions.temperature_side], lang)
        klass = say(ENVIRONMENT["temperature_side"], lang, klass=klass, side=side)
    return say(ENVIRONMENT["temperature_value"], lang, value=value, klass=klass)


def _humidity(conditions: EnvironmentFigures, lang: Lang) -> str | None:
    if conditions.relative_humidity_pct is None or conditions.humidity_class is None:
        return None
    value = pct_text(conditions.relative_humidity_pct)
    klass = say(HUMIDITY_CLASSES[conditions.humidity_class], lang)
    return say(ENVIRONMENT["temperature_value"], lang, value=value, klass=klass)


def _terrain(conditions: EnvironmentFigures, lang: Lang) -> str | None:
    terrain = say(TERRAINS[conditions.terrain], lang)
    if conditions.indoor:
        return say(ENVIRONMENT["indoor"], lang)
    if conditions.climb_m_per_km is None:
        return None
    climb = fixed(conditions.climb_m_per_km, 0)
    return say(ENVIRONMENT["terrain_value"], lang, terrain=terrain, climb=climb)


def _range(bounds: tuple[float, float], unit: str, lang: Lang) -> str:
    low, high = (fixed(bound, 0) for bound in bounds)
    if low == high:
        return f"{low} {unit}"
    return say(ENVIRONMENT["range"], lang, low=low, high=high, unit=unit)
