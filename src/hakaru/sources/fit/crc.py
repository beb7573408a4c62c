"""What is the checksum of a FIT file? CRC-16/ARC (polynomial 0x8005, reflected, start 0)."""

from __future__ import annotations

from fastcrc import crc16


def fit_crc(data: bytes) -> int:
    """Checksum of the bytes (0..65535)."""
    return crc16.arc(data)
