"""How do the sections of a run read in a terminal?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.guard.cleaning import clean
from hakaru.render.columns import wrapped
from hakaru.render.words import Word, say
from hakaru.running.sections.model import SectionName, ShownSection
from hakaru.running.wording import Lang

SECTION_NAMES: Mapping[SectionName, Word] = {
    "summary": Word(ja="まとめ", en="Summary"),
    "efficiency": Word(ja="フォーム", en="Form"),
    "split": Word(ja="区間", en="Splits"),
    "phase": Word(ja="フェーズ", en="Phases"),
    "environment": Word(ja="環境", en="Conditions"),
}
"""In the order of reading."""


def section_lines(shown: Mapping[SectionName, ShownSection], lang: Lang) -> list[str]:
    """Each section under its name, a summary's proposals below it."""
    lines: list[str] = []
    for name, title in SECTION_NAMES.items():
        if name not in shown:
            continue
        text = shown[name].text
        lines += ["", say(title, lang), *wrapped(clean(text.text), first="  ", rest="  ")]
        for improvement in text.improvements:
            lines += wrapped(clean(improvement.text), first="  - ", rest="    ")
    return lines[1:]
