"""English clauses that begin with no ordinary subject: extremes, quantities, what is not known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hakaru.guard.claims import Cause, Count, Every, Flag, Said, Series, Text, Value
from hakaru.running.claims import read_en_words as words
from hakaru.running.claims.read_en_clauses import Step
from hakaru.running.claims.read_en_extremes import Extremes
from hakaru.running.claims.read_en_meaning import WHOLE, Claims, Stretch
from hakaru.running.claims.read_en_parts import Topic
from hakaru.running.claims.read_en_tokens import BARE, Figure

_NOTHING = Topic()


class Others(Extremes):
    """Clauses of their own shape."""

    # quantities

    def quantified(self, at: int, topic: Topic) -> Iterator[Step]:  # noqa: ARG002
        """As "No split was slower than 7:00/km", "All ten reps were under 4:20/km"."""
        yield from self._every_or_none(at)
        yield from self._so_many(at)
        yield from self._no_metric(at)
        yield from self._all_criteria(at)
        yield from self._usual(at)
        for stretch, _, end in self.stretch(at):
            if isinstance(stretch, Stretch):
                yield from self._side_of_all(end, stretch, True, ())
        for text in ("all phases met all of their criteria", "all phases met all their criteria",
                     "every phase met all of its criteria", "all criteria were met",
                     "every phase met all its criteria", "all phase criteria were met",
                     "every criterion was met"):  # fmt: skip
            last = self.phrase(at, text)
            count = self.meaning.facts.number("criteria.count")
            if last is not None and count is not None:
                said = Said(value=count, unit="count", slack=0.0)
                yield last, (Value("criteria.met", said),), Topic(about="run", verb="criteria")

    def _usual(self, at: int) -> Iterator[Step]:
        """As "the expected contact time was 292 ms"."""
        begin = self.past_determiner(at)
        for role, end in words.USUAL_ADJECTIVE.at(self.tokens, begin):
            for metric, middle in words.METRIC.at(self.tokens, end):
                verb = next((e for t in ("was", "is", ":") if (e := self.phrase(middle, t))), None)
                for amount, last in self.amount(verb) if verb is not None else ():
                    found = self.meaning.metric_of(amount.figure, metric)
                    if found is None or found[0] != metric:
                        continue
                    said = replace(amount, figure=found[1])
                    claims = self.meaning.of_ids((f"{metric}.{role}",), said)
                    if claims is not None:
                        yield last, claims, Topic(about="metric", metric=metric)

    def _all_criteria(self, at: int) -> Iterator[Step]:
        """As "All five warm-up criteria were met"."""
        for met, count, end in self.shares(at):
            for phase, middle in words.PHASE.at(self.tokens, end):
                last = self.phrase(middle, "criteria were met") or self.phrase(
                    middle, "criteria met"
                )
                if last is not None:
                    said = [Said(value=value, unit="count", slack=0.0) for value in (met, count)]
                    yield (
                        last,
                        (
                            Value(f"criteria.met@{phase}", said[0]),
                            Value(f"criteria.count@{phase}", said[1]),
                        ),
                        Topic(about="place", spot=phase, verb="criteria"),
                    )

    def _every_or_none(self, at: int) -> Iterator[Step]:
        for words_before, positive in (
            ("no", False), ("none of the", False), ("not a single", False), ("every", True),
            ("all", True), ("each", True), ("all of the", True), ("all the", True),
            ("each of the", True),
            ("every one of the", True), ("every single", True), ("none of your", False),
            ("all your", True),
        ):  # fmt: skip
            begin = self.phrase(at, words_before)
            if begin is None:
                continue
            for unit, _, claims, end in self.counted(begin):
                kind = "repetition" if unit == "rep" else "split"
                yield from self._side_of_all(end, kind, positive, claims)

    def _side_of_all(
        self, at: int, kind: str | Stretch, positive: bool, claims: Claims
    ) -> Iterator[Step]:
        stretch = kind if isinstance(kind, Stretch) else Stretch(kind)
        for verb in ("was run", "were run", "was", "were", "stayed", "came in", "ran", "is", "are",
                     "remained", "finished", "was completed"):  # fmt: skip
            begin = self.phrase(at, verb)
            if begin is None:
                continue
            begin = begin + 1 if positive and self.word(begin, "all") else begin
            for metric, relation, figure, end in self._side(begin):
                bound = {
                    ("higher", True): "above", ("lower", True): "below",
                    ("higher", False): "at_most", ("lower", False): "at_least",
                }[relation, positive]  # fmt: skip
                every = Every(self.meaning.series(metric, stretch), bound, figure.said)  # type: ignore[arg-type]
                yield end, (*claims, every), Topic()
            if positive:
                for low, high, end in self.between(begin):
                    first = self.meaning.metric_of(low, None)
                    if first is not None and first[0] in ("pace", "heart_rate"):
                        yield (
                            end,
                            (*claims, self.meaning.span(first[0], stretch, low, high)),
                            Topic(),
                        )

    def _side(self, at: int) -> Iterator[tuple[str, str, Figure, int]]:
        """As "slower than 7:00/km", "under 4:20/km": metric, relation, figure."""
        for word, end in words.COMPARATIVE.at(self.tokens, at):
            figure = self.figure(end + 1) if self.word(end, "than") else None
            if figure is None:
                continue
            metric = "pace" if word in ("faster", "slower") else None
            found = self.meaning.metric_of(figure, metric)
            relation = words.relation_by(word, found[0]) if found else None
            if found is not None and relation is not None and found[0] in ("pace", "heart_rate"):
                yield found[0], relation, found[1], end + 2
        for relation, end in words.ABOVE.at(self.tokens, at):
            figure = self.figure(end)
            found = self.meaning.metric_of(figure, None) if figure is not None else None
            if found is not None and found[0] in ("pace", "heart_rate"):
                yield found[0], relation, found[1], end + 1

    def _so_many(self, at: int) -> Iterator[Step]:
        """As "Five of the ten reps were under 4:20/km", "two splits were slower than 6:40/km"."""
        figure = self.figure(at)
        if figure is None or figure.unit != BARE or figure.last_digit_value != 1.0:
            return
        begin = self.phrase(at + 1, "of the") or self.phrase(at + 1, "of your") or at + 1
        for unit, of, claims, end in self.counted(begin):
            kind = "repetition" if unit == "rep" else "split"
            if begin == at + 1 and of is not None:
                continue
            for verb in ("were", "was", "came in", "stayed", "ran", "were run"):
                middle = self.phrase(end, verb)
                if middle is None:
                    continue
                for metric, relation, limit, last in self._side(middle):
                    bound = "above" if relation == "higher" else "below"
                    series = Series(metric, "actual", kind)
                    count = Count(series, bound, limit.said, int(figure.value))  # type: ignore[arg-type]
                    yield last, (*claims, count), Topic()

    def _no_metric(self, at: int) -> Iterator[Step]:
        judged = self.meaning.judged()
        if len(judged) != len(words.FORM_METRICS):
            return
        for text in ("no metric", "none of the metrics", "none of the form metrics",
        "no form metric",
                     "none of the three metrics", "nothing in your form",
                     "none of the three form metrics"):  # fmt: skip
            end = self.phrase_figures(at, text)
            if end is None:
                continue
            for good, last in words.NEEDS.at(self.tokens, end):
                if not good:
                    yield last, self.meaning.flags(judged, good=True), Topic()
            for text in ("lost points", "lost any points", "cost points", "cost any points"):  # noqa: PLW2901
                last2 = self.phrase(end, text)
                if last2 is not None:
                    yield last2, self._no_penalty(), Topic()

    def _no_penalty(self, topic: Topic = _NOTHING) -> Claims:
        """Of the metric that was spoken of before, else of all."""
        none = Said(value=0.0, unit="score", slack=0.05)
        metrics = (topic.metric,) if topic.metric in words.FORM_METRICS else words.FORM_METRICS
        return tuple(Value(f"{metric}.penalty", none) for metric in metrics)

    # other

    def listed_figures(self, at: int, topic: Topic) -> Iterator[Step]:  # noqa: ARG002
        """As "3.93 km of work", "1.9 km of warm-up", "14.22 km in 1:31:37"."""
        for saying, end in self._figure_first(at):
            claims = saying(Topic(), WHOLE)
            if claims is not None:
                yield end, claims, Topic(about="run")
        for amount, end in self.amount(at):
            found = self.meaning.metric_of(amount.figure, None)
            if found is None or found[0] not in ("distance", "duration"):
                continue
            said = replace(amount, figure=found[1])
            if self.word(end, "of") or self.word(end, "were", "was"):
                for spot, last in self.place(end + 1):
                    claims = self.meaning.value(found[0], spot, said)
                    if claims is not None and self.word(end, "of"):
                        yield self.skip(last, words.FILLER), claims, Topic()
            claims = self.meaning.value(found[0], WHOLE, said)
            if claims is None:
                continue
            run = Topic(about="run")
            if self.word(end, "in", "at"):
                yield from self._tail(end, claims, run)
            for text in ("were covered", "were run", "was covered", "of running", "in the bank"):
                last2 = self.phrase(end, text)
                if last2 is not None and text != "in the bank":
                    yield last2, claims, run
                    yield from self._tail(last2, claims, run)

    def there_was(self, at: int, topic: Topic) -> Iterator[Step]:  # noqa: PLR0912
        """As "There were no deductions", "no points were deducted", "nothing needs improvement"."""
        judged = self.meaning.judged()
        for text in ("there were no deductions", "there were no point deductions",
                     "no points were deducted", "no points were lost", "no metric lost points",
                     "without any deductions", "there were no penalties"):  # fmt: skip
            end = self.phrase(at, text)
            if end is not None:
                yield end, self._no_penalty(topic), Topic()
        for text in ("there is nothing wrong with", "there was nothing wrong with",
                     "there is no need to improve", "there is no need to work on"):  # fmt: skip
            begin = self.phrase(at, text)
            if begin is None:
                continue
            for metric, end in self.metric(begin):
                if metric in words.FORM_METRICS:
                    yield end, self.meaning.flags((metric,), good=True), Topic()
        for text in ("nothing needs improvement", "nothing needs work", "nothing is flagged",
                     "nothing was flagged"):  # fmt: skip
            end = self.phrase(at, text)
            if end is not None and judged:
                yield end, self.meaning.flags(judged, good=True), Topic()
        for phase, last in self._missing_phase(at):
            yield last, (Flag(f"present.{phase}", False),), Topic()
        for text in ("the course was", "the terrain was", "the route was", "terrain was"):
            begin = self.phrase(at, text)
            if begin is not None:
                for terrain, end in words.TERRAIN.at(self.tokens, begin):
                    yield end, self._terrain(terrain), Topic(about="run")
        for caused, claims, end in self._causes(at):
            if caused:
                yield end, claims, Topic()

    def _missing_phase(self, at: int) -> Iterator[tuple[str, int]]:
        """As "there was no cool-down", "no warm-up was recorded", "the cool-down was skipped"."""
        for text in ("there was no", "there is no", "there was no separate", "there was no real"):
            begin = self.phrase(at, text)
            if begin is not None:
                yield from words.PHASE.at(self.tokens, begin)
        begin = self.phrase(at, "no")
        named = self.past_determiner(at) if begin is None else begin
        tails = "was missing|is missing|was absent|was skipped"
        if begin is not None:
            tails = "was run|was recorded|was found|took place|was detected"
        for phase, end in words.PHASE.at(self.tokens, named):
            for tail in tails.split("|"):
                last = self.phrase(end, tail)
                if last is not None:
                    yield phase, last

    def _terrain(self, terrain: str) -> Claims:
        return (Text("terrain.actual", terrain),)

    def _slowed(self, at: int) -> Iterator[tuple[Claims, int]]:
        """As "The heat probably cost you some pace"."""
        for cause, end in words.CAUSE.at(self.tokens, self.past_determiner(at)):
            begin = next((e for t in ("probably", "likely", "may have", "might have", "partly")
                          if (e := self.phrase(end, t))), None)  # fmt: skip
            if begin is None:
                continue
            for text in ("cost you some pace", "slowed you a little", "cost you some speed",
                         "slowed you down a little", "slowed you down somewhat", "slowed the pace",
                         "contributed to the slower pace", "cost some pace",
                         "explains the slower pace",
                         "slowed you down", "slowed you"):  # fmt: skip
                last = self.phrase(begin, text)
                if last is not None:
                    yield (Cause("pace.actual", cause),), last

    def _causes(self, at: int) -> Iterator[tuple[bool, Claims, int]]:
        """As "The pace was partly due to the heat": only what was estimated."""
        for claims, last in self._slowed(at):
            yield True, claims, last
        begin2 = self.past_determiner(at)
        begin2 = begin2 + 1 if self.word(begin2, "slower", "slow") else at
        for metric, end in self.metric(begin2):
            if begin2 > at and metric != "pace":
                continue
            for verb in ("was", "is"):
                begin = self.phrase(end, verb)
                if begin is None:
                    continue
                for _, middle in words.CAUSED.at(self.tokens, begin):
                    for cause, last in words.CAUSE.at(self.tokens, self.past_determiner(middle)):
                        yield True, (Cause(f"{metric}.actual", cause),), last

    def started(self, at: int) -> Iterator[Step]:
        """As "You finished with a 6:40 final kilometre at 134 bpm"."""
        if not self.word(at, "you"):
            return
        for text in ("finished with", "closed with", "opened with", "started with", "began with",
                     "ended with", "eased into it with", "eased in with", "started out with",
                     "eased into the run with", "posted", "wrapped up with"):  # fmt: skip
            begin = self.phrase(at + 1, text)
            if begin is None:
                continue
            begin = self.past_determiner(begin)
            for amount, end in self.amount(begin):
                for spot, last in self.place(end):
                    own = self._amount_at("pace", spot, amount)
                    if own is None or not isinstance(spot, str):
                        continue
                    after = Topic(about="place", spot=spot)
                    yield last, own, after
                    for more, behind in self.figures_of(last, spot, "heart_rate"):
                        yield behind, own + more, after

    def recovered(self, at: int) -> Iterator[Step]:
        """As "By the end of the recoveries heart rate had dropped to 73 % of the work value"."""
        for front in ("by the end of the recoveries", "at the end of the recoveries",
                      "after the recoveries", "after recovery",
                      "by the end of each recovery"):  # fmt: skip
            begin = self.phrase(at, front)
            if begin is None:
                continue
            begin = begin + 1 if self.word(begin, ",") else begin
            for metric, end in self.metric(begin):
                for verb in ("had dropped to", "had fallen to", "was at", "was down to",
                "dropped to",
                             "fell to", "had come down to"):  # fmt: skip
                    middle = self.phrase(end, verb)
                    figure = self.figure(middle) if middle is not None else None
                    if (
                        middle is None
                        or figure is None
                        or figure.unit != "%"
                        or metric != "heart_rate"
                    ):
                        continue
                    for tail in ("of the work value", "of its work value", "of the work level",
                                 "of its value during the work",
                                 "of the value in the work part"):  # fmt: skip
                        last = self.phrase(middle + 1, tail)
                        if last is not None:
                            claim = Value("heart_rate.actual@after recovery", figure.said)
                            yield last, (claim,), Topic()

    def held_session(self, at: int) -> Iterator[Step]:  # noqa: PLR0912
        """As "You completed a tempo run of 8.3 km", "the session included ten repetitions"."""
        begin = at + 1 if self.word(at, "you") else None
        for text in ("this was", "it was", "this is"):
            begin = self.phrase(at, text) or begin
        if begin is None:
            yield from self._included(at)
            return
        for verb in ("completed", "ran", "did", "finished", "put in", "logged", ""):
            middle = self.phrase(begin, verb)
            if middle is None or (verb == "") == self.word(at, "you"):
                continue
            if verb == "ran" and self.word(middle, "on"):
                first = self.past_determiner(middle + 1)
                for terrain, end in words.TERRAIN.at(self.tokens, first):
                    for noun in ("terrain", "course", "ground", "route"):
                        if self.word(end, noun):
                            yield end + 1, self._terrain(terrain), Topic(about="run")
            first = self.past_determiner(middle)
            sized = [((), first)]
            for amount, end in self.amount(first):
                own = self.meaning.value("distance", WHOLE, amount)
                if amount.figure.unit == "km" and own is not None:
                    sized.append((own, end))  # type: ignore[arg-type]
            for own, end in sized:
                for kind, last in self.kind(end):
                    run = Topic(about="run")
                    yield last, own + kind, run
                    yield from self._tail(last, own + kind, run)
                    if self.word(last, "of", "over", "covering"):
                        for amount, behind in self.amount(last + 1):
                            far = self.meaning.value("distance", WHOLE, amount)
                            if amount.figure.unit == "km" and far is not None:
                                yield behind, kind + far, run
                                yield from self._tail(behind, kind + far, run)

    def _included(self, at: int) -> Iterator[Step]:
        """As "the session included ten repetitions"."""
        begin = self.past_determiner(at)
        for _, end in (*words.RUN.at(self.tokens, begin), *self.kind(begin)):
            for verb in ("included", "had", "consisted of", "contained", "comprised", "featured"):
                middle = self.phrase(end, verb)
                if middle is not None:
                    kind = next((c for c, e in self.kind(begin) if e == end), ())
                    for last, more, after in self._ran_reps(middle, Topic(about="run")):
                        yield last, kind + more, after

    def unknown(self, at: int) -> Iterator[Step]:
        """As "There is no weather data", "heart rate was not recorded"."""
        for name, flag in (
            ("weather", "weather"), ("temperature", "weather"), ("weather conditions", "weather"),
            ("heart rate", "heart_rate"), ("form", "form"), ("running form", "form"), ("wind",
            "wind"),
            ("running dynamics", "form"),
        ):  # fmt: skip
            claims = (Flag(f"unknown.{flag}", True),)
            for before in ("there is no", "there are no", "there was no", "no", "there were no"):
                begin = self.phrase(at, f"{before} {name}")
                end = None if begin is None else self.phrase(begin, "data")
                if end is None:
                    continue
                for tail in ("is available", "was recorded", "are available", "were recorded",
                             "was available", "were available", "for this run",
                             "exists"):  # fmt: skip
                    last = self.phrase(end, tail)
                    if last is not None:
                        yield last, claims, Topic()
                if before != "no":
                    yield end, claims, Topic()
            begin = self.past_determiner(at)
            for tail in ("was not recorded", "is unknown", "is not known", "was not measured",
                         "was unknown", "were not recorded", "are unknown", "data is missing",
                         "data are missing", "could not be judged"):  # fmt: skip
                last = self.phrase(begin, f"{name} {tail}")
                if last is not None:
                    yield last, claims, Topic()

    def criteria_clause(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "main and cool-down all 4 each", "for a five-star rating", "hence four stars"."""
        begin = self.past_determiner(at)
        for phase, end in words.PHASE.at(self.tokens, begin):
            middle = self.phrase(end, "and the") or self.phrase(end, "and")
            if middle is None and self.word(end, ","):
                yield from self._phases_all(at)
            if middle is None:
                continue
            for other, last in words.PHASE.at(self.tokens, middle):
                claims: Claims = ()
                behind = last
                for spot in (phase, other):
                    found = list(self.criteria(last, Topic(about="place", spot=spot, last=topic)))
                    if not found:
                        break
                    behind, more, _ = found[0]
                    claims += more
                else:
                    if self.word(behind - 1, "each") or self.word(behind, "each"):
                        behind += int(self.word(behind, "each"))
                        yield behind, claims, replace(topic, verb="criteria")
        for amount, end in self.amount(self.past_determiner(at)):
            if amount.figure.unit == "star" and topic.verb in ("criteria", "rated"):
                last = self.phrase(end, "rating") or end
                claims2 = self.meaning.of_ids(("session.star",), amount)
                if claims2 is not None:
                    yield last, claims2, topic
        if not topic.about:
            yield from self._share_of_criteria(at)

    def _share_of_criteria(self, at: int) -> Iterator[Step]:
        """As "four of five criteria were met in the warm-up"."""
        for amount, _ in self.amount(at):
            if amount.figure.unit != BARE:
                continue
            for first, count, last in self.shares(at):
                behind2 = self.phrase(last, "criteria were met") or self.phrase(
                    last, "criteria met"
                )
                if behind2 is None:
                    continue
                for suffix, claim_end in self._where(behind2):
                    where = f"@{suffix}" if suffix else ""
                    yield (
                        claim_end,
                        (
                            Value(
                                f"criteria.met{where}", Said(value=first, unit="count", slack=0.0)
                            ),
                            Value(
                                f"criteria.count{where}", Said(value=count, unit="count", slack=0.0)
                            ),
                        ),
                        replace(Topic(), verb="criteria"),
                    )

    def _phases_all(self, at: int) -> Iterator[Step]:
        """As "The warm-up, main part and cool-down met all of their criteria"."""
        phases: list[str] = []
        while True:
            at = self.past_determiner(at)
            found = next(iter(words.PHASE.at(self.tokens, at)), None)
            if found is None:
                return
            phases.append(found[0])
            at = found[1]
            following = self.phrase(at, ", and") or self.phrase(at, "and") or self.phrase(at, ",")
            if following is None:
                break
            at = following
        claims: Claims = ()
        end = at
        for phase in phases:
            steps = list(self.criteria(at, Topic(about="place", spot=phase)))
            if not steps:
                return
            end, more, _ = steps[0]
            claims += more
        yield end, claims, Topic(about="run", verb="criteria")

    def _where(self, at: int) -> Iterator[tuple[str, int]]:
        yield "", at
        if self.word(at, "in"):
            for spot, end in self.place(at + 1):
                yield str(spot), end
