"""Questions to a model for a proposal: the prompt, and the rules it is judged by."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from hakaru.core.i18n import LANGUAGES, N_, Lang, say
from hakaru.guard.cleaning import Finding, for_model, musts, quote
from hakaru.guard.replies import read_object
from hakaru.guard.task import Json, Prompt, Reply, block, question
from hakaru.guard.wording import is_said
from hakaru.proposals.desk import Desk, sentences_about
from hakaru.proposals.kept import kept_options, kept_order
from hakaru.proposals.narrator_words import age_days
from hakaru.proposals.nodes import Node, newest_first, valid_transitions
from hakaru.proposals.report_rules import (
    ADVISOR_RULES,
    CHILDREN_MIN,
    CRITERIA_MIN,
    LABEL_MIN,
    OPTIONS_MIN,
    ORGANIZER_RULES,
    advisor_places,
    organizer_places,
)
from hakaru.proposals.reports import (
    AdvisorOption,
    AdvisorReport,
    OrganizerReport,
    ValidationResult,
    advisor_report,
    advisor_schema,
    organizer_report,
    organizer_schema,
)
from hakaru.proposals.rules import folded, judged
from hakaru.proposals.wishes import Wish
from hakaru.records import frozen

_ORGANIZER_JA = f"""\
あなたはノード（目標・作業・メモ）を整理する役です。並べるだけで、決めません。JSON だけで答えます。
- decomposition_proposals、grouping_proposals、relation_proposals はリストで、
  なければ [] にします。
- ID は渡されたものだけを、そのままの綴りで使います。
- どの提案にも reason を書きます。
- 分解には suggested_children を {CHILDREN_MIN} 件以上、
  それぞれ title と context を付けます。
- group_label と relation_type は {LABEL_MIN} 文字以上の具体的な言葉にします。
- summary は空にせず、「まず◯◯」と次の一手が分かるように書きます。
- 「〜べき」「〜してください」「〜が必要です」は使わず、
  「〜そうです」「〜に見えます」と柔らかく書きます。"""
_ORGANIZER_EN = f"""\
You arrange nodes (goals, tasks, notes). You arrange, you do not decide. Answer with JSON only.
- decomposition_proposals, grouping_proposals and relation_proposals are lists;
  [] if there is none.
- Use only the ids you were given, spelled exactly so.
- Give every proposal a reason, and a decomposition at least {CHILDREN_MIN} suggested_children,
  each with title and context.
- Make group_label and relation_type concrete words of {LABEL_MIN} letters or more.
- Write a summary that says what could be looked at first.
- Write no order ("should", "must", "please"); say what seems or could be."""
_ADVISOR_JA = f"""\
あなたは 1 つのノードについて選択肢を並べる役です。下書きするだけで、選びません。
JSON だけで答えます。
- target_node_id は渡された ID をそのまま、current_status は渡された状態をそのまま使います。
- options は {OPTIONS_MIN} 件以上。
  どれにも next_action、necessary_info、criteria_note、risks（1 件以上）を書きます。
- label は「案A：」のように始めます。suggested_status は open_statuses の中からだけ選びます。
- criteria（比べる観点）を {CRITERIA_MIN} 件以上、
  next_decision は「まず◯◯を決めると…」の 1 文、summary は空にしません。
- 「ベスト」「推奨」「正解」「〜すべき」を使わず、順位も付けません。"""
_ADVISOR_EN = f"""\
You lay out options for one node. You draft, you do not choose. Answer with JSON only.
- Copy target_node_id and current_status exactly as given.
- Give at least {OPTIONS_MIN} options,
  each with next_action, necessary_info, criteria_note and at least one risk.
- Begin each label with "Option A: ", "Option B: ";
  take suggested_status from open_statuses only.
- Give at least {CRITERIA_MIN} criteria, one sentence as next_decision
  (what to decide first) and a summary.
- Do not rank, and do not write "best", "recommended" or "should"."""

SYSTEM: Mapping[str, tuple[str, str]] = {
    "organizer": (_ORGANIZER_JA, _ORGANIZER_EN),
    "advisor": (_ADVISOR_JA, _ADVISOR_EN),
}
INSTRUCTION: Mapping[str, str] = {
    "organizer": N_(
        "Write the JSON with decompositions, groupings and relations for these nodes, in English."
    ),
    "advisor": N_("Write the JSON that lays out options for this node, in English."),
}
FACTS = N_(
    "- Write figures, days and causes only as sentences of facts, word for word, or as the user "
    "wrote them; else none: say what could be."
)
CHOOSE = N_(
    "- Choose from the options given, by their labels, and order them. Figures stand in them "
    "already: repeat such a sentence word for word or write none, and no praise, blame or cause."
)
NO_OPTION = N_("{path}: '{value}' is none of the options given; they are: {labels}")
TOO_FEW = N_("{path}: at least {n} different ones of these are needed: {labels}")
YOUR_REPLY = N_("Your previous reply:")


ERRORS_MOST = 60
ERROR_MOST = 300
LISTED_IDS_MOST = 50

_HEAD = {
    "ja": "【検証エラー】以下の Must 条件を満たしていません。これらをすべて満たすように、"
    "同じ形式の JSON だけを再度出力してください。",
    "en": "[Validation errors] These musts are broken. Give the JSON again, in the same form and "
    "nothing else, so that all of them hold.",
}
_IDS = {"ja": "利用可能な ID: {ids}", "en": "Ids that exist: {ids}"}
_MORE = {"ja": "ほか {n} 件", "en": "and {n} more"}


def validate_organizer_report(
    report: object, valid_node_ids: Iterable[str], *, lang: Lang = "en"
) -> ValidationResult:
    """Whether an Organizer's report may be shown; never raises, whatever JSON it is given.

    `valid_node_ids` are compared exactly. `lang` is that of the sentences.
    """
    places = organizer_places(report)
    return judged(places, ORGANIZER_RULES, node_ids=_ids(valid_node_ids), lang=lang)


def validate_advisor_report(
    report: object, valid_node_ids: Iterable[str], *, lang: Lang = "en"
) -> ValidationResult:
    """Whether an Advisor's report may be shown; never raises, whatever JSON it is given.

    With no valid node at all the target is not compared.
    """
    places = advisor_places(report)
    return judged(places, ADVISOR_RULES, node_ids=_ids(valid_node_ids), lang=lang)


def build_correction_prompt(
    errors: Sequence[str], valid_node_ids: Sequence[str] | None = None, *, lang: Lang = "ja"
) -> str:
    """What a model is told so that it can mend its report: every error, and the ids that exist.

    At most 60 errors and 50 ids, each on one line and short.
    """
    lines = [f"- {for_model(str(error), most=ERROR_MOST)}" for error in errors[:ERRORS_MOST]]
    if len(errors) > ERRORS_MOST:
        lines.append("- " + _MORE[lang].format(n=len(errors) - ERRORS_MOST))
    if valid_node_ids is not None:
        lines.append(_IDS[lang].format(ids=_listed_ids(valid_node_ids, lang)))
    return "\n".join((_HEAD[lang], *lines))


def _listed_ids(node_ids: Sequence[str], lang: Lang) -> str:
    shown = [quote(str(node_id)) for node_id in node_ids[:LISTED_IDS_MOST]]
    if len(node_ids) > LISTED_IDS_MOST:
        shown.append(_MORE[lang].format(n=len(node_ids) - LISTED_IDS_MOST))
    return ", ".join(shown)


def _ids(valid_node_ids: Iterable[str]) -> frozenset[str]:
    """Anything that is not text cannot be an id."""
    return frozenset(node_id for node_id in valid_node_ids if isinstance(node_id, str))


DATA_MOST_BYTES = 10_000
"""What a model is told about nodes; of more nodes the most recently touched are told."""
REPLY_SHOWN_MOST = 1_200
ERRORS_MOST_BYTES = 3_000
IDS_MOST = 20
REPLY_MOST_TOKENS = 2_048
_CONTEXT_STEPS = (300, 80, 0)
_WISH_MOST = 500


@frozen
class OrganizerTask:
    """The question how the nodes of a desk could be arranged."""

    desk: Desk
    wish: Wish
    nonce: str

    @property
    def name(self) -> str:
        """Under which attempts are filed."""
        return "proposals.organizer"

    @cached_property
    def prompt(self) -> Prompt:
        """The original question."""
        rows, n_cut = _told(newest_first(self.desk.nodes), self.desk)
        data: dict[str, Json] = {
            "nodes": rows,
            "facts": _facts(self.desk),
            **_wished(self.wish),
        }
        if n_cut:
            data["n_nodes_not_shown"] = n_cut
        if self.desk.focus_id is not None:
            data["focus_node_id"] = self.desk.focus_id
        return _prompt("organizer", data, nonce=self.nonce, lang=self.desk.lang)

    def judge(self, reply: Reply) -> tuple[OrganizerReport | None, tuple[Finding, ...]]:
        """The report, with the user's own titles, or why there is none."""
        lang = self.desk.lang
        raw, formal = read_object(reply, lang=lang)
        if raw is None:
            return None, formal
        result = validate_organizer_report(raw, [node.id for node in self.desk.nodes], lang=lang)
        findings = (*formal, *result.findings)
        if musts(findings):
            return None, findings
        own = with_own_titles(organizer_report(raw), self.desk.nodes)
        report, replaced = kept_order(own, self.desk, _wishes(self.wish))
        return report, (*findings, *replaced)

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with the last reply and what is wrong with it."""
        ids = [node.id for node in newest_first(self.desk.nodes)]
        return corrected(self.prompt, reply, findings=findings, ids=ids, lang=self.desk.lang)


@frozen
class AdvisorTask:
    """The question what could be done with one node."""

    node: Node
    desk: Desk
    wish: Wish
    nonce: str

    @property
    def name(self) -> str:
        """Under which attempts are filed."""
        return "proposals.advisor"

    @cached_property
    def prompt(self) -> Prompt:
        """The original question."""
        family = [node for node in self.desk.nodes if self._is_near(node)]
        (own,), _ = _told([self.node], self.desk)
        rows, _ = _told(newest_first(family), self.desk)
        data: dict[str, Json] = {
            "target": own,
            "open_statuses": list(valid_transitions(self.node.status)),
            "near": rows,
            "facts": _facts(self.desk, self.node),
            **_wished(self.wish),
        }
        return _prompt("advisor", data, nonce=self.nonce, lang=self.desk.lang)

    def judge(self, reply: Reply) -> tuple[AdvisorReport | None, tuple[Finding, ...]]:
        """The report, with the user's own title and status, or why there is none."""
        raw, formal = read_object(reply, lang=self.desk.lang)
        if raw is None:
            return None, formal
        result = validate_advisor_report(raw, [self.node.id], lang=self.desk.lang)
        findings = (*formal, *result.findings)
        if musts(findings):
            return None, findings
        own = narrowed(advisor_report(raw), self.node)
        report, replaced = kept_options(own, self.node, self.desk, _wishes(self.wish))
        return report, (*findings, *replaced)

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with the last reply and what is wrong with it."""
        return corrected(
            self.prompt, reply, findings=findings, ids=[self.node.id], lang=self.desk.lang
        )

    def _is_near(self, node: Node) -> bool:
        return node.parent_id == self.node.id or node.id == self.node.parent_id


def with_own_titles(report: OrganizerReport, nodes: Sequence[Node]) -> OrganizerReport:
    """The report with the titles that the nodes really have."""
    titles = {node.id: node.title for node in nodes}
    return replace(
        report,
        decomposition_proposals=tuple(
            replace(
                proposal, target_title=titles.get(proposal.target_node_id, proposal.target_title)
            )
            for proposal in report.decomposition_proposals
        ),
    )


def narrowed(report: AdvisorReport, node: Node) -> AdvisorReport:
    """The report with the node's own title and status; a status that is not open is left out."""
    open_now = {*valid_transitions(node.status), node.status}
    return replace(
        report,
        target_title=node.title,
        current_status=node.status,
        options=tuple(
            option
            if option.suggested_status in open_now
            else replace(option, suggested_status=None)
            for option in report.options
        ),
    )


def _system(kind: str, lang: Lang) -> str:
    return SYSTEM[kind][lang == "en"].format()


def _prompt(kind: str, data: Mapping[str, Json], *, nonce: str, lang: Lang) -> Prompt:
    return Prompt(
        system="\n".join((_system(kind, lang), say(FACTS, lang))),
        user=question(data, say(INSTRUCTION[kind], lang), nonce=nonce, lang=lang),
        schema=organizer_schema() if kind == "organizer" else advisor_schema(),
        reply_max_tokens=REPLY_MOST_TOKENS,
    )


def corrected(
    original: Prompt,
    reply: Reply,
    *,
    findings: tuple[Finding, ...],
    ids: Sequence[str],
    lang: Lang,
) -> Prompt:
    """The question again: from the original, the last reply and its errors, so it never grows."""
    shown = for_model(reply.text, most=REPLY_SHOWN_MOST, lines=True)
    errors: list[str] = []
    left_bytes = ERRORS_MOST_BYTES
    for finding in musts(findings):
        left_bytes -= len(finding.message.encode()) + 3
        if left_bytes >= 0:
            errors.append(finding.message)
    parts = (
        original.user,
        say(YOUR_REPLY, lang),
        block(shown, nonce="reply"),
        build_correction_prompt(errors, ids[:IDS_MOST], lang=lang),
    )
    return replace(original, user="\n\n".join(parts))


def _told(nodes: Sequence[Node], desk: Desk) -> tuple[list[Json], int]:
    """Nodes as a model is told about them, and how many did not fit.

    Notes are shortened before nodes are left out.
    """
    for context_most in _CONTEXT_STEPS:
        rows = [_row(node, desk, context_most) for node in nodes]
        if _size_bytes(rows) <= DATA_MOST_BYTES:
            return rows, 0
    shown_rows: list[Json] = []
    left_bytes = DATA_MOST_BYTES
    for row in rows:
        left_bytes -= _size_bytes(row) + 1
        if left_bytes < 0:
            break
        shown_rows.append(row)
    return shown_rows, len(rows) - len(shown_rows)


def _row(node: Node, desk: Desk, context_most: int) -> Json:
    row: dict[str, Json] = {
        "id": node.id,
        "title": for_model(node.title, most=120),
        "status": node.status,
        "days_since_change": age_days(node, desk.now),
    }
    if node.parent_id is not None:
        row["parent_id"] = node.parent_id
    if node.context and context_most:
        row["context"] = for_model(node.context, most=context_most, lines=True)
    return row


def _wished(wish: Wish) -> dict[str, Json]:
    payload: dict[str, Json] = {}
    if wish.intent:
        payload["user_intent"] = for_model(wish.intent, most=_WISH_MOST, lines=True)
    if wish.constraints:
        payload["constraints"] = [
            for_model(constraint, most=_WISH_MOST) for constraint in wish.constraints[:10]
        ]
    return payload


def _wishes(wish: Wish) -> tuple[str, ...]:
    return (wish.intent, *wish.constraints)


def _facts(desk: Desk, *nodes: Node) -> list[Json]:
    """Sentences that a report may say as they stand, in its language."""
    about = sentences_about(desk, [node for node in nodes if node in desk.nodes])
    half = len(about) // len(LANGUAGES)
    start = LANGUAGES.index(desk.lang) * half
    return [for_model(sentence.text, most=_WISH_MOST) for sentence in about[start : start + half]]


def _size_bytes(value: Json) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def result_of(findings: Sequence[Finding]) -> ValidationResult:
    """What a judge found, as sentences."""
    return ValidationResult(
        errors=[finding.message for finding in findings if finding.severity == "must"],
        warnings=[finding.message for finding in findings if finding.severity == "should"],
        findings=tuple(findings),
    )


@frozen
class TrainingTask:
    """The question which ways to the next session to lay out.

    `narrated` holds every way there is, with its figures: a model chooses among them and may word
    what it chose, as long as that says the same.
    """

    node: Node
    narrated: AdvisorReport
    lang: Lang

    @property
    def name(self) -> str:
        """Under which attempts are filed."""
        return "proposals.training"

    @cached_property
    def prompt(self) -> Prompt:
        """The original question."""
        data: dict[str, Json] = {
            "target_node_id": self.node.id,
            "current_status": self.node.status,
            "options": [
                {
                    "label": option.label,
                    "what": option.description or "",
                    "fits": option.criteria_note,
                    "against": list(option.risks),
                }
                for option in self.narrated.options
            ],
            "known": {
                criterion.name: criterion.description for criterion in self.narrated.criteria or ()
            },
        }
        instruction = say(INSTRUCTION["advisor"], self.lang)
        return Prompt(
            system="\n".join((_system("advisor", self.lang), say(CHOOSE, self.lang))),
            user=question(data, instruction, nonce="training", lang=self.lang),
            schema=advisor_schema(),
            reply_max_tokens=REPLY_MOST_TOKENS,
        )

    def judge(self, reply: Reply) -> tuple[AdvisorReport | None, tuple[Finding, ...]]:
        """The ways that were chosen, with every figure as the rules have it."""
        raw, formal = read_object(reply, lang=self.lang)
        if raw is None:
            return None, formal
        result = validate_advisor_report(raw, [self.node.id], lang=self.lang)
        findings = (*formal, *result.findings)
        if musts(findings):
            return None, findings
        chosen = advisor_report(raw)
        options, wrong = self._chosen(chosen.options)
        findings += wrong
        if musts(wrong):
            return None, findings
        ours = self.narrated
        sentences = [ours.summary, ours.next_decision]
        report = replace(
            ours,
            options=tuple(options),
            next_decision=_own(chosen.next_decision, sentences) or ours.next_decision,
            summary=_own(chosen.summary, sentences) or ours.summary,
        )
        return narrowed(report, self.node), findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with the last reply and what is wrong with it."""
        return corrected(self.prompt, reply, findings=findings, ids=[self.node.id], lang=self.lang)

    def _chosen(
        self, given: Sequence[AdvisorOption]
    ) -> tuple[list[AdvisorOption], tuple[Finding, ...]]:
        """Our options in the order in which they were chosen; each once."""
        options: dict[str, AdvisorOption] = {}
        wrong: list[Finding] = []
        for at, option in enumerate(given):
            ours = next((own for own in self.narrated.options if _is_same(option, own)), None)
            if ours is None:
                wrong.append(self._finding(NO_OPTION, f"options[{at}].label", option.label))
            else:
                options.setdefault(ours.label, self._worded(option, ours))
        if not wrong and len(options) < OPTIONS_MIN:
            wrong.append(self._finding(TOO_FEW, "options", ""))
        return list(options.values()), tuple(wrong)

    def _worded(self, option: AdvisorOption, ours: AdvisorOption) -> AdvisorOption:
        """Our option in a model's words where these say the same. What speaks against it stays."""
        texts = list(_texts_of(ours))
        return replace(
            ours,
            description=_own(option.description, texts) or ours.description,
            next_action=_own(option.next_action, texts) or ours.next_action,
            necessary_info=_own(option.necessary_info, texts) or ours.necessary_info,
            criteria_note=_own(option.criteria_note, texts) or ours.criteria_note,
        )

    def _finding(self, rule: str, path: str, value: str) -> Finding:
        labels = ", ".join(f"'{option.label}'" for option in self.narrated.options)
        message = say(rule, self.lang, path=path, value=quote(value), labels=labels, n=OPTIONS_MIN)
        return Finding(rule="TRAINING", path=path, message=message)


def _own(text: str | None, sentences: Sequence[str]) -> str | None:
    return text if text and is_said(text, sentences) else None


def _is_same(option: AdvisorOption, ours: AdvisorOption) -> bool:
    """Whether they are one: the same label, or its beginning ("Option B")."""
    head = re.split("[:：]", ours.label)[0]
    given = re.split("[:：]", option.label)[0]
    return folded(given) == folded(head)


def _texts_of(option: AdvisorOption) -> Iterator[str]:
    yield from (option.label, option.description or "", option.next_action)
    yield from (option.necessary_info, option.criteria_note, *option.risks)
