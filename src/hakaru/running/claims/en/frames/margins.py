"""Shares of time in a band of heart rate, and by how much a round time was beaten."""

from __future__ import annotations

from dataclasses import replace

from hakaru.guard.claims import Limit, Said
from hakaru.running.claims.en.clause import PHASES, Refused
from hakaru.running.claims.en.frames.values import Values
from hakaru.running.claims.en.meaning import Amount

_ROUND_TIME_S = 600.0
_PRACTICALLY_ALL = 97.0


class Margins(Values):
    """Figures that are a part of another one."""

    def banded(self) -> None:
        """For how much of a part the heart rate lay in the band that was asked."""
        bands = [i for i in self.at("BAND", "RANGE") if "band" in self.items[i].text.split()]
        metrics = self.own_metrics()
        parts = [s for s in ("main", "work") if f"band_share.criterion@{s}" in self.facts.by_id]
        here = [spot for spot in self.own_spots() or self.topic.spots if spot in PHASES] or parts
        if len(bands) != 1 or set(metrics) - {"duration"} != {"heart_rate"} or self.has("SPAN"):
            return
        sides = {item.value for item in self.take("SIDE")} or {"inside"}
        shares = [i for i in self.at("AMT") if self.items[i].figure.unit == "%"]
        if len(here) != 1 or here[0] not in parts or sides - {"inside"} or len(shares) > 1:
            raise Refused
        if self.has("NEG", "REL", "REF", "EDGE", "MISS"):
            raise Refused
        fact = f"band_share.criterion@{here[0]}"
        for i in shares:
            self.add(
                self.meaning.of_ids([fact], self.items[i].amount or Amount(self.items[i].figure))
            )
        if not shares:
            least = Said(value=_PRACTICALLY_ALL, unit="%", slack=0.0)
            self.add(Limit(fact, "at_least", least))
        self.used.update([*bands, *shares])
        self.take("METRIC", "ALL", "PLACE")
        self.near_metric, self.asked_spot = "heart_rate", True

    def beaten(self) -> None:
        """As "12 s inside forty minutes": how long it took, told from a round time."""
        amounts = self.at("AMT")
        words = self.at("SIDE", "REL")
        if len(amounts) != 2 or len(words) != 1 or self.own_spots() or self.of_reps():
            return
        small, large = sorted(amounts, key=lambda i: self.items[i].figure.value)
        figures = (self.items[small].figure, self.items[large].figure)
        if {figure.unit for figure in figures} != {"s"} or figures[1].value < _ROUND_TIME_S:
            return
        way = {"inside": -1.0, "lower": -1.0, "faster": -1.0, "higher": 1.0, "slower": 1.0}.get(
            self.items[words[0]].value)  # fmt: skip
        if way is None or self.has("NEG", "EXT", "REF") or set(self.own_metrics()) - {"duration"}:
            raise Refused
        value = figures[1].value + way * figures[0].value
        took = replace(figures[0], value=value)
        self.add(self.meaning.value("duration", "", Amount(took)))
        self.used.update([*amounts, *words, *self.at("METRIC")])
        self.near_metric = "duration"
