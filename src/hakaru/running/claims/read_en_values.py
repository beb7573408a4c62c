"""Frames of plain figures, and of what lies between two."""

from __future__ import annotations

from dataclasses import replace

from hakaru.guard.claims import (
    Series,
    Span,
)  # fmt: skip
from hakaru.running.claims.read_en_frames import (
    WITH_USUAL,
    Refused,
)
from hakaru.running.claims.read_en_meaning import (
    SPLITS,
    Amount,
    Spot,
    Stretch,
)
from hakaru.running.claims.read_en_places import Places
from hakaru.running.claims.read_en_tokens import BARE, CLOCK


class Values(Places):
    """Figures, of the metrics and places near them."""

    def values(self) -> None:
        """Figures that nothing else has taken: of the places and metrics near them."""
        self._spans()
        amounts = self.at("AMT")
        if not amounts:
            return
        self._apart()
        amounts = self.at("AMT")
        if self.at("NEG", "MISSING", "PENALTY"):
            raise Refused
        if self._paired(amounts):
            return
        places = [i for i, item in enumerate(self.items) if item.kind in ("PLACE", "START", "END")]
        halves = self.any("HALVES") is not None
        carried = not places and not halves
        spots = tuple(self.spots()) if not carried else (
            self.near_spots if self.near_spots is not None else self.topic.spots)  # fmt: skip
        self.asked_spot = self.asked_spot or carried
        every = self.take("ALL")
        spots = self._each(spots, len(amounts))
        if len(spots) > 1 and carried and not every:
            if not self.own_metrics():
                raise Refused
            spots = ()
        if not spots and self.of_reps():
            spots, carried = (SPLITS,), False
        for order, i in enumerate(amounts):
            hint = self._hint(i)
            self.used.add(i)
            if self.before(i).kind == "p" and self.before(i).value == "by":
                raise Refused
            if self._of_usual(i, hint):
                continue
            of = self._spots_of(i, order, amounts, spots, places)
            self.value_at(i, hint, of, carried=carried and self.near_spots is None)
        if self.at("METRIC"):
            self._name_metrics()
        if spots:
            self.near_spots = tuple(spots)

    def _paired(self, amounts: list[int]) -> bool:
        """The two figures of what was just compared: "220 ms against 223 ms"."""
        joint = [i for i, x in enumerate(self.items) if x.kind == "p" and x.value in ("than", "to")]
        if len(amounts) != 2 or len(self.topic.pair) != 2 or self.own_metrics() or self.own_spots():
            return False
        if not any(amounts[0] < i < amounts[1] for i in joint):
            return False
        metric = self.topic.pair[0].partition(".")[0]
        for i, fact in zip(amounts, self.topic.pair, strict=True):
            found, amount = self.metric_at(i, metric)
            if found != metric:
                raise Refused
            self.used.add(i)
            self.add(self.meaning.of_ids([fact], amount))
        self.asked_metric = self.asked_spot = True
        return True

    def _each(self, spots: tuple[Spot, ...], n: int) -> tuple[Spot, ...]:
        """The places of a stretch: one figure for each, or one rough figure for all."""
        if not any(isinstance(spot, Stretch) for spot in spots):
            return spots
        if len(spots) != 1 or not isinstance(spots[0], Stretch):
            raise Refused
        stretch = spots[0]
        series = Series("pace", "actual", stretch.kind, stretch.first, stretch.last)
        each = tuple(fact.scope for fact in self.facts.series(series))
        if n not in (1, len(each)) or not each:
            raise Refused
        return each

    def _name_metrics(self) -> None:
        self.take("METRIC", "METRICS")

    def _apart(self) -> None:
        """A stated gap between two places is not read here."""
        if any(item.kind == "p" and item.value == "apart" for item in self.items):
            raise Refused

    def _hint(self, i: int) -> str | None:
        owners = self._owners(i)
        amount = self.items[i].amount
        assert amount is not None
        own = self.own_metrics()
        if len(own) > 1:
            for metric in own:
                found = self.meaning.metric_of(amount.figure, metric)
                if amount.figure.unit not in (BARE, CLOCK) and found and found[0] == metric:
                    return metric
        return self.near_metric or (owners[0] if owners else None)

    def _of_usual(self, i: int, hint: str | None) -> bool:
        """A figure beside "expected", "usual" is of that."""
        refs = self.at("REF")
        taken = [j for j, item in enumerate(self.items) if item.kind == "REF"]
        amount = self.items[i].amount
        if taken and hint is None and amount is not None:
            hint = {"ms": "gct", "spm": "cadence", "N/m/kg": "leg_stiffness"}.get(
                amount.figure.unit
            )
        if not taken or hint not in WITH_USUAL:
            return False
        near = self.items[i - 1].kind == "REF" if i else False
        behind = i + 1 < len(self.items) and self.items[i + 1].kind == "REF" and not any(
            j > i + 1 for j in self.at("AMT"))  # fmt: skip
        if not (near or behind):
            return False
        self.used.update(refs)
        role = self.items[i - 1 if near else i + 1].value
        found, amount = self.metric_at(i, hint)
        if found != hint or role == "asked":
            raise Refused
        self.against = role
        self.near_metric = hint
        self.add(self.meaning.of_ids([f"{hint}.{role}"], amount))
        return True

    def _spots_of(
        self, i: int, order: int, amounts: list[int], spots: tuple[Spot, ...], places: list[int],
    ) -> tuple[Spot, ...]:  # fmt: skip
        if len(spots) <= 1 or len(amounts) == 1:
            return spots
        if len(spots) == len(amounts):
            return (spots[order],)
        if len(amounts) % len(spots) == 0 and len(places) == len(spots):
            behind = [j for j in places if j < i]
            chosen = behind[-1] if behind else places[0]
            return self.items[chosen].spots
        raise Refused

    def _spans(self) -> None:
        """Between two figures: every value of a stretch, or lowest and highest of all."""
        for i in self.at("SPAN"):
            span = self.items[i]
            assert span.amount is not None and span.other is not None
            own = self.own_metrics()
            hint = (
                own[0]
                if len(own) == 1
                else self.topic.metrics[0]
                if self.topic.metrics and not own
                else None
            )
            low, high = (self._as_metric(amount, hint) for amount in (span.amount, span.other))
            if low[0] != high[0]:
                raise Refused
            metric = low[0]
            self.metrics()
            self.used.add(i)
            for count in self.take("COUNT"):
                self.add(self._total(count))
            self.take("ALL")
            spots = self.spots() if self.own_spots() or self.topic.open_spot else ()
            series = Series(metric, "actual", self.kind_of_series())
            if not spots:
                self.add(
                    Span(
                        series,
                        *sorted((low[1].figure.said, high[1].figure.said), key=lambda s: s.value),
                    )
                )
                continue
            for spot in self._stretched(spots):
                if not isinstance(spot, Stretch):
                    raise Refused
                self.add(self.meaning.span(metric, spot, low[1].figure, high[1].figure))

    def _as_metric(self, amount: Amount, hint: str | None) -> tuple[str, Amount]:
        found = self.meaning.metric_of(amount.figure, hint)
        if found is None and amount.figure.unit == CLOCK:
            found = self.meaning.metric_of(amount.figure, "pace")
        if found is None or (found[0] != hint and amount.figure.unit in ("%", "cm", "points")):
            raise Refused
        return found[0], replace(amount, figure=found[1])

    def _stretched(self, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """From one place to another, where a clause is not about a change."""
        preps = [item.value for item in self.items if item.kind == "p"]
        if len(spots) != 2 or "from" not in preps or "to" not in preps:
            return spots
        (kind, first), (other, last) = (str(spot).rsplit(" ", 1) for spot in spots)
        if kind != other or not (first.isdigit() and last.isdigit()):
            raise Refused
        return (Stretch(kind, int(first), int(last)),)
