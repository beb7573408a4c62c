"""What a script gets: valid JSON from every command, in one shape when something is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hakaru.catalog.operations import OPERATIONS
from hakaru.sources.simulated.season import simulated_splits
from hakaru.store.lake import write_part
from hakaru.surfaces.cli.command import EXIT_FAILED, EXIT_REQUEST
from tests.surfaces.focus_files import empty_export, empty_session
from tests.surfaces.invoking import DAY, RATED_DAY, asked, invoke

READS_OF_A_RUN = (
    "date", "pace", "form", "elevation", "splits", "efficiency", "heart", "zones", "vo2max",
    "threshold", "phases",
)  # fmt: skip
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("ingest", "{season}"),
    ("train",),
    ("train", "--method", "inverse"),
    ("train", "--history"),
    ("baselines",),
    ("baselines", "--plot", "gct", "--limit", "2"),
    ("expect", "--pace", "5:30"),
    ("evaluate", DAY),
    ("evaluate", "--all"),
    ("reevaluate", "--since", "2025-02-01"),
    ("form", DAY),
    ("form", DAY, "--detail"),
    ("drift",),
    ("why",),
    ("best", "1k"),
    ("query", "SELECT 1 AS n"),
    ("describe", "splits"),
    ("focus week", "--span", "month"),
    ("focus rules",),
    ("focus corrections",),
    ("focus snooze", "45"),
    ("devices",),
    ("back",),
    ("away", "2025-02-01", "2025-02-03"),
    ("weather", "--watch"),
    ("report", DAY, "--out", "{out}"),
    ("activities", "--limit", "3"),
    ("status",),
    ("doctor",),
    ("cohort simulate", "{out}", "--runners", "1", "--runs", "2"),
    ("cohort train", "{lake}"),
    ("cohort evaluate", "{lake}"),
    ("repair",),
    ("simulate", "{out}", "--weeks", "1", "--runs-per-week", "1"),
    ("session", DAY),
    ("session", DAY, "--detail"),
    ("intervals", DAY),
    ("label", DAY, "long_run"),
    ("label", DAY, "auto"),
    ("edit", DAY, "--title", "Morning"),
    ("remove", DAY),
    ("understand", DAY),
    ("similar", DAY, "--no-terrain-match"),
    ("trends", "--metric", "gct"),
    ("volume",),
    ("volume", "--by", "month"),
    ("records",),
    ("records", "--year", "2025"),
    ("calendar", "2025-02"),
    ("shoes",),
    ("ready", "--distance", "10"),
    ("compare", DAY, RATED_DAY),
    ("compare", DAY, RATED_DAY, "--by", "lap"),
    ("load", "--until", "2025-03-01"),
    ("anomalies",),
    ("anomalies", DAY),
    ("paces",),
    ("athlete show",),
    ("athlete set", "weight_kg", "61.5"),
    ("next",),
    ("export", "--query", "SELECT * FROM splits"),
    ("exports",),
    ("exports clean",),
    ("focus pause",),
    ("focus resume",),
    ("focus settings",),
    ("attempts", "--limit", "3"),
    ("model check",),
    ("model check", "--show-prompt"),
    ("profile", "splits"),
    ("histogram", "splits", "pace"),
    ("materialize", "easy", "SELECT activity_id FROM sessions"),
    ("section add", DAY, "summary", '{{"text": "..."}}'),
    ("section context", DAY),
    ("section contract", "efficiency"),
    ("section check", DAY, "summary", '{{"text": "..."}}'),
    ("analyze", DAY),
    ("analyze", "--missing", "--section", "split", "--language", "en"),
    ("run", DAY, "--out", "{out}"),
    ("read insights", "ウォームアップ"),
    ("read day", DAY),
    *((f"read {one}", DAY) for one in READS_OF_A_RUN),
    ("read seconds", DAY, "--split", "1"),
    ("read range", DAY, "--start-s", "300", "--end-s", "600"),
    ("nodes add", "秋のマラソン", "--note", "宿と靴", "--status", "READY"),
    ("nodes next",),
    ("advise-training",),
    ("nodes list",),
    ("nodes export", "{out}.json"),
    (
        "validate-proposal",
        "organizer",
        '{{"decomposition_proposals":[],"grouping_proposals":[],"relation_proposals":[],'
        '"summary":"まず"}}',
    ),
    ("focus status",),
    ("focus today", "--day", DAY),
    ("focus summary", "--day", DAY),
    ("focus replay", "{session}"),
    ("focus import", "{watched}"),
    ("focus export", "{out}", "--format", "json"),
    ("focus forget",),
)
NEEDS_AN_ACCOUNT = {"fetch garmin"}
NEEDS_NODES = {"advise", "nodes import", "organize"}
MISTAKES: tuple[tuple[tuple[str, ...], int], ...] = (
    (("form", "1999-01-01"), 404),
    (("nodes show", "n999"), 404),
    (("nodes edit", "n999", "--title", "x"), 404),
    (("nodes remove", "n999"), 404),
    (("nodes move", "n999", "DONE"), 404),
    (("nodes move", "n1", "ASLEEP"), 400),
    (("nodes estimate", "n999"), 404),
    (("validate-proposal", "organizer", "{{"), 400),
    (("confirm", "--node", "n1"), 400),
    (("apply", "0b9f4d0e-3f55-4b0e-9c1e-1d1f8f0a9b21"), 404),
    (("undo", "nothing"), 400),
    (("read weather", DAY), 404),
    (("read section", DAY, "--section-type", "summary"), 404),
    (("histogram", "splits", "mood"), 400),
    (("export", "--query", "DROP TABLE splits"), 400),
    (("session", "1999-01-01"), 404),
    (("anomaly", DAY, "--number", "99"), 404),
    (("similar", DAY, "--pace-tolerance-s-per-km", "0.25"), 400),
    (("athlete set", "heart_rate_max_bpm", "18"), 400),
    (("attempts show", "99"), 400),
    (("attempts", "--limit", "0"), 400),
    (("label", DAY, "jogging"), 400),
    (("load", "--since", "2025-03-01", "--until", "2025-02-01"), 400),
    (("report", "17"), 404),
    (("run", "17"), 404),
    (("section check", DAY, "mood", "{{}}"), 400),
    (("focus export", "{season}"), 409),
    (("focus export", "{out}", "--since", "2025-03-01", "--until", "2025-02-01"), 400),
    (("expect", "--pace", "soon"), 400),
    (("best", "7k"), 400),
    (("focus wrong", "focused"), 400),
    (("expect", "--pace", "5:00", "--sensor", "nose"), 400),
    (("activities", "--since", "yesterday"), 400),
    (("activities", "--limit", "0"), 400),
    (("baselines", "--plot", "mood"), 400),
    (("train", "--speed"), 400),
    (("simulate", "{out}", "--weeks", "0"), 400),
    (("reevaluate", "--since", "2025-02-30"), 400),
)


def filled(words: tuple[str, ...], season: Path, tmp_path: Path) -> list[str]:
    """The words of a command; what they name is made, and nothing else (a lake takes 0.3 s)."""
    written = [*words[0].split(), *words[1:]]
    places: dict[str, Callable[[Path], Path]] = {
        "season": lambda _: season,
        "out": lambda folder: folder / "out",
        "session": empty_session,
        "watched": empty_export,
        "lake": small_lake,
    }
    named = {name for word in written for name in places if f"{{{name}}}" in word}
    made = {name: places[name](tmp_path) for name in named}
    return [word.format(**made) for word in written]


def small_lake(folder: Path) -> Path:
    """One runner of eight runs, learned already."""
    write_part(folder / "lake", "1", {"1": simulated_splits(1, 8)})
    assert invoke("cohort", "train", str(folder / "lake"), data=folder / "data").exit_code == 0
    return folder / "lake"


def test_every_command_is_asked() -> None:
    commands = {operation.command for operation in OPERATIONS}
    commands -= NEEDS_AN_ACCOUNT | NEEDS_NODES
    assert {words[0] for words in (*COMMANDS, *(words for words, _ in MISTAKES))} == commands


@pytest.mark.sampled(31)
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_answers_in_valid_json(
    words: tuple[str, ...], data: Path, season: Path, tmp_path: Path
) -> None:
    answer = asked(*filled(words, season, tmp_path), data=data)
    assert isinstance(answer, dict)
    assert answer


def test_a_script_gets_every_run_and_not_the_short_list_of_a_model(data: Path) -> None:
    n_runs = asked("status", data=data)["summary"]["n_activities"]
    listed = asked("activities", "--limit", "10000", data=data)
    assert len(listed["activities"]) == n_runs
    assert listed["n_more"] == 0


@pytest.mark.parametrize(("words", "status"), MISTAKES, ids=str)
def test_every_mistake_is_told_in_one_shape(
    words: tuple[str, ...], status: int, data: Path, season: Path, tmp_path: Path
) -> None:
    result = invoke(*filled(words, season, tmp_path), "--json", data=data)
    assert result.exit_code == EXIT_REQUEST
    assert result.stderr == ""
    told = json.loads(result.stdout)
    assert set(told) == {"ok", "error", "errors", "status"}
    assert told["ok"] is False
    assert told["errors"] == [told["error"]]
    assert told["error"]
    assert told["status"] == status


@pytest.mark.parametrize("day", [DAY, RATED_DAY])
def test_the_form_of_a_run_has_the_required_shape_and_size(data: Path, day: str) -> None:
    brief = invoke("form", day, "--json", data=data)
    detail = invoke("form", day, "--detail", "--json", data=data)
    assert len(brief.stdout.encode()) <= 2048
    assert len(detail.stdout.encode()) <= 4096
    told = json.loads(brief.stdout)
    assert {"activity_id", "gct", "vo", "vr", "overall_score", "overall_star_rating"} <= set(told)


def test_a_summary_of_an_ingest_has_the_required_shape(data: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.fit"
    broken.write_bytes(b"no recording")
    result = invoke("ingest", str(broken), "--json", data=data)
    assert result.exit_code == EXIT_FAILED
    told = json.loads(result.stdout)
    assert {"ingested", "duplicates", "refused", "failed"} <= set(told)
    assert [problem["path"] for problem in told["failed"]] == [str(broken)]


def test_the_text_and_the_json_of_a_verdict_say_the_same(data: Path) -> None:
    told = asked("form", RATED_DAY, data=data)
    text = " ".join(invoke("form", RATED_DAY, data=data).stdout.split())
    assert text.startswith(told["headline"])
    assert told["overall_star_rating"] in text
    assert f"{told['overall_score']:.1f}" in text
    assert told["gct"]["evaluation_text"] in text


def test_text_and_json_say_alike_that_a_run_is_not_rated_yet(data: Path) -> None:
    told = asked("form", DAY, data=data)
    text = " ".join(invoke("form", DAY, data=data).stdout.split())
    assert text.startswith(told["headline"])
    assert told["overall_unrated"].rstrip(".") in text
    assert told["overall_stars"] is told["overall_score"] is None
    assert "★" not in text
    assert told["gct"]["evaluation_text"] in text


def test_the_files_of_a_report_are_where_the_json_says(data: Path, tmp_path: Path) -> None:
    told = asked("report", DAY, "--out", str(tmp_path / "reports"), data=data)
    assert Path(told["markdown"]).is_file()
    assert Path(told["html"]).is_file()


def test_a_plot_is_told_in_numbers(data: Path) -> None:
    told = asked("baselines", "--plot", "vo", data=data)
    assert len(told["curve"]["speed_mps"]) == len(told["curve"]["expected"])
    assert all(isinstance(value, float) for value in told["points"]["value"])
