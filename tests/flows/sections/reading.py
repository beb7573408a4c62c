"""What tests look at in a store with sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hakaru.core.i18n import Lang
from hakaru.flows.context import Context
from hakaru.flows.narrate import menus_of, read_known
from hakaru.present.sections import narrate_all
from hakaru.running.claims.choose import SectionTask
from hakaru.running.claims.menu import Offer
from hakaru.running.sections.model import RunKnown, SectionName, SectionText
from hakaru.running.session.model import TrainingType
from hakaru.store.readers.base import find_run
from hakaru.store.sections import StoredSection, current_sections
from tests.flows.session_seasons import first_of


def run_id(context: Context, training_type: TrainingType = "interval") -> int:
    """The oldest run of a type."""
    return first_of(context, training_type).activity_id


def known_of(context: Context, activity_id: int) -> RunKnown:
    """What the store knows about it."""
    with context.store.read() as con:
        return read_known(con, find_run(con, activity_id))


def narrated(
    context: Context, activity_id: int, lang: Lang = "ja"
) -> Mapping[SectionName, SectionText]:
    """What the narrator says of it."""
    return narrate_all(known_of(context, activity_id), lang)


def offered(context: Context, activity_id: int, section: SectionName) -> Sequence[Offer]:
    """What a model may choose from for a section of it."""
    menu = menus_of(known_of(context, activity_id))[section]
    return SectionTask(menu=menu, lang="ja").offered


def stored_of(context: Context, activity_id: int) -> Mapping[str, StoredSection]:
    """The current sections of a run."""
    with context.store.read() as con:
        return {section.section_type: section for section in current_sections(con, activity_id)}


def true_content(context: Context, activity_id: int, section: SectionName) -> dict[str, Any]:
    """A section as an honest author would hand it in."""
    return dict(narrated(context, activity_id)[section].content)
