"""In which words is a broken rule told, to a model and to who looks at its attempts?

A rule is a row here: its id, and what it says in Japanese and English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hakaru.guard.findings import Finding

Lang = Literal["ja", "en"]

RULES: Mapping[str, tuple[str, str]] = {
    "grounding.number": (
        "「{said}」はデータにありません。使える値: {known}",
        "'{said}' is not in the evidence; known values: {known}",
    ),
    "grounding.metric": (
        "「{said}」は {named} の値として書かれていますが、{known} の値です",
        "'{said}' is said of {named}, but is {known}",
    ),
    "grounding.role": (
        "「{said}」は {named} の値として書かれていますが、{known} の値です",
        "'{said}' is said to be {named}, but is {known}",
    ),
    "grounding.scope": (
        "「{said}」は「{named}」の値として書かれていますが、{known} の値です",
        "'{said}' is said of '{named}', but is {known}",
    ),
    "grounding.direction": (
        "「{said}」は向きが逆です（{known}）",
        "'{said}' points the wrong way ({known})",
    ),
    "grounding.blame": (
        "「{said}」は判定と矛盾します。{named} に改善の必要はありません",
        "'{said}' contradicts the verdict: {named} needs no improvement",
    ),
    "grounding.praise": (
        "「{said}」は判定と矛盾します。{named} には改善が必要です",
        "'{said}' contradicts the verdict: {named} needs improvement",
    ),
    "grounding.unjudged": (
        "「{said}」は {named} の評価ですが、{named} は判定されていません",
        "'{said}' judges {named}, which was not judged",
    ),
    "grounding.cause": (
        "「{said}」の示す原因はデータにありません。使える原因: {known}",
        "'{said}' gives a cause that the evidence does not hold; known causes: {known}",
    ),
}

WHOLE: tuple[str, str] = ("全体", "the whole")
NONE: tuple[str, str] = ("なし", "none")


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A broken rule at a place of the text. `said` is as written; `named` and `known` fill the
    rule's row ("": it has the word for none, or for the whole). `metric`: whose verdict is
    contradicted."""

    rule: str
    start: int
    said: str
    named: str = ""
    known: str = ""
    metric: str = ""


def finding(problem: Problem, path: str, *, lang: Lang) -> Finding:
    """A problem as it is told."""
    at = int(lang == "en")
    message = RULES[problem.rule][at].format(
        said=problem.said, named=problem.named or WHOLE[at], known=problem.known or NONE[at]
    )
    return Finding(rule=problem.rule, path=path, message=message)
