"""English wordings that are made alike before words are looked up, one beside the other."""

from __future__ import annotations

import re
from typing import Final

ALIKE: Final = tuple(
    (re.compile(pattern), alike)
    for pattern, alike in (
        (r"\b(an? \w+) one(?=[:,.;]|$)", r"\1"),
        (
            r"\b(kilomet(?:re|er)|lap|split|rep(?:etition)?|interval)\b(.*?)\bnumber (?=\d)",
            r"\1\2\1 ",
        ),
        (
            r"(kilomet(?:re|er)|lap|split|rep(?:etition)?|interval)( \d.*?)\bnumber (?=\d)",
            r"\1\2\1 ",
        ),
        (r"\bby (?=(?:kilomet|km\b|split|lap|rep|interval))", "in "),
        (r"\b(?:is|are|was|were|got|came) down to (?=\d+:\d\d)", "was at "),
        (
            r"\b(the )?(\w+) (?:can |could |may |might |help(?:s|ed)? |partly )*explain(?:s|ed)? "
            r"(?:(?:a )?(?:part|some) of )?(?=the (?:uneven )?pac)(the \w+(?: pacing)?)",
            r"\3 is partly explained by the \2",
        ),
        (
            r"\bwhat (?:this|that|your) (?:speed|pace) (?:normally|usually|typically) \w+",
            "your usual",
        ),
        (r"\bbetween (\d+:\d\d) and (?=\d+:\d\d ?(?:/km|per k))", r"between \1/km and "),
        (r"(?<=balance )(.{0,24}?)(\d[\d.]*) ?/ ?(?=\d)", r"\1\2 to "),
        (r"\btimes (?=\d+:\d\d)", "reps of "),
        (
            r"\bin (?=(?:their|its|your|the) (?:own )?(?:normal|usual|typical|expected) range)",
            "within ",
        ),
        (
            r"(\d[\d.]* ?(?:ms|cm|spm|bpm|points?)),? \((?:or )?(\d[\d.]*) ?(?:%|percent)\) "
            r"((?:long|short|high|low|larg|small|great)\w+(?: than (?:usual|normal|expected))?)",
            r"\1 \3 and \2% \3",
        ),
        (r"\b(?:and|but) also\b(?! as)", "and"),
        (r"(?<=stars) (?:out )?of (?:a possible )?(?:five|5)\b(?! [a-z])", ""),
        (r"^two of (?:the|your) three (?:form )?metrics,? (.{3,40}?), (?=need)", r"only \1 "),
        (
            r"\b(usual|normal|typical) (\d[\d.]*) ?(?:-|–|to) ?(\d[\d.]*(?: ?(?:ms|cm|%|spm))?) "
            r"(range|band|window|corridor|interval)\b",
            r"\1 \4 of \2-\3",
        ),
        (r"^of (?:the|your) (?:three )?(?:rated )?(?:form )?metrics,? (?=only)", ""),
        (
            r"\beverything (?:that was |that )?(?:checked|asked|judged)(?: for)? was met\b",
            "all criteria were met",
        ),
        (
            r"(?<= of )(\w+) (?:points|checks|boxes) (?=in the (?:warm|main|cool|work|recover))",
            r"\1 criteria ",
        ),
    )
)
"""In this order; what a wording becomes is read like anything else, and checked."""
