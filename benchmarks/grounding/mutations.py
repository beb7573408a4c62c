"""How is a true sentence made false, in one way at a time?

Imports neither the judge nor a narrator. Each way returns None where it does not apply to a
template, or where the result might be true.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from string import Formatter

from benchmarks.grounding import templates_en, templates_fresh, templates_ja, templates_last
from benchmarks.grounding.world import CAUSES, FORM, LABELS, Lang, Value, World

_DIRECTION = ("k", "i", "m", "w", "er", "ab", "cw", "cab")
_VERDICT = ("V", "N", "V0", "Va")
_NUMBERS = ("a", "e", "d", "sd", "p", "sp", "L", "H", "a_ja", "a_en", "e_ja", "e_en")
_SWAPS = (
    ("a", "e"),
    ("a2", "e2"),
    ("a_ja", "e_ja"),
    ("a_en", "e_en"),
    ("cad", "tgt"),
    ("hr", "hrmax"),
    ("pace", "sp_pace"),
)
_ABOUT = ("約", "およそ", "ほど", "about", "roughly", "around")
_WRONG: Mapping[str, tuple[str, ...]] = {
    "ms": ("s", "spm", "cm", "%"), "cm": ("mm", "m", "ms"), "%": ("ms", "cm", "bpm"),
    "spm": ("bpm", "W", "ms"), "bpm": ("spm", "W", "%"), "W": ("bpm", "kg", "spm"),
    "km": ("m", "cm", "mi"), "s/km": ("/mi",), "°C": ("%", "°F", "m"),
}  # fmt: skip
_CAUSED: Mapping[Lang, tuple[str, ...]] = {
    "ja": ("{x}のため、{text}",
           "{text}これは{x}が原因です。",
           "{text}{x}によってこうなりました。"),
    "en": ("Because of the {x}, {text}",
           "{text} This was caused by the {x}.",
           "{text} That is due to the {x}."),
}  # fmt: skip
_OTHER_WORDS = (
    ("ケイデンス", "心拍"), ("平均心拍", "ケイデンス"), ("気温", "湿度"), ("湿度", "気温"),
    ("Cadence", "Heart rate"), ("cadence", "heart rate"), ("Heart rate", "Cadence"),
    ("heart rate", "cadence"), ("Temperature", "Humidity"), ("humidity", "temperature"),
    ("パワー", "ケイデンス"), ("power", "cadence"),
)  # fmt: skip
_ABOUT_FRAC = 0.025


_LATER: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "fresh": (templates_fresh.JA, templates_fresh.EN),
    "last": (templates_last.JA, templates_last.EN),
}
PARTS = ("tuned", "held_out", "fresh", "last")


def templates(lang: Lang, part: str) -> tuple[str, ...]:
    """Those that the judge was mended on first, every second one held out at that time, fresh ones
    written after that, and the last ones."""
    if part in _LATER:
        later = _LATER[part]
        return later[0] if lang == "ja" else later[1]
    every = templates_ja.TEMPLATES if lang == "ja" else templates_en.TEMPLATES
    return every[::2] if part == "tuned" else every[1::2]


def render(template: str, fields: Mapping[str, Value | str]) -> str:
    """A template, filled in."""
    return template.format(
        **{name: one.text if isinstance(one, Value) else one for name, one in fields.items()}
    )


def names_of(template: str) -> list[str]:
    """The fields of a template."""
    return [name for _, name, _, _ in Formatter().parse(template) if name]


def digits(rng: random.Random, template: str, world: World) -> str | None:
    """One digit of a number is another one."""
    found = [name for name in names_of(template) if isinstance(world.fields[name], Value)]
    if not found:
        return None
    name = rng.choice(found)
    value = world.fields[name]
    assert isinstance(value, Value)
    places = [place for place, sign in enumerate(value.digits) if sign.isdigit()]
    place = rng.choice(places)
    other = rng.choice([one for one in "0123456789" if one != value.digits[place]])
    changed = value.digits[:place] + other + value.digits[place + 1 :]
    if changed[0] == "0" and value.digits[0] != "0":
        return None
    about = any(word in template for word in _ABOUT) and ":" not in changed
    if about and abs(float(changed) / float(value.digits) - 1) < _ABOUT_FRAC:
        return None
    return render(template, {**world.fields, name: _with_digits(value, changed)})


def roles(rng: random.Random, template: str, world: World) -> str | None:
    """Measured and expected, measured and target, mean and maximum, whole and split swapped."""
    names = names_of(template)
    found = [pair for pair in _SWAPS if set(pair) <= set(names)]
    if not found:
        return None
    one, other = rng.choice(found)
    if world.fields[one] == world.fields[other]:
        return None
    swapped = {one: world.fields[other], other: world.fields[one]}
    return render(template, {**world.fields, **swapped})


def directions(rng: random.Random, template: str, world: World) -> str | None:
    """A direction is the opposite one."""
    return _opposite(rng, template, world, _DIRECTION)


def negation(rng: random.Random, template: str, world: World) -> str | None:
    """Praise where improvement is needed, blame where it is not, with and without a negation."""
    return _opposite(rng, template, world, _VERDICT)


def units(rng: random.Random, template: str, world: World) -> str | None:
    """A number with a unit that it does not have."""
    found = [
        name
        for name in names_of(template)
        if isinstance(one := world.fields[name], Value) and one.unit in _WRONG and one.tail
    ]
    if not found:
        return None
    name = rng.choice(found)
    value = world.fields[name]
    assert isinstance(value, Value)
    wrong = rng.choice(_WRONG[value.unit])
    if _is_true(world, float(value.digits.replace(":", "")), wrong):
        return None
    gap = " " if value.tail.startswith(" ") and not wrong.startswith("/") else ""
    changed = Value(digits=value.digits, unit=wrong, tail=gap + wrong, sign=value.sign)
    return render(template, {**world.fields, name: changed})


def causes(rng: random.Random, template: str, world: World) -> str | None:
    """A cause that the evidence does not hold."""
    if "cause" in names_of(template):
        return render(template, {**world.fields, "cause": world.opposite["cause"]})
    invented = rng.choice(sorted(set(CAUSES) - world.evidence.causes))
    text = render(template, world.fields)
    return rng.choice(_CAUSED[world.lang]).format(x=CAUSES[invented][world.lang], text=text)


def metrics(rng: random.Random, template: str, world: World) -> str | None:
    """The right number of another metric."""
    names = names_of(template)
    if "M2" in names and "a2" in names:
        swapped = {"M": world.fields["M2"], "M2": world.fields["M"]}
        return render(template, {**world.fields, **swapped})
    if "M" in names and set(names) & set(_NUMBERS):
        other = rng.choice(sorted(set(FORM) - {world.first}))
        if _same_share(world, other):
            return None
        return render(template, {**world.fields, "M": rng.choice(LABELS[other][world.lang])})
    text = render(template, world.fields)
    found = [
        (one, other)
        for one, other in _OTHER_WORDS
        if one in text and other.lower() not in text.lower()
    ]
    if not found:
        return None
    one, other = rng.choice(found)
    return text.replace(one, other)


Mutation = Callable[[random.Random, str, World], str | None]
MUTATIONS: Mapping[str, Mutation] = {
    "digits": digits,
    "roles": roles,
    "directions": directions,
    "units": units,
    "negation": negation,
    "causes": causes,
    "metrics": metrics,
}


def _opposite(
    rng: random.Random, template: str, world: World, words: tuple[str, ...]
) -> str | None:
    found = [name for name in names_of(template) if name.rstrip("2") in words]
    if not found:
        return None
    name = rng.choice(found)
    return render(template, {**world.fields, name: world.opposite[name]})


def _with_digits(value: Value, digits: str) -> Value:
    return Value(digits=digits, unit=value.unit, tail=value.tail, sign=value.sign)


def _is_true(world: World, value: float, unit: str) -> bool:
    """Whether some fact has that value in that unit, as far as it could be shown."""
    return any(
        fact.unit == unit and not isinstance(fact.value, str) and abs(abs(fact.value) - value) < 1
        for fact in world.evidence.facts
    )


def _same_share(world: World, other: str) -> bool:
    """Whether two metrics differ from what is expected by about the same share."""
    shares = {
        fact.metric: float(fact.value) for fact in world.evidence.facts if fact.role == "delta_pct"
    }
    return abs(abs(shares[world.first]) - abs(shares[other])) < 0.2
