"""The passports of sensors: what each is, how it reads beside the one before, how it moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.core.units import PERCENT
from hakaru.guard.cleaning import clean
from hakaru.present.document import Document, Part, part, table
from hakaru.present.figures import signed
from hakaru.present.rows import sensor_text
from hakaru.running.wording import fixed, label

if TYPE_CHECKING:
    from hakaru.flows.devices import DevicesResult
    from hakaru.running.devices import Offset, Passport, Span80

_JUDGED = {
    "personal": N_("its own runs"),
    "shrunk": N_("its own runs and runners in general"),
    "bridged": N_("runs with the sensor before"),
    "population": N_("runners in general"),
}


def devices_document(result: DevicesResult, language: Lang) -> Document:
    """Three tables: the sensors, their offsets, their drift."""
    return Document(parts=device_parts(result, language))


def device_parts(result: DevicesResult, lang: Lang) -> tuple[Part, ...]:
    """The parts of the document, those that have something to say."""
    if not result.devices:
        return (part(say("No run with a sensor of form is stored.", lang)),)
    parts = [_sensors(result.devices, lang)]
    if any(device.offsets for device in result.devices):
        parts.append(_offsets(result.devices, lang))
    if any(device.drifts for device in result.devices):
        parts.append(_drifts(result.devices, lang))
    return tuple(parts)


def _name(group: str, label: str, lang: Lang) -> str:
    kind = sensor_text(group, lang)
    return f"{kind} {clean(label)}" if label and clean(label) != kind else kind


def _sensors(devices: Sequence[Passport], lang: Lang) -> Part:
    rows = [
        (
            _name(device.sensor_group, device.sensor_label, lang),
            fixed(device.n_runs, 0),
            device.first_day.isoformat(),
            device.last_day.isoformat(),
            "-" if device.coverage_frac is None else f"{fixed(PERCENT * device.coverage_frac, 0)}%",
            fixed(device.n_sparse, 0),
            "-" if device.basis is None else say(_JUDGED[device.basis], lang),
        )
        for device in devices
    ]
    names = (
        say("sensor", lang),
        say("runs", lang),
        say(in_context("day", "first"), lang),
        say(in_context("day", "last"), lang),
        say("coverage", lang),
        say("not rated", lang),
        say("judged by", lang),
    )
    note = say(
        "Coverage: the share of a run that has its readings, the median of its runs. Not "
        "rated: runs of which it covered too little.",
        lang,
    )
    return part(
        table("devices", names, rows, left="lrllrrl"), note, title=say("Sensors worn", lang)
    )


def _offsets(devices: Sequence[Passport], lang: Lang) -> Part:
    rows = [
        (
            _name(device.sensor_group, device.sensor_label, lang),
            _name(offset.against_group, offset.against_label, lang),
            label(offset.metric, lang),
            _size(offset.size),
            _interval(offset.size),
            _basis(offset, lang),
        )
        for device in devices
        for offset in device.offsets
    ]
    names = (
        say("sensor", lang),
        say("beside", lang),
        say("metric", lang),
        say("difference", lang),
        say("80% interval", lang),
        say("known from", lang),
    )
    note = say(
        "At the same speed, and drawn towards what such sensors usually differ by. Runs "
        "before and after the change of sensor are compared, so a change of form at that time "
        "looks the same.",
        lang,
    )
    return part(
        table("offsets", names, rows, left="lllrrl"),
        note,
        title=say("Beside the sensor before", lang),
    )


def _drifts(devices: Sequence[Passport], lang: Lang) -> Part:
    rows = [
        (
            _name(device.sensor_group, device.sensor_label, lang),
            label(drift.metric, lang),
            _size(drift.size),
            _interval(drift.size),
            say("{n} <n:run|runs>", lang, n=drift.n_runs),
        )
        for device in devices
        for drift in device.drifts
    ]
    names = (
        say("sensor", lang),
        say("metric", lang),
        say("in 100 days", lang),
        say("80% interval", lang),
        say("known from", lang),
    )
    note = say("Runner and sensor together: nothing here tells one from the other.", lang)
    return part(
        table("drifts", names, rows, left="llrrl"), note, title=say("Drift of its readings", lang)
    )


def _size(size: Span80) -> str:
    return f"{signed(PERCENT * size.frac, 1)}%"


def _interval(size: Span80) -> str:
    return f"{signed(PERCENT * size.low_frac, 1)} … {signed(PERCENT * size.high_frac, 1)}%"


def _basis(offset: Offset, lang: Lang) -> str:
    if offset.n_both and not offset.n_before:
        return say("{n} <n:file|files> with both", lang, n=offset.n_both)
    runs = say(
        "{before} <before:run|runs> before, {after} after",
        lang,
        before=offset.n_before,
        after=offset.n_after,
    )
    if not offset.n_both:
        return runs
    return say("{runs}; {n} <n:file|files> with both", lang, runs=runs, n=offset.n_both)
