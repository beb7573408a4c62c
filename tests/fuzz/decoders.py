"""What is fuzzed: every decoder of bytes from outside, how it is asked, what is changed first."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from random import Random

from hakaru.bootstrap import build, load_config
from hakaru.core.errors import BadArgument, SourceError
from hakaru.core.i18n import term
from hakaru.flows import preferences, watching
from hakaru.flows.context import Context
from hakaru.proposals.board import Board
from hakaru.proposals.exchange import (
    Draft,
    NotReadable,
    from_json,
    from_markdown,
    from_org,
    from_todoist_csv,
    from_todoist_json,
    in_order,
    is_todoist_json,
    links_from_json,
    to_ics,
)
from hakaru.running.activity import Provenance, SourceKind
from hakaru.sources.activities_csv import read_activities_csv
from hakaru.sources.discover import discover
from hakaru.sources.fit.decode import read_fit as open_fit
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.focus_files import (
    RULES_FILE,
    read_categories,
    read_export,
    read_own_rules,
    read_session,
)
from hakaru.sources.garmin.activity import read_garmin_json
from hakaru.sources.garmin.lists import read_summarized_activities
from hakaru.sources.gpx import read_gpx
from hakaru.sources.places import holds_a_recording, own_machine
from hakaru.sources.read import read_candidate, unfolded
from hakaru.sources.tcx import read_tcx
from hakaru.sources.weather_csv import read_weather_csv
from hakaru.store.state import State
from tests.fuzz import more_samples, samples
from tests.fuzz.change_json import PARTS, changed_json, changed_lines
from tests.fuzz.change_rows import changed_settings, changed_table, changed_text
from tests.fuzz.change_xml import changed_health, changed_xml
from tests.fuzz.change_zip import changed_zip
from tests.proposals.factories import NOW, make_node
from tests.sources.fit_mutation import mutated

_SOURCES = ("/hakaru/sources/",)
_FOCUS = ("/hakaru/sources/", "/hakaru/focus/records", "/hakaru/focus/signals")
_NODES = ("/hakaru/proposals/", "/hakaru/guard/cleaning")
_SETTINGS = ("/hakaru/bootstrap", "/hakaru/flows/", "/hakaru/core/settings", "/hakaru/sources/")


Change = Callable[[bytes, Random], bytes]


@dataclass(frozen=True, kw_only=True)
class Decoder:
    """One way for bytes to come in.

    `read` gets them with a folder for its files, which it leaves empty; what it may raise is a
    `SourceError`. `share` is its part of all executions, `parts` what of the product it runs.
    """

    name: str
    read: Callable[[bytes, Path], object]
    samples: Callable[[], list[bytes]]
    change: Change
    share: float
    parts: Sequence[str] = _SOURCES


def _provenance(kind: SourceKind) -> Provenance:
    return Provenance(kind=kind, path=f"some.{kind}", sha256="0" * 64)


def _fit(data: bytes, folder: Path) -> object:
    return read_fit(data, provenance=_provenance("fit"))


def _tcx(data: bytes, folder: Path) -> object:
    return read_tcx(data, provenance=_provenance("tcx"))


def _gpx(data: bytes, folder: Path) -> object:
    return read_gpx(data, provenance=_provenance("gpx"))


def _garmin_json(data: bytes, folder: Path) -> object:
    files = {f"{at}.json": part for at, part in enumerate(data.split(PARTS))}
    return read_garmin_json(files, provenance=_provenance("garmin-json"))


def _garmin_export(data: bytes, folder: Path) -> object:
    return read_summarized_activities(data, provenance=_provenance("garmin-json"))


def _csv(data: bytes, folder: Path) -> object:
    return read_activities_csv(data, provenance=_provenance("garmin-csv"))


_written = 0


def _file(data: bytes, folder: Path, *, suffix: str) -> Path:
    """A new name each time: what is remembered of an archive is remembered by name and time."""
    global _written  # noqa: PLW0603
    _written += 1
    path = folder / f"{_written}{suffix}"
    path.write_bytes(data)
    return path


def _open_fit(data: bytes, folder: Path) -> object:
    path = _file(data, folder, suffix=".fit")
    try:
        return open_fit(path)
    finally:
        path.unlink()


def _archive(data: bytes, folder: Path) -> object:
    """Whatever is found in it is read. Nothing else may appear in the folder."""
    path = _file(data, folder, suffix=".zip")
    try:
        holds_a_recording(path)
        _read_all(path, folder)
        assert [entry.name for entry in folder.iterdir()] == [path.name]
    finally:
        path.unlink()
    return None


def _read_all(path: Path, folder: Path) -> None:
    """As an ingest reads it: what cannot be read of it is said, and the rest goes on."""
    with unfolded(discover([path]), folder=folder, on_bytes=lambda _: None) as members:
        for member in members:
            try:
                read_candidate(member)
            except SourceError as error:
                assert str(error)


def _export(data: bytes, folder: Path, *, name: str) -> object:
    """An unpacked export with a file of this name; the first that cannot be read is raised."""
    global _written  # noqa: PLW0603
    _written += 1
    inside = folder / str(_written)
    route, positions = more_samples.apple_route()
    (inside / "workout-routes").mkdir(parents=True)
    (inside / "workout-routes" / route).write_bytes(positions)
    (inside / name).write_bytes(data)
    try:
        with unfolded(discover([inside / name]), folder=folder, on_bytes=lambda _: None) as members:
            return [read_candidate(member) for member in members]
    finally:
        shutil.rmtree(inside)


def _weather(data: bytes, folder: Path) -> object:
    return read_weather_csv(data, where="air.csv", unit=("C", "F", None)[len(data) % 3])


def _session(data: bytes, folder: Path) -> object:
    path = _file(data, folder, suffix=".jsonl")
    try:
        return read_session(path)
    finally:
        path.unlink()


def _activitywatch(data: bytes, folder: Path) -> object:
    path = _file(data, folder, suffix=".json")
    try:
        return read_export(path)
    finally:
        path.unlink()


def _categories(data: bytes, folder: Path) -> object:
    path = _file(data, folder, suffix=".json")
    try:
        return read_categories(path)
    finally:
        path.unlink()


def _rules(data: bytes, folder: Path) -> object:
    """A file of rules never raises: what is wrong with it is told beside the rules."""
    path = folder / RULES_FILE
    path.write_bytes(data)
    try:
        return read_own_rules(folder)
    finally:
        path.unlink()


def _config(data: bytes, folder: Path) -> object:
    path = _file(data, folder, suffix=".toml")
    try:
        return load_config(
            data_folder=folder, language=None, environment={"HAKARU_CONFIG": str(path)}
        )
    except BadArgument as exc:
        raise SourceError("config.toml", term(str(exc))) from exc
    finally:
        path.unlink()


@lru_cache(maxsize=1)
def _remembering() -> Context:
    """A data folder for as long as this process; a new one each time would cost more than it."""
    folder = Path(tempfile.mkdtemp(prefix="hakaru-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return build(load_config(data_folder=folder, language="en", environment={}))


def _stored(data: bytes, folder: Path) -> object:
    """What a data folder remembers never raises: what is no choice of ours was not made."""
    context = _remembering()
    text, state = data.decode(errors="replace"), State(context.data_folder)
    for key in (preferences.KEY, watching.KEY):
        state.write_setting(key, text)
    chosen = preferences.read_preferences(context.data_folder)
    return chosen, watching.Watcher(context, [], own_machine())


def _nodes(data: bytes, folder: Path, *, read: Callable[[str], tuple[Draft, ...]]) -> object:
    """As `hakaru nodes import` does it, which makes a SourceError of what is not readable; the
    dates in the notes are read as well."""
    text = data.decode("utf-8-sig", errors="replace")
    try:
        drafts = list(in_order(read(text)))
    except NotReadable as exc:
        raise SourceError("nodes", term(str(exc))) from exc
    nodes = [
        make_node(str(at), title=draft.title, context=draft.context) for at, draft in drafts[:40]
    ]
    return to_ics(Board(nodes=tuple(nodes), today=NOW.date()), now=NOW)


def _from_any_json(text: str) -> tuple[Draft, ...]:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        read = None
    if is_todoist_json(read):
        return from_todoist_json(read)
    drafts = from_json(text)
    links_from_json(text)
    return drafts


def _account(
    name: str, file: str, *, share: float, made: Callable[[], list[bytes]], change: Change
) -> Decoder:
    return Decoder(
        name=name, read=partial(_export, name=file), samples=made, change=change, share=share
    )


def _of_nodes(
    name: str,
    read: Callable[[str], tuple[Draft, ...]],
    *,
    made: Callable[[], list[bytes]],
    change: Change,
) -> Decoder:
    return Decoder(
        name=name, read=partial(_nodes, read=read), samples=made, change=change, share=0.0075,
        parts=_NODES,
    )  # fmt: skip


DECODERS = (
    Decoder(name="fit", read=_fit, samples=samples.fit_samples, change=mutated, share=0.12),
    Decoder(name="fit-file", read=_open_fit, samples=samples.fit_samples, change=mutated,
            share=0.03),
    Decoder(name="tcx", read=_tcx, samples=samples.tcx_samples, change=changed_xml, share=0.10),
    Decoder(name="gpx", read=_gpx, samples=samples.gpx_samples, change=changed_xml, share=0.10),
    Decoder(name="garmin-json", read=_garmin_json, samples=samples.garmin_json_samples,
            change=changed_json, share=0.09),
    Decoder(name="garmin-export", read=_garmin_export, samples=samples.garmin_export_samples,
            change=changed_json, share=0.03),
    Decoder(name="csv", read=_csv, samples=samples.csv_samples, change=changed_table, share=0.11),
    Decoder(name="archive", read=_archive, samples=more_samples.archive_samples,
            change=changed_zip, share=0.04),
    _account("apple-health", "export.xml", made=more_samples.apple_samples, change=changed_health,
             share=0.06),
    _account("strava-csv", "activities.csv", made=more_samples.strava_samples,
             change=changed_table, share=0.10),
    _account("polar-json", "training-session-1.json", made=more_samples.polar_samples,
             change=changed_json, share=0.07),
    Decoder(name="weather-csv", read=_weather, samples=more_samples.weather_samples,
            change=changed_table, share=0.05),
    Decoder(name="focus-session", read=_session, samples=samples.session_samples,
            change=changed_lines, share=0.02, parts=_FOCUS),
    Decoder(name="activitywatch", read=_activitywatch, samples=samples.activitywatch_samples,
            change=changed_json, share=0.02, parts=_FOCUS),
    Decoder(name="categories", read=_categories, samples=more_samples.category_samples,
            change=changed_json, share=0.01),
    Decoder(name="focus-rules", read=_rules, samples=more_samples.rule_samples,
            change=changed_settings, share=0.01),
    Decoder(name="config", read=_config, samples=more_samples.config_samples,
            change=changed_settings, share=0.005, parts=_SETTINGS),
    Decoder(name="stored-settings", read=_stored, samples=more_samples.stored_samples,
            change=changed_json, share=0.005, parts=_SETTINGS),
    _of_nodes("nodes-json", _from_any_json, made=more_samples.board_json_samples,
              change=changed_json),
    _of_nodes("nodes-markdown", from_markdown, made=samples.nodes_markdown_samples,
              change=changed_text),
    _of_nodes("nodes-todoist", from_todoist_csv, made=more_samples.todoist_samples,
              change=changed_table),
    _of_nodes("nodes-org", from_org, made=more_samples.org_samples, change=changed_text),
)  # fmt: skip
