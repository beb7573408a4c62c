"""What is worth saying of the causes that moved the form of a run, where they are sure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from hakaru.core.i18n import N_, Message, in_context, message
from hakaru.guard.claims import Claim, Compare
from hakaru.running.claims.offers import Fig, Gap, Offer, Room, Share, Slot, Tone, rising
from hakaru.running.claims.wording import MADE, cause_name, metric_name, way_of
from hakaru.running.metrics import METRICS
from hakaru.running.verdict import MetricVerdict
from hakaru.running.why import CausePart, Explanation

_LITTLE_FRAC, _MUCH_FRAC = 0.15, 0.8
"""Of half the 90 % interval of a usual run: from the first on a cause is worth a word."""
_PACE_MOST = 0.3
"""That pace moves form is no news: a text says it only where somebody chooses it."""
_OF_THE_AIR = ("heat", "uphill", "downhill")

_OF_IT = N_("{metric} was {total} {way} than on an ordinary run; {gap} of that comes from {cause}.")
_FASTER, _SLOWER = (
    in_context("a cause", "the faster pace"),
    in_context("a cause", "the slower pace"),
)
_SHORT = in_context("a cause", "the run being short")


def cause_offers(room: Room) -> Iterator[Offer]:
    """How much of each scored metric comes from what; of the air and the ground it is said where
    the conditions of the run are told as well."""
    evaluation = room.known.evaluation
    if evaluation is None:
        return
    for way in room.known.why:
        verdict = evaluation.metrics.get(way.metric)
        if verdict is None or not METRICS[way.metric].scored:
            continue
        for part in way.parts:
            yield from _cause(room, "form", way, part=part, verdict=verdict)
            if part.cause in _OF_THE_AIR:
                yield from _cause(room, "air", way, part=part, verdict=verdict)


def _cause(
    room: Room,
    section: Literal["form", "air"],
    way: Explanation,
    *,
    part: CausePart,
    verdict: MetricVerdict,
) -> Iterator[Offer]:
    """One cause: as a part of the whole way, where that went the same way."""
    name, above = way.metric, part.change > 0.0
    actual, ordinary = f"{name}.actual", f"{name}.ordinary"
    slots: dict[str, Slot] = {
        "metric": metric_name(name),
        "gap": Share(name, part.cause),
        "way": way_of(name, above=above),
        "cause": _named(part),
    }
    claims: tuple[Claim, ...] = ()
    if _went_that_way(way, part) and room.value(actual) != room.value(ordinary):
        slots["total"] = Gap(actual, ordinary)
        claims = (Compare(actual, "higher" if above else "lower", ordinary),)
    offers = room.offer(
        f"{section}.cause.{name}.{part.cause}",
        _weight(part, verdict),
        _OF_IT if claims else MADE,
        claims=claims,
        tone=_tone(way, part),
        slots=slots,
    )
    for offer in offers:
        yield _capital(offer)


def _named(part: CausePart) -> Slot:
    """'27 °C', 'the climbs': what stands after 'from'."""
    if part.cause == "heat":
        return Fig("temperature.actual@judged")
    if part.cause == "pace":
        return message(_FASTER if part.exposure_value > 0.0 else _SLOWER)
    if part.cause == "fatigue" and part.exposure_value < 0.0:
        return message(_SHORT)
    return cause_name(part.cause)


def _went_that_way(way: Explanation, part: CausePart) -> bool:
    """Whether the metric lies away from its ordinary value on the side to which the cause moved it,
    and by more than the cause alone."""
    total = way.actual - way.usual_value
    return part.change * total > 0.0 and abs(total) >= abs(part.change)


def _weight(part: CausePart, verdict: MetricVerdict) -> float:
    """How large it is beside what a run of this runner scatters."""
    low, high = verdict.interval_90
    size = abs(part.change) / max((high - low) / 2.0, 1e-9)
    weight = 0.3 + 0.5 * rising(size, _LITTLE_FRAC, _MUCH_FRAC)
    return min(weight, _PACE_MOST) if part.cause == "pace" else weight


def _tone(way: Explanation, part: CausePart) -> Tone:
    worse = part.change * METRICS[way.metric].unfavourable > 0.0
    return "down" if worse else "up"


def _capital(offer: Offer) -> Offer:
    """As a sentence begins."""
    worded = offer.wording
    text = Message(worded[:1].upper() + worded[1:], worded.template, worded.values)
    return replace(offer, wording=text)
