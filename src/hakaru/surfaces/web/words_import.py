"""Words of the import page, and of the map that a person may put behind a route."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, in_context

TILES: Mapping[str, str] = {
    "tiles_head": N_("Map behind the route"),
    "tiles_lead": N_("A route is drawn from your own GPS. It may lie on a map that you name."),
    "tiles_place": N_("A folder of map tiles, or the address of a tile server"),
    "tiles_place_hint": N_(
        "A folder holds `zoom/x/y.png`; an address reads `{address}`. Empty: no map."
    ),
    "tiles_attribution": N_("Who made the map"),
    "tiles_attribution_hint": N_(
        "Stands on the map, as most licences of map data demand: for example © and the name that "
        "your source gives."
    ),
    "tiles_made_by": N_("Map by"),
    "tiles_allow": N_("Show the map"),
    "tiles_leaves": N_(
        "From a folder nothing leaves this machine. From an address, its server sees your IP "
        "address and which squares of the map you look at, and so about where you ran."
    ),
    "tiles_track_off": N_(
        "Routes are off: tick under Privacy that a run's page draws where it went."
    ),
    "settings_tiles": N_("Saved: the map behind the route."),
}
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
