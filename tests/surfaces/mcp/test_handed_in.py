"""Does a real client hand in an analysis as an object, and hear what became of it?"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hakaru.running.claims.menu import menu_of
from tests.flows.factories import make_context, stored_runs
from tests.flows.sections.reading import known_of
from tests.surfaces.mcp.talking import assert_typed_error, reply_of, server_process, talk

NOBODY_CAN_CHECK = {"text": "A strong headwind slowed you in kilometre 14."}


@pytest.fixture
def run(data: Path) -> tuple[str, str]:
    """A run of one's own season, and what its menu offers first of the summary."""
    context = make_context(data)
    try:
        activity_id = stored_runs(context)[0].activity_id
        offers = menu_of(known_of(context, activity_id))
    finally:
        context.store.close()
    return str(activity_id), next(offer.id for offer in offers if offer.section == "summary")


def test_findings_notes_and_lies_each_come_back_as_what_they_are(
    data: Path, run: tuple[str, str]
) -> None:
    """A reply that did not keep to its declared shape would be refused by the client."""
    activity_id, offer = run
    replies: list[Mapping[str, Any]] = []

    async def conversation() -> None:
        async with server_process(data, "--profile", "all", "--write") as client:

            async def hand_in(analysis: object) -> Any:
                given = {
                    "activity_id": activity_id,
                    "section_type": "summary",
                    "analysis_data": analysis,
                }
                return await client.call_tool("insert_section_analysis_dict", given)

            finding = {"claims": [{"ids": [offer]}]}
            analyses = (finding, json.dumps(finding), NOBODY_CAN_CHECK)
            replies.extend([reply_of(await hand_in(analysis)) for analysis in analyses])
            lie = {"claims": [{"claim": "value", "fact": "distance.actual", "says": "999 km"}]}
            told = assert_typed_error(await hand_in(lie), 422)
            assert re.search(r"\d km", told.replace("999 km", "")), "what is true instead"

    talk(conversation)
    as_object, as_text, note = replies
    assert as_object["n_findings"] == as_text["n_findings"] > 0
    assert as_object["note_id"] is None
    assert as_text["changed"] is False
    assert (note["analysis_id"], note["n_findings"], note["n_unread"]) == (None, 0, 1)
    assert isinstance(note["note_id"], int)
