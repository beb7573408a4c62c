"""Verbs of English sentences about a run, and what follows each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hakaru.guard.claims import Said, Value
from hakaru.running.claims import read_en_words as words
from hakaru.running.claims.read_en_changes import Changes
from hakaru.running.claims.read_en_clauses import JOIN, Step
from hakaru.running.claims.read_en_meaning import (
    SPLITS,
    WHOLE,
    Amount,
    Claims,
    Stretch,
    in_unit,
)
from hakaru.running.claims.read_en_parts import Topic
from hakaru.running.claims.read_en_tokens import BARE, Figure


class Verbs(Changes):
    """Predicates."""

    def predicate(self, at: int, topic: Topic) -> Iterator[Step]:
        """A verb and all that follows it in the clause."""
        begin = self.skip(at, words.FILLER)
        begin = begin + 1 if topic.metrics and self.word(begin, "all", "both") else begin
        for degree, end in [("", begin), *self._degrees(begin)]:
            yield from self._predicate(end, topic, degree)

    def _degrees(self, at: int) -> list[tuple[str, int]]:
        return list(words.DEGREE.at(self.tokens, at))

    def _predicate(self, at: int, topic: Topic, degree: str) -> Iterator[Step]:
        for verb, end in words.LINK.at(self.tokens, at):
            if degree:
                break
            kind = replace(topic, verb=verb)
            if verb == "range":
                yield from self._between_places(end, topic)
            yield from self._complements(end, kind)
            if self.word(end, "not"):
                yield from self._complements(end + 1, replace(kind, verb="not"))
        if not degree:
            yield from self._negated(at, topic)
            yield from self._elliptic(at, topic)
            yield from self._verdicts(at, topic)
            yield from self._ratings(at, topic)
            yield from self._exceeding(at, topic)
            yield from self._covering(at, topic)
            yield from self._peaks(at, topic)
            yield from self._began(at, topic)
            yield from self._split_kind(at, topic)
            yield from self.criteria(at, topic)
        yield from self._moves(at, topic, degree)

    def _between_places(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "ranged from 5:10/km in km 5 to 7:12/km in km 8"."""
        metric, begin = topic.metric, self.phrase(at, "from")
        if metric not in ("pace", "heart_rate") or begin is None or topic.spot is not None:
            return
        for first, left, middle in self._figure_place(begin):
            following = self.phrase(middle, "to")
            if following is None or left is None or first is None:
                continue
            for second, right, last in self._figure_place(following):
                if second is None or right is None:
                    continue
                values = [
                    self._amount_at(metric, spot, amount)
                    for spot, amount in ((left, first), (right, second))
                ]
                rising = first.figure.value < second.figure.value
                claims = [
                    self.meaning.extreme(metric, "lowest" if rising else "highest", (left,)),
                    self.meaning.extreme(metric, "highest" if rising else "lowest", (right,)),
                ]
                if None in values or None in claims:
                    continue
                yield (
                    last,
                    (
                        *(claim for claim in claims if claim is not None),
                        *(claim for value in values for claim in value or ()),
                    ),
                    replace(topic, spot=None),
                )

    def _elliptic(self, at: int, topic: Topic) -> Iterator[Step]:
        """Without a verb: "and the second 4:19/km", "HR to 152 bpm", "a mean pace of ..."."""
        begin = at + 1 if self.word(at, "to", "at", ":", "of") else at
        if (
            (topic.about in ("metric", "place") and self.figure(begin) is not None)
            or (topic.about in ("metric",) and self.word(at, "at", "about", "around", "within"))
            or (any(True for _ in words.COMPARATIVE.at(self.tokens, begin)) and topic.about)
        ):
            yield from self._complements(at, replace(topic, verb=""))

    def _negated(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "never dropped below 135 bpm", "did not exceed 140 bpm", "was never slower than"."""
        for text, relation in _NEVER:
            end = self.phrase(at, text)
            if end is None:
                continue
            for reference, behind in self.reference(end, topic.metric or "pace"):
                if reference.figure is None:
                    continue
                metric = topic.metric or "pace"
                found = self.meaning.metric_of(reference.figure, metric)
                if found is None or found[0] != metric or metric not in ("pace", "heart_rate"):
                    continue
                bound = "at_least" if relation == "lower" else "at_most"
                every = self.meaning.every(metric, topic.spot or WHOLE, bound, found[1])  # type: ignore[arg-type]
                if topic.spot is None or isinstance(topic.spot, Stretch):
                    yield behind, (every,), topic
                if topic.spot is None:
                    for spot, more, last in self.place_phrase(behind):
                        if isinstance(spot, Stretch):
                            own = self.meaning.every(metric, spot, bound, found[1])  # type: ignore[arg-type]
                            yield last, (*more, own), topic

    def _verdicts(self, at: int, topic: Topic) -> Iterator[Step]:
        if topic.about != "metric" or topic.spot is not None:
            return
        metrics = topic.metrics or ((topic.metric,) if topic.metric else ())
        if not all(metric in words.FORM_METRICS for metric in metrics):
            return
        for good, end in words.NEEDS.at(self.tokens, at):
            yield end, self.meaning.flags(metrics, good=good), topic

    def _ratings(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "scored 87.3 points", "earned four stars", "lost 12.7 points", "cost no points"."""
        who = {"you": "session", "run": "session", "place": None}.get(topic.about, topic.metric)
        if who is None or (
            topic.metrics and not all(m in words.FORM_METRICS for m in topic.metrics)
        ):
            return
        if topic.spot not in (None, WHOLE):
            return
        targets = topic.metrics or (who,)
        for text, role in _RATING:
            end = self.phrase(at, text)
            if end is None:
                continue
            if role == "penalty" and self.word(end, "no", "without"):
                behind = self.phrase(end, "no points")
                if behind is not None:
                    none = Said(value=0.0, unit="score", slack=0.05)
                    yield behind, tuple(Value(f"{m}.penalty", none) for m in targets), topic
                continue
            begin = end
            for word in ("a", "the", "all", "full", "an overall"):
                begin = self.phrase(begin, word) or begin
            for amount, behind in self.amount(begin):
                unit, actual = _unit_of_rating(amount.figure, role)
                if unit not in ("score", "star") or (role == "penalty" and unit == "star"):
                    continue
                behind = self.phrase(behind, "rating") or behind  # noqa: PLW2901
                said = replace(amount, figure=in_unit(amount.figure, unit))
                for_form = self.phrase(behind, "for form") or self.phrase(behind, "for your form")
                if topic.about == "you" and (for_form or unit == "score"):
                    own = self.meaning.of_ids((f"overall.{unit}",), said)
                    yield for_form or behind, own or (), topic
                    continue
                claims = [self.meaning.of_ids((f"{m}.{actual}",), said) or () for m in targets]
                said_claims = tuple(c for group in claims for c in group)
                yield behind, said_claims, topic
                yield from self._also_rated(behind, targets, said_claims, topic)
                each = self.phrase(behind, "each")
                if each is not None and topic.metrics:
                    yield each, tuple(c for group in claims for c in group), topic

    def _also_rated(
        self, at: int, targets: tuple[str, ...], claims: Claims, topic: Topic
    ) -> Iterator[Step]:
        """As "and five stars", "with a score of 100" behind a rating."""
        for text in ("and", "with", "for", ", and", ", or", ", for", "and a score of",
        "with a score of",
                     "and scored", "and earned"):  # fmt: skip
            begin = self.phrase(at, text)
            if begin is None:
                continue
            for amount, end in self.amount(self.past_determiner(begin)):
                unit = amount.figure.unit
                if unit == BARE and "score" in text:
                    unit = "score"
                if unit not in ("score", "star"):
                    continue
                said = replace(amount, figure=in_unit(amount.figure, unit))
                more = [self.meaning.of_ids((f"{m}.{unit}",), said) or () for m in targets]
                end = self.phrase(end, "rating") or end  # noqa: PLW2901
                yield end, (*claims, *(c for group in more for c in group)), topic

    def _exceeding(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "exceeded the expected value", "cleared the 165 spm lower bound"."""
        if topic.metric is None or topic.about != "metric" or topic.metrics:
            return
        for text, relation in _EXCEED:
            end = self.phrase(at, text)
            if end is None:
                continue
            word = f"={relation}"
            side = {"higher": "above", "lower": "below"}.get(relation, "inside")
            for ends, behind in self.own_range(end, topic.metric):
                found = self.meaning.within(topic.metric, side, "", negated=False)
                if found is not None and topic.spot is None:
                    yield behind, (*ends, *found), topic
            for reference, behind in self.reference(end, topic.metric):
                for by, last in [(None, behind), *self._by(behind)]:
                    saying = self._relation(reference, word, by, "", topic)
                    claims = saying(replace(topic, verb=""), topic.spot)
                    if claims is not None:
                        yield last, claims, topic

    def _by(self, at: int) -> list[tuple[Amount, int]]:
        return list(self.amount(at + 1)) if self.word(at, "by") else []

    def _covering(self, at: int, topic: Topic) -> Iterator[Step]:  # noqa: PLR0912
        """As "you covered 14.22 km in 1:31:37 at ...", "you ran 10 repetitions",
        "it took 91 min"."""
        if topic.about not in ("you", "run", "place"):
            return
        for text, metric in _COVER:
            end = self.phrase(at, text)
            if end is None or topic.metric not in (None, metric):
                continue
            spot = topic.spot if topic.spot is not None else WHOLE
            for amount, behind in self.amount(end):
                found = self.meaning.metric_of(amount.figure, metric)
                if found is None:
                    if amount.figure.unit == BARE and topic.about == "you":
                        yield from self._ran_reps(end, topic)
                    continue
                if found[0] != metric and metric != "any":
                    if found[0] in ("distance", "duration", "pace") and metric == "distance":
                        pass
                    else:
                        continue
                said = replace(amount, figure=found[1])
                claims = self.meaning.value(found[0], spot, said)
                if claims is None or isinstance(spot, Stretch):
                    continue
                after = replace(topic, metric=None, spot=spot or None)
                yield behind, claims, after
                yield from self._tail(behind, claims, after)
        for text, metric in (("climbed", "climb"), ("descended", "descent"), ("gained", "climb")):
            end = self.phrase(at, text)
            if end is None or topic.about == "place":
                continue
            for amount, behind in self.amount(end):
                claims = self.meaning.value(metric, WHOLE, amount)
                if amount.figure.unit in ("m", "m/km") and claims is not None:
                    yield behind, claims, topic

    def _tail(self, at: int, claims: Claims, topic: Topic) -> Iterator[Step]:
        """As "in 1:31:37", "at an average of 6:27/km and 133 bpm" behind a distance."""
        at = self.skip(at, words.FILLER)
        begin = self.phrase(at, ", in") or self.phrase(at, "in")
        figure = self.figure(begin) if begin is not None else None
        if begin is not None:
            for amount, end in self.amount(begin):
                found = self.meaning.metric_of(amount.figure, "duration")
                if found is None or found[0] != "duration":
                    continue
                own = self.meaning.value(
                    "duration", topic.spot or WHOLE, replace(amount, figure=found[1])
                )
                if own is not None:
                    yield end, claims + own, topic
                    yield from self._tail(end, claims + own, topic)
        if figure is None or begin is None:
            for _, end in JOIN.at(self.tokens, at):
                inner = replace(topic, about="you", metric=None, verb="")
                begin2 = next((e for v, e in words.LINK.at(self.tokens, end) if v == ""), end)
                for last, more, after in self._complements(begin2, inner):
                    yield last, claims + more, after

    def _ran_reps(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "10 repetitions of about 1:41 each"."""
        for unit, figure, claims, end in self.counted(at):
            if unit != "rep" or figure is None:
                continue
            after = replace(topic, metric=None)
            yield end, claims, after
            for text in ("at an average of", "at", "averaging", "at an average pace of",
            ", averaging",
                         "in an average of", "with an average pace of"):  # fmt: skip
                begin = self.phrase(end, text)
                for amount, behind in self.amount(begin) if begin is not None else ():
                    own = self._amount_at("pace", SPLITS, amount)
                    if own is not None and amount.figure.unit == "s/km":
                        yield behind, claims + own, after
            if not self.word(end, "of"):
                continue
            for amount, behind in self.amount(end + 1):
                said: Claims | None = None
                found = self.meaning.metric_of(amount.figure, "duration")
                if found is not None and found[0] == "duration":
                    said = self.meaning.of_ids(
                        ("repetition.duration",), replace(amount, figure=found[1])
                    )
                elif amount.figure.unit in ("km", "m"):
                    metres = amount.figure.unit == "m"
                    km = Figure(
                        value=amount.figure.value / 1000.0, unit="km",
                        slack=amount.figure.slack / 1000.0,
                        last_digit_value=amount.figure.last_digit_value / 1000.0,
                    ) if metres else amount.figure  # fmt: skip
                    said = self.meaning.of_ids(("repetition.distance",), replace(amount, figure=km))
                if said is None:
                    continue
                behind = behind + 1 if self.word(behind, "each") else behind  # noqa: PLW2901
                yield behind, claims + said, after

    def _peaks(self, at: int, topic: Topic) -> Iterator[Step]:  # noqa: PLR0912
        """As "peaked at 154 bpm in km 7", "was highest in km 12, at 137 bpm"."""
        if topic.about != "metric" or topic.metric is None:
            return
        options = list(words.PEAK.at(self.tokens, at))
        for verb, end in words.LINK.at(self.tokens, at):
            begin = self.phrase(end, "the") or end
            for (metric, which), behind in words.SUPERLATIVE.at(self.tokens, begin):
                if verb == "" and metric in (None, topic.metric):
                    options.append((which, behind))
        for which, end in options:
            if topic.metric == "pace" and which in ("highest", "lowest") and options[0][0] == which:
                if not any(True for _ in words.SUPERLATIVE.at(self.tokens, end - 1)):
                    which = "lowest" if which == "highest" else "highest"  # noqa: PLW2901
                elif self.word(end - 1, "highest", "lowest"):
                    continue
            first = list(self.amount(end + 1)) if self.word(end, "at", "of") else []
            for amount, behind in [*first, (None, end)]:
                for spot, _, last in self.place_phrase(behind):
                    claim = self.meaning.extreme(topic.metric, which, (spot,))
                    if claim is None:
                        continue
                    own = self._amount_at(topic.metric, spot, amount)
                    if own is None:
                        continue
                    after = replace(topic, spot=spot)
                    yield last, (claim, *own), after
                    if amount is None:
                        for said, tail in self.figures_of(last, spot, topic.metric):
                            yield tail, (claim, *said), after

    # criteria

    def criteria(self, at: int, topic: Topic) -> Iterator[Step]:
        """As "met 3 of 4 criteria", "met all four criteria", "3 of 4"."""
        if not (topic.about in ("place", "run") and isinstance(topic.spot, str)):
            return
        begin = next((end for word in ("met", "fulfilled", "satisfied", "hit", "passed", "at",
        "with", "ticked")
                      if (end := self.phrase(at, word))), at)  # fmt: skip
        begin = begin + 1 if begin > at and self.word(begin, "only", "just") else begin
        where = f"@{topic.spot}" if topic.spot else ""
        known = self.meaning.facts.number(f"criteria.count{where}")
        for text in ("all criteria", "all of its criteria", "all its criteria", "every criterion",
                     "all of their criteria", "all their criteria"):  # fmt: skip
            last = self.phrase(begin, text)
            if last is not None and begin != at and known is not None:
                yield (
                    last,
                    (Value(f"criteria.met{where}", _counted(known)),),
                    replace(topic, verb="criteria"),
                )
        for met, count, end in self.shares(begin):
            behind = self.phrase(end, "criteria") or self.phrase(end, "criterion") or end
            if behind == end and begin != at and not self._share_only(topic):
                continue
            if behind == end and not self._share_only(topic):
                continue
            claims: Claims = (Value(f"criteria.count{where}", _counted(count)),)
            claims = (Value(f"criteria.met{where}", _counted(met)), *claims)
            behind = self.phrase(behind, "each") or behind
            yield behind, claims, replace(topic, verb="criteria")

    def _share_only(self, topic: Topic) -> bool:
        return topic.last is not None and topic.last.verb == "criteria"

    def shares(self, at: int) -> Iterator[tuple[float, float, int]]:
        """As "3 of 4", "3 out of 4", "all 4", "none of its 4", "all of its 4"."""
        for text in ("all", "all of its", "all of the", "each of the", "all of"):
            begin = self.phrase(at, text)
            figure = self.figure(begin) if begin is not None else None
            if begin is not None and figure is not None and figure.unit == BARE:
                behind = next((e for t in ("of its", "of the", "of their")
                               if (e := self.phrase(begin + 1, t))), begin + 1)  # fmt: skip
                yield figure.value, figure.value, behind
        for text in ("both of its", "both", "both of the"):
            begin = self.phrase(at, text)
            if begin is not None:
                yield 2.0, 2.0, begin
        for text in ("none of its", "none of the", "0 of"):
            begin = self.phrase(at, text)
            figure = self.figure(begin) if begin is not None else None
            if begin is not None and figure is not None and figure.unit == BARE:
                yield 0.0, figure.value, begin + 1
        met = self.figure(at)
        begin = (
            self.phrase(at + 1, "of") or self.phrase(at + 1, "out of") or self.phrase(at + 1, "/")
        )
        if met is None or begin is None or met.unit != BARE or met.last_digit_value != 1.0:
            return
        begin = self.past_determiner(begin)
        begin = begin + 1 if self.word(begin, "its") else begin
        count = self.figure(begin)
        if count is not None and count.unit == BARE and count.last_digit_value == 1.0:
            yield met.value, count.value, begin + 1


def _counted(value: float) -> Said:
    return Said(value=value, unit="count", slack=0.0)


_NEVER: tuple[tuple[str, str], ...] = (
    ("never dropped below", "lower"), ("did not drop below", "lower"), ("never fell below",
    "lower"),
    ("did not fall below", "lower"), ("never exceeded", "higher"), ("did not exceed", "higher"),
    ("never went above", "higher"), ("never rose above", "higher"), ("did not rise above",
    "higher"),
    ("never climbed above", "higher"), ("never topped", "higher"), ("never went below", "lower"),
    ("did not go above", "higher"), ("never got above", "higher"), ("was never above", "higher"),
    ("was never below", "lower"), ("never dipped below", "lower"), ("never went over", "higher"),
)  # fmt: skip

_RATING: tuple[tuple[str, str], ...] = (
    ("scored", "score"), ("earned", "star"), ("got", "star"), ("received", "star"),
    ("was rated", "star"), ("is rated", "star"), ("were rated", "star"), ("was rated at", "star"),
    ("was awarded", "star"), ("lost", "penalty"), ("cost", "penalty"), ("was worth", "star"),
    ("reached", "star"), ("rated", "star"), ("was given", "star"), ("earning", "star"),
    ("scoring", "score"), ("losing", "penalty"), ("costing", "penalty"), ("was docked", "penalty"),
    ("gave you", "star"), ("was scored at", "score"), ("corresponds to", "star"), ("is worth",
    "star"), ("scores", "score"), ("earns", "star"), ("gets", "star"), ("loses", "penalty"),
    ("came out at", "star"),
    ("received a score of", "score"), ("took", "star"), ("achieved", "star"),
)  # fmt: skip

_EXCEED: tuple[tuple[str, str], ...] = (
    ("matched", "equal"),
    ("equalled", "equal"),
    ("exceeded", "higher"), ("cleared", "higher"), ("topped", "higher"), ("surpassed", "higher"),
    ("beat", "higher"), ("fell short of", "lower"), ("missed", "lower"), ("undercut", "lower"),
    ("exceeds", "higher"), ("clears", "higher"), ("was short of", "lower"), ("came in short of",
    "lower"),
    ("came in above", "higher"), ("came in below", "lower"), ("exceeding", "higher"),
    ("clearing", "higher"),
)  # fmt: skip

_COVER: tuple[tuple[str, str], ...] = (
    ("covered", "distance"), ("ran", "any"), ("took", "duration"), ("lasted", "duration"),
    ("went", "distance"), ("completed", "distance"), ("logged", "distance"), ("did", "distance"),
    ("finished", "distance"), ("was", "any"), ("ran for", "duration"), ("spanned", "distance"),
    ("averaged", "any"), ("covering", "distance"), ("lasting", "duration"), ("held", "any"),
    ("came to", "any"), ("totalled", "any"), ("totaled", "any"), ("averaging", "any"), ("taking",
    "duration"),
    ("clocked", "any"), ("made up", "distance"),
)  # fmt: skip


def _unit_of_rating(figure: Figure, role: str) -> tuple[str, str]:
    """Points or stars, and the role of the fact that says them."""
    unit = "score" if figure.unit == BARE and role in ("score", "star") else figure.unit
    if role == "star" and unit == "score":
        unit = "star" if figure.unit == BARE and figure.value <= 5.0 else unit
        return unit, unit
    return unit, "star" if unit == "star" else role
