"""The committed corpus is read again, and changed a little: only errors of ours come out."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.corpus import CORPUS, LARGEST_BYTES, MOST_BYTES, kept
from tests.fuzz.decoders import DECODERS, Decoder
from tests.fuzz.fuzzing import Run, execute, fuzz, name_of, stopping_what_hangs, watch

N_CHANGED = 2_000
SEED = int(os.environ.get("HAKARU_FUZZ_SEED", "1"))
by_name = pytest.mark.parametrize("decoder", DECODERS, ids=[decoder.name for decoder in DECODERS])


def told(run: Run) -> list[str]:
    return [fault.what for fault in run.faults]


@by_name
def test_every_input_that_ever_led_somewhere_is_read_or_refused_in_words(
    decoder: Decoder, tmp_path: Path
) -> None:
    run, inputs = Run(), [*decoder.samples(), *kept(decoder)]
    with stopping_what_hangs():
        for data in inputs:
            execute(decoder, data, tmp_path, run)
    assert told(run) == []
    assert run.executions == len(inputs)
    assert run.accepted > 0


@by_name
def test_two_thousand_changed_inputs_break_no_decoder(decoder: Decoder, tmp_path: Path) -> None:
    """Two thousand over all decoders, each its share, the same for the same seed."""
    inputs, rng = kept(decoder), Random(SEED)
    seeds = [*decoder.samples()[:2], *rng.sample(inputs, min(len(inputs), 8))]
    n = round(N_CHANGED * decoder.share)
    with stopping_what_hangs():
        run = fuzz(decoder, seeds, n=len(seeds) + n, rng=rng, folder=tmp_path)
    assert told(run) == []
    assert run.executions == len(seeds) + n


def test_the_shares_of_the_decoders_make_a_whole() -> None:
    assert sum(decoder.share for decoder in DECODERS) == pytest.approx(1.0)
    assert len({decoder.name for decoder in DECODERS}) == len(DECODERS)


def test_the_corpus_is_small_and_every_input_leads_along_a_way_of_its_own() -> None:
    paths = sorted(CORPUS.glob("*/*.seed"))
    assert {path.parent.name for path in paths} == {decoder.name for decoder in DECODERS}
    assert sum(path.stat().st_size for path in paths) < MOST_BYTES
    for path in paths:
        data = path.read_bytes()
        assert len(data) <= LARGEST_BYTES
        assert path.name.removeprefix("fault-") == name_of(data)


def test_a_decoder_that_breaks_hangs_or_says_nothing_is_noticed(tmp_path: Path) -> None:
    (whole,) = (decoder for decoder in DECODERS if decoder.name == "gpx")

    def breaks(data: bytes, folder: Path) -> object:
        raise KeyError(data.decode())

    def waits(data: bytes, folder: Path) -> object:
        while True:
            pass

    run = Run()
    execute(_reading(whole, breaks), b"x", tmp_path, run)
    with stopping_what_hangs():
        execute(_reading(whole, waits), b"y", tmp_path, run, most_s=0.05)
    assert [fault.data for fault in run.faults] == [b"x", b"y"]
    assert told(run)[0] == "KeyError: 'x'"
    assert told(run)[1].startswith("Hangs")


def test_a_new_way_through_a_decoder_is_noticed_once(tmp_path: Path) -> None:
    (gpx,) = (decoder for decoder in DECODERS if decoder.name == "gpx")
    run = Run()
    assert watch(gpx, b"<gpx/>", tmp_path, run)
    assert not watch(gpx, b"<gpx/>", tmp_path, run)
    assert watch(gpx, gpx.samples()[0], tmp_path, run)


def _reading(decoder: Decoder, read: object) -> Decoder:
    return Decoder(
        name=decoder.name,
        read=read,  # type: ignore[arg-type]
        samples=decoder.samples,
        change=decoder.change,
        share=decoder.share,
    )
