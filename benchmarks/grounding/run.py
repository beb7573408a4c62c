"""How many false sentences does the judge of texts catch, how many true ones does it accept?

`python -m benchmarks grounding [--quick]`. 4,000 mutations and 4,000 true sentences, half of each
Japanese, half English, from four sets of templates that were written one after the other, the later
ones after the judge had been mended on the earlier ones.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.grounding.mutations import MUTATIONS, PARTS, render, templates
from benchmarks.grounding.world import Lang, World, make_world
from hakaru.guard.grounding.check import check
from hakaru.running.sections.vocabulary import RUNNING

LANGUAGES: tuple[Lang, ...] = ("ja", "en")
_SEED = 5
_SIZE = 400
_TEXTS = 400


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A sentence and what is known. `kind`: "true", or how it was made false."""

    kind: str
    part: str
    lang: Lang
    template: str
    text: str
    world: World


def run(quick: bool) -> Mapping[str, object]:
    """Shares in percent by kind, part and language; milliseconds of a check."""
    n = 560 if quick else 4000
    false = list(false_sentences(n, seed=_SEED))
    true = list(true_sentences(n, seed=_SEED + 1))
    caught = [one for one in false if is_caught(one)]
    alarms = [one for one in true if is_caught(one)]
    return {
        "mutations": len(false),
        "caught_pct": _share(len(caught), len(false)),
        "true_sentences": len(true),
        "false_alarms_pct": _share(len(alarms), len(true)),
        "templates": sum(len(templates(lang, part)) for lang in LANGUAGES for part in PARTS),
        "caught_pct_by_kind": _by(caught, false, "kind"),
        "caught_pct_by_part": _by(caught, false, "part"),
        "caught_pct_by_language": _by(caught, false, "lang"),
        "caught_pct_by_kind_last": _by(
            [one for one in caught if one.part == "last"],
            [one for one in false if one.part == "last"],
            "kind",
        ),
        "false_alarms_pct_by_part": _by(alarms, true, "part"),
        "false_alarms_pct_by_language": _by(alarms, true, "lang"),
        "check_ms": _check_ms(),
        "sentence_ms": _spread([_fastest_ms(one.text, one.world) for one in (*false, *true)]),
    }


def true_sentences(n: int, *, seed: int) -> Iterator[Sentence]:
    """True sentences, every template in turn."""
    rng = random.Random(seed)
    for place in range(n):
        lang = LANGUAGES[place % 2]
        part = PARTS[place // 2 % len(PARTS)]
        rows = templates(lang, part)
        template = rows[place // (2 * len(PARTS)) % len(rows)]
        world = make_world(rng, lang, held_out=part != "tuned")
        text = render(template, world.fields)
        yield Sentence(kind="true", part=part, lang=lang, template=template, text=text, world=world)


def false_sentences(n: int, *, seed: int) -> Iterator[Sentence]:
    """False sentences, as many of each kind, language and half as can be."""
    rng = random.Random(seed)
    kinds = tuple(MUTATIONS)
    for place in range(n):
        kind = kinds[place % len(kinds)]
        lang = LANGUAGES[place // len(kinds) % 2]
        part = PARTS[place // len(kinds) // 2 % len(PARTS)]
        rows = templates(lang, part)
        text = None
        while text is None:
            template = rng.choice(rows)
            world = make_world(rng, lang, held_out=part != "tuned")
            text = MUTATIONS[kind](rng, template, world)
        yield Sentence(kind=kind, part=part, lang=lang, template=template, text=text, world=world)


def is_caught(sentence: Sentence) -> bool:
    """Whether the judge finds anything in it."""
    return bool(check(sentence.text, sentence.world.evidence, vocabulary=RUNNING))


def _by(sentences: list[Sentence], every: list[Sentence], field: str) -> Mapping[str, float]:
    hits = Counter(getattr(one, field) for one in sentences)
    total = Counter(getattr(one, field) for one in every)
    return {name: _share(hits[name], count) for name, count in sorted(total.items())}


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 2)


def _check_ms() -> Mapping[str, float]:
    """Texts of 400 characters, several true sentences about one run each. Of each the fastest of
    three checks, so that another process on the machine counts little."""
    rng = random.Random(_SEED)
    took_ms = []
    for place in range(_TEXTS):
        lang = LANGUAGES[place % 2]
        world = make_world(rng, lang, held_out=False)
        rows = rng.sample(templates(lang, "tuned"), 20)
        text = " ".join(render(row, world.fields) for row in rows)[:_SIZE]
        took_ms.append(_fastest_ms(text, world))
    return _spread(took_ms)


def _spread(took_ms: Sequence[float]) -> Mapping[str, float]:
    ranked = sorted(took_ms)
    return {
        "median": round(statistics.median(ranked), 3),
        "p99": round(ranked[int(0.99 * len(ranked))], 3),
        "texts": float(len(ranked)),
    }


def _fastest_ms(text: str, world: World) -> float:
    return min(_once_ms(text, world) for _ in range(3))


def _once_ms(text: str, world: World) -> float:
    began_s = time.perf_counter()
    check(text, world.evidence, vocabulary=RUNNING)
    return 1000 * (time.perf_counter() - began_s)
