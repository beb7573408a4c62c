"""Is a word of praise or blame turned into its opposite? Hedges and questions do not turn it."""

from __future__ import annotations

import re

from hakaru.guard.grounding.lexicon import Mention

_AFFIRMED_JA = re.compile(
    r"かもしれ(?:ない|ません|ぬ)|なければ|なくては|なくちゃ|ないと(?:いけ|なら|だめ|"
    r"ダメ)\S{0,4}|ねば(?:なら)?|"
    r"ならない|なりません|いけない|いけません|に違い(?:な[いく]|ありません)|だけ(?:で|"
    r"じゃ)?(?:は|も)?な[いく]|"
    r"のみなら|のみでなく|欠かせ(?:ない|ません)|少なく|間違いな[くい]|しかな[いく]|"
    r"ではない(?:でしょう|だろう)?か|ではありませんか|じゃない(?:です|でしょう)?か|"
    r"ないだろうか|ないでしょうか|"
    r"見逃せ(?:ない|ません)|避けられ(?:ない|ません)|否め(?:ない|ません)|免れ(?:ない|ません)|"
    r"言うまでもな[くい]|"
    r"否定でき(?:ない|ません)|疑いな[いく]|ほかな(?:らない|りません)|(?:かか|関|変)わらず"
)
_DENIED_JA = re.compile(
    r"見当たら(?:ない|ず|なかっ|ません)|見当たりません|至ら(?:ない|ず|なかっ)|至りません|"
    r"至ってい(?:ない|ません)|"
    r"届か(?:ない|ず|なかっ)|届きません|届いてい(?:ない|ません)|"
    r"ない|なく|なかっ|ません|ずに|ず(?=$|[、。\s])|なし|無し|無縁|不要|無用|難い|がたい|"
    r"にくい|疑問|ほど遠|程遠|皆無"
)
_AFFIRMED_EN = re.compile(
    r"not (?:only|just|merely|simply)|no doubt|no question|not to mention|nothing (?:short of|"
    r"but|less than)|"
    r"no less than|could(?: not|n't) be $|cannot be denied|neither(?=.*(?<![a-z])nor(?![a-z]))"
)
_DENIED_EN = re.compile(
    r"(?<![a-z])(?:not|never|no|without|hardly|barely|scarcely|neither|nor|cannot|nothing|"
    r"none|far from|"
    r"anything but|lack of|lacks|little|few|free of|zero|(?:hard|difficult|"
    r"wrong) to call)(?![a-z])|n't(?![a-z])"
)
_CUT_EN = re.compile(r".*(?:(?<![a-z])(?:and|so|because)(?![a-z])|[,;:])", re.DOTALL)
_DENIED_BEHIND_EN = re.compile(
    r"\s(?:(?:is|are|was|were|seems?|appears?|will be)\s?)?(?:not|n't)\s(?:yet\s|really\s|"
    r"currently\s|at all\s)?"
    r"(?:needed|required|necessary|called for|warranted|justified|apparent|visible|seen|"
    r"present|an issue|a problem)|"
    r"(?:\s(?:is|are|was|were))n't\s(?:\w{1,10}\s)?(?:needed|required|necessary|called for|"
    r"warranted)|"
    r"\s(?:(?:is|are|was|were|seems?)\s)?(?:unnecessary|unneeded|superfluous|absent|not there)"
)
_WINDOW = 36
_REACH_JA = 20


def is_turned(read: str, word: Mention, *, begin: int, stop: int) -> bool:
    """Whether a word is denied an odd number of times.

    `begin` and `stop`: how far its clause, or the next such word, lets one look.
    """
    start, end = word.start, word.end
    after = read[end : min(stop, end + _REACH_JA)]
    times = len(_DENIED_JA.findall(_AFFIRMED_JA.sub("", after)))
    if "a" <= read[end - 1] <= "z":
        before = _CUT_EN.sub("", read[max(begin, start - _WINDOW) : start])
        times += len(_DENIED_EN.findall(_AFFIRMED_EN.sub("", before)))
        times += _DENIED_BEHIND_EN.match(read, end) is not None
    return times % 2 == 1
