"""Words of other programs that stand in sentences of ours, and what is translated of them.

Sports and kinds of files are named as the FIT profile and Garmin Connect do, here in lower case
with spaces. A word that is not here is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_, Message, in_context, message, term

OF_THE_SYSTEM = (
    N_("File exists"),
    N_("Is a directory"),
    N_("No such file or directory"),
    N_("No space left on device"),
    N_("Not a directory"),
    N_("Permission denied"),
    N_("Read-only file system"),
)
"""Why the operating system did not do something."""

_NAMES = frozenset(
    (
        # sports and their kinds
        in_context("name", "alpine skiing"),
        in_context("name", "backcountry"),
        in_context("name", "basketball"),
        in_context("name", "boxing"),
        in_context("name", "breathing"),
        in_context("name", "breathwork"),
        in_context("name", "cardio training"),
        in_context("name", "casual walking"),
        in_context("name", "cross country skiing"),
        in_context("name", "cycling"),
        in_context("name", "downhill"),
        in_context("name", "driving"),
        in_context("name", "e biking"),
        in_context("name", "elliptical"),
        in_context("name", "exercise"),
        in_context("name", "fitness equipment"),
        in_context("name", "flexibility training"),
        in_context("name", "floor climbing"),
        in_context("name", "generic"),
        in_context("name", "golf"),
        in_context("name", "gravel cycling"),
        in_context("name", "hiit"),
        in_context("name", "hiking"),
        in_context("name", "ice skating"),
        in_context("name", "indoor cardio"),
        in_context("name", "indoor climbing"),
        in_context("name", "indoor cycling"),
        in_context("name", "indoor rowing"),
        in_context("name", "indoor walking"),
        in_context("name", "inline skating"),
        in_context("name", "jump rope"),
        in_context("name", "kayaking"),
        in_context("name", "lap swimming"),
        in_context("name", "meditation"),
        in_context("name", "motorcycling"),
        in_context("name", "mountain"),
        in_context("name", "mountain biking"),
        in_context("name", "mountaineering"),
        in_context("name", "multi sport"),
        in_context("name", "multisport"),
        in_context("name", "open water"),
        in_context("name", "open water swimming"),
        in_context("name", "other"),
        in_context("name", "paddling"),
        in_context("name", "pilates"),
        in_context("name", "road"),
        in_context("name", "road biking"),
        in_context("name", "rock climbing"),
        in_context("name", "rowing"),
        in_context("name", "rugby"),
        in_context("name", "run without a start"),
        in_context("name", "running"),
        in_context("name", "snowboarding"),
        in_context("name", "snowshoeing"),
        in_context("name", "soccer"),
        in_context("name", "speed walking"),
        in_context("name", "spin"),
        in_context("name", "stair climbing"),
        in_context("name", "stand up paddleboarding"),
        in_context("name", "stopwatch"),
        in_context("name", "strength training"),
        in_context("name", "surfing"),
        in_context("name", "swimming"),
        in_context("name", "tennis"),
        in_context("name", "training"),
        in_context("name", "transition"),
        in_context("name", "treadmill"),
        in_context("name", "unknown sport"),
        in_context("name", "unstated"),
        in_context("name", "virtual activity"),
        in_context("name", "virtual ride"),
        in_context("name", "walking"),
        in_context("name", "yoga"),
        # kinds of files
        in_context("name", "activity summary"),
        in_context("name", "blood pressure"),
        in_context("name", "course"),
        in_context("name", "course and workout"),
        in_context("name", "device"),
        in_context("name", "goals"),
        in_context("name", "monitoring a"),
        in_context("name", "monitoring b"),
        in_context("name", "monitoring daily"),
        in_context("name", "schedules"),
        in_context("name", "segment"),
        in_context("name", "segment list"),
        in_context("name", "settings"),
        in_context("name", "sport"),
        in_context("name", "totals"),
        in_context("name", "weight"),
        in_context("name", "workout"),
        # documents of an activity
        in_context("name", "activity"),
        in_context("name", "activity details"),
        in_context("name", "gear"),
        in_context("name", "hr zones"),
        in_context("name", "lactate threshold"),
        in_context("name", "original"),
        in_context("name", "splits"),
        in_context("name", "vo2 max"),
        in_context("name", "weather"),
        # columns of a recording
        in_context("name", "balance"),
        in_context("name", "cadence"),
        in_context("name", "distance"),
        in_context("name", "elevation"),
        in_context("name", "ground contact time"),
        in_context("name", "heart rate"),
        in_context("name", "latitude"),
        in_context("name", "longitude"),
        in_context("name", "pod contact time"),
        in_context("name", "pod form power"),
        in_context("name", "pod leg stiffness"),
        in_context("name", "pod oscillation"),
        in_context("name", "pod power"),
        in_context("name", "power"),
        in_context("name", "speed"),
        in_context("name", "step length"),
        in_context("name", "temperature"),
        in_context("name", "vertical oscillation"),
        in_context("name", "vertical ratio"),
    )
)


_TRAININGS = frozenset(
    (
        in_context("training", "recovery"),
        in_context("training", "low moderate"),
        in_context("training", "aerobic base"),
        in_context("training", "tempo threshold"),
        in_context("training", "interval"),
        in_context("training", "sprint"),
        in_context("training", "long run"),
        in_context("training", "trail"),
        in_context("training", "race"),
        in_context("training", "unknown"),
    )
)


def named(name: str) -> str:
    """The name of a sport, a kind of file, a document or a column of a recording."""
    key = in_context("name", name.replace("_", " ").lower())
    return term(name, key=key) if key in _NAMES else name


def training(kind: str) -> str:
    """A kind of training in a row of other words."""
    name = kind.replace("_", " ")
    key = in_context("training", name)
    return term(name, key=key) if key in _TRAININGS else name


def quoted(name: str) -> str:
    """The name in quotes."""
    known = named(name)
    return message("'{name}'", name=known) if isinstance(known, Message) else repr(name)


def counted(name: str, n: int) -> Message:
    """How many there are of it, as `3 cycling`."""
    return message(in_context("list", "{n} {name}"), n=n, name=named(name))


_SENSORS: Mapping[str, str] = {
    "garmin-wrist": N_("{device} wrist"),
    "garmin-unknown": N_("{device}, sensor not named"),
}
"""Labels of sensors that a file does not name, by the group of the sensor."""


def unnamed_sensor(group: str, device: str) -> Message:
    """What a sensor is called by its device."""
    return message(_SENSORS[group], device=device)


def sensor_label(group: str, label: str) -> str:
    """The label of a sensor as it was stored, again knowing what it was made of."""
    template = _SENSORS.get(group)
    ending = "" if template is None else template.removeprefix("{device}")
    is_by_device = ending != "" and label.endswith(ending)
    return unnamed_sensor(group, label.removesuffix(ending)) if is_by_device else label


def reason_of(error: OSError) -> Message:
    """Why the system refused."""
    return term(error.strerror or str(error))


def is_interruption(error: Exception) -> bool:
    """Whether somebody pressed Ctrl-C during a query: DuckDB takes the KeyboardInterrupt away and
    raises a RuntimeError in its place."""
    return isinstance(error, RuntimeError) and str(error) == "Query interrupted"
