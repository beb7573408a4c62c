"""Does a report keep every rule? Asked of anything that JSON can hold, answered in one pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hakaru.guard.cleaning import Lang, for_model, quote
from hakaru.proposals.advisor_rules import ADVISOR_RULES, advisor_places
from hakaru.proposals.organizer_rules import ORGANIZER_RULES, organizer_places
from hakaru.proposals.reports import ValidationResult
from hakaru.proposals.rules import judged

ERRORS_MOST = 60
ERROR_MOST = 300
IDS_MOST = 50

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
    shown = [quote(str(node_id)) for node_id in node_ids[:IDS_MOST]]
    if len(node_ids) > IDS_MOST:
        shown.append(_MORE[lang].format(n=len(node_ids) - IDS_MOST))
    return ", ".join(shown)


def _ids(valid_node_ids: Iterable[str]) -> frozenset[str]:
    """Anything that is not text cannot be an id."""
    return frozenset(node_id for node_id in valid_node_ids if isinstance(node_id, str))
