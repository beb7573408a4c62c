"""Words of the import page: what is sent, what is being read, what came of it."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, in_context

IMPORT: Mapping[str, str] = {
    "import_lead": N_(
        "Reads FIT, TCX, GPX, JSON and CSV, and exports of Garmin, Strava, Polar and Apple Health: "
        "single files, folders, and zip files as they are. A recording is never taken in twice."
    ),
    "drop_text": N_("Drop files, folders or zips here, or choose them"),
    "drop_choose": N_("Choose files"),
    "drop_choose_folder": N_("Choose a folder"),
    "drop_scripts": N_("Sending files from here needs scripts. By command: hakaru ingest FOLDER"),
    "drop_sending": N_("Sending {n} of {total}: {name}"),
    "drop_left": N_("{sent} of {size} MB, about {time} left"),
    "drop_paused": N_("Paused at {n} of {total}: {name}"),
    "drop_pause": N_("Pause"),
    "drop_resume": N_("Resume"),
    "drop_discard": N_("Discard what was sent"),
    "drop_nothing": N_("There is no file in it."),
    "drop_again": N_("Could not be sent: {name}. {why} Resume tries it again."),
    "drop_failed": N_("Could not be sent: {name}. {why}"),
    "drop_silent": N_("The server does not answer: see that `hakaru serve` is running."),
    "drop_progress": N_("How much was sent"),
    "job_stopped": in_context("job stopped", "stopped"),
    "job_stopped_text": N_("What was stored stays. Resume goes on with what is left."),
    "job_stops": N_("Stopping after the runs it is storing"),
    "job_stop_work": N_("Stop"),
    "job_resume": N_("Resume"),
    "job_item": N_("Now: {name}"),
    "job_left": N_("about {time} left"),
    "job_files": N_("{done:,} of {total:,} files"),
    "job_list_rows": N_("{done:,} of {total:,} rows of a list"),
    "job_megabytes": N_("{done:,} of {total:,} MB"),
    "job_runs_of": N_("{done:,} of {total:,} runs"),
    "job_rows": N_("{n:,} <n:row|rows> read"),
    "job_verdicts": N_("{n} <n:run has|runs have> a verdict on form"),
    "phase_judging": N_("Bringing verdicts up to date"),
    "phase_stopped": N_("Stopped"),
    "import_next_head": N_("Where are my recordings?"),
    "import_next": N_(
        "Garmin Connect, Strava, Polar Flow and Apple Health each give a zip with everything: drop "
        "it here as it is. A watch on the cable is a folder: choose its folder GARMIN."
    ),
}
