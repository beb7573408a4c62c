"""How do the readers that are compared read a FIT file? All of it: every message, the developer
fields, the checksum."""

from __future__ import annotations

import struct
from dataclasses import replace
from functools import cache

import fitdecode
from garmin_fit_sdk import Decoder, Stream

from hakaru.sources.fit.decode import columns_of, decode_fit
from hakaru.sources.fit.definitions import DefinedField, Definition, Group
from hakaru.sources.fit.records import Rows, rows_of
from hakaru.sources.fit.salvage import walk
from hakaru.sources.fit.scan import split_chain

_FEW = 16
"""Fewer messages of a kind are unpacked one by one."""


def columns(data: bytes) -> int:
    """Hakaru, as the product reads: the messages and fields of its table; the records."""
    return sum(one.timestamp_s.size for one in decode_fit(data))


def everything(data: bytes) -> int:
    """Hakaru: the same, and besides every number of every field of every message, known or not."""
    n_records = 0
    for segment in split_chain(data, path="benchmark.fit"):
        walked = walk(data, segment)
        n_records += columns_of(data, segment, walked=walked).timestamp_s.size
        for group in walked.groups:
            if len(group.offsets) < _FEW:
                _one_by_one(data, group)
            elif group.definition.size_bytes:
                _side_by_side(data, group)
    return n_records


def _side_by_side(data: bytes, group: Group) -> list[object]:
    rows = rows_of(data, group, at=group.at)
    fields = [*group.definition.fields, *(own.field for own in group.definition.developer)]
    return [_array(rows, field) for field in fields]


def _array(rows: Rows, field: DefinedField) -> object:
    if not field.base.is_number:
        return rows.bytes_of(field).copy()
    return [rows.numbers(element) for element in _elements(field)]


@cache
def _elements(field: DefinedField) -> list[DefinedField]:
    """The values of an array field, each as a field of its own."""
    return [
        replace(field, at_byte=field.at_byte + place, size_bytes=field.base.size_bytes)
        for place in range(0, field.size_bytes, field.base.size_bytes)
    ]


def _one_by_one(data: bytes, group: Group) -> list[list[object]]:
    packing, invalid = _packing(group.definition)
    return [
        [
            None if value == missing else value
            for value, missing in zip(packing.unpack_from(data, at + 1), invalid, strict=True)
        ]
        for at in group.offsets
    ]


@cache
def _packing(definition: Definition) -> tuple[struct.Struct, list[object]]:
    """How a message is unpacked, and what stands for a missing value at each place."""
    codes, invalid = definition.byte_order, list[object]()
    for field in (*definition.fields, *(own.field for own in definition.developer)):
        codes += f"{field.count}{field.base.struct_code}"
        invalid += [field.base.invalid] * (1 if field.base.is_text else field.count)
    return struct.Struct(codes), invalid


def vendor(data: bytes) -> int:
    """The vendor's SDK as it is used: `read` checks the checksum itself, once."""
    messages, _ = Decoder(Stream.from_byte_array(bytearray(data))).read()
    return len(messages.get("record_mesgs", ()))


def plainly(data: bytes) -> int:
    """fitdecode as its documentation shows, with its check of the checksum."""
    n_records = 0
    with fitdecode.FitReader(
        data,
        check_crc=fitdecode.CrcCheck.READONLY,
        error_handling=fitdecode.ErrorHandling.IGNORE,
    ) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA and frame.name == "record":
                n_records += 1
    return n_records
