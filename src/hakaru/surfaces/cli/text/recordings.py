"""What came of files that were read, fetched or written?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.flows.ingest import IngestResult, Problem
from hakaru.flows.run import FetchResult
from hakaru.flows.simulate import SimulateResult
from hakaru.guard.cleaning import clean
from hakaru.present.sentences import in_language
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import say


def ingest_text(result: IngestResult, language: Lang) -> str:
    """Counts first, then what was refused or failed, file by file."""
    lines = [
        say(
            "ingest_counts",
            language,
            ingested=result.ingested,
            completed=result.completed,
            duplicates=result.duplicates,
            evaluated=result.evaluated,
        )
    ]
    if result.partial:
        lines.append(say("ingest_partial", language, n=result.partial))
    lines += _problems("refused", result.refused, language)
    lines += _problems("failed", result.failed, language)
    return "\n".join(lines)


def fetch_text(result: FetchResult, language: Lang) -> str:
    """What came to disk, then the ingest."""
    fetched = result.fetched
    lines = [say("fetch_counts", language, n=len(fetched.fetched), skipped=fetched.skipped)]
    lines += [
        f"  {failure.activity_id}: {clean(in_language(failure.reason, language))}"
        for failure in (*fetched.failed, *fetched.incomplete)
    ]
    if fetched.stopped is not None:
        why = clean(in_language(fetched.stopped, language))
        lines.append(say("fetch_stopped", language, reason=why))
    return "\n".join([*lines, ingest_text(result.ingested, language)])


def simulate_text(result: SimulateResult, language: Lang) -> str:
    """How many files, where, and that nobody ran them."""
    return say("simulated", language, n=len(result.files), folder=result.folder, seed=result.seed)


def _problems(key: str, problems: Sequence[Problem], language: Lang) -> list[str]:
    if not problems:
        return []
    return [
        say(key, language, n=len(problems)),
        *(
            f"  {clean(problem.path)}: {clean(in_language(problem.reason, language))}"
            for problem in problems
        ),
    ]
