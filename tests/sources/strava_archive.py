"""The archive of a Strava account as it is sent: a list, and beside it the recordings."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.sources import fit_bytes as fb

BEGIN = datetime(2024, 5, 1, 6, 0, 12, tzinfo=UTC)
FIT_EPOCH = datetime(1989, 12, 31, tzinfo=UTC)

_PLACES = ("Athlete Weight", "Bike Weight")
_HEADERS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Activity ID", "Activity Date", "Activity Name", "Activity Type", "Activity Description",
        "Elapsed Time", "Distance", "Max Heart Rate", "Relative Effort", "Commute",
        "Activity Private Note", "Activity Gear", "Filename", *_PLACES, "Elapsed Time",
        "Moving Time", "Distance", "Max Speed", "Average Speed", "Elevation Gain",
        "Elevation Loss", "Elevation Low", "Elevation High", "Max Grade", "Average Grade",
        "Average Positive Grade", "Average Negative Grade", "Max Cadence", "Average Cadence",
        "Max Heart Rate", "Average Heart Rate", "Max Watts", "Average Watts", "Calories",
    ),
    "de": (
        "Aktivitäts-ID", "Aktivitätsdatum", "Name der Aktivität", "Aktivitätsart",
        "Aktivitätsbeschreibung", "Verstrichene Zeit", "Distanz", "Max. Herzfrequenz",
        "Relative Leistung", "Pendeln", "Hinweis zur Privatsphäre für Aktivitäten",
        "Aktivitätsausrüstung", "Dateiname", *_PLACES, "Verstrichene Zeit", "Bewegungszeit",
        "Distanz", "Höchstgeschw.", "Durchschnittliche Geschwindigkeit", "Höhenzunahme",
        "Höhenunterschied", "Min. Höhe", "Max. Höhe", "Max. Steigung",
        "Durchschnittliche Steigung", "Durchschnittliche positive Steigung",
        "Durchschnittliche negative Steigung", "Max. Trittfrequenz",
        "Durchschnittliche Trittfrequenz", "Max. Herzfrequenz",
        "Durchschnittliche Herzfrequenz", "Max. Watt", "Durchschnittliche Watt", "Kalorien",
    ),
}  # fmt: skip
_BEGINNINGS: Mapping[str, tuple[str, ...]] = {
    "fr": (
        "ID de l'activité", "Date de l'activité", "Nom de l'activité", "Type d'activité",
        "Description de l'activité", "Temps écoulé", "Distance", "Fréquence cardiaque max.",
        "Effort relatif", "Déplacement-transport", "Note privée sur les activités",
        "Matériel utilisé pour l'activité", "Nom du fichier",
    ),
    "es": (
        "ID de actividad", "Fecha de la actividad", "Nombre de la actividad",
        "Tipo de actividad", "Descripción de la actividad", "Tiempo transcurrido", "Distancia",
        "Ritmo cardíaco máx.", "Esfuerzo relativo", "Desplazamiento", "Nota privada",
        "Equipamiento", "Nombre del archivo",
    ),
    "ja": (
        "アクティビティID", "アクティビティ実行日", "アクティビティ名", "アクティビティタイプ",
        "アクティビティの説明", "経過時間", "距離", "最大心拍数", "相対的エフォート", "通勤",
        "アクティビティのプライベートメモ", "アクティビティのギア", "ファイル名",
    ),
}  # fmt: skip
WORDS: Mapping[str, tuple[str, str]] = {
    "en": ("Run", "Ride"),
    "de": ("Lauf", "Radfahrt"),
    "fr": ("Course à pied", "Vélo"),
    "es": ("Carrera", "Bicicleta"),
    "ja": ("ラン", "ライド"),
}
"""A run and a ride in each language."""


def header_of(language: str) -> tuple[str, ...]:
    """The columns; where the later ones are not known in a language, those that are there twice
    have their names again, and the others are numbers."""
    if language in _HEADERS:
        return _HEADERS[language]
    begin = _BEGINNINGS[language]
    twice = {15: begin[5], 17: begin[6], 30: begin[7]}
    return (*begin, *(twice.get(at, f"[{at}]") for at in range(len(begin), 35)))


def date_in(language: str, moment: datetime) -> str:
    """A date as the account of a language has it."""
    clock = f"{moment:%H:%M:%S}"
    if language == "de":
        return f"{moment:%d.%m.%Y}, {clock}"
    if language == "ja":
        return f"{moment:%Y/%m/%d} {clock}"
    if language in ("fr", "es"):
        month = {"fr": "mai", "es": "may"}[language]
        return f"{moment.day} {month} {moment.year}, {clock}"
    clock = f"{moment.hour % 12 or 12}:{moment:%M:%S}\u202f{moment:%p}"
    return f"{moment:%b} {moment.day}, {moment.year}, {clock}"


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A row of the list. `suffix` '': there is no recording of it."""

    number: int
    is_run: bool = True
    suffix: str = ".fit.gz"
    title: str = "Morning Run"
    gear: str = "Blue shoes"
    length_s: int = 300

    @property
    def start(self) -> datetime:
        return BEGIN + timedelta(hours=6 * self.number)

    @property
    def file(self) -> str:
        return f"activities/{9_000_000_000 + self.number}{self.suffix}" if self.suffix else ""


@dataclass(frozen=True, kw_only=True)
class Archive:
    """What is in an archive. `missing` are numbers of rows whose recording is not in it."""

    rows: Sequence[Listed]
    language: str = "en"
    missing: frozenset[int] = field(default_factory=frozenset)

    def files(self) -> dict[str, bytes]:
        """Every file of it by its name."""
        recordings = {
            row.file: recording_of(row)
            for row in self.rows
            if row.suffix and row.number not in self.missing
        }
        return {
            "activities.csv": self.list_bytes(),
            "profile.csv": b"Athlete ID,Email Address\n1,a@b\n",
            "routes/1.gpx": b'<gpx><rte><rtept lat="1" lon="2"/></rte></gpx>',
            "media/1.jpg": b"\xff\xd8",
            **recordings,
        }

    def list_bytes(self) -> bytes:
        """The list."""
        lines = [_line(header_of(self.language))]
        lines += [_line(self._cells(row)) for row in self.rows]
        return ("\n".join(lines) + "\n").encode()

    def _cells(self, row: Listed) -> list[str]:
        distance_m = 3.0 * row.length_s
        cells = [""] * len(header_of(self.language))
        decimal = "," if self.language in ("de", "fr", "es") else "."
        cells[:13] = [
            str(9_000_000_000 + row.number),
            date_in(self.language, row.start),
            row.title,
            WORDS[self.language][0 if row.is_run else 1],
            "felt, heavy\nask the coach",
            str(row.length_s),
            f"{distance_m / 1000:.2f}".replace(".", decimal),
            "171.0", "12.0", "false", "private", row.gear, row.file,
        ]  # fmt: skip
        cells[15:18] = [f"{row.length_s}.0", f"{row.length_s}.0", f"{distance_m:.1f}"]
        cells[19:21] = ["3.0", "21.5"]
        cells[29:32] = ["84.0", "171.0", "151.4"]
        cells[34] = "711.0"
        return cells


def _line(cells: Sequence[str]) -> str:
    return ",".join(f'"{cell}"' if any(mark in cell for mark in ",\n") else cell for cell in cells)


def recording_of(row: Listed) -> bytes:
    """The recording of a row in the format of its file."""
    start = round((row.start - FIT_EPOCH).total_seconds())
    if ".fit" in row.suffix:
        data = fb.fit_file(
            fb.file_id(created=start),
            b"".join(
                fb.record(
                    at_s, {3: ("u8", 150), 5: ("u32", 300 * at_s), 6: ("u16", 3000)}, start=start
                )
                for at_s in range(0, row.length_s + 1, 5)
            ),
            fb.session(0, row.length_s, start=start),
        )
    else:
        points = "".join(
            f'<trkpt lat="{35 + 3.0 * at_s / 111_194.93:.9f}" lon="139"><time>'
            f"{row.start + timedelta(seconds=at_s):%Y-%m-%dT%H:%M:%SZ}</time></trkpt>"
            for at_s in range(0, row.length_s + 1, 5)
        )
        data = (
            f'<gpx version="1.1" creator="StravaGPX"><trk><trkseg>{points}</trkseg></trk></gpx>'
        ).encode()
    return gzip.compress(data, mtime=0) if row.suffix.endswith(".gz") else data


def write_archive(path: Path, archive: Archive) -> None:
    """The archive as a zip."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for name, data in archive.files().items():
            file.writestr(name, data)
