"""Words of the pages with many of their own: the first page, a run, lists, import, watching."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, in_context

DIFFS: Mapping[str, str] = {
    "diff_is_open": N_("can be applied"),
    "diff_is_review": N_("needs a look"),
    "diff_is_applied": N_("applied"),
    "diff_is_aside": N_("put aside {at}"),
    "diff_is_undone": in_context("state of a proposal", "taken back"),
    "diff_is_stale": in_context("state of a proposal", "out of date"),
    "diff_is_invalid": N_("cannot be applied"),
    "diff_next_open": N_("Nothing changes until you apply it."),
    "diff_next_review": N_("Look at what is said above. You can apply it all the same."),
    "diff_next_applied": N_("It is on the board. Undo takes it back."),
    "diff_next_aside": N_("You did not want it; nothing changed."),
    "diff_next_undone": N_("It was applied and taken back. You can apply it again."),
    "diff_next_stale": N_(
        "The board has changed since. Make proposals again, or put this one aside."
    ),
    "diff_next_invalid": N_("Put it aside, or make proposals again."),
    "diff_node_gone": N_("a removed node ({id})"),
    "diffs_open": N_("{n} can be applied"),
    "diffs_review": N_("{n} <n:needs|need> a look"),
    "diffs_applied": N_("{n} applied"),
    "diffs_aside": N_("{n} put aside"),
    "diffs_undone": N_("{n} taken back"),
    "diffs_stale": N_("{n} out of date"),
    "diffs_invalid": N_("{n} cannot be applied"),
}
HOME: Mapping[str, str] = {
    "span_4w": N_("4 weeks"),
    "span_5y": N_("5 years"),
    "span_all": in_context("span", "All"),
    "range_do": in_context("range do", "Show"),
    "range_turned": N_("The first day is after the last; the usual span is shown."),
    "zones_head": N_("Zones"),
    "whatif_temperature": N_("Temperature (°C)"),
    "whatif_grade": N_("Slope (%)"),
    "whatif_after": N_("Minutes into the run"),
    "whatif_plain": N_("{value} without these conditions"),
    "form_this_run": N_("Points of this run are marked"),
    "form_without_run": N_("Unmark"),
    "form_more_metrics": N_("More metrics"),
    "more_columns": N_("more columns"),
    "ahead_head": N_("Next session"),
    "ahead_none": N_("Too little is known to suggest one. A few weeks of runs are enough."),
    "ahead_all": N_("All options and paces"),
    "ahead_changes": N_("Lasting changes of form"),
    "ahead_no_changes": N_("Nothing has changed for good lately."),
    "ahead_form": N_("Open form"),
    "change_is_open": in_context("state of a change", "holds"),
    "change_is_absorbed": in_context("state of a change", "now usual"),
    "change_is_gone": in_context("state of a change", "gone"),
    "weeks_head": N_("This week and the four before"),
    "weeks_so_far": N_("This week so far"),
    "weeks_usual_so_far": N_("By this weekday, on average"),
    "weeks_usual": N_("Whole week, on average"),
    "weeks_shape": N_("Last five weeks"),
    "week_load": N_("Load"),
    "week_runs": in_context("column", "Runs"),
    "fit_head": N_("Fitness, fatigue, form"),
    "fit_fitness": N_("Fitness (42 days)"),
    "fit_fatigue": N_("Fatigue (7 days)"),
    "fit_form": N_("Form (fitness minus fatigue, yesterday)"),
    "fit_change": N_("{value} ({change} in a week)"),
    "fit_above": N_("You have run less lately than you are used to: you are rested."),
    "fit_below": N_("You have run more lately than you are used to."),
    "fit_even": N_("You are running as much as you are used to."),
    "fit_rest": N_("You have hardly run in the last six weeks."),
    "fit_none": N_(
        "No run has a known load yet. A threshold pace or a maximum heart rate would give one."
    ),
    "fit_open": N_("Open load"),
    "home_calendar": N_("Calendar"),
    "attention_untyped": N_(
        "{n} <n:run|runs> of the last four weeks <n:has|have> no known kind of training."
    ),
    "attention_choose": N_("Choose"),
    "attention_partial": N_("{n} <n:file|files> of the last four weeks <n:is|are> incomplete."),
    "attention_loadless": N_(
        "{n} <n:run|runs> of the last four weeks <n:has|have> no load: "
        "a maximum heart rate or a threshold pace is missing."
    ),
    "attention_state": N_("Fill in"),
}

LISTS: Mapping[str, str] = {
    "filter_more": N_("More filters"),
    "filter_shoe": N_("Shoes"),
    "filter_least": N_("At least ({unit})"),
    "filter_most": N_("At most ({unit})"),
    "filter_fault": N_("“{value}” could not be read and was left out."),
    "calendar_fault": N_("“{value}” is no month; this is the latest one."),
    "calendar_load": N_("load {load}"),
    "calendar_years": N_("Every month ({unit})"),
    "calendar_year": in_context("column", "Year"),
    "calendar_whole": in_context("column", "Year in all"),
    "calendar_month_1": N_("Jan"),
    "calendar_month_2": N_("Feb"),
    "calendar_month_3": N_("Mar"),
    "calendar_month_4": N_("Apr"),
    "calendar_month_5": in_context("short month", "May"),
    "calendar_month_6": N_("Jun"),
    "calendar_month_7": N_("Jul"),
    "calendar_month_8": N_("Aug"),
    "calendar_month_9": N_("Sep"),
    "calendar_month_10": N_("Oct"),
    "calendar_month_11": N_("Nov"),
    "calendar_month_12": N_("Dec"),
    "sort_head": N_("Sort by"),
    "sort_by": in_context("sorting", "{column}"),
    "sort_turned": N_("{column}, reversed"),
    "col_variation": N_("Pace variation"),
    "col_tick": N_("Tick"),
    "compare_tick": N_("Compare: {run}"),
    "compare_ticked": N_("Compare the ticked runs"),
    "compare_ticked_hint": N_("Tick two to six runs."),
}


RUN_PAGE: Mapping[str, str] = {
    "tab_overview": N_("Overview"),
    "tab_charts": N_("Charts"),
    "tab_laps": N_("Laps"),
    "tab_session": N_("Session"),
    "tab_why": N_("Why and compare"),
    "run_tabs": N_("Parts of this run"),
    "run_earlier": N_("Run before"),
    "run_later": N_("Run after"),
    "run_actions": N_("What to do with this run"),
    "edit_run": N_("Edit"),
    "edit_title": N_("Edit this run"),
    "run_title": N_("Title"),
    "run_type": N_("Kind of training"),
    "run_type_auto": N_("as Hakaru sees it"),
    "run_shoe": N_("Shoes"),
    "run_note": N_("Your note"),
    "run_learn": N_("Learn from this run"),
    "run_learn_hint": N_(
        "Without it the run is still shown and judged, and later runs are judged without it."
    ),
    "run_not_learned": N_("Nothing is learned from this run, as you set."),
    "run_emptied": N_("A field left empty shows what the recording says."),
    "run_save": N_("Save"),
    "run_cancel": N_("Back to the run"),
    "run_remove": N_("Delete this run"),
    "run_remove_sure": N_(
        "Delete this run and everything derived from it? It stays away when its file is imported "
        "again, until you let it back on the import page."
    ),
    "run_remove_yes": N_("Yes, delete it"),
    "run_removed_head": N_("Runs you deleted"),
    "run_removed_hint": N_("They stay away when their files are imported again."),
    "run_back": N_("Let it come back"),
    "run_back_done": N_("It may come back: import its file again."),
    "print_report": N_("Report to print"),
    "compare_this": N_("Compare"),
    "download": N_("Download the report"),
    "download_html": N_("HTML"),
    "download_md": N_("Markdown"),
    "download_csv": N_("the seconds (CSV)"),
    "series_none": N_("There are no samples by the second."),
    "charts_more": N_("All lines"),
    "across_head": N_("Across"),
    "across_time": N_("Time"),
    "across_moving": N_("Without standing"),
    "across_distance": N_("Distance"),
    "smooth_head": N_("Evened out over"),
    "smooth_none": N_("nothing"),
    "smooth_s": N_("{s} s"),
    "charts_hint": N_(
        "Drag over a chart to look closer; the figures below are those of what you see."
    ),
    "figures_head": N_("Figures of what is shown"),
    "figures_none": N_("There is nothing in this stretch."),
    "figures_column": N_("Line"),
    "figures_mean": N_("Mean"),
    "figures_low": N_("Lowest"),
    "figures_high": N_("Highest"),
    "laps_head": N_("Laps and repetitions"),
    "laps_none": N_("There are no laps."),
    "laps_hint": N_("Choose a lap to see it in the charts."),
    "laps_part": N_("Part"),
    "laps_time": N_("Time"),
    "session_head": N_("The session"),
    "session_none": N_("Nobody has looked at this run as a session yet."),
    "why_none": N_("There is no verdict on form, and so nothing to explain."),
    "curves_head": N_("Among your own splits"),
    "trends_form_head": N_("Over the months"),
    "similar_head": N_("Similar runs"),
    "similar_last": N_("The last one like it: {day}"),
    "similar_none": N_("There is no run like this one yet."),
    "similar_beside": N_("Side by side"),
    "similar_all": N_("All of these side by side"),
    "track_head": N_("Where it went"),
    "track_none": N_("There is no GPS in the recording."),
    "track_off": N_("Where a run went is not drawn. Settings can change that."),
    "track_note": N_("Drawn from your own GPS alone; no map is loaded."),
    "track_tiles": N_("The map is the one you named in the settings."),
    "track_colour": N_("Coloured by"),
    "track_speed_mps": in_context("route colour", "Pace"),
    "track_heart_rate_bpm": in_context("route colour", "Heart rate"),
    "track_departure": in_context("route colour", "Contact time against usual"),
    "track_slower": N_("slower"),
    "track_faster": N_("faster"),
    "track_lower": N_("lower"),
    "track_higher": N_("higher"),
    "track_start": N_("Start"),
}


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
    "upkeep_title": N_("One moment"),
    "upkeep_begins": N_("Looking at what has changed"),
    "upkeep_sessions": N_("Looking at the runs again"),
    "upkeep_why": N_(
        "Something changed that later runs rest on: a run, a setting, or Hakaru itself. This page "
        "comes by itself once everything is of today; you may leave it."
    ),
    "import_next_head": N_("Where are my recordings?"),
    "import_next": N_(
        "Garmin Connect, Strava, Polar Flow and Apple Health each give a zip with everything: drop "
        "it here as it is. A watch on the cable is a folder: choose its folder GARMIN."
    ),
}


WATCH: Mapping[str, str] = {
    "watch_begun": N_("Watching has begun; what it finds is shown here in a moment."),
    "watch_line": N_("{process}, since {at}: {what}. {end}"),
    "watch_both": N_("camera and PC use"),
    "watch_pc": N_("PC use"),
    "watch_ends_server": N_("It is a part of `hakaru serve --focus` and ends with it."),
    "watch_ends_tied": N_("It ends with this dashboard."),
    "watch_ends_own": N_("It goes on when the dashboard ends."),
    "watch_again": N_(
        "It begins anew with the next login; `hakaru focus uninstall` makes that undone."
    ),
    "watch_lost": N_(
        "The process that had watched since {at} is gone without having ended in order; a few "
        "seconds before may be missing."
    ),
    "watch_start_head": N_("Start watching"),
    "watch_writes": N_("What is written down, on this computer alone"),
    "watch_writes_pc": N_(
        "which application is in front, how long nothing was typed or moved, how many keys and "
        "clicks"
    ),
    "watch_writes_camera": N_(
        "with the camera: figures of the face (where the head points, how far the eyes are open, "
        "yawns)"
    ),
    "watch_writes_states": N_("the state found from that, and the notifications"),
    "watch_never": N_("What is never written down"),
    "watch_never_pictures": N_("pictures and sound"),
    "watch_never_keys": N_("which keys are pressed"),
    "watch_never_titles": N_("window titles and addresses of pages"),
    "watch_sent_none": N_("Nothing is sent to anybody."),
    "watch_sent_model": N_(
        "In cases that rules leave open, the figures of the last minute and the name of the "
        "application are sent to the language model ({model}); it is switched off under "
        "“What may watch”."
    ),
    "watch_camera_use": N_("Use the camera"),
    "watch_camera_off": N_("The camera is switched off under “What may watch”."),
    "watch_camera_missing": N_("Camera: {why}."),
    "watch_pc_missing": N_("PC use: {why}."),
    "watch_lasting": N_("Go on watching when this dashboard ends"),
    "watch_untold": N_("This desktop does not tell: {names}."),
    "watch_figure_app": N_("application in front"),
    "watch_figure_idle": N_("time without input"),
    "watch_figure_keys": N_("number of keys"),
    "watch_figure_mouse": N_("number of clicks"),
    "watch_figure_locked": N_("locked screen"),
    "watch_do": in_context("begin to watch", "Start"),
    "watch_lifts": N_("Watching is paused. Starting ends the pause."),
    "watch_refused": N_("Watching cannot be started here: {why}."),
    "watch_end": N_("Stop watching"),
    "watch_started": N_("Watching has started."),
    "watch_stopped": N_("Watching has stopped; everything it knew is written down."),
}
