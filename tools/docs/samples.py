"""Which reports does the manual show? `python -m tools.docs.samples docs/samples`.

A simulated runner's newest aerobic base run and newest interval session, in both languages, as
`report` writes them in Markdown. The season is always the same, so that they change only where
the report does.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from hakaru.bootstrap import build, load_config
from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.flows.context import Context
from hakaru.flows.ingest import ingest
from hakaru.flows.report import whole_run
from hakaru.flows.simulate import simulate
from hakaru.present.report import render_markdown, report_pictures
from hakaru.running.session.model import TrainingType

_SEED, _START, _WEEKS, _RUNS_PER_WEEK = 11, date(2026, 3, 2), 12, 5
_SAMPLES: Mapping[str, TrainingType] = {"base": "aerobic_base", "interval": "interval"}


def sample_name(sample: str, lang: Lang) -> str:
    """'base' in English, 'base.ja' in Japanese."""
    return sample if lang == "en" else f"{sample}.{lang}"


def write_samples(folder: Path) -> None:
    """Write every sample and its pictures into a folder."""
    with tempfile.TemporaryDirectory() as scratch:
        config = load_config(data_folder=Path(scratch, "data"), language="en")
        context = build(config, environment={})
        try:
            _take_in_season(context, Path(scratch, "recordings"))
            for lang in LANGUAGES:
                settings = replace(context.settings, language=lang)
                _write(replace(context, settings=settings), folder)
        finally:
            context.store.close()


def _take_in_season(context: Context, recordings: Path) -> None:
    simulate(
        context,
        folder=recordings,
        weeks=_WEEKS,
        runs_per_week=_RUNS_PER_WEEK,
        seed=_SEED,
        start=_START,
    )
    ingest(context, paths=[recordings])


def _write(context: Context, folder: Path) -> None:
    lang = context.settings.language
    for sample, training_type in _SAMPLES.items():
        name = sample_name(sample, lang)
        with context.store.read() as con:
            (activity_id,) = con.execute(_NEWEST, [training_type]).fetchall()[0]
            report = whole_run(context, str(activity_id))
        pictures = folder / name
        pictures.mkdir(parents=True, exist_ok=True)
        for old in pictures.glob("*.svg"):
            old.unlink()
        for file_name, picture in report_pictures(report, lang=lang).items():
            (pictures / file_name).write_text(f"{picture}\n", encoding="utf-8")
        text = render_markdown(report, lang=lang, folder=name)
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


_NEWEST = (
    "SELECT activity_id FROM sessions WHERE training_type = ? ORDER BY started_at DESC LIMIT 1"
)


if __name__ == "__main__":
    write_samples(Path(sys.argv[1]))
