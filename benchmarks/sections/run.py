"""Do the words of sections hold, over many runs and every kind of model, and what do they cost?

`python -m benchmarks sections [--quick]`. 500 made-up runs x 5 sections x models that choose well,
badly and lie: what is shown is the menu's own words or was read completely and holds; choice and
order of well-meant replies survive. Beside it times (of judging: of the processor), sizes of
evidence, and tokens.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Mapping

from tests.running.claims.choosers import BAD, LYING, WELL_MEANT, Chooser, ids_of, menu_in, reply_of
from tests.running.claims.menus import menu as toy_menu
from tests.running.sections.known_runs import known_run
from tests.running.sections.october import EASY, october_run

from benchmarks.sections.tokens import token_costs
from hakaru.core.i18n import LANGUAGES
from hakaru.flows.narrate import menus_of
from hakaru.guard.claims import all_hold
from hakaru.guard.task import Reply
from hakaru.present.sections import narrate
from hakaru.running.claims.choose import Menu, SectionTask
from hakaru.running.sections.evidence import as_text, bundle
from hakaru.running.sections.facts import gather_all
from hakaru.running.sections.model import SECTIONS, Chosen

_RUNS = 500
_QUICK_RUNS = 20
_MODELS: Mapping[str, Chooser] = WELL_MEANT | LYING | BAD


class _Tally:
    """Counts and times while the runs go by."""

    def __init__(self) -> None:
        self.replies: Counter[str] = Counter()
        self.survived: Counter[str] = Counter()
        self.own_words: Counter[str] = Counter()
        self.untrue: Counter[str] = Counter()
        self.told_back: Counter[str] = Counter()
        self.menu_ms: list[float] = []
        self.judge_ms: list[float] = []
        self.narrate_ms: list[float] = []
        self.evidence_bytes: list[int] = []


def run(quick: bool) -> Mapping[str, object]:
    """Counts, those that must be 0 among them, and milliseconds."""
    n_runs, tally, draw = _QUICK_RUNS if quick else _RUNS, _Tally(), random.Random(1)
    for number in range(n_runs):
        _one_run(number, tally, draw)
    n_meant = sum(tally.replies[way] for way in WELL_MEANT)
    n_survived = sum(tally.survived[way] for way in WELL_MEANT)
    return {
        "runs": n_runs,
        "replies": sum(tally.replies.values()),
        "untrue_shown": sum(tally.untrue.values()),
        "well_meant": n_meant,
        "choice_and_order_survive": n_survived,
        "choice_and_order_survive_pct": round(100.0 * n_survived / n_meant, 2),
        "sentences_in_the_model_s_own_words_by_way": dict(tally.own_words),
        "told_back_by_way": dict(tally.told_back),
        "menu_ms": _spread(tally.menu_ms),
        "judge_ms": _spread(tally.judge_ms),
        "narrate_ms": _spread(tally.narrate_ms),
        "evidence_bytes": {
            "median": statistics.median(tally.evidence_bytes),
            "max": max(tally.evidence_bytes),
        },
        "tokens": {
            lang: dict(token_costs(october_run(EASY, 431.0), lang=lang)) for lang in LANGUAGES
        },
    }


def _one_run(number: int, tally: _Tally, draw: random.Random) -> None:
    known = known_run(number)
    abouts = gather_all(known)
    tally.evidence_bytes += [len(as_text(bundle(about)).encode()) for about in abouts.values()]
    started_s = time.perf_counter()
    menus = menus_of(known)
    tally.menu_ms.append(1000.0 * (time.perf_counter() - started_s))
    for section in SECTIONS:
        started_s = time.perf_counter()
        narrate(section, known, lang="ja")
        tally.narrate_ms.append(1000.0 * (time.perf_counter() - started_s))
        for menu in (menus[section], toy_menu(known, section)):
            for way, chooser in _MODELS.items():
                if menu.offers:
                    _one_reply(menu, way, chooser, tally=tally, draw=draw)


def _one_reply(
    menu: Menu, way: str, chooser: Chooser, *, tally: _Tally, draw: random.Random
) -> None:
    task = SectionTask(menu=menu, lang="en")
    sentences = chooser(draw, menu_in(task.prompt))
    reply = Reply(text=reply_of(sentences), finish="stop")
    started_s = time.thread_time()
    chosen, findings = task.judge(reply)
    tally.judge_ms.append(1000.0 * (time.thread_time() - started_s))
    tally.replies[way] += 1
    tally.told_back[way] += bool(findings)
    kept = [name for sentence in chosen or () for name in sentence.ids]
    tally.survived[way] += kept == list(dict.fromkeys(ids_of(sentences))) and not findings
    tally.own_words[way] += sum(sentence.text is not None for sentence in chosen or ())
    tally.untrue[way] += sum(not _holds(sentence, menu) for sentence in chosen or ())


def _holds(sentence: Chosen, menu: Menu) -> bool:
    claims = [claim for name in sentence.ids for claim in menu.by_id[name].claims]
    read = [] if sentence.text is None else menu.read(sentence.text, menu.facts, "en")
    return all_hold(claims, menu.facts) and all(
        one.claims and all_hold(one.claims, menu.facts) for one in read
    )


def _spread(values_ms: list[float]) -> Mapping[str, float]:
    in_order = sorted(values_ms)
    return {
        "median": round(in_order[len(in_order) // 2], 3),
        "p99": round(in_order[int(0.99 * (len(in_order) - 1))], 3),
        "max": round(in_order[-1], 3),
    }
