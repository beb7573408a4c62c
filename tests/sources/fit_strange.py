"""FIT files that no device writes, but the protocol allows: every kind of definition, at random."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from random import Random

from tests.sources import fit_bytes as fb

_CODES = {
    0x00: "B", 0x01: "b", 0x02: "B", 0x83: "h", 0x84: "H", 0x85: "i", 0x86: "I", 0x07: "s",
    0x88: "f", 0x89: "d", 0x0A: "B", 0x8B: "H", 0x8C: "I", 0x0D: "B", 0x8E: "q", 0x8F: "Q",
    0x90: "Q",
}  # fmt: skip
_INVALID = {0x01: 0x7F, 0x83: 0x7FFF, 0x85: 0x7FFF_FFFF, 0x8E: 2**63 - 1}
_ZERO_INVALID = {0x0A, 0x8B, 0x8C, 0x90}
_RECORD_FIELDS = (0, 1, 2, 3, 4, 5, 6, 7, 13, 29, 39, 41, 52, 53, 73, 78, 83, 84, 85, 108, 200)
_LAP_FIELDS = (2, 7, 8, 9, 11, 23, 24, 25, 254, 201)
_KINDS = ((fb.RECORD, _RECORD_FIELDS), (fb.LAP, _LAP_FIELDS), (0xFF33, (1, 2, 3)))
_PACKED, _TIMESTAMP = 8, 253
_WITH_COMPONENTS = {2, 6}
"""Fields of which others are derived: always as the profile has them, else readers disagree."""
_PACKED_BYTES = 3


@dataclass(kw_only=True)
class Local:
    """What one local message type means now: (size, base type) of each field."""

    order: str
    fields: list[tuple[int, int]] = field(default_factory=list)


@dataclass(kw_only=True)
class StrangeFile:
    """A file that grows at random: definitions anew all the time, both byte orders, compressed
    timestamps, arrays, texts, developer fields that are described again."""

    rng: Random
    parts: list[bytes] = field(default_factory=list)
    local: dict[int, Local] = field(default_factory=dict)
    described: dict[tuple[int, int], int] = field(default_factory=dict)
    packed_in: set[int] = field(default_factory=set)

    def content(self) -> bytes:
        """The whole file."""
        return fb.fit_file(fb.file_id(), *self.parts)

    def grow(self, n_steps: int) -> None:
        """Add so many definitions, descriptions or messages."""
        for _ in range(n_steps):
            choice = self.rng.random()
            if choice < 0.15 or not self.local:
                self._define()
            elif choice < 0.2:
                self._describe()
            else:
                self._send(self.rng.choice(sorted(self.local)), self.rng.randrange(1, 5))

    def _define(self) -> None:
        rng = self.rng
        number, known = rng.choice(_KINDS)
        local, order = rng.randrange(1, 16), rng.choice("<>")
        numbers = rng.sample(known, rng.randrange(0, len(known) + 1))
        own = [
            (one, 2, 0x84) if one in _WITH_COMPONENTS else (one, *self._size_and_code())
            for one in numbers
        ]
        if rng.random() < 0.8:
            own.append((_TIMESTAMP, 4, 0x86))
        if number == fb.RECORD and not self.packed_in:
            self.packed_in.add(local)
            own.append((_PACKED, _PACKED_BYTES, 0x0D))
        rng.shuffle(own)
        developer = rng.sample(sorted(self.described), min(len(self.described), rng.randrange(4)))
        content = struct.pack(order + "BBBHB", 0, 0, int(order == ">"), number, len(own))[1:]
        content += b"".join(bytes(one) for one in own)
        sizes = [(size, code) for _, size, code in own]
        for index, field_number in developer:
            code = self.described[index, field_number]
            size = struct.calcsize(_CODES[code]) * rng.choice((1, 1, 1, 2))
            content += bytes((len(developer),)) if (index, field_number) == developer[0] else b""
            content += bytes((field_number, size, index))
            sizes.append((size, code))
        header = 0x40 | (0x20 if developer else 0) | local
        self.parts.append(bytes((header,)) + content)
        self.local[local] = Local(order=order, fields=sizes)

    def _size_and_code(self) -> tuple[int, int]:
        code = self.rng.choice(sorted(_CODES))
        if self.rng.random() < 0.1:
            return self.rng.randrange(1, 9), code
        return struct.calcsize(_CODES[code]) * self.rng.choice((1, 1, 1, 1, 3)), code

    def _describe(self) -> None:
        index, number = self.rng.randrange(2), self.rng.randrange(4)
        code = self.rng.choice([one for one in sorted(_CODES) if one not in (0x07, 0x0D)])
        if not any(known == index for known, _ in self.described):
            self.parts.append(fb.developer_app(index))
        self.described[index, number] = code
        fields: dict[int, fb.Field] = {
            0: ("u8", index),
            1: ("u8", number),
            2: ("u8", code),
            3: ("text", f"field {index} {number}"),
        }
        self.parts.append(fb.message(fb.FIELD_DESCRIPTION, fields))

    def _send(self, local: int, n_messages: int) -> None:
        known = self.local[local]
        for _ in range(n_messages):
            is_compressed = local < 4 and self.rng.random() < 0.5
            low = self.rng.randrange(32)
            header = 0x80 | local << 5 | low if is_compressed else local
            body = b"".join(self._value(known.order, size, code) for size, code in known.fields)
            self.parts.append(bytes((header,)) + body)

    def _value(self, order: str, size: int, code: int) -> bytes:
        letter = _CODES[code]
        width = struct.calcsize(letter)
        if code in (0x07, 0x0D) or size % width:
            return self.rng.choice((b"\xff" * size, bytes(size), self.rng.randbytes(size)))
        return b"".join(self._number(order, code) for _ in range(size // width))

    def _number(self, order: str, code: int) -> bytes:
        letter = _CODES[code]
        if letter in "fd":
            value = self.rng.choice((float("nan"), 0.0, 1.5, -2.25, 1e6))
            return struct.pack(order + letter, value)
        n_bits = 8 * struct.calcsize(letter)
        invalid = 0 if code in _ZERO_INVALID else _INVALID.get(code, 2**n_bits - 1)
        top = 2 ** (n_bits - 1) - 1
        return struct.pack(order + letter, self.rng.choice((invalid, self.rng.randint(1, top))))


def strange_file(seed: int, *, n_steps: int = 120) -> bytes:
    """One such file; the same for the same seed."""
    made = StrangeFile(rng=Random(seed))
    made.grow(n_steps)
    return made.content()
