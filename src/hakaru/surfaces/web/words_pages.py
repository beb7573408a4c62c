"""Words of the first page, of the lists over months and years, and of what a form refuses."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, in_context

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
