"""What is fuzzed: every decoder of bytes from outside, how it is asked, what is changed first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hakaru.core.errors import SourceError
from hakaru.core.i18n import term
from hakaru.proposals.exchange import (
    NotReadable,
    from_json,
    from_markdown,
    in_order,
    links_from_json,
)
from hakaru.running.activity import Provenance, SourceKind
from hakaru.sources.activities_csv import read_activities_csv
from hakaru.sources.discover import discover
from hakaru.sources.fit.decode import read_fit as open_fit
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.focus_files import read_export, read_session
from hakaru.sources.garmin.activity import read_garmin_json
from hakaru.sources.garmin.lists import read_summarized_activities
from hakaru.sources.gpx import read_gpx
from hakaru.sources.read import read_candidate
from hakaru.sources.tcx import read_tcx
from tests.fuzz import samples
from tests.fuzz.change_json import PARTS, changed_json, changed_lines
from tests.fuzz.change_rows import changed_table, changed_text
from tests.fuzz.change_xml import changed_xml
from tests.fuzz.change_zip import changed_zip
from tests.sources.fit_mutation import mutated

_SOURCES = ("/hakaru/sources/",)
_FOCUS = ("/hakaru/sources/", "/hakaru/focus/records", "/hakaru/focus/signals")
_NODES = ("/hakaru/proposals/exchange", "/hakaru/guard/cleaning")


@dataclass(frozen=True, kw_only=True)
class Decoder:
    """One way for bytes to come in.

    `read` gets them with a folder for its files, which it leaves empty; what it may raise is a
    `SourceError`. `share` is its part of all executions, `parts` what of the product it runs.
    """

    name: str
    read: Callable[[bytes, Path], object]
    samples: Callable[[], list[bytes]]
    change: Callable[[bytes, Random], bytes]
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
        for candidate in discover([path]):
            try:
                read_candidate(candidate)
            except SourceError as error:
                assert str(error)
        assert [one.name for one in folder.iterdir()] == [path.name]
    finally:
        path.unlink()
    return None


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


def _nodes_json(data: bytes, folder: Path) -> object:
    """As `hakaru nodes import` does it, which makes a SourceError of what is not readable."""
    text = data.decode("utf-8-sig", errors="replace")
    try:
        return list(in_order(from_json(text))), links_from_json(text)
    except NotReadable as exc:
        raise SourceError("nodes.json", term(str(exc))) from exc


def _nodes_markdown(data: bytes, folder: Path) -> object:
    try:
        return list(in_order(from_markdown(data.decode("utf-8-sig", errors="replace"))))
    except NotReadable as exc:
        raise SourceError("nodes.md", term(str(exc))) from exc


DECODERS = (
    Decoder(name="fit", read=_fit, samples=samples.fit_samples, change=mutated, share=0.22),
    Decoder(name="fit-file", read=_open_fit, samples=samples.fit_samples, change=mutated,
            share=0.06),
    Decoder(name="tcx", read=_tcx, samples=samples.tcx_samples, change=changed_xml, share=0.14),
    Decoder(name="gpx", read=_gpx, samples=samples.gpx_samples, change=changed_xml, share=0.14),
    Decoder(name="garmin-json", read=_garmin_json, samples=samples.garmin_json_samples,
            change=changed_json, share=0.14),
    Decoder(name="garmin-export", read=_garmin_export, samples=samples.garmin_export_samples,
            change=changed_json, share=0.05),
    Decoder(name="csv", read=_csv, samples=samples.csv_samples, change=changed_table, share=0.07),
    Decoder(name="archive", read=_archive, samples=samples.archive_samples, change=changed_zip,
            share=0.08),
    Decoder(name="focus-session", read=_session, samples=samples.session_samples,
            change=changed_lines, share=0.03, parts=_FOCUS),
    Decoder(name="activitywatch", read=_activitywatch, samples=samples.activitywatch_samples,
            change=changed_json, share=0.03, parts=_FOCUS),
    Decoder(name="nodes-json", read=_nodes_json, samples=samples.nodes_json_samples,
            change=changed_json, share=0.02, parts=_NODES),
    Decoder(name="nodes-markdown", read=_nodes_markdown, samples=samples.nodes_markdown_samples,
            change=changed_text, share=0.02, parts=_NODES),
)  # fmt: skip
