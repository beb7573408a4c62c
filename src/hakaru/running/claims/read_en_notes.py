"""English notes: noun phrases with their figures, one after another, as people jot them down.

"Main part: 7.47 km, both criteria met." Each item adds claims and says what the next ones are of (a
place, a metric); what stands between items claims nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeAlias

from hakaru.guard.claims import Compare, Extreme, Flag, Limit, Said, Series, Text, Value, Within, holds
from hakaru.running.claims import read_en_words as words
from hakaru.running.claims.read_en_meaning import WHOLE, Amount, Claims, in_unit
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

_START = words.Table({
    "what a finish :|what a finish ,|in the end|in numbers :|in short :|all told ,|nicely done :"
    "|well done :|the numbers :|summary :|in figures :": "",
    "you averaged|you covered|you ran|you logged|you needed|you finished|it was|this was|that was"
    "|here was|there was|there were|you did|you completed|you got|you earned": "",
})  # fmt: skip
_BETWEEN = words.Table({
    ", and|, with|, at|, for|, in|, that is|, i . e .|,|;|:|--|(|) ,|) :|) and|)|and|with|at|in|for"
    "|over|despite|in spite of|, despite|, in spite of|makes this|makes it|made this|made it|made for|, but|but|of|is|was|, which is|, which was"
    "|, yet|yet|, and it was|and it was|, and it is|, and in": "",
})  # fmt: skip
_GLUE = words.Table({
    "was|is|were|are|came in at|came out at|flew by at|went by in|went by at|averaged|at|of|:"
    "|took|lasted|stood at|sat at|clocked in at|measured|was only|, at|came to|, in|covered"
    "|both came out at|both came in at|reads|is at|was run at|on": "",
})  # fmt: skip
_AFTER = words.Table({
    "of the day|of the run|of the race|of the session|of them all|of all|on the clock|overall"
    "|in all|in total|on average|for the session|for the run|today|this time|, as even as it gets"
    "|for this run|for this session|long|each": "",
})  # fmt: skip
_SHAPE = words.Table({
    "criteria were met|criteria met|criteria of the session were met|criteria are met|criteria"
    "|criteria fulfilled|criteria were fulfilled|criteria of this session were met"
    "|were met|session criteria were met|session criteria met|of the criteria were met"
    "|of the session criteria were met|of the criteria of the session were met"
    "|criteria for the session were met": "",
})  # fmt: skip
_FORM_SCORE = words.Table({
    "form score|form rating|score for form|form": "",
})  # fmt: skip
_USUAL = words.Table({
    "your usual|usual|a usual|the usual|your normal|expected|the expected|an expected|your typical"
    "|the usual value of|your usual value of": "",
})  # fmt: skip
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_FLAGS = words.Table({
    "no stars are given|no stars were given|no stars|there are no stars|there is no star rating"
    "|no star rating|you get no stars|the session is not rated|the session was not rated"
    "|this session is not rated|the run is not rated|no rating for the session": (
        "rated.session", False,
    ),
    "the weather on this one is unknown|the weather is unknown|weather unknown"
    "|the weather was not recorded|there is no weather data|no weather data"
    "|nothing is known about the weather|nothing is known of the weather"
    "|the weather is not known|we do not know the weather|no weather was recorded"
    "|the weather for this run is unknown|the weather on this run is unknown": (
        "unknown.weather", True,
    ),
    "there is no form evaluation for this run|there is no form evaluation|no form evaluation"
    "|form was not evaluated|your form was not evaluated|no form rating|there is no form rating"
    "|there is no form score|no form score|there is no form rating for this run"
    "|form was not rated|your form was not rated|form could not be evaluated": (
        "unknown.form", True,
    ),
})  # fmt: skip
_ABSENT = words.Table({
    "without a|without any|you went without a|you skipped the|there was no|there is no|no"
    "|you did no|you ran no|you left out the|you did without a|there was not a": "",
})  # fmt: skip
_MISSING = words.Table({
    "are missing|is missing|missing|was missing|were missing|was skipped|were skipped|was left out"
    "|were left out": False,
})  # fmt: skip
_IN_RANGE = words.Table({
    "both lie outside your usual range|both lie outside your range|both outside your usual range"
    "|outside your usual range|both are outside your usual range|lies outside your usual range"
    "|outside of your usual range|is outside your usual range": False,
    "inside your usual range|within your usual range|both inside your usual range"
    "|both within your usual range|inside your range|within your range": True,
})  # fmt: skip
_NONE_LEFT = words.Table({
    "rated form figures left its usual range|rated form figures left their usual range"
    "|form figures left its usual range|rated figures left its usual range"
    "|rated form metrics left its usual range|rated form figures was outside its usual range"
    "|rated form metrics was outside its usual range": "",
})  # fmt: skip
_NOTHING_TO_FIX = words.Table({
    "nothing on the list of things to fix|nothing to fix|nothing to improve"
    "|nothing needs improvement|no weakness|nothing to work on|nothing that needs work": "",
})  # fmt: skip
_LOSS = words.Table({
    "small deduction all due to|deduction all due to|deduction due to|deduction entirely due to"
    "|deduction due only to|points lost all due to|deduction coming from|only deduction for"
    "|only deduction from|missing points all due to|deduction coming only from": "",
})  # fmt: skip
_SHARE: words.Table[str] = words.Table({
    "share the top spot|shared the top spot|were joint fastest|were jointly the fastest"
    "|tie for fastest|tied for fastest|were the joint fastest|share first place"
    "|shared first place|are the joint fastest|tied as the fastest": "lowest",
    "share last place|shared last place|were joint slowest|tie for slowest|tied for slowest"
    "|were the joint slowest": "highest",
})  # fmt: skip
_BOTH_HALVES = words.Table({
    "both halves came out at|both halves came in at|both halves were run at|both halves at"
    "|both halves averaged|both halves were|both halves : |both halves took": "",
})  # fmt: skip
_SAME_HALVES = words.Table({
    "pace barely changed between the halves|the halves were practically even"
    "|pace hardly changed between the halves|the two halves were nearly identical"
    "|the halves were nearly identical|the halves were almost identical"
    "|the pace barely changed between the halves|pace was almost the same in both halves"
    "|your pace barely changed between the halves|the halves were practically identical": "",
})  # fmt: skip
_THEN = words.Table({", then|then|and|, and|, and then|versus|vs|against|and then|to": ""})
_GROUND = words.Table({
    "flat as a pancake|nearly level ground|flat ground|level ground|almost level ground"
    "|nearly flat|as flat as it gets|flat as can be|practically flat|flat|a flat course|flat course"
    "|flat terrain|flat route|almost flat|pancake flat": "flat",
    "hilly|hilly terrain|hilly course|hilly route|hilly ground": "hilly",
    "rolling|rolling terrain|rolling course|rolling ground|undulating terrain": "rolling",
})  # fmt: skip
_HEIGHT = words.Table({
    "drops|dropped|descends|descended|falls|fell|lost|loses|goes down|went down": "descent",
    "climbs|climbed|gains|gained|rises|rose|goes up|went up|climbs about": "climb",
})  # fmt: skip
_CRITERION = words.Table({
    "form": "form", "pace": "pace", "distance": "distance", "band share|zone share": "band_share",
    "consistency": "work_consistency",
})  # fmt: skip
_ONLY_MISSED = words.Table({
    "was the only criterion you missed|was the only criterion missed|was the only one you missed"
    "|was the only criterion not met|is the only criterion you missed|is the only criterion missed"
    "|was the one criterion you missed|was the only miss": "",
})  # fmt: skip
_DROPPED = words.Table({
    "heart rate dropped to|heart rate fell to|heart rate came down to|pulse dropped to"
    "|pulse fell to|heart rate recovered to": "",
})  # fmt: skip
_IN_RECOVERY = words.Table({
    "during recovery|in recovery|in the recoveries|during the recoveries|after recovery"
    "|between the repetitions|between repetitions|during the recovery jogs": "",
})  # fmt: skip
_LIMIT = words.Table({
    ", comfortably under the limit of|, under the limit of|, below the limit of|, within the limit of"
    "|, well under the limit of|, well below the limit of|, comfortably below the limit of"
    "|against a limit of": "at_most",
    ", above the limit of|, over the limit of|, just over the limit of": "above",
})  # fmt: skip


class Notes(Others):
    """A whole sentence of such items."""

    def noted(self) -> Iterator[Claims]:
        """The claims of each way in which the sentence is a row of items."""
        at = self.skip(0, words.OPENER)
        at = at + 1 if self.word(at, ",") else at
        for begin in dict.fromkeys((self.skip(at, _START), at)):
            yield from self._row(begin, (), Noted())

    def _row(self, at: int, claims: Claims, noted: Noted) -> Iterator[Claims]:
        for end, more, after in self._item(at, noted):
            behind = self.skip(end, _AFTER)
            behind = behind + 1 if self.word(behind, ")") else behind
            said = claims + more
            if said and (
                behind == len(self.tokens)
                or (behind == len(self.tokens) - 1 and self.word(behind, ".", "!"))
            ):
                yield said
            reset = replace(after, spot=WHOLE) if self.word(behind, ";") else after
            for _, begin in _BETWEEN.at(self.tokens, behind):
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
        for spot, end in self.place(at, kind="split" if "split" in noted.spot else ""):
            if isinstance(spot, str):
                inner = Noted(spot=spot)
                for begin in dict.fromkeys((end, *(e for _, e in _GLUE.at(self.tokens, end)))):
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
        if self.word(at, *_WEEKDAYS):
            for claims, end in self.date(at + 2 if self.word(at + 1, ",") else at + 1):
                day = next((claim.said for claim in claims if isinstance(claim, Text)), "")
                try:
                    right = _WEEKDAYS[date.fromisoformat(day).weekday()]
                except ValueError:
                    continue
                if self.word(at, right):
                    yield end, claims, noted
        for (name, value), end in _FLAGS.at(self.tokens, at):
            yield end, (Flag(name, value),), noted

    def _figures(self, at: int, noted: Noted) -> Iterator[Item]:
        """A figure, perhaps with its metric before or behind it."""
        for amount, end in self.amount(self.past_determiner(at)):
            if amount.figure.unit == "star":
                role = "overall.star" if noted.is_form else "session.star"
                yield end, self.meaning.of_ids((role,), amount) or (), noted
            elif amount.figure.unit == "score" and noted.is_form:
                yield end, self.meaning.of_ids(("overall.score",), amount) or (), noted
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
        for named, end in self.metric(at):
            for begin in dict.fromkeys((end, *(e for _, e in _GLUE.at(self.tokens, end)))):
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
        begin = self.past_determiner(at)
        for _, end in _FORM_SCORE.at(self.tokens, begin):
            for glue in dict.fromkeys((end, *(e for _, e in _GLUE.at(self.tokens, end)))):
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
            claims = self.meaning.value(of[0], spot, replace(amount, figure=of[1]))
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
        for text in ("against", "versus", "vs", "instead of", "( usual", ", against"):
            begin = self.phrase(at, text)
            for _, end in _USUAL.at(self.tokens, begin) if begin is not None else ():
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
        at_phase = f"@{noted.spot}" if noted.spot in words_of_phases() else ""
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
        first = self.figure(at)
        bare = first is not None and first.unit == BARE
        if first is not None and bare:
            begin = self.phrase(at + 1, "of the") or self.phrase(at + 1, "of")
            begin = begin or self.phrase(at + 1, "out of") or self.phrase(at + 1, "criteria out of")
            second = None if begin is None else self.figure(begin)
            if begin is not None and second is not None and second.unit == BARE:
                yield first.value, second.value, begin + 1
                for _, end in _SHAPE.at(self.tokens, begin + 1):
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
            for _, end in _SHAPE.at(self.tokens, begin):
                yield stated, stated, end

    def _phases_missing(self, at: int) -> Iterator[Item]:
        """As "without a cool-down", "warm-up and cool-down are missing"."""
        for _, begin in _ABSENT.at(self.tokens, at):
            for phase, end in words.PHASE.at(self.tokens, begin):
                yield end, (Flag(f"present.{phase}", False),), Noted()
                begin2 = self.phrase(end, "or") or self.phrase(end, "and no")
                begin2 = begin2 or self.phrase(end, "or a") or self.phrase(end, "and")
                for other, last in words.PHASE.at(self.tokens, begin2) if begin2 else ():
                    flags = tuple(Flag(f"present.{name}", False) for name in (phase, other))
                    yield last, flags, Noted()
        for phase, end in words.PHASE.at(self.tokens, self.past_determiner(at)):
            for value, last in _MISSING.at(self.tokens, end):
                yield last, (Flag(f"present.{phase}", value),), Noted()
            if self.word(end, "and"):
                second = self.past_determiner(end + 1)
                for other, middle in words.PHASE.at(self.tokens, second):
                    for value, last in _MISSING.at(self.tokens, middle):
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
            for glue in (e for _, e in _GLUE.at(self.tokens, unit)):
                for place, behind in self.place(glue, kind="split"):
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
                than = self.phrase(end, "than")
                metric = noted.metric or ("pace" if word in ("faster", "slower") else None)
                relation = None if metric is None else words.relation_by(word, metric)
                if than is None or metric is None or relation is None:
                    continue
                for spot, behind in self.place(than, kind="split") if noted.spot else ():
                    if isinstance(spot, str):
                        ids = [self.meaning.ids(metric, place)[0] for place in (noted.spot, spot)]
                        claims = self.meaning.compare(ids[0], relation, ids[1], amount, "", False)
                        if claims:
                            yield behind, claims, noted
                usual = Compare(f"{metric}.actual", relation, f"{metric}.expected")  # type: ignore[arg-type]
                for _, behind in () if amount else _USUAL.at(self.tokens, than):
                    yield behind, (usual,), noted
                    for said, last in self.amount(behind):
                        told = (usual, *self._usual_of(metric, said))
                        yield last, told, noted
                        at_pace = self.phrase(last, "at")
                        for pace, behind2 in self.amount(at_pace) if at_pace else ():
                            if pace.figure.unit == "s/km" and pace.bound is None:
                                judged = Value("pace.actual@judged", pace.figure.said)
                                yield behind2, (*told, judged), noted
                runs = self.phrase(than, "in") or than
                first, second = self.figure(runs), self.figure(runs + 2)
                last = self.phrase(runs + 3, "runs") or self.phrase(runs + 3, "of your runs")
                if first and second and self.word(runs + 1, "of") and last and amount is None:
                    rank = Value(f"{metric}.rank", _counted(first.value))
                    of = Value(f"{metric}.rank_of", _counted(second.value))
                    yield last, (usual, rank, of), noted

    def _form(self, at: int, noted: Noted) -> Iterator[Item]:
        """Verdicts on form as a whole, and of the two metrics named before."""
        judged = self.meaning.judged()
        for _, end in _NOTHING_TO_FIX.at(self.tokens, at):
            if noted.is_form and judged:
                yield end, self.meaning.flags(judged, good=True), noted
        for inside, end in _IN_RANGE.at(self.tokens, at):
            named = noted.metrics if self.word(at, "both") else noted.metrics[-1:]
            ranged = [self.meaning.within(metric, "inside", "", negated=not inside) or ()
                      for metric in named]  # fmt: skip
            if ranged and all(ranged) and (len(named) == 2 or not self.word(at, "both")):  # noqa: PLR2004
                yield end, tuple(claim for claims in ranged for claim in claims), noted
        yield from self._deductions(at, noted)
        begin = self.phrase(at, "none of the")
        figure = None if begin is None else self.figure(begin)
        if begin is not None and judged:
            stated = begin + 1 if figure is not None else begin
            if figure is None or figure.value == len(judged):
                for _, end in _NONE_LEFT.at(self.tokens, stated):
                    yield end, tuple(_inside(metric) for metric in judged), noted


    def _deductions(self, at: int, noted: Noted) -> Iterator[Item]:
        """As "the small deduction all due to contact time": no other metric lost points."""
        for _, middle in _LOSS.at(self.tokens, self.past_determiner(at)):
            for named, end in self.metric(middle) if noted.is_form else ():
                if named in words.FORM_METRICS:
                    lost = Limit(f"{named}.penalty", "above", Said(value=0.0, unit="score", slack=0.0))
                    none = Said(value=0.0, unit="score", slack=0.05)
                    others = [metric for metric in words.FORM_METRICS if metric != named]
                    yield end, (lost, *(Value(f"{m}.penalty", none) for m in others)), noted

    def _shared(self, at: int) -> Iterator[Item]:
        """As "Splits 4 and 8 share the top spot", "both halves at 5:44/km", "no change"."""
        for unit, begin in words.UNIT_OF_RUN.at(self.tokens, self.past_determiner(at)):
            first, second = self.figure(begin), self.figure(begin + 2)
            if not self.word(begin + 1, "and") or first is None or second is None:
                continue
            spots = [self.meaning.scope(unit, int(figure.value)) for figure in (first, second)]
            for which, end in _SHARE.at(self.tokens, begin + 3):
                claim = self.meaning.extreme("pace", which, [spot or "" for spot in spots])
                if claim is None:
                    continue
                same = Compare(f"pace.actual@{spots[0]}", "equal", f"pace.actual@{spots[1]}")
                yield end, (claim, same), Noted()
                for glue in (self.phrase(end, "at"), self.phrase(end, "with"), self.phrase(end, ",")):
                    for amount, behind in self.amount(glue) if glue is not None else ():
                        own = [self._of(spot or "", None, amount) for spot in spots]
                        said = [claims for found in own for claims in found]
                        if len(said) == len(spots):
                            yield behind, (claim, same, *said[0], *said[1]), Noted()
        halves = ("first half", "second half")
        for _, begin in _BOTH_HALVES.at(self.tokens, at):
            for amount, end in self.amount(begin):
                said = [claims for half in halves for claims in self._of(half, None, amount)]
                if len(said) == len(halves):
                    yield end, (*said[0], *said[1]), Noted()
        for _, begin in _SAME_HALVES.at(self.tokens, at):
            close = self.meaning.same(*(f"pace.actual@{half}" for half in halves), frac=0.01)
            yield begin, close, Noted()
            if not self.word(begin, ":", ",", "--", "("):
                continue
            for amount, end in self.amount(begin + 1):
                for _, following in _THEN.at(self.tokens, end):
                    for other, last in self.amount(following):
                        said = [claims for half, value in zip(halves, (amount, other), strict=True)
                                for claims in self._of(half, None, value)]  # fmt: skip
                        if len(said) == len(halves):
                            yield last, (*close, *said[0], *said[1]), Noted()

    def _ground(self, at: int) -> Iterator[Item]:
        """As "Flat as a pancake", "nearly level ground"."""
        for terrain, end in _GROUND.at(self.tokens, self.past_determiner(at)):
            yield end, (Text("terrain.actual", terrain),), Noted()

    def _all_main(self, at: int) -> Iterator[Item]:
        """As "The whole 9.99 km counts as the main part"."""
        for text in ("the whole", "the entire", "all", "all of the", "the full"):
            begin = self.phrase(at, text)
            figure = None if begin is None else self.figure(begin)
            if begin is None or figure is None or figure.unit != "km":
                continue
            for verb in ("counts as", "count as", "is", "are", "counted as", "was", "were"):
                middle = self.phrase(begin + 1, verb)
                for phase, end in self.place(middle) if middle is not None else ():
                    if isinstance(phase, str) and phase in words_of_phases():
                        ids = "distance.actual", f"phase.distance@{phase}"
                        yield end, tuple(Value(name, figure.said) for name in ids), Noted()

    def _up_or_down(self, at: int, spot: str) -> Iterator[Item]:
        """As "drops about 32 m" of a place, "and at 5:22/km it is also your fastest" behind."""
        begin = self.phrase(at, "alone") or at
        for metric, end in _HEIGHT.at(self.tokens, begin):
            for amount, last in self.amount(end):
                if amount.figure.unit != "m":
                    continue
                claims = self.meaning.value(metric, spot, amount)
                if claims:
                    yield last, claims, Noted(spot=spot)

    def _only_missed(self, at: int) -> Iterator[Item]:
        """As "Form was the only criterion you missed"."""
        facts = self.meaning.facts
        for name, end in _CRITERION.at(self.tokens, self.past_determiner(at)):
            for _, last in _ONLY_MISSED.at(self.tokens, end):
                missed = [flag for flag, met in facts.flags.items()
                          if flag.startswith("met.") and not met]  # fmt: skip
                met, count = (facts.number(f"criteria.{role}") for role in ("met", "count"))
                is_one = met is not None and count is not None and met == count - 1.0
                right = [flag for flag in missed if flag.startswith(f"met.{name}@")]
                flag = right[0] if right and is_one else f"met.{name}"
                yield last, (Flag(flag, False),), Noted()

    def _recovered_to(self, at: int) -> Iterator[Item]:
        """As "heart rate dropped to about 73% during recovery, under the limit of 85%"."""
        for _, begin in _DROPPED.at(self.tokens, self.past_determiner(at)):
            for amount, end in self.amount(begin):
                if amount.figure.unit != "%":
                    continue
                said = self.meaning.of_ids(("heart_rate.actual@after recovery",), amount)
                for _, last in _IN_RECOVERY.at(self.tokens, end):
                    yield last, said or (), Noted()
                    for side, middle in _LIMIT.at(self.tokens, last):
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


def words_of_phases() -> frozenset[str]:
    """The names of phases."""
    return frozenset({"warmup", "main", "work", "recovery", "cooldown"})
