"""Words of the dashboard's pages."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.surfaces.web.words_pages import HOME, LISTS
from hakaru.surfaces.web.words_run import RUN_PAGE

FORM: Mapping[str, str] = {
    "form_lead": N_(
        "From {n} <n:run|runs> measured with: {sensor}. Sensors differ, so they are never pooled."
    ),
    "form_none": N_("No run with form data is stored yet."),
    "form_sensors": N_("Sensors"),
    "costs_head": N_("What conditions cost you"),
    "whatif_head": N_("What if"),
    "whatif_lead": N_("Choose a pace and conditions, and see what you would usually show there."),
    "whatif_pace": N_("Pace"),
    "whatif_do": N_("Answer"),
    "whatif_extended": N_("beyond the speeds learned"),
    "changes_head": N_("Lasting changes"),
    "sensor_change": N_("{day}: {before} → {after}"),
    "back_by_run": N_("Run by run"),
    "comeback_head": N_("Back after a break"),
    "devices_head": N_("Sensors"),
    "devices_lead": N_(
        "Dotted lines in the charts over time are changes of sensor. Each kind has a baseline of "
        "its own; a new one starts from what you showed with the one before."
    ),
    "versions_head": N_("What was learned"),
    "versions_lead": N_(
        "Learned anew with every run. The next run meets these; each earlier run was "
        "judged by what was known before it."
    ),
    "load_head": N_("Load"),
    "load_span": N_("Span"),
    "span_3m": N_("3 months"),
    "span_6m": N_("6 months"),
    "span_1y": N_("1 year"),
    "span_2y": N_("2 years"),
    "legend_load": N_("load of a day"),
    "legend_chronic": N_("long average (42 days)"),
    "legend_acute": N_("short average (7 days)"),
    "paces_head": N_("Zones and paces"),
    "ready_head": N_("Ready for a race?"),
    "ready_distance": N_("Distance (km, half, marathon)"),
    "ready_day": N_("Day of the race"),
    "ready_do": N_("Show"),
    "ready_wrong": N_("The distance is a number of kilometres from 1.5 to 100, half or marathon."),
    "next_head": N_("Options for the next session"),
    "next_none": N_("There are no options yet."),
    "next_put": N_("Put them on the plans"),
    "trends_head": N_("Over the months"),
}


HISTORY_PAGES: Mapping[str, str] = {
    "history_nav": N_("Ways to look at runs"),
    "history_runs": N_("Runs"),
    "history_calendar": N_("Calendar"),
    "history_volume": N_("Volume"),
    "history_records": N_("Records"),
    "history_shoes": N_("Shoes"),
    "history_compare": N_("Compare"),
    "history_empty": N_("No run is stored yet. Once you import some, they stand here."),
    "history_spans": N_("Span"),
    "volume_week": N_("Weeks"),
    "volume_month": N_("Months"),
    "volume_year": N_("Years"),
    "records_all": N_("All time"),
    "calendar_earlier": N_("Month before"),
    "calendar_later": N_("Month after"),
    "calendar_week": N_("Week"),
    "compare_lead": N_(
        "Choose two to six runs: they are laid side by side by distance, lap or repetition."
    ),
    "compare_run": N_("Run {letter}"),
    "compare_by": N_("Aligned by"),
    "compare_auto": N_("What fits"),
    "compare_distance": N_("Distance"),
    "compare_lap": N_("Laps"),
    "compare_rep": N_("Repetitions"),
    "compare_do": in_context("compare do", "Compare"),
    "compare_whole": N_("The runs as a whole"),
    "compare_table": N_("Figures"),
}


PLANS: Mapping[str, str] = {
    "plans_lead": N_(
        "Goals, tasks and the next session lie here. Proposals only show; nothing changes "
        "until you press."
    ),
    "tray_in_progress": N_("In progress"),
    "tray_needs_decision": N_("Waiting for a decision"),
    "tray_waiting_external": N_("Waiting for others"),
    "tray_cooling": N_("Cooling"),
    "tray_other_active": N_("Other active"),
    "tray_empty": N_("Nothing"),
    "tray_ended": N_("Done, cancelled or dormant"),
    "tray_more": N_("{n} more"),
    "plans_away": N_("{n} <n:node is|nodes are> done, cancelled or dormant."),
    "add_head": N_("Add a node"),
    "add_title": in_context("add title", "Title"),
    "add_context": N_("Note"),
    "add_status": N_("Status"),
    "add_do": N_("Add"),
    "add_child": N_("Add a part"),
    "order_head": N_("How it could be arranged (Organizer)"),
    "order_lead": N_(
        "Suggests how to divide, group and relate. Apply or put aside each one by itself."
    ),
    "order_intent": N_("What you want (optional)"),
    "order_do": N_("Make proposals"),
    "order_none": N_("There is nothing to propose."),
    "order_made": N_("made {at}, {source}"),
    "source_narrator": N_("worded by rules"),
    "source_llm": N_("worded by a language model, checked"),
    "diff_relation": N_("Relate"),
    "diff_grouping": N_("Group"),
    "diff_decomposition": N_("Divide"),
    "state_VALID": N_("can be applied"),
    "state_NEEDS_REVIEW": N_("needs a look"),
    "state_INVALID": N_("cannot be applied"),
    "adds_relation": N_("{type} → {to}"),
    "apply_do": N_("Apply"),
    "aside_mark": N_("put aside {at}"),
    "take_up_do": N_("Look at it again"),
    "reject_do": N_("Put aside"),
    "undo_do": N_("Undo"),
    "applied_mark": N_("applied"),
    "told_added": N_("Added."),
    "told_applied": N_("Applied."),
    "told_rejected": N_("Noted that you do not want it; nothing changed."),
    "told_proposed": N_("Proposed; nothing has changed yet."),
    "told_taken_up": N_("It is open again."),
    "ask_failed": N_("There was no answer: {why}"),
    "ask_reload": N_("Load this page again to see what came of it."),
    "told_undone": N_("Undone."),
    "told_moved": N_("The status was changed."),
    "told_edited": N_("Edited."),
    "told_removed": N_("Removed; its history stays."),
    "node_status": N_("Status"),
    "node_move": N_("Change the status"),
    "node_edit": N_("Edit"),
    "node_save": N_("Save"),
    "node_remove": N_("Remove"),
    "node_remove_ask": N_("Remove this node for good? Its history stays."),
    "node_keep": N_("Keep it"),
    "node_children": in_context("node children", "Parts"),
    "node_relations": N_("Relations"),
    "node_groups": N_("Groups"),
    "node_history": N_("History"),
    "node_none": N_("None"),
    "entry_created": N_("made"),
    "entry_status": N_("status"),
    "entry_memo": N_("memo"),
    "entry_relation": N_("related"),
    "entry_group": in_context("entry group", "grouped"),
    "entry_children": in_context("entry children", "divided"),
    "entry_edited": N_("edited"),
    "entry_removed": N_("removed"),
    "entry_undone": N_("undone"),
    "advice_head": N_("Options (Advisor)"),
    "advice_lead": N_(
        "Lays out what could be done. You choose, and nothing changes until you press."
    ),
    "advice_do": N_("Draft options"),
    "advice_action": N_("Next step"),
    "advice_needs": N_("What it needs"),
    "advice_criteria": N_("Point of view"),
    "advice_risks": N_("Risks"),
    "advice_pros": in_context("advice pros", "For it"),
    "advice_cons": N_("Against it"),
    "advice_decision": N_("What to decide next"),
    "advice_choose": N_("Choose this: “{status}”"),
}


RUNS: Mapping[str, str] = {
    "kind_and_distance": N_("{kind}, {distance} km"),
    "latest_run": N_("Your latest run"),
    "open_run": N_("Open this run"),
    "attention_head": N_("Worth a look"),
    "attention_none": N_("Nothing needs you right now."),
    "attention_older": in_context(
        "attention older",
        "What is shown may be older than your data: another program is bringing it up to "
        "date, or nothing can be written in the data folder.",
    ),
    "attention_unjudged": N_("{n} <n:run carries|runs carry> form data but no verdict."),
    "attention_improve": N_(
        "In the latest run {n} <n:metric was|metrics were> outside your usual range."
    ),
    "attention_look": N_("Look"),
    "waiting_head": N_("Decisions waiting"),
    "waiting_all": N_("Open the plans"),
    "today_focus": N_("Attention today"),
    "today_no_focus": N_("No attention was recorded today."),
    "week_head": N_("The last seven days"),
    "week_rest": N_("nothing recorded"),
    "open_today": in_context("open today", "This day"),
    "open_week": N_("This week"),
    "day_line": N_("The line of the day"),
    "day_nothing": N_("Nothing was recorded on this day."),
    "day_order": N_("By the clock"),
    "day_order_hint": N_("Of attention only stretches of ten minutes and more."),
    "day_more": N_("{n} more"),
    "day_focus": N_("Attention on this day"),
    "day_week": N_("Its week"),
    "sum_runs": N_("Runs"),
    "sum_changes": N_("Changes of plans"),
    "week_title": N_("Week {number} of {year}"),
    "week_earlier": N_("Week before"),
    "week_later": N_("Week after"),
    "week_sums": N_("What the week adds up to"),
    "week_days": N_("Day by day"),
    "day_run": in_context("day run", "run"),
    "day_plan": N_("change of a plan"),
    "gone_node": N_("(a removed node)"),
    "change_status": N_("“{title}” to “{status}”"),
    "change_created": N_("added “{title}”"),
    "change_memo": N_("a memo on “{title}”"),
    "change_relation": N_("related “{title}”"),
    "change_group": N_("grouped “{title}”"),
    "change_children": N_("divided “{title}”"),
    "change_edited": N_("edited “{title}”"),
    "change_removed": N_("removed “{title}”"),
    "change_undone": N_("undid a change of “{title}”"),
    "runs_found": in_context("runs found", "{n} <n:run|runs>"),
    "runs_none": N_("No run matches."),
    "filter_head": N_("Filter"),
    "filter_type": N_("Type"),
    "filter_sensor": N_("Sensor"),
    "filter_since": in_context("filter since", "From"),
    "filter_until": in_context("filter until", "To"),
    "filter_flag": N_("Flag"),
    "filter_words": in_context("filter words", "Title"),
    "filter_any": N_("Any"),
    "filter_do": in_context("filter do", "Filter"),
    "filter_clear": N_("Clear all"),
    "flag_improve": N_("outside your range"),
    "flag_no_verdict": N_("no verdict"),
    "flag_partial": N_("partial"),
    "flag_simulated": N_("simulated"),
    "cloud_head": N_("The pace of every run"),
    "col_day": N_("Day"),
    "col_run": N_("Run"),
    "col_distance": N_("Distance"),
    "col_time": N_("Time"),
    "col_pace": N_("Pace"),
    "col_heart": N_("HR"),
    "col_form": N_("Form"),
    "col_shape": N_("Pace over the run"),
    "pages": N_("Pages"),
    "page_of": N_("Page {page} of {n}"),
    "newer": N_("Newer"),
    "older": N_("Older"),
    "series_all": N_("Show all"),
    "series_in": N_("Zoom in"),
    "series_out": N_("Zoom out"),
    "series_back": in_context("series back", "Earlier"),
    "series_on": N_("Later"),
    "series_cursor": N_("Moment shown"),
    "chart_panels": N_("Lines shown"),
    "chart_keys": N_("Arrow keys move the moment, + and - zoom, 0 shows all."),
    "chart_table": N_("As a table"),
}


SHELL: Mapping[str, str] = {
    "skip": N_("Skip to the content"),
    "nav": N_("Main pages"),
    "nav_home": N_("Today"),
    "nav_runs": N_("Runs"),
    "nav_form": N_("Form"),
    "nav_training": N_("Training"),
    "nav_focus": N_("Focus"),
    "nav_plans": N_("Plans"),
    "nav_import": N_("Import"),
    "nav_settings": N_("Settings"),
    "language": N_("Language"),
    "theme": N_("Colours"),
    "theme_auto": N_("As the device"),
    "theme_light": N_("Light"),
    "theme_dark": N_("Dark"),
    "switch": N_("Switch"),
    "local": N_("Your data stays on this machine"),
    "error_title": N_("This cannot be shown"),
    "error_404": N_("There is no such page."),
    "error_bug": N_("Something unexpected went wrong; the log of the server has the details."),
    "back_before": N_("Back to the page before"),
    "back_home": N_("To today's page"),
    "loading": N_("Loading…"),
    "none": N_("-"),
    "newcomer_title": N_("No runs yet"),
    "newcomer_text": N_(
        "Drop in recordings of your runs (FIT, TCX, GPX, JSON or zip of Garmin), and "
        "Hakaru judges your form against your own history."
    ),
    "newcomer_drop": N_("Import files"),
    "newcomer_simulate": N_("Try it with simulated runs"),
    "newcomer_hint": N_("Simulated runs are marked as such."),
    "sign_in_title": N_("Sign in with a link"),
    "sign_in_void": N_(
        "This link no longer works: it has been used, is older than 10 minutes, or belongs "
        "to a server that has ended."
    ),
    "sign_in_stranger": N_("This browser is not signed in."),
    "sign_in_how": N_(
        "Type this in a terminal of this computer, and open the link that it prints:"
    ),
    "sign_in_lasts": N_(
        "A link works once, within 10 minutes. The browser then stays signed in until the "
        "server ends, for 30 days at most."
    ),
    "sign_in_data": N_("If the server was started with `--data`, add the same here."),
    "sign_in_again": N_("Already signed in? To the dashboard"),
    "stars_label": N_("{n} of 5 stars"),
}


DATA: Mapping[str, str] = {
    "import_lead": N_(
        "Reads FIT, TCX, GPX, JSON and CSV of Garmin, and zip files of these. A recording "
        "is never taken in twice."
    ),
    "drop_text": N_("Drop files here, or choose them"),
    "drop_choose": N_("Choose files"),
    "drop_scripts": N_("Sending files from here needs scripts. By command: hakaru ingest FOLDER"),
    "drop_sending": N_("Sending: {name}"),
    "drop_failed": N_("Could not be sent: {name}. {why}"),
    "drop_silent": N_(
        "The server does not answer: see that `hakaru serve` is running, and add them again."
    ),
    "drop_progress": N_("How much was sent"),
    "jobs_head": N_("Imports and trainings so far"),
    "jobs_none": N_("None so far."),
    "job_import": N_("Import"),
    "job_simulate": N_("Simulation"),
    "job_train": in_context("job train", "Training"),
    "job_export": N_("Export"),
    "job_organize": N_("Proposals"),
    "job_advise": N_("Options"),
    "job_summarise": N_("A day in words"),
    "job_running": N_("under way"),
    "job_done": N_("done"),
    "job_failed": N_("failed"),
    "job_set_aside": in_context("job set aside", "set aside"),
    "phase_uploading": N_("Receiving files"),
    "phase_waiting": N_("Waiting for its turn"),
    "phase_reading": N_("Reading and judging"),
    "phase_simulating": N_("Making runs"),
    "phase_training": N_("Learning the baselines"),
    "phase_gathering": N_("Gathering and packing"),
    "phase_thinking": N_("Working it out"),
    "phase_done": N_("Finished"),
    "job_pieces": N_("{done} of {total}"),
    "job_progress": N_("Progress"),
    "job_counts": N_(
        "{ingested} new, {completed} completed, {duplicates} known already, {refused} "
        "passed over, {failed} failed"
    ),
    "job_trained": N_("Made {n} new <n:version|versions>."),
    "job_exported": N_("{n} <n:table|tables> in one file."),
    "job_file_gone": N_("The file is not there any more; export again."),
    "job_save": N_("Save the file"),
    "job_stop": N_("Stop receiving"),
    "job_cut_off": N_("The upload was cut off; add the files again."),
    "job_survives": N_("It goes on when you close this page, and after a restart."),
    "job_open": N_("See what came of it"),
    "job_runs": N_("To the runs"),
    "job_form": N_("To form"),
    "outcome_head": N_("File by file"),
    "outcome_ingested": in_context("outcome ingested", "taken in"),
    "outcome_duplicate": N_("known already"),
    "outcome_refused": N_("passed over"),
    "outcome_failed": N_("cannot be read"),
    "outcome_open": N_("Open the run"),
    "settings_saved": N_("Saved."),
    "settings_stated": N_("Noted; it is used for runs from now on."),
    "settings_model": N_(
        "Saved. This dashboard uses it at once, other programs from their next start."
    ),
    "settings_deleted": N_("Everything was deleted."),
    "settings_kept": N_("The word did not match; nothing was deleted."),
    "prefs_head": N_("Language and judging"),
    "prefs_language": N_("Language of every program"),
    "prefs_units": N_("Lengths and paces"),
    "prefs_units_hint": N_(
        "For what pages show, charts and splits included; with “km and miles” these stay "
        "in kilometres. Reports and exports are always in kilometres."
    ),
    "lengths_km": N_("km, min/km"),
    "lengths_mi": N_("miles, min/mile"),
    "lengths_km_and_mi": N_("km and miles"),
    "privacy_head": N_("Privacy"),
    "prefs_track": N_("Draw on a run's page where it went (no map is loaded)"),
    "privacy_camera": N_("Camera and notifications are chosen on the page of focus."),
    "privacy_text": N_(
        "All data lies in {folder}; only a language model or an account that you "
        "configured is ever contacted."
    ),
    "prefs_save": N_("Save"),
    "athlete_head": N_("About you"),
    "athlete_none": N_("Nothing is known yet."),
    "athlete_quantity": N_("What"),
    "athlete_value": N_("Value"),
    "athlete_value_hint": N_(
        "A number; a threshold pace for one km as 4:35 (or 7:23/mi), sex as female or male."
    ),
    "athlete_since": N_("From this day (empty: always)"),
    "athlete_do": N_("Note it"),
    "athlete_wanted": N_("What would help to know"),
    "model_head": N_("Language model"),
    "model_none": N_("No language model is asked, and none is needed."),
    "backend_none": in_context("backend none", "none"),
    "backend_openai": N_("OpenAI-compatible (OpenAI, Ollama, llama.cpp, …)"),
    "backend_anthropic": N_("Anthropic"),
    "backend_configured": N_("as in config.toml ({what})"),
    "model_name_hint": N_("As the server calls it; not needed for “none” and “as in config.toml”."),
    "model_url_hint": N_(
        "Empty: that of the maker. For a model of this machine such as `http://127.0.0.1:11434/v1`."
    ),
    "model_key_hint": N_(
        "No key is entered here: it is read from the environment (at the maker's address "
        "OPENAI_API_KEY or ANTHROPIC_API_KEY, elsewhere model.key_env of config.toml). At "
        "an address outside this machine, questions are sent there."
    ),
    "model_no_key": N_("none"),
    "model_backend": N_("Protocol"),
    "model_name": N_("Model"),
    "model_url": N_("Address"),
    "model_key_env": N_("Variable of the key"),
    "model_check": N_("Check that it answers"),
    "model_checking": N_("Checking…"),
    "data_head": N_("Your data"),
    "data_export": N_("Take everything along (zip)"),
    "data_export_hint": N_("Tables as Parquet and JSON, uploaded files as they came."),
    "data_delete": N_("Delete everything"),
    "data_delete_ask": N_(
        "Deletes runs, baselines, verdicts, plans, the history of focus and uploaded "
        "files. It cannot be undone. To go on, write {word}."
    ),
    "data_delete_word": N_("The word"),
    "data_keep": N_("Keep everything"),
}


FOCUS: Mapping[str, str] = {
    "focus_now": N_("Now"),
    "focus_nothing": N_("Nothing is watching now"),
    "focus_last": N_("last seen at {at}"),
    "focus_start": N_(
        "To watch, start `hakaru serve --focus`, or run `hakaru focus watch` beside it "
        "(needs the extra `focus`)."
    ),
    "focus_history_stays": N_("What was recorded so far is below."),
    "focus_since": N_("since {at}"),
    "focus_confidence": N_("confidence {value}"),
    "focus_pausing": N_("Pausing… {owner} has not let go of the camera yet."),
    "focus_paused": N_("Paused. No process is watching."),
    "focus_unanswered": in_context(
        "focus unanswered",
        "{owner} does not answer the pause. Its camera may be on: end that process.",
    ),
    "focus_pause": N_("Pause (lets go of the camera)"),
    "focus_resume": N_("Go on"),
    "focus_camera": N_("Camera"),
    "camera_on": N_("on"),
    "camera_off": N_("off"),
    "part_lead": N_("lead"),
    "part_camera": N_("camera"),
    "part_pc": N_("PC use"),
    "part_store": N_("history"),
    "part_model": N_("model"),
    "part_notify": N_("notifications"),
    "part_clock": N_("clock"),
    "focus_day": N_("This day"),
    "focus_no_day": N_("Nothing was recorded that day."),
    "focus_recorded": N_("Recorded"),
    "focus_longest": N_("Longest stretch of focus"),
    "focus_changes": N_("Changes of state"),
    "focus_earlier": N_("Day before"),
    "focus_later": N_("Day after"),
    "focus_summarise": N_("Put the day into words"),
    "focus_said_at": N_("as of {at}"),
    "lasted_s": N_("{s} s"),
    "lasted_min": N_("{min} min"),
    "lasted_h_min": N_("{h} h {min} min"),
    "focus_week": N_("The six days before"),
    "notices_head": N_("Notifications"),
    "notices_none": N_("No notification that day."),
    "response_accepted": N_("took the break"),
    "response_dismissed": N_("dismissed"),
    "response_snoozed": N_("later"),
    "response_wrong": N_("That was wrong"),
    "focus_wrong": N_("Wrong? It is"),
    "focus_corrected": N_("Corrected so far: {n}. Weights follow within bounds."),
    "focus_undo": N_("Take all back"),
    "focus_snooze": N_("No notification for 30 min"),
    "span_head": N_("What was in front"),
    "span_day": N_("day"),
    "span_week": N_("last 7 days"),
    "span_month": N_("last 30 days"),
    "span_none": N_("No use of the computer is recorded."),
    "span_categories": N_("By what it is for"),
    "span_apps": N_("By application"),
    "span_blocks": N_("Blocks of focus, 25 min or more"),
    "span_breaks": N_("Breaks"),
    "span_goal": N_("Days on which the goal was reached"),
    "rules_head": N_("What things are for"),
    "rules_hint": N_("Your own rules come before the table. They are in {file}."),
    "rules_none": N_("No rules of your own yet."),
    "rule_match": N_("What"),
    "rule_app": N_("application"),
    "rule_domain": N_("site"),
    "rule_title": N_("title"),
    "rule_pattern": N_("Name"),
    "rule_category": N_("Is for"),
    "rule_add": N_("Add"),
    "rule_remove": N_("Remove"),
    "focus_settings": N_("What may watch"),
    "set_camera_enabled": N_("Use the camera (no picture is stored or sent)"),
    "set_model_enabled": N_("Ask the language model about open cases, if one is configured"),
    "set_notify_enabled": N_("Show notifications"),
    "set_over_focus_after_min": N_("Suggest a break after so many minutes"),
    "set_most_per_day": N_("At most so many notifications a day"),
    "set_keep_days": N_("Keep the history for so many days"),
    "set_titles_allowed": N_("Look at window titles, to tell work from leisure (never stored)"),
    "set_domains_allowed": N_(
        "Look at the site in front, to tell work from leisure (never stored)"
    ),
    "set_nudge_outside_work": N_("Show notifications outside the time set as work, too"),
    "set_work_days": N_("Days of work (1: Monday), as 1-5"),
    "set_work_from": N_("Work from"),
    "set_work_until": N_("Work until"),
    "set_goal_focus_min": N_("Goal of focus a day, minutes (0: none)"),
    "set_pomodoro_min": N_("Length of a pomodoro, minutes (0: none)"),
    "set_eye_break_after_min": N_("Rest the eyes after so many minutes (0: never)"),
    "set_quiet_from": N_("Quiet from"),
    "set_quiet_until": N_("Quiet until"),
    "focus_forget": N_("Delete the history of focus"),
    "focus_forget_ask": N_("Delete the whole history of focus? It cannot be undone."),
}


TABLES: tuple[Mapping[str, str], ...] = (
    SHELL,
    HOME,
    LISTS,
    RUNS,
    RUN_PAGE,
    HISTORY_PAGES,
    FORM,
    PLANS,
    DATA,
    FOCUS,
)
"""A key stands in one table only."""

_WORDS: Mapping[str, str] = {key: entry for table in TABLES for key, entry in table.items()}


def page_text(key: str, lang: Lang, **values: object) -> str:
    """The entry in one language with its placeholders filled. Raises KeyError if unknown."""
    return say(_WORDS[key], lang, **values)
