"""What is worth saying of the conditions of a run: air, wind, ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hakaru.core.i18n import N_
from hakaru.guard.claims import Compare, Flag, Limit, Said, Text
from hakaru.running.claims.offers.offer import Fig, Offer, Room, rising
from hakaru.running.environment.conditions import WINDY_MPS
from hakaru.running.environment.heat import classify_humidity, temperature_side
from hakaru.running.session.model import SessionSummary, Terrain


def air_offers(room: Room) -> Iterator[Offer]:
    """Everything that is known of the conditions; what is not known is said once."""
    if room.known.analysis is None:
        yield from room.offer(
            "air.unknown",
            1.0,
            N_("Nothing is known of the conditions of this run yet."),
            claims=(Flag("unknown.session", True),),
            stage="unknown",
        )
        return
    summary = room.known.analysis.summary
    if summary.terrain == "indoor":
        yield from room.offer(
            "air.indoors",
            1.0,
            N_("It was run indoors: weather plays no part."),
            claims=(Flag("indoor", True),),
            stage="lead",
        )
        return
    plain = summary.terrain == "flat" and all(
        room.facts.flags.get(f"unknown.{name}") is True for name in ("weather", "wind")
    )
    if plain:
        flat = [*_flat_without_weather(room)]
        if flat:
            yield from flat
            return
    if summary.temperature_c is None:
        yield from _no_weather(room)
    else:
        yield from _temperature(room, summary)
        yield from _cost(room, summary)
    yield from _compared(room)
    yield from _wind(room, summary)
    yield from _ground(room, summary)


def _flat_without_weather(room: Room) -> Iterator[Offer]:
    """Nothing stands out and nothing is known: one sentence says both."""
    yield from room.offer(
        "air.plain",
        0.8,
        N_("The ground was flat, at {climb} of climb, and weather was not recorded."),
        claims=(
            Text("terrain.actual", "flat"),
            Flag("unknown.weather", True),
            Flag("unknown.wind", True),
        ),
        climb=Fig("climb.per_km"),
        stage="lead",
    )


def _no_weather(room: Room) -> Iterator[Offer]:
    no_wind = room.facts.flags.get("unknown.wind") is True
    yield from room.offer(
        "air.no_weather",
        0.8,
        N_("Weather was not recorded, so nothing can be said of heat, cold or wind.")
        if no_wind
        else N_("Temperature was not recorded, so nothing can be said of heat or cold."),
        claims=(
            Flag("unknown.weather", True),
            *((Flag("unknown.wind", True),) if no_wind else ()),
        ),
        stage="unknown",
    )


_TEMPERATURE: Mapping[str | None, str] = {
    None: N_("It was {value}."),
    "cold": N_("It was {value}, on the cold side for such a run."),
    "within": N_("At {value} the air was within what suits such a run."),
    "warm": N_("It was {value}, on the warm side for such a run."),
}
_WITH_HUMIDITY: Mapping[str | None, str] = {
    None: N_("It was {value} at {humidity} humidity."),
    "cold": N_("It was {value}, on the cold side for such a run, at {humidity} humidity."),
    "within": N_("At {value} and {humidity} humidity the air suited such a run."),
    "warm": N_("It was {value}, on the warm side for such a run, at {humidity} humidity."),
}
_MUGGY = N_("It was {value} and humid at {humidity}, which makes it harder to stay cool.")


def _temperature(room: Room, summary: SessionSummary) -> Iterator[Offer]:
    assert summary.temperature_c is not None, "asked by the caller"
    side = temperature_side(summary.temperature_c, summary.training_type)
    claims = () if side is None else (Flag(f"temperature.{side}", True),)
    weight = {"warm": 0.7, "cold": 0.65, "within": 0.5}.get(side or "", 0.5)
    humidity_pct = summary.relative_humidity_pct
    if humidity_pct is None:
        yield from room.offer(
            f"air.temperature.{side}",
            weight,
            _TEMPERATURE[side],
            claims=claims,
            value=Fig("temperature.actual"),
            stage="lead",
        )
        return
    muggy = side == "warm" and classify_humidity(humidity_pct) == "high"
    yield from room.offer(
        f"air.temperature.{'muggy' if muggy else side}",
        weight + (0.15 if muggy else 0.05),
        _MUGGY if muggy else _WITH_HUMIDITY[side],
        claims=claims,
        value=Fig("temperature.actual"),
        humidity=Fig("humidity.actual"),
        stage="lead",
    )


def _cost(room: Room, summary: SessionSummary) -> Iterator[Offer]:
    assert summary.temperature_c is not None, "asked by the caller"
    side = temperature_side(summary.temperature_c, summary.training_type)
    high = room.value("pace.lost_high")
    if high is None:
        return
    cold = side == "cold"
    gains = (room.value("pace.lost_low") or 0.0) <= 0.0
    yield from room.offer(
        f"air.cost.{'cold' if cold else 'heat'}",
        0.5 + 0.3 * rising(high, 0.5, 5.0),
        N_("In races, such air costs up to {high} of pace at the same effort.")
        if gains
        else N_("In races, such cold costs {low} to {high} of pace at the same effort.")
        if cold
        else N_("In races, such air costs {low} to {high} of pace at the same effort."),
        high=Fig("pace.lost_high"),
        tone="down",
        slots=({} if gains else {"low": Fig("pace.lost_low")}),
    )
    if side == "warm" and high >= 2.0:
        yield from room.offer(
            "air.next.heat",
            0.55,
            N_("On such days, go by heart rate and effort, and let the pace be what it is."),
            claims=(Flag("temperature.warm", True),),
            stage="next",
        )


def _compared(room: Room) -> Iterator[Offer]:
    """The warmest or coldest of the last runs of its kind."""
    own = room.value("temperature.actual")
    highest, lowest = (
        room.value("temperature.highest_before"),
        room.value("temperature.lowest_before"),
    )
    n = room.value("runs.temperature_before")
    if own is None or highest is None or lowest is None or n is None:
        return
    for key, bound, relation, apart in (
        ("warmest", "temperature.highest_before", "higher", own - highest),
        ("coldest", "temperature.lowest_before", "lower", lowest - own),
    ):
        if apart < 1.0:
            continue
        yield from room.offer(
            f"air.compared.{key}",
            0.45 + 0.3 * rising(apart, 1.0, 8.0),
            N_("None of the last {n} <n:run|runs> of this kind was in warmer air.")
            if key == "warmest"
            else N_("None of the last {n} <n:run|runs> of this kind was in colder air."),
            claims=(Compare("temperature.actual", relation, bound),),  # type: ignore[arg-type]
            n=Fig("runs.temperature_before"),
        )


def _wind(room: Room, summary: SessionSummary) -> Iterator[Offer]:
    wind_mps = summary.wind_speed_mps
    if wind_mps is None:
        if summary.temperature_c is not None:
            yield from room.offer(
                "air.no_wind",
                0.4,
                N_("Wind was not recorded."),
                claims=(Flag("unknown.wind", True),),
                stage="unknown",
            )
        return
    strong = wind_mps > WINDY_MPS
    limit = Said(value=WINDY_MPS, unit="m/s", slack=0.05)
    bound = () if not strong else (Limit("wind.actual", "above", limit),)
    yield from room.offer(
        f"air.wind.{'strong' if strong else 'light'}",
        0.6 + 0.2 * rising(wind_mps, 5.0, 10.0) if strong else 0.4,
        N_("The wind was strong, {value}.")
        if strong
        else N_("There was little wind, {value}.")
        if wind_mps < _LITTLE_WIND_MPS
        else N_("The wind blew at {value}."),
        claims=bound,
        value=Fig("wind.actual"),
        tone="down" if strong else "level",
    )
    headwind_mps = summary.headwind_mps
    if headwind_mps is not None and abs(headwind_mps) >= 1.0:
        against = headwind_mps > 0.0
        if against:
            yield from room.offer(
                "air.headwind.against",
                0.5 + 0.2 * rising(headwind_mps, 1.0, 4.0),
                N_("Taken over the whole way you had {value} of it against you."),
                value=Fig("headwind.actual"),
                tone="down",
            )


_LITTLE_WIND_MPS = 2.5

_GROUND: Mapping[Terrain, str] = {
    "flat": N_("The ground was flat, with {climb} of climb."),
    "rolling": N_("The ground was rolling, with {climb} of climb."),
    "hilly": N_("The ground was hilly, with {climb} of climb."),
}
_GROUND_IN_ALL: Mapping[Terrain, str] = {
    "rolling": N_(
        "The ground was rolling: by the heights recorded you climbed {total} in all, or {climb}."
    ),
    "hilly": N_(
        "The ground was hilly: by the heights recorded you climbed {total} in all, or {climb}."
    ),
}
"""The total of a watch may be another one, and stands in the head of the run."""


def _ground(room: Room, summary: SessionSummary) -> Iterator[Offer]:
    terrain = summary.terrain
    if terrain not in _GROUND:
        return
    total_m, flat = room.value("climb.total"), terrain == "flat"
    weight = {"flat": 0.38, "rolling": 0.5, "hilly": 0.65}[terrain]
    claims = (Text("terrain.actual", terrain),)
    much = not flat and total_m is not None and total_m >= 50.0
    if much:
        yield from room.offer(
            f"air.ground.{terrain}_total",
            weight + 0.3 * rising(total_m or 0.0, 50.0, 500.0),
            _GROUND_IN_ALL[terrain],
            claims=claims,
            total=Fig("climb.total"),
            climb=Fig("climb.per_km"),
        )
    yield from room.offer(
        f"air.ground.{terrain}",
        weight,
        _GROUND[terrain],
        claims=claims,
        climb=Fig("climb.per_km"),
    )
    if terrain == "hilly":
        yield from room.offer(
            "air.next.hills",
            0.45,
            N_("On such ground, compare efforts by heart rate or power rather than by pace."),
            claims=claims,
            stage="next",
        )
