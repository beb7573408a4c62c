"""The Advisor where no model is: the alternatives that a note lists, side by side in its own words.

What speaks for and against each, what is unknown, a smallest next step and what would settle the
question are what the user wrote. Only where nothing is listed come two ways that fit how the node
lies: what it waits for, its open lines, its day, its age. What is wished for changes the answer.

The same node on the same desk gives the same bytes. Nothing is ranked and nothing chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.guard.cleaning import clean, cut, plain
from hakaru.proposals.board import Dependency, NodeDate
from hakaru.proposals.desk import Desk, NodeSentence, Speaker
from hakaru.proposals.narrator_words import (
    CRITERIA,
    LABEL,
    LETTERS,
    QUOTED_MOST,
    age_days,
    quoted,
)
from hakaru.proposals.nodes import ENDED, Node, Status, label, valid_transitions
from hakaru.proposals.notes import Choice, Notes, clauses, sentences
from hakaru.proposals.reports import AdvisorCriterion, AdvisorOption, AdvisorReport
from hakaru.proposals.rules import is_blank, is_quotable
from hakaru.proposals.terms import folded_text, forms_with_roles, match_role, terms_of
from hakaru.proposals.ways import Way, ways_of
from hakaru.proposals.wishes import Wish, WishRead, amounts_written, cost_words, read_wish
from hakaru.records import frozen

_NOW: tuple[Status, ...] = ("IN_PROGRESS", "READY", "CLARIFYING", "REACTIVATED")
_TURN = r"(?<=[るいただ])が、?|(?:、|\s)でも|けれど、?|けど、?|、?ただし?、?|,?\s+(?:but|though|although)\s+"
_PIECE = re.compile(
    rf"(?P<turn>{_TURN})|\s+and\s+(?=(?:is|are|has|have|it|they)\b)|;\s*|[、,](?![\d])\s*"
)
_STILL = re.compile(r"\b(?:also|still|even)\b|も", re.IGNORECASE)
_AGAINST = re.compile(
    r"高い|重い|きつい|不安|張る|震え|硬い|混む|揉め|もめ|喧嘩|[けげ]んか|痛い|狭い|遠い|うるさ|手作業|大変|薄い|値上げ|読めない|面倒|嫌|つら|"
    r"かかる|減る|古い|暗い|寒い|暑い|弱い|遅い|悪い|難し|怖い|心配|すぎ|しか|足り|[らかえせげてねべめれけじまさたわきしち]ない(?:$|。|、|と)|ません|"
    r"残る|要る|(?<!心配)(?<!問題)(?<!無理)(?<!不安)なし(?:$|。|、)|"
    r"\b(?:poor|expensive|slow|loud|nobody|afraid|needs?|no|not|never|risk\w*|far|small|hates?|frown\w*|out of|cold|dark|"
    r"noisy|weak|late|wants?|hard|less|only|has to|costs?|pricey|heavy|ugly|boring|crowded|can't|cannot|doesn't|won't|"
    r"dies|smells?|leaks?|breaks?|used up|worse|long|tight|without)\b",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"速い|早い|安い|無料|安心|歩ける|やさし|優し|効く|仲間|無難|安定|わかりやす|分かりやす|続き?そう|手離れ|喜ばれ|きれい|近い|静か|"
    r"楽|好き|慣れて|遊べ|気に入|強い|軽い|広い|明るい|便利|確実|自由|使える|できる|眠れる|上がる|速報|サポートあり|済む|間に合う|"
    r"\b(?:free|cheap\w*|fast\w*|powerful|simple\w*|knows|calm\w*|everything|lovely|dream|great|clean|real|easy|easier|near|quiet|silent|"
    r"good|safe|asked for|nice|warm|light|quick|saves?|works|mingle|plays|nothing new|fits|strong|bright|lasts?)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"\d|無料|タダ|\bfree\b|\b(?:an?|half an?|one|two|three|four|five|six|ten) "
    r"(?:minutes?|hours?|days?|weeks?|months?)\b",
    re.IGNORECASE,
)
_SETTLES = re.compile(
    r"試|ためし|見て(?:から)?決|結果|聞いて|確認して|次第|わかれば|決まれば|"
    r"\b(?:test|try|trial|results?|decide[sd]?(?! by\b)|depends?|(?<!at )once|after|ask|see|compare|measure|numbers)\b",
    re.IGNORECASE,
)


@frozen
class NarratedAdvice:
    """A report that passes the judge of Advisor reports, and every sentence in it that claims
    something."""

    report: AdvisorReport
    sentences: tuple[NodeSentence, ...]


def narrate_advisor(desk: Desk, node: Node, wish: Wish | None = None) -> AdvisorReport:
    """The report alone."""
    return narrated_advice(desk, node, wish).report


def narrated_advice(desk: Desk, node: Node, wish: Wish | None = None) -> NarratedAdvice:
    """What could be done with a node of the desk."""
    adviser = _Adviser(
        speaker=Speaker(desk=desk),
        desk=desk,
        node=node,
        wish=wish or Wish(),
        wanted=read_wish(wish or Wish(), today=desk.board.today),
    )
    return NarratedAdvice(report=adviser.report(), sentences=tuple(adviser.speaker.said))


def advisor_summary(node: Node, *, n_options: int, desk: Desk) -> str:
    """What a node is like, and that so many options lie beside each other."""
    return _Adviser(
        speaker=Speaker(desk=desk),
        desk=desk,
        node=node,
        wish=Wish(),
        wanted=read_wish(Wish(), today=desk.board.today),
    ).lying(n_options)


@frozen
class _Adviser:
    speaker: Speaker
    desk: Desk
    node: Node
    wish: Wish
    wanted: WishRead

    @property
    def lang(self) -> Lang:
        return self.desk.lang

    @cached_property
    def notes(self) -> Notes:
        return self.desk.board.notes(self.node)

    @cached_property
    def awaited(self) -> tuple[Dependency, ...]:
        return self.desk.board.awaited(self.node.id)

    @cached_property
    def dates(self) -> tuple[tuple[int, NodeDate], ...]:
        """The node's dates with their places among the board's."""
        return tuple(
            (at, node_date)
            for at, node_date in enumerate(self.desk.board.dates)
            if node_date.node_id == self.node.id
        )

    def report(self) -> AdvisorReport:
        """The whole report."""
        options, left_out = self._listed() if self._has_list() else (self._ways(), ())
        return AdvisorReport(
            target_node_id=self.node.id,
            target_title=plain(self.node.title),
            current_status=self.node.status,
            options=tuple(
                replace(option, label=self._lettered(letter, option.label))
                for letter, option in zip(LETTERS, options, strict=False)
            ),
            criteria=tuple(self._criteria()),
            next_decision=self._next_decision(),
            summary=self._summary(options, left_out),
        )

    def _lettered(self, letter: str, name: str) -> str:
        """A name behind its letter, which is not said twice where the note has the same."""
        own = re.match(rf"(?:{letter}案|案{letter}|option {letter})\s*[:：]\s*(?=\S)", name, re.I)
        bare = name if own is None else name[own.end() :]
        return say(LABEL, self.lang, letter=letter, name=bare)

    def _has_list(self) -> bool:
        return self.notes.alternatives is not None and self.node.status not in ENDED

    # What the note lists.

    def _listed(self) -> tuple[tuple[AdvisorOption, ...], tuple[str, ...]]:
        """An option for each alternative; those that were ruled out are left out where two stay."""
        assert self.notes.alternatives is not None
        choices = self.notes.alternatives.choices
        ruled = {choice.name for choice in choices if self._is_out(choice.name)}
        if len(choices) - len(ruled) < 2:
            return tuple(self._choice(choice, choice.name in ruled) for choice in choices), ()
        stay = tuple(self._choice(choice, False) for choice in choices if choice.name not in ruled)
        names = [self._named(choice.name) for choice in choices if choice.name in ruled]
        return stay, tuple(names)

    def _is_out(self, name: str) -> bool:
        forms = forms_with_roles(name)
        return any(
            (bool(terms_of(out)) and all(match_role(term, forms) > 0.0 for term in terms_of(out)))
            or folded_text(out) in folded_text(name)
            for out in self.wanted.out
            if len(out) > 1
        )

    def _named(self, name: str) -> str:
        shown = cut(clean(name), QUOTED_MOST)
        if is_blank(shown) or not is_quotable(shown):
            return say(N_("one of the alternatives in the note"), self.lang)
        return shown

    def _quoted_name(self, choice: Choice) -> str:
        return quoted(choice.name, self.lang, most=QUOTED_MOST) or self._named(choice.name)

    def _choice(self, choice: Choice, ruled_out: bool) -> AdvisorOption:
        quotes = [text for sentence in choice.said if (text := quoted(sentence, self.lang))]
        pieces = [piece for sentence in choice.said for piece in _pieces(sentence)]
        quotes = quotes or self._quotes([piece.words for piece in pieces])
        against = [piece.words for piece in pieces if piece.speaks == "against"]
        speaks_for = [piece.words for piece in pieces if piece.speaks == "for"]
        pros, cons = self._quotes(speaks_for), self._quotes(against)
        cons += self._over_budget(choice)
        if ruled_out:
            cons.append(say(N_("you ruled it out in what you asked for"), self.lang))
        return AdvisorOption(
            label=self._named(choice.name),
            description=None if choice.said and not quotes else self._wrote(quotes),
            pros=tuple(pros),
            cons=tuple(cons),
            next_action=self._step(choice, against),
            necessary_info=self._missing(choice),
            criteria_note=self._fits(pros, cons),
            risks=tuple(cons) or (self._no_risk(choice.said),),
            suggested_status=self._reached(_NOW),
        )

    def _quotes(self, pieces: Sequence[str]) -> list[str]:
        return [text for piece in pieces if (text := quoted(piece, self.lang))]

    def _wrote(self, quotes: Sequence[str]) -> str:
        if not quotes:
            return say(N_("The note names it and says nothing about it yet."), self.lang)
        return say(N_("Written about it: {words}"), self.lang, words=self._joined(quotes))

    def _joined(self, texts: Sequence[str]) -> str:
        return say(in_context("list", ", "), self.lang).join(texts)

    def _over_budget(self, choice: Choice) -> list[str]:
        most = self.wanted.money_value
        amounts = amounts_written((choice.name, *choice.said)) if most is not None else ()
        if most is None or not amounts or max(amounts) <= most:
            return []
        entry = N_("the note names {amount}, more than the {most} you named")
        return [say(entry, self.lang, amount=f"{max(amounts):,.0f}", most=f"{most:,.0f}")]

    def _step(self, choice: Choice, against: Sequence[str]) -> str:
        """The smallest step that would tell more about an alternative."""
        name = self._quoted_name(choice)
        open_words = next(
            (text for piece in choice.said if _is_open(piece) for text in self._quotes([piece])),
            None,
        )
        step = None
        if open_words is not None:
            entry = N_("Find out what is open about {name}: {words}.")
            step = say(entry, self.lang, name=name, words=open_words)
        elif not choice.said:
            entry = N_("Put into one line what {name} would cost and what it would bring.")
            step = say(entry, self.lang, name=name)
        elif self.awaited:
            return self._see_first(self.awaited[0])
        else:
            weak = next(iter(self._quotes(against)), None)
            if weak is None:
                entry = N_("Put into one line what would speak against {name}.")
                step = say(entry, self.lang, name=name)
            else:
                entry = N_("Look at how much {words} would weigh with {name}.")
                step = say(entry, self.lang, name=name, words=weak)
        return self._bounded(step)

    def _see_first(self, item: Dependency) -> str:
        other = self.desk.board.by_id[item.to_id]
        return self.speaker.say(
            N_("See first what comes of {other}."),
            self.speaker.waits(item.from_id, item.to_id),
            *self.speaker.titled(other),
            other=self.speaker.name(other, otherwise="another_node"),
        )

    def _bounded(self, step: str) -> str:
        """A step in the time there is."""
        if self.wanted.time_s is None:
            return step
        entry = N_("In {n:g} minutes: {step}")
        return say(entry, self.lang, n=self.wanted.time_s / 60.0, step=step)

    def _missing(self, choice: Choice) -> str:
        for sentence in choice.said:
            if _is_open(sentence) and (words := quoted(sentence, self.lang)):
                return say(N_("What is open: {words}"), self.lang, words=words)
        name = self._quoted_name(choice)
        if not choice.said:
            return say(N_("Anything about {name}: nothing is written yet."), self.lang, name=name)
        if self.awaited:
            other = self.desk.board.by_id[self.awaited[0].to_id]
            return self.speaker.say(
                N_("What {other} gives."),
                self.speaker.waits(self.node.id, other.id),
                *self.speaker.titled(other),
                other=self.speaker.name(other, otherwise="another_node"),
            )
        has_amount = bool(amounts_written(choice.said)) or _FIGURE.search(" ".join(choice.said))
        entry = (
            N_("How {name} would go in practice: the note has no trial of it.")
            if has_amount
            else N_("What {name} costs, in money and time: no figure is written.")
        )
        return say(entry, self.lang, name=name)

    def _fits(self, pros: Sequence[str], cons: Sequence[str]) -> str:
        if pros and cons:
            entry = N_("Fits where {good} counts for more than {bad}.")
            return say(entry, self.lang, good=pros[0], bad=cons[0])
        if pros:
            return say(N_("Fits where {good} is what counts."), self.lang, good=pros[0])
        if cons:
            return say(N_("Fits where {bad} can be borne."), self.lang, bad=cons[0])
        return say(N_("What speaks for it is for you to add."), self.lang)

    def _no_risk(self, written: Sequence[str]) -> str:
        entry = (
            N_("What speaks against it is not written down yet.")
            if written
            else N_("It could turn out otherwise than thought: nothing is written about it.")
        )
        return say(entry, self.lang)

    def _reached(self, wanted: Sequence[Status]) -> str | None:
        open_now = {*valid_transitions(self.node.status), self.node.status}
        return next((status for status in wanted if status in open_now), None)

    # Where nothing is listed.

    def _ways(self) -> tuple[AdvisorOption, ...]:
        return tuple(self._way(way) for way in ways_of(self.speaker, self.node, self.wanted))

    def _way(self, way: Way) -> AdvisorOption:
        cons = [*way.cons]
        size = next(iter(self.notes.efforts), None)
        if self.wanted.time_s is not None and size and size.size_s > self.wanted.time_s:
            words = quoted(size.words, self.lang)
            if words is not None:
                entry = N_("the note says {words}: more than the time there is")
                cons.append(say(entry, self.lang, words=words))
        return AdvisorOption(
            label=way.name,
            description=way.description,
            pros=way.pros,
            cons=tuple(cons),
            next_action=self._bounded(way.next_action),
            necessary_info=way.necessary_info,
            criteria_note=way.criteria_note,
            risks=way.risks,
            suggested_status=self._reached(way.statuses) or self.node.status,
        )

    # Around the options.

    def _criteria(self) -> Iterator[AdvisorCriterion]:
        """What the options can be held against: its dates, what it waits for, who waits for it,
        the money and time that were named; two at least."""
        made = [*self._of_dates(), *self._of_waits(), *self._of_wish(), *self._of_costs()]
        for entry, description in CRITERIA:
            name = say(entry, self.lang)
            is_known = entry == "deadline" and self.dates
            if len(made) < 2 and not is_known and all(other.name != name for other in made):
                made.append(AdvisorCriterion(name=name, description=say(description, self.lang)))
        yield from made[:5]

    def _of_dates(self) -> Iterator[AdvisorCriterion]:
        for at, node_date in self.dates[:2]:
            days = (node_date.day - self.desk.board.today).days
            words = quoted(node_date.words, self.lang)
            entry = (
                N_("{day}, in {n} <n:day|days>")
                if days > 0
                else N_("{day}, today")
                if days == 0
                else N_("{day}, {n} <n:day|days> over")
            )
            day_text = self.speaker.say(
                entry, *self.speaker.dated(at), day=node_date.day.isoformat(), n=abs(days)
            )
            text = (
                day_text
                if words is None
                else say(N_("{said} ({words})"), self.lang, said=day_text, words=words)
            )
            name = N_("deadline") if node_date.sense == "deadline" else N_("date")
            yield AdvisorCriterion(name=say(name, self.lang), description=text)

    def _of_waits(self) -> Iterator[AdvisorCriterion]:
        board, speaker = self.desk.board, self.speaker
        for item in self.awaited[:2]:
            other = board.by_id[item.to_id]
            text = speaker.say(
                N_("it waits for {other} ({status})"),
                speaker.waits(item.from_id, item.to_id),
                *speaker.titled(other),
                speaker.status(other),
                other=speaker.name(other, otherwise="another_node"),
                status=label(other.status, self.lang),
            )
            yield AdvisorCriterion(name=say(N_("what it waits for"), self.lang), description=text)
        waiting = [board.by_id[node_id] for node_id in board.waiters.get(self.node.id, ())]
        if waiting:
            text = speaker.say(
                N_("waiting for it: {nodes}"),
                *(speaker.waits(other.id, self.node.id) for other in waiting[:3]),
                *speaker.titled(*waiting[:3]),
                nodes=self._joined(
                    [speaker.name(other, otherwise="another_node") for other in waiting[:3]]
                ),
            )
            yield AdvisorCriterion(name=say(N_("others"), self.lang), description=text)

    def _of_wish(self) -> Iterator[AdvisorCriterion]:
        if self.wanted.money_value is not None:
            text = say(
                N_("at most {n}, as you said"), self.lang, n=f"{self.wanted.money_value:,.0f}"
            )
            yield AdvisorCriterion(name=say(N_("money"), self.lang), description=text)
        if self.wanted.time_s is not None:
            text = say(N_("{n:g} minutes, as you said"), self.lang, n=self.wanted.time_s / 60.0)
            yield AdvisorCriterion(name=say(N_("time"), self.lang), description=text)
        if self.wanted.by is not None:
            text = say(N_("{day}, as you said"), self.lang, day=self.wanted.by.isoformat())
            yield AdvisorCriterion(name=say(N_("deadline"), self.lang), description=text)

    def _of_costs(self) -> Iterator[AdvisorCriterion]:
        """What the note says that two alternatives or more cost, in its own words."""
        choices = self.notes.alternatives.choices if self.notes.alternatives else ()
        costs = [
            say(N_("{words} ({name})"), self.lang, words=words, name=self._named(choice.name))
            for choice in choices
            if (words := quoted(cost_words((choice.name, *choice.said)), self.lang))
        ]
        if len(costs) > 1:
            name = say(N_("cost"), self.lang)
            yield AdvisorCriterion(name=name, description=self._joined(costs))

    def _next_decision(self) -> str:
        """What would settle the question, or what to look at first."""
        if self.node.status in ENDED or self.node.status == "DORMANT":
            entry = N_(
                "Thinking first whether it will be used again could make the "
                "options easier to compare."
            )
            return say(entry, self.lang)
        if self.awaited:
            return self._after_the_awaited()
        listed = self.notes.alternatives.words if self.notes.alternatives else ""
        settles = next(
            (
                words
                for sentence in sentences(self.node.context)
                if _SETTLES.search(sentence)
                and sentence not in listed
                and len(clauses(sentence)) <= 3
                and (words := quoted(sentence, self.lang)) is not None
            ),
            None,
        )
        if settles is not None:
            entry = N_("Looking first at {words} could settle it.")
            return say(entry, self.lang, words=settles)
        if self.notes.unknown and (words := quoted(self.notes.unknown[0], self.lang)):
            entry = N_("Finding out first about {words} could make the options easier to compare.")
            return say(entry, self.lang, words=words)
        coming = [dated for dated in self.dates if dated[1].sense != "start"]
        first = coming[0] if coming else None
        due = next((dated for dated in coming if dated[1].sense == "deadline"), first)
        if due is not None:
            at, node_date = due
            return self.speaker.say(
                N_("Deciding first what has to be there by {day} could leave fewer options."),
                *self.speaker.dated(at),
                day=node_date.day.isoformat(),
            )
        entry = N_(
            "Deciding first by when it is wanted could make the other options easier to compare."
        )
        return say(entry, self.lang)

    def _after_the_awaited(self) -> str:
        board, item = self.desk.board, self.awaited[0]
        other = board.by_id[item.to_id]
        dates = [
            (at, node_date)
            for at, node_date in enumerate(board.dates)
            if node_date.node_id == other.id
        ]
        name = self.speaker.name(other, otherwise="another_node")
        claims = (self.speaker.waits(item.from_id, item.to_id), *self.speaker.titled(other))
        if not dates:
            return self.speaker.say(
                N_("Settling {other} first could settle this, too."), *claims, other=name
            )
        at, node_date = dates[0]
        return self.speaker.say(
            N_("Looking first at what {other} gives on {day} could settle it."),
            *claims,
            *self.speaker.dated(at),
            other=name,
            day=node_date.day.isoformat(),
        )

    def _summary(self, options: Sequence[AdvisorOption], left_out: Sequence[str]) -> str:
        parts = [self.lying(len(options)), self._asked(), self._left_out(left_out), self._known()]
        return ("" if self.lang == "ja" else " ").join(part for part in parts if part)

    def lying(self, n_options: int) -> str:
        """Status and age, and how many options lie beside each other."""
        node, speaker = self.node, self.speaker
        days = age_days(node, self.desk.now)
        entry = (
            N_("{node} is {status} now; the last change was {days} <days:day|days> ago.")
            if days > 1
            else N_("{node} is {status} now; it was changed a day ago.")
            if days
            else N_("{node} is {status} now; it was changed today.")
        )
        known = node.id in self.desk.places
        claims = (speaker.status(node), speaker.age(node), *speaker.titled(node)) if known else ()
        state = speaker.say(
            entry,
            *claims,
            node=speaker.name(node),
            status=label(node.status, self.lang),
            days=days,
        )
        beside = (
            N_("Of the ways that the note lists, {n} stand side by side in its own words.")
            if self._has_list()
            else N_("The note lists no ways, so {n} lie here side by side.")
        )
        return ("" if self.lang == "ja" else " ").join((state, say(beside, self.lang, n=n_options)))

    def _asked(self) -> str:
        asked = quoted(
            "; ".join(filter(None, (self.wish.intent, *self.wish.constraints))), self.lang
        )
        if asked is None:
            return ""
        return say(N_("You asked for {words}."), self.lang, words=asked)

    def _left_out(self, names: Sequence[str]) -> str:
        if not names:
            return ""
        return say(N_("Left out, as you said: {names}."), self.lang, names=self._joined(names))

    def _known(self) -> str:
        """Who waits for it, and since when it lies still, where that weighs."""
        board = self.desk.board
        waiting = board.waiters.get(self.node.id, ())
        if len(waiting) < 2:
            return ""
        return self.speaker.say(
            N_("{n} others wait for it."),
            *(self.speaker.waits(other, self.node.id) for other in waiting),
            n=len(waiting),
        )


_Side = Literal["for", "against", ""]


@frozen
class _Piece:
    """A part of a sentence, and whether it speaks for an alternative or against it."""

    words: str
    speaks: _Side


def _pieces(sentence: str) -> Iterator[_Piece]:
    """A sentence at its commas and its turns; what a turn sets against something good speaks
    against the alternative, whatever its words."""
    before: _Side = ""
    begin, turned = 0, False
    for cut_at in (*_PIECE.finditer(sentence), None):
        words = sentence[begin : None if cut_at is None else cut_at.start()].strip(" 。.")
        if len(words) > 1:
            before = _side(words, against_good=turned and before == "for")
            yield _Piece(words=words, speaks=before)
        if cut_at is not None:
            begin, turned = cut_at.end(), cut_at["turn"] is not None


def _side(words: str, *, against_good: bool) -> _Side:
    if _AGAINST.search(words) or (against_good and not _STILL.search(words)):
        return "against"
    return "for" if _FOR.search(words) else ""


def _is_open(sentence: str) -> bool:
    return bool(
        re.search(
            r"[?？]|まだ|不安|わからない|読めない|ことがない|\b(?:nobody|not sure|unknown|might|maybe|may|unclear)\b",
            sentence,
            re.IGNORECASE,
        )
    )
