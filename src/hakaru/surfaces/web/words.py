"""What do the pages of the dashboard call things, in Japanese and English?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word, say
from hakaru.running.wording import Lang
from hakaru.surfaces.web.words_data import DATA
from hakaru.surfaces.web.words_focus import FOCUS
from hakaru.surfaces.web.words_form import FORM
from hakaru.surfaces.web.words_history import HISTORY_PAGES
from hakaru.surfaces.web.words_plans import PLANS
from hakaru.surfaces.web.words_runs import RUNS
from hakaru.surfaces.web.words_shell import SHELL

TABLES: tuple[Mapping[str, Word], ...] = (
    SHELL,
    RUNS,
    HISTORY_PAGES,
    FORM,
    PLANS,
    DATA,
    FOCUS,
)
"""A key stands in one table only."""

_WORDS: Mapping[str, Word] = {key: entry for table in TABLES for key, entry in table.items()}


def page_text(key: str, lang: Lang, **values: object) -> str:
    """The entry in one language with its placeholders filled. Raises KeyError if unknown."""
    return say(_WORDS[key], lang, **values)
