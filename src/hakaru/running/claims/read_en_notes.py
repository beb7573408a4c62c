"""English notes: noun phrases with their figures, one after another, as people jot them down.

"Main part: 7.47 km, both criteria met." Each item adds claims and says what the next ones are of (a
place, a metric); what stands between items claims nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeAlias

from hakaru.guard.claims import (
    Compare,
    Every,
    Extreme,
    Flag,
    Limit,
    Said,
    Series,
    Text,
    Value,
    Within,
    holds,
)
from hakaru.running.claims import read_en_notes_words as phrases
from hakaru.running.claims import read_en_words as words
from hakaru.running.claims.read_en_meaning import WHOLE, Amount, Claims, Stretch, in_unit
from hakaru.running.claims.read_en_others import Others
from hakaru.running.claims.read_en_tokens import BARE, CLOCK


@dataclass(frozen=True)
class Noted:
    """What the items so far were of."""

    spot: str = WHOLE
    metric: str | None = None
    metrics: tuple[str, ...] = ()
    is_form: bool = False


Item: TypeAlias = tuple[int, Claims, Noted]


class Notes(Others):
    """A whole sentence of such items."""

    def noted(self) -> Iterator[Claims]:
        """The claims of each way in which the sentence is a row of items."""
        at = self.skip(0, words.OPENER)
        at = at + 1 if self.word(at, ",") else at
        for begin in dict.fromkeys((self.skip(at, phrases.START), at)):
            yield from self._row(begin, (), Noted())

    def _row(self, at: int, claims: Claims, noted: Noted) -> Iterator[Claims]:
        for end, more, after in self._item(at, noted):
            behind = self.skip(end, phrases.AFTER)
            behind = behind + 1 if self.word(behind, ")") else behind
            said = claims + more
            if said and (
                behind == len(self.tokens)
                or (behind == len(self.tokens) - 1 and self.word(behind, ".", "!"))
            ):
                yield said
            reset = replace(after, spot=WHOLE) if self.word(behind, ";") else after
            for _, begin in phrases.BETWEEN.at(self.tokens, behind):
                yield from self._row(self.skip(begin, words.OPENER), said, reset)
            if any(True for _ in self._because(behind)):
                yield said

    def _because(self, at: int) -> Iterator[int]:
        """Behind a reason that is a rule: "because races aren't rated"."""
        kind = self.meaning.facts.by_id.get("kind.actual")
        for text in ("because", ", because", "since", ", since", "as", ", as"):
            begin = self.phrase(at, text)
            for rule in ("races are not rated", "a race is not rated", "it was a race",
                         "this was a race", "races are never rated", "this is a race",
                         "races get none"):  # fmt: skip
                end = None if begin is None else self.phrase(begin, rule)
                if end == len(self.tokens) - 1 and kind is not None and kind.value == "race":
                    yield end

    def _item(self, at: int, noted: Noted) -> Iterator[Item]:
        yield from self._said_of_run(at, noted)
        yield from self._figures(at, noted)
        yield from self._met(at, noted)
        yield from self._phases_missing(at)
        yield from self._best(at, noted)
        yield from self._than(at, noted)
        yield from self._form(at, noted)
        yield from self._shared(at)
        yield from self._ground(at)
        yield from self._all_main(at)
        yield from self._only_missed(at)
        yield from self._recovered_to(at)
        yield from self._wrist(at)
        yield from self._crept(at)
        for spot, end in self.place(at, kind="split" if "split" in noted.spot else ""):
            if isinstance(spot, str):
                inner = Noted(spot=spot)
                for begin in dict.fromkeys(
                    (end, *(e for _, e in phrases.GLUE.at(self.tokens, end)))
                ):
                    yield from self._figures(begin, inner)
                    yield from self._met(begin, inner)
                    yield from self._best(begin, inner)
                yield from self._up_or_down(end, spot)

    def _said_of_run(self, at: int, noted: Noted) -> Iterator[Item]:
        """Days, kinds, flags."""
        begin = self.past_determiner(at)
        for claims, end in self.kind(begin):
            yield end, claims, Noted()
        for _, end in words.RUN.at(self.tokens, begin):
            if not self.word(begin, "effort", "conditions", "course", "route"):
                yield end, (), Noted(is_form=noted.is_form)
        for claims, end in self.date(at):
            yield end, claims, noted
        if self.word(at, *phrases.WEEKDAYS):
            for claims, end in self.date(at + 2 if self.word(at + 1, ",") else at + 1):
                day = next((claim.said for claim in claims if isinstance(claim, Text)), "")
                try:
                    right = phrases.WEEKDAYS[date.fromisoformat(day).weekday()]
                except ValueError:
                    continue
                if self.word(at, right):
                    yield end, claims, noted
        for (name, value), end in phrases.FLAGS.at(self.tokens, at):
            yield end, (Flag(name, value),), noted

    def _figures(self, at: int, noted: Noted) -> Iterator[Item]:
        """A figure, perhaps with its metric before or behind it."""
        yield from self._noted_figure(at, noted)
        yield from self._noted_metric(at, noted)
        yield from self._noted_score(at, noted)

    def _noted_figure(self, at: int, noted: Noted) -> Iterator[Item]:
        for amount, end in self.amount(self.past_determiner(at)):
            if amount.figure.unit == "star":
                form = self.phrase(end, "for form") or self.phrase(end, "for your form")
                if form is not None:
                    stars = self.meaning.of_ids(("overall.star",), amount) or ()
                    yield form, stars, replace(noted, is_form=True)
                    continue
                role = "overall.star" if noted.is_form else "session.star"
                yield end, self.meaning.of_ids((role,), amount) or (), noted
            elif amount.figure.unit == "score" and (noted.is_form or "form" in self.tokens):
                yield end, self.meaning.of_ids(("overall.score",), amount) or (), noted
            yield from self._noted_alone(end, amount, noted)
            of = self.phrase(end, "of") or end
            for named, behind in self.metric(of):
                for text in ("per km", "per kilometre", "for every kilometre", "a kilometre"):
                    per = self.phrase(behind, text)
                    if per is not None and named == "climb" and amount.figure.unit == "m":
                        each = replace(amount, figure=in_unit(amount.figure, "m/km"))
                        yield per, self.meaning.of_ids(("climb.per_km",), each) or (), noted
                for claims in self._of(noted.spot, named, amount):
                    yield behind, claims, replace(noted, metric=named)
            of_usual = self.phrase(end, "usual")
            if of_usual is not None and noted.metric is not None:
                yield of_usual, self._usual_of(noted.metric, amount), noted

    def _noted_alone(self, end: int, amount: Amount, noted: Noted) -> Iterator[Item]:
        """What a figure without a metric may say of the place, with what follows it."""
        for claims in self._of(noted.spot, None, amount):
            yield end, claims, noted
            for text in ("it is", "it was", ", it was", ", it is"):
                verb = self.phrase(end, text)
                for last, more, after in self._best(verb, noted) if verb else ():
                    yield last, claims + more, after
            for kinds, behind in self.kind(end):
                if amount.figure.unit == "km":
                    yield behind, claims + kinds, Noted()
            for _, behind in words.RUN.at(self.tokens, end):
                if amount.figure.unit == "km" and self.word(behind - 1, "run", "session"):
                    yield behind, claims, Noted()

    def _noted_metric(self, at: int, noted: Noted) -> Iterator[Item]:
        for named, end in self.metric(at):
            for begin in dict.fromkeys((end, *(e for _, e in phrases.GLUE.at(self.tokens, end)))):
                for amount, behind in self.amount(self.past_determiner(begin)):
                    for claims in self._of(noted.spot, named, amount):
                        both = (*noted.metrics, named)
                        after = replace(noted, metric=named, metrics=both)
                        yield behind, claims, after
                        yield from self._against_usual(behind, claims, after)
            for word, relation in (("plus", "higher"), ("minus", "lower")):
                figure = self.figure(end + 1)
                if self.word(end, word) and figure is not None and figure.unit == "%":
                    ids = f"{named}.actual", f"{named}.expected"
                    compare = Compare(ids[0], relation, ids[1], figure.said)  # type: ignore[arg-type]
                    both = (*noted.metrics, named)
                    yield end + 2, (compare,), replace(noted, metric=named, metrics=both)

    def _noted_score(self, at: int, noted: Noted) -> Iterator[Item]:
        begin = self.past_determiner(at)
        for _, end in phrases.FORM_SCORE.at(self.tokens, begin):
            for glue in dict.fromkeys((end, *(e for _, e in phrases.GLUE.at(self.tokens, end)))):
                for amount, behind in self.amount(glue):
                    unit = {BARE: "score", "score": "score", "star": "star"}.get(amount.figure.unit)
                    if unit is not None:
                        said = replace(amount, figure=in_unit(amount.figure, unit))
                        after = replace(noted, is_form=True)
                        yield behind, self.meaning.of_ids((f"overall.{unit}",), said) or (), after

    def _of(self, spot: str, metric: str | None, amount: Amount) -> Iterator[Claims]:
        """What a figure claims of a place; a time alone may be a pace or a duration."""
        named: tuple[str | None, ...] = (metric,)
        if metric is None and amount.figure.unit == CLOCK:
            named = ("pace", "duration") if spot else ("duration", "pace")
        found: list[Claims] = []
        for name in named:
            of = self.meaning.metric_of(amount.figure, name)
            if of is None or (name is not None and of[0] != name):
                continue
            place = WHOLE if spot == "judged" and of[0] != "pace" else spot
            claims = self.meaning.value(of[0], place, replace(amount, figure=of[1]))
            if claims:
                found.append(claims)
        right = [claims for claims in found if all(holds(c, self.meaning.facts) for c in claims)]
        yield from right[:1] or found[:1]

    def _usual_of(self, metric: str, amount: Amount) -> Claims:
        found = self.meaning.metric_of(amount.figure, metric)
        return () if found is None else (Value(f"{metric}.expected", found[1].said),)

    def _against_usual(self, at: int, claims: Claims, noted: Noted) -> Iterator[Item]:
        """As "against a usual 122", "vs your usual 257 ms"."""
        metric = noted.metric or ""
        for text in ("against", "versus", "vs", "instead of", ", against", ",", "where"):
            begin = self.phrase(at, text)
            for _, end in phrases.USUAL.at(self.tokens, begin) if begin is not None else ():
                for amount, behind in self.amount(end):
                    more = self._usual_of(metric, amount)
                    if more:
                        yield behind, claims + more, noted
                        for word in ("is", "was", ", which is", ","):
                            middle = self.phrase(behind, word)
                            if middle is not None:
                                for last, rest, after in self._than(middle, noted):
                                    yield last, claims + more + rest, after

    def _met(self, at: int, noted: Noted) -> Iterator[Item]:
        """As "four of five criteria met", "all four criteria", "two criteria out of two"."""
        at_phase = f"@{noted.spot}" if noted.spot in _PHASES else ""
        if noted.spot and not at_phase:
            return
        for met, count, end in self._shares_of(at):
            ids = f"criteria.met{at_phase}", f"criteria.count{at_phase}"
            total = self.meaning.facts.number(ids[1]) if count is None else count
            done = total if met is None else met
            if total is None or done is None:
                yield end, (Value(ids[1], _counted(-1.0)),), noted
                continue
            yield end, (Value(ids[0], _counted(done)), Value(ids[1], _counted(total))), noted

    def _shares_of(self, at: int) -> Iterator[tuple[float | None, float | None, int]]:
        at = self.phrase(at, "the other") or self.phrase(at, "the remaining") or at
        first = self.figure(at)
        bare = first is not None and first.unit == BARE
        if first is not None and bare:
            begin = self.phrase(at + 1, "of the") or self.phrase(at + 1, "of")
            begin = begin or self.phrase(at + 1, "out of") or self.phrase(at + 1, "criteria out of")
            second = None if begin is None else self.figure(begin)
            if begin is not None and second is not None and second.unit == BARE:
                yield first.value, second.value, begin + 1
                for _, end in phrases.SHAPE.at(self.tokens, begin + 1):
                    yield first.value, second.value, end
        for text, n in (("both", 2.0), ("both of the", 2.0), ("all", None), ("all the", None),
                        ("all of the", None)):  # fmt: skip
            begin = self.phrase(at, text)
            if begin is None:
                continue
            figure = self.figure(begin)
            stated = n
            if figure is not None and figure.unit == BARE and n is None:
                stated, begin = figure.value, begin + 1
            for _, end in phrases.SHAPE.at(self.tokens, begin):
                yield stated, stated, end

    def _phases_missing(self, at: int) -> Iterator[Item]:
        """As "without a cool-down", "warm-up and cool-down are missing"."""
        for _, begin in phrases.ABSENT.at(self.tokens, at):
            for phase, end in words.PHASE.at(self.tokens, begin):
                yield end, (Flag(f"present.{phase}", False),), Noted()
                begin2 = (
                    self.phrase(end, "nor a")
                    or self.phrase(end, "nor")
                    or self.phrase(end, "or")
                    or self.phrase(end, "and no")
                )
                begin2 = begin2 or self.phrase(end, "or a") or self.phrase(end, "and")
                for other, last in words.PHASE.at(self.tokens, begin2) if begin2 else ():
                    flags = tuple(Flag(f"present.{name}", False) for name in (phase, other))
                    yield last, flags, Noted()
        for phase, end in words.PHASE.at(self.tokens, self.past_determiner(at)):
            for value, last in phrases.MISSING.at(self.tokens, end):
                yield last, (Flag(f"present.{phase}", value),), Noted()
            if self.word(end, "and"):
                second = self.past_determiner(end + 1)
                for other, middle in words.PHASE.at(self.tokens, second):
                    for value, last in phrases.MISSING.at(self.tokens, middle):
                        flags = tuple(Flag(f"present.{name}", value) for name in (phase, other))
                        yield last, flags, Noted()
            only = self.phrase(end, "is all there is") or self.phrase(end, "is the only part")
            if only is not None:
                gone = [Flag(f"present.{n}", False) for n in ("warmup", "cooldown") if n != phase]
                yield only, (Flag(f"present.{phase}", True), *gone), Noted(spot=phase)

    def _best(self, at: int, noted: Noted) -> Iterator[Item]:
        """As "fastest on km 10", "your best of the day" of the place before."""
        begin = self.phrase(at, "also") or at
        begin = self.past_determiner(begin)
        best = [(("pace", "lowest"), e) for t in ("best",) if (e := self.phrase(begin, t))]
        for (metric, which), end in [*words.SUPERLATIVE.at(self.tokens, begin), *best]:
            if metric != "pace":
                continue
            unit = next((e for _, e in words.UNIT_OF_RUN.at(self.tokens, end)), end)
            if noted.spot[-1:].isdigit() and (begin > at or self.phrase(at, "also")):
                claim = self.meaning.extreme(metric, which, (noted.spot,))
                if claim is not None:
                    yield unit, (claim,), noted
                    last = self.phrase(unit, "apart from") or self.phrase(unit, "except for")
                    for spot, behind in self.place(last, kind="split") if last else ():
                        apart = self._apart_from(metric, which, noted.spot, spot)
                        if apart is not None:
                            yield behind, apart, noted
            for glue in (e for _, e in phrases.GLUE.at(self.tokens, unit)):
                named = self.word(unit - 1, "rep", "repetition", "interval")
                for place, behind in self.place(glue, kind="rep" if named else "split"):
                    claim = self.meaning.extreme(metric, which, (place,))
                    if claim is not None and isinstance(place, str):
                        yield behind, (claim,), Noted(spot=place)

    def _apart_from(self, metric: str, which: str, spot: str, other: object) -> Claims | None:
        """The extreme of all but one place: both together, and the other one is the first."""
        if not isinstance(other, str) or not other[-1:].isdigit() or other == spot:
            return None
        series = Series(metric, "actual", spot.rpartition(" ")[0])
        relation = "higher" if which == "highest" else "lower"
        return (
            Extreme(series, which, (spot, other)),  # type: ignore[arg-type]
            Compare(f"{metric}.actual@{other}", relation, f"{metric}.actual@{spot}"),  # type: ignore[arg-type]
        )

    def _than(self, at: int, noted: Noted) -> Iterator[Item]:
        """As "8 s/km quicker than repetition 3", "21 ms longer than usual"."""
        listed = [(None, at), *self.amount(at)]
        for amount, begin in listed:
            for word, end in words.COMPARATIVE.at(self.tokens, begin):
                half = self.phrase(end, "in the second half") or self.phrase(end, "after halfway")
                faster = words.relation_by(word, "pace")
                if half is not None and faster is not None and not noted.spot:
                    ids = [f"pace.actual@{name} half" for name in ("second", "first")]
                    halves = self.meaning.compare(ids[0], faster, ids[1], amount)
                    if halves:
                        yield half, halves, noted
                than = self.phrase(end, "than")
                metric = noted.metric or ("pace" if word in ("faster", "slower") else None)
                relation = None if metric is None else words.relation_by(word, metric)
                if than is None or metric is None or relation is None:
                    continue
                for spot, behind in self.place(than, kind="split") if noted.spot else ():
                    if isinstance(spot, str):
                        ids = [self.meaning.ids(metric, place)[0] for place in (noted.spot, spot)]
                        claims = self.meaning.compare(ids[0], relation, ids[1], amount)
                        if claims:
                            yield behind, claims, noted
                usual = Compare(f"{metric}.actual", relation, f"{metric}.expected")  # type: ignore[arg-type]
                for _, behind in () if amount else phrases.USUAL.at(self.tokens, than):
                    yield behind, (usual,), noted
                    for said, last in self.amount(behind):
                        told = (usual, *self._usual_of(metric, said))
                        yield last, told, replace(noted, spot="judged")
                runs = self.phrase(than, "in") or than
                first, second = self.figure(runs), self.figure(runs + 2)
                ranked = self.phrase(runs + 3, "runs") or self.phrase(runs + 3, "of your runs")
                if first and second and self.word(runs + 1, "of") and ranked and amount is None:
                    rank = Value(f"{metric}.rank", _counted(first.value))
                    of = Value(f"{metric}.rank_of", _counted(second.value))
                    yield ranked, (usual, rank, of), noted

    def _form(self, at: int, noted: Noted) -> Iterator[Item]:
        """Verdicts on form as a whole, and of the two metrics named before."""
        judged = self.meaning.judged()
        for _, end in phrases.NOTHING_TO_FIX.at(self.tokens, at):
            if (noted.is_form or self.word(end - 1, "form")) and judged:
                yield end, self.meaning.flags(judged, good=True), noted
        for inside, end in phrases.IN_RANGE.at(self.tokens, at):
            named = noted.metrics if self.word(at, "both") else noted.metrics[-1:]
            ranged = [self.meaning.within(metric, "inside", "", negated=not inside) or ()
                      for metric in named]  # fmt: skip
            if ranged and all(ranged) and (len(named) == 2 or not self.word(at, "both")):
                yield end, tuple(claim for claims in ranged for claim in claims), noted
        yield from self._deductions(at, noted)
        yield from self._only_weak(at, noted)
        begin = self.phrase(at, "none of the")
        figure = None if begin is None else self.figure(begin)
        if begin is not None and judged:
            stated = begin + 1 if figure is not None else begin
            if figure is None or figure.value == len(judged):
                for _, end in phrases.NONE_LEFT.at(self.tokens, stated):
                    yield end, tuple(_inside(metric) for metric in judged), noted

    def _only_weak(self, at: int, noted: Noted) -> Iterator[Item]:
        """As "Only contact time needs improvement", "is the only form figure that needs work"."""
        judged = self.meaning.judged()
        first = self.phrase(at, "only")
        for named, end in self.metric(at if first is None else first):
            if named not in judged:
                continue
            only = self.meaning.flags([metric for metric in judged if metric != named], good=True)
            weak = (*self.meaning.flags([named], good=False), *only)
            if first is None:
                for _, last in phrases.ONLY_WEAK.at(self.tokens, end):
                    yield last, weak, replace(noted, metric=named)
            else:
                for good, last in words.NEEDS.at(self.tokens, end):
                    if not good:
                        yield last, weak, replace(noted, metric=named)

    def _deductions(self, at: int, noted: Noted) -> Iterator[Item]:
        """As "the small deduction all due to contact time": no other metric lost points."""
        for _, middle in phrases.LOSS.at(self.tokens, self.past_determiner(at)):
            for named, end in self.metric(middle) if noted.is_form else ():
                if named in words.FORM_METRICS:
                    lost = Limit(
                        f"{named}.penalty", "above", Said(value=0.0, unit="score", slack=0.0)
                    )
                    none = Said(value=0.0, unit="score", slack=0.05)
                    others = [metric for metric in words.FORM_METRICS if metric != named]
                    yield end, (lost, *(Value(f"{m}.penalty", none) for m in others)), noted

    def _shared(self, at: int) -> Iterator[Item]:  # noqa: PLR0912
        """As "Splits 4 and 8 share the top spot", "both halves at 5:44/km", "no change"."""
        for unit, begin in words.UNIT_OF_RUN.at(self.tokens, self.past_determiner(at)):
            first, second = self.figure(begin), self.figure(begin + 2)
            if not self.word(begin + 1, "and") or first is None or second is None:
                continue
            spots = [self.meaning.scope(unit, int(figure.value)) for figure in (first, second)]
            for which, end in phrases.SHARE.at(self.tokens, begin + 3):
                claim = self.meaning.extreme("pace", which, [spot or "" for spot in spots])
                if claim is None:
                    continue
                same = Compare(f"pace.actual@{spots[0]}", "equal", f"pace.actual@{spots[1]}")
                yield end, (claim, same), Noted(spot=spots[0] or WHOLE)
        halves = ("first half", "second half")
        for _, begin in phrases.BOTH_HALVES.at(self.tokens, at):
            for amount, end in self.amount(begin):
                said = [claims for half in halves for claims in self._of(half, None, amount)]
                if len(said) == len(halves):
                    yield end, (*said[0], *said[1]), Noted()
        for _, begin in phrases.SAME_HALVES.at(self.tokens, at):
            close = self.meaning.same(*(f"pace.actual@{half}" for half in halves), frac=0.01)
            yield begin, close, Noted()
            if not self.word(begin, ":", ",", "--", "("):
                continue
            for amount, end in self.amount(begin + 1):
                for _, following in phrases.THEN.at(self.tokens, end):
                    for other, last in self.amount(following):
                        said = [claims for half, value in zip(halves, (amount, other), strict=True)
                                for claims in self._of(half, None, value)]  # fmt: skip
                        if len(said) == len(halves):
                            yield last, (*close, *said[0], *said[1]), Noted()

    def _ground(self, at: int) -> Iterator[Item]:
        """As "Flat as a pancake", "nearly level ground"."""
        for terrain, end in phrases.GROUND.at(self.tokens, self.past_determiner(at)):
            yield end, (Text("terrain.actual", terrain),), Noted()

    def _all_main(self, at: int) -> Iterator[Item]:
        """As "The whole 9.99 km counts as the main part"."""
        for text in ("the whole run counts as", "the whole run is", "the entire run counts as"):
            behind = self.phrase(at, text)
            for phase, end in self.place(behind) if behind is not None else ():
                if phase == "main":
                    gone = [Flag(f"present.{name}", False) for name in ("warmup", "cooldown")]
                    yield end, (Flag("present.main", True), *gone), Noted()
        for text in ("the whole", "the entire", "all", "all of the", "the full"):
            begin = self.phrase(at, text)
            figure = None if begin is None else self.figure(begin)
            if begin is None or figure is None or figure.unit != "km":
                continue
            for verb in ("counts as", "count as", "is", "are", "counted as", "was", "were"):
                middle = self.phrase(begin + 1, verb)
                for phase, end in self.place(middle) if middle is not None else ():
                    if isinstance(phase, str) and phase in _PHASES:
                        ids = "distance.actual", f"phase.distance@{phase}"
                        yield end, tuple(Value(name, figure.said) for name in ids), Noted()

    def _up_or_down(self, at: int, spot: str) -> Iterator[Item]:
        """As "drops about 32 m" of a place, "and at 5:22/km it is also your fastest" behind."""
        begin = self.phrase(at, "alone") or at
        for metric, end in phrases.HEIGHT.at(self.tokens, begin):
            for amount, last in self.amount(end):
                if amount.figure.unit != "m":
                    continue
                claims = self.meaning.value(metric, spot, amount)
                if claims:
                    yield last, claims, Noted(spot=spot)

    def _only_missed(self, at: int) -> Iterator[Item]:
        """As "Form was the only criterion you missed"."""
        facts = self.meaning.facts
        for name, end in phrases.CRITERION.at(self.tokens, self.past_determiner(at)):
            for _, last in phrases.ONLY_MISSED.at(self.tokens, end):
                missed = [flag for flag, met in facts.flags.items()
                          if flag.startswith("met.") and not met]  # fmt: skip
                met, count = (facts.number(f"criteria.{role}") for role in ("met", "count"))
                is_one = met is not None and count is not None and met == count - 1.0
                right = [flag for flag in missed if flag.startswith(f"met.{name}@")]
                flag = right[0] if right and is_one else f"met.{name}"
                yield last, (Flag(flag, False),), Noted()

    def _wrist(self, at: int) -> Iterator[Item]:
        """As "the temperature on your wrist started at 24 °C", "was below 20 °C from km 3 on"."""
        for _, begin in phrases.WRIST.at(self.tokens, at):
            for amount, end in self.amount(begin):
                scope = self.meaning.scope("split", 1)
                if amount.figure.unit != "°C" or scope is None:
                    continue
                said = self.meaning.value("temperature", scope, amount) or ()
                later_at = self.phrase(end, "at first") or self.phrase(end, "at the start") or end
                yield later_at, said, Noted()
                for text in ("and was", "and", "and stayed", ", then", "then", "and then"):
                    middle = self.phrase(later_at, text)
                    for later, last in self.amount(middle) if middle is not None else ():
                        for stretch, more, behind in self.place_phrase(last):
                            if later.figure.unit != "°C" or not isinstance(stretch, Stretch):
                                continue
                            series = self.meaning.series("temperature", stretch)
                            behind = self.phrase(behind, "on") or behind  # noqa: PLW2901
                            if later.bound is not None:
                                every: Claims = (Every(series, later.bound, later.figure.said),)
                            else:
                                value, slack = later.figure.value, later.figure.slack
                                low, high = (Said(value=value + side * slack, unit="°C", slack=0.0)
                                             for side in (-1.0, 1.0))  # fmt: skip
                                every = (
                                    Every(series, "at_least", low),
                                    Every(series, "at_most", high),
                                )
                            yield behind, (*said, *more, *every), Noted()

    def _crept(self, at: int) -> Iterator[Item]:
        """As "From 133 bpm at the start, heart rate had crept up to 142 by km 7"."""
        begin = self.phrase(at, "from")
        for amount, end in self.amount(begin) if begin is not None else ():
            for _, middle in phrases.AT_START.at(self.tokens, end):
                for named, behind in self.metric(middle):
                    for relation, last in phrases.CREPT.at(self.tokens, behind):
                        for other, by in self.amount(last):
                            yield from self._between_ends(named, relation, (amount, other), by)

    def _between_ends(
        self, metric: str, relation: str, amounts: tuple[Amount, Amount], at: int
    ) -> Iterator[Item]:
        begin = self.phrase(at, "by") or self.phrase(at, "in") or self.phrase(at, "at")
        for spot, end in self.place(begin, kind="split") if begin is not None else ():
            first = self.meaning.scope("split", 1)
            if first is None or not isinstance(spot, str):
                continue
            said = [claims for place, amount in zip((first, spot), amounts, strict=True)
                    for claims in self._of(place, metric, amount)]  # fmt: skip
            if len(said) == len(amounts):
                ids = f"{metric}.actual@{spot}", f"{metric}.actual@{first}"
                moved = Compare(ids[0], relation, ids[1])  # type: ignore[arg-type]
                yield end, (*said[0], *said[1], moved), Noted()

    def _recovered_to(self, at: int) -> Iterator[Item]:
        """As "heart rate dropped to about 73% during recovery, under the limit of 85%"."""
        for _, begin in phrases.DROPPED.at(self.tokens, self.past_determiner(at)):
            for amount, end in self.amount(begin):
                if amount.figure.unit != "%":
                    continue
                said = self.meaning.of_ids(("heart_rate.actual@after recovery",), amount)
                for _, last in phrases.IN_RECOVERY.at(self.tokens, end):
                    yield last, said or (), Noted()
                    for side, middle in phrases.LIMIT.at(self.tokens, last):
                        limit = self.figure(middle)
                        if limit is None or limit.unit != "%":
                            continue
                        fact = "heart_rate_retention.criterion@recovery"
                        asked = Value("heart_rate_retention.asked_high@recovery", limit.said)
                        beyond = Limit(fact, side, limit.said)  # type: ignore[arg-type]
                        yield middle + 1, (*(said or ()), asked, beyond), Noted()


def _inside(metric: str) -> Within:
    return Within(f"{metric}.actual", "inside", f"{metric}.low", f"{metric}.high")


def _counted(value: float) -> Said:
    return Said(value=value, unit="count", slack=0.0)


_PHASES = frozenset({"warmup", "main", "work", "recovery", "cooldown"})
