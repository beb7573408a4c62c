"""What do the pages of the dashboard call things, in Japanese and English?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.surfaces.web.words_runs import FORM, HISTORY_PAGES, PLANS, RUNS

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
    "focus_settings": N_("What may watch"),
    "set_camera_enabled": N_("Use the camera (no picture is stored or sent)"),
    "set_model_enabled": N_("Ask the language model about open cases, if one is configured"),
    "set_notify_enabled": N_("Show notifications"),
    "set_over_focus_after_min": N_("Suggest a break after so many minutes"),
    "set_most_per_day": N_("At most so many notifications a day"),
    "set_keep_days": N_("Keep the history for so many days"),
    "set_quiet_from": N_("Quiet from"),
    "set_quiet_until": N_("Quiet until"),
    "focus_forget": N_("Delete the history of focus"),
    "focus_forget_ask": N_("Delete the whole history of focus? It cannot be undone."),
}


TABLES: tuple[Mapping[str, str], ...] = (
    SHELL,
    RUNS,
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
