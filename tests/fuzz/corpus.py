"""Which inputs are kept for good? `python -m tests.fuzz.corpus FOLDER` takes in what a run found.

A small set of the smallest inputs that together lead along every way known, per decoder, and every
input that ever found a fault (`fault-*.seed`). All were made here: none is anybody's recording.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.fuzz.decoders import DECODERS, Decoder
from tests.fuzz.fuzzing import Run, name_of, stopping_what_hangs, watch

CORPUS = Path(__file__).parent / "corpus"
LARGEST_BYTES = 3_000
MOST_BYTES = 300_000


def kept(decoder: Decoder, *, below: Path = CORPUS) -> list[bytes]:
    """What is committed (or lies below another folder) for a decoder, in the order of its names."""
    return [path.read_bytes() for path in sorted((below / decoder.name).glob("*.seed"))]


def smallest_that_lead_everywhere(decoder: Decoder, inputs: list[bytes]) -> list[bytes]:
    """From the smallest on, each that leads along a way that those before it do not."""
    run = Run()
    with tempfile.TemporaryDirectory() as folder, stopping_what_hangs():
        for data in decoder.samples():
            watch(decoder, data, Path(folder), run)
        return [
            data
            for data in sorted(set(inputs), key=lambda one: (len(one), one))
            if len(data) <= LARGEST_BYTES and watch(decoder, data, Path(folder), run)
        ]


def take_in(found: Path) -> dict[str, int]:
    """Keep what is new in `found`; how many inputs each decoder has then."""
    counts = {}
    for decoder in DECODERS:
        chosen = smallest_that_lead_everywhere(decoder, kept(decoder) + kept(decoder, below=found))
        folder = CORPUS / decoder.name
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("*.seed"):
            if not path.name.startswith("fault-"):
                path.unlink()
        for data in chosen:
            (folder / name_of(data)).write_bytes(data)
        counts[decoder.name] = len(chosen)
    return counts


if __name__ == "__main__":
    sys.stdout.write(f"{take_in(Path(sys.argv[1]))}\n")
