"""Which metrics does a summary call achieved?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from hakaru.running.metrics import METRICS, MetricName

_SENTENCE = re.compile(r"[。!?\n]|\.(?!\d)")
_ACHIEVED = re.compile(r"達成|achieved|\bmet\b", re.IGNORECASE)
_DENIED = re.compile(
    r"未達成|達成(?:には|とは|でき|し)\S{0,4}(?:ない|ません)|not (?:yet )?(?:achieved|met)",
    re.IGNORECASE,
)


def said_to_be_achieved(text: str) -> frozenset[MetricName]:
    """The metrics that share a sentence with a word for achieved, and with no denial of it."""
    found: set[MetricName] = set()
    for sentence in _SENTENCE.split(unicodedata.normalize("NFKC", text)):
        if _ACHIEVED.search(sentence) and not _DENIED.search(sentence):
            found |= {name for name, pattern in _NAMES.items() if pattern.search(sentence)}
    return frozenset(found)


def _pattern(name: MetricName) -> re.Pattern[str]:
    labels = "|".join(map(re.escape, (METRICS[name].label_ja, METRICS[name].label_en)))
    return re.compile(rf"{labels}|(?<![a-z]){name}(?![a-z])", re.IGNORECASE)


_NAMES: Mapping[MetricName, re.Pattern[str]] = {name: _pattern(name) for name in METRICS}
