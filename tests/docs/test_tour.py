"""What CONTRIBUTING says to touch for an addition is enough: each is made in a copy."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import cache_from_source
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
_ROW = re.compile(r"^\| (an? [a-z ]+) \| (.+?) \|", re.MULTILINE)
_PATH = re.compile(r"`([\w./*]+\.\w+)`")


def named(addition: str) -> set[str]:
    """The files that the tour names for an addition."""
    rows = dict(_ROW.findall(CONTRIBUTING.read_text("utf-8")))
    return set(_PATH.findall(rows[addition]))


@dataclass
class Copy:
    """A copy of the source in which something is added."""

    root: Path
    touched: set[str] = field(default_factory=set)

    def write(self, path: str, text: str) -> None:
        """A new file; its paths in the tour begin below src/hakaru."""
        self.touched.add(re.sub(r"(?<=/)longest|(?<=/)steps|(?<=/)de(?=\.po)", "*", path))
        (self.root / "src/hakaru" / path).write_text(text, "utf-8")

    def add(self, path: str, *, before: str, text: str) -> None:
        """Lines before the only place where `before` stands."""
        self.touched.add(path)
        file = self.root / "src/hakaru" / path
        whole = file.read_text("utf-8")
        assert whole.count(before) == 1, (path, before)
        file.write_text(whole.replace(before, text + before), "utf-8")

    def translate(self, translations: dict[str, str]) -> None:
        """The texts that are new, in Japanese."""
        assert self.run("-m", "tools.messages").returncode == 1, "new texts wait for a translation"
        self.touched.add("locale/ja.po")
        catalogue = self.root / "src/hakaru/locale/ja.po"
        whole = catalogue.read_text("utf-8")
        for english, japanese in translations.items():
            empty = f'msgid "{english}"\nmsgstr ""\n'
            assert empty in whole, english
            whole = whole.replace(empty, f'msgid "{english}"\nmsgstr "{japanese}"\n')
        catalogue.write_text(whole, "utf-8")
        self.succeed("-m", "tools.messages")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Python with the copy in place of what is installed."""
        places = os.pathsep.join((str(self.root / "src"), str(self.root), str(ROOT)))
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": places, "HAKARU_LANG": "en"},
            capture_output=True,
            text=True,
            check=False,
        )

    def succeed(self, *arguments: str) -> str:
        """What it prints."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def hakaru(self, *words: str) -> str:
        """What the program of the copy prints."""
        return self.succeed(
            "-c", "from hakaru.surfaces.cli.main import main; main()", *words, "--data", "data"
        )


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Copy]:
    """The source with what is compiled of it, so that only what is changed is compiled again."""
    unneeded = shutil.ignore_patterns("__pycache__")
    for folder in ("src", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unneeded)
        for source in (ROOT / folder).rglob("*.py"):
            compiled = Path(cache_from_source(source))
            if compiled.exists():
                own = Path(cache_from_source(tmp_path / source.relative_to(ROOT)))
                own.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(compiled, own)
    yield Copy(tmp_path)
    for folder in ("src", "tools"):
        compiled = Path(cache_from_source(tmp_path / folder / "x.py")).parent
        shutil.rmtree(compiled, ignore_errors=True)


_METRIC = """    "flight_time": MetricSpec(
        name="flight_time",
        unit="ms",
        series_column="flight_time_ms",
        inputs=("gct_ms", "cadence_spm"),
        formula=lambda gct_ms, cadence_spm: 60_000.0 / cadence_spm - gct_ms,
        law="linear",
        valid=(1.0, 300.0),
        priors={
            "garmin": Prior(level_at_ref=90.0, level_sd_frac=0.3, slope=0.5, slope_sd=0.5),
        },
        noise=Noise(between_sd=0.03, within_sd=0.03, drift_sd_frac_per_year=0.02),
        half_width_floor_frac=0.05,
        unfavourable=0,
        scored=False,
        groups=(),
        decimals=0,
        words=MetricWords(
            name=N_("Flight time"),
            brief=N_("Flight time"),
            lower=N_("shorter"),
            higher=N_("longer"),
        ),
    ),
"""


def test_a_metric_is_an_entry_and_its_words(copy: Copy) -> None:
    copy.add("running/metrics.py", before="}\n\nSCORED_METRICS", text=_METRIC)
    copy.add("running/metrics.py", before=', "leg_stiffness"]', text=', "flight_time"')
    copy.translate({"Flight time": "滞空時間"})
    copy.hakaru("simulate", "season", "--weeks", "1", "--runs-per-week", "2")
    copy.hakaru("ingest", "season")
    assert json.loads(copy.hakaru("form", "--json"))["flight_time"]["actual"] > 0
    assert "滞空時間" in copy.hakaru("form", "--lang", "ja")
    assert copy.touched == named("a metric")


_OPERATION = """[[operation]]
name = "get_longest_run"
command = "longest"
about = "The longest run of all"
decision = "which run was the longest"
example = "hakaru longest"
target = "hakaru.flows.longest:get_longest_run"
document = "hakaru.present.longest:longest_document"
profile = "core"

"""
_FLOW = '''"""The longest run of all."""

from dataclasses import dataclass

from hakaru.flows.context import Context


@dataclass(frozen=True, kw_only=True)
class Longest:
    """None: no run is stored."""

    distance_m: float | None


def get_longest_run(context: Context) -> Longest:
    """The longest run of all."""
    with context.store.read() as con:
        (distance_m,) = con.execute("SELECT max(distance_m) FROM activities").fetchone() or (None,)
    return Longest(distance_m=distance_m)
'''
_DOCUMENT = '''"""The longest run, to read."""

from hakaru.core.i18n import Lang, say
from hakaru.flows.longest import Longest
from hakaru.present.document import Document, Text, document


def longest_document(result: Longest, lang: Lang) -> Document:
    """A sentence."""
    if result.distance_m is None:
        return document(Text(text=say("Nobody ran yet", lang)))
    return document(Text(text=f"{result.distance_m:.0f} m"))
'''


def test_an_operation_is_a_declaration_a_flow_and_a_document(copy: Copy) -> None:
    declared = '[[operation]]\nname = "ingest"\n'
    copy.add("catalog/operations.toml", before=declared, text=_OPERATION)
    copy.write("flows/longest.py", _FLOW)
    copy.write("present/longest.py", _DOCUMENT)
    copy.succeed("-m", "tools.catalogue")
    copy.translate(
        {
            "The longest run of all": "いちばん長いラン",
            "which run was the longest": "どのランがいちばん長かったか",
            "Nobody ran yet": "まだ誰も走っていない",
        }
    )
    assert copy.hakaru("longest") == "Nobody ran yet\n"
    assert copy.hakaru("longest", "--lang", "ja") == "まだ誰も走っていない\n"
    assert json.loads(copy.hakaru("longest", "--json")) == {"distance_m": None}
    tools = (
        "from hakaru.catalog.operations import OPERATIONS;"
        "from hakaru.surfaces.mcp.schema import list_tools;"
        "print(list_tools(OPERATIONS, write=False, schemas=True))"
    )
    assert "get_longest_run" in copy.succeed("-c", tools)
    assert copy.touched == named("an operation")


_RULE = """    Rule(
        id="ORG-SHOUT",
        at="said",
        broken=lambda place, _: isinstance(place.value, str) and place.value.endswith("!!"),
        text=N_("{path} shouts"),
        severity="should",
    ),
"""


def test_a_rule_is_a_row_and_its_words(copy: Copy) -> None:
    before = '    Rule(\n        id="ORG-KEY",\n        at="proposals",\n'
    copy.add("proposals/report_rules.py", before=before, text=_RULE)
    copy.translate({"{path} shouts": "{path} が叫んでいます"})
    judged = copy.succeed(
        "-c",
        "from hakaru.api import validate_organizer_report as v;"
        "print(v({'summary': 'まず休む!!', 'decomposition_proposals': [], "
        "'grouping_proposals': [], 'relation_proposals': []}, set(), lang='ja'))",
    )
    assert "summary が叫んでいます" in judged
    assert copy.touched == named("a rule")


_FORMAT = '''"""Steps: a line per second with the distance so far in metres."""

from datetime import UTC, datetime

import numpy as np

from hakaru.running.activity import Provenance, Recording


def read_steps(data: bytes, *, provenance: Provenance) -> tuple[Recording, ...]:
    """The only run of a file."""
    distance_m = np.array([float(line) for line in data.split()])
    elapsed_s = np.arange(distance_m.size, dtype=float)
    return (
        Recording(
            started_at=datetime(2026, 1, 1, 8, tzinfo=UTC),
            sport="running",
            series={"elapsed_s": elapsed_s, "distance_m": distance_m},
            provenance=(provenance,),
        ),
    )
'''


def test_a_format_is_a_reader_and_its_rows(copy: Copy) -> None:
    copy.write("sources/steps.py", _FORMAT)
    copy.add(
        "sources/discover.py", before='    ".csv": "garmin-csv",\n', text='    ".steps": "steps",\n'
    )
    copy.add("sources/discover.py", before='    "polar-json",\n]', text='    "steps",\n')
    copy.add(
        "sources/read.py",
        before='    "gpx": (read_gpx, "gpx"),\n',
        text='    "steps": (read_steps, "steps"),\n',
    )
    copy.add(
        "sources/read.py",
        before="from hakaru.sources.tcx import",
        text="from hakaru.sources.steps import read_steps\n",
    )
    copy.add("running/activity.py", before='    "strava-csv",\n', text='    "steps",\n')
    (copy.root / "run.steps").write_text("\n".join(f"{2.8 * at:.1f}" for at in range(1200)))
    copy.hakaru("ingest", "run.steps")
    (run,) = json.loads(copy.hakaru("activities", "--json"))["activities"]
    assert "2026-01-01" in run
    assert copy.touched == named("a format")


def test_a_language_is_a_file_and_an_entry(copy: Copy) -> None:
    copy.add("core/i18n.py", before='"en": "English"}', text='"de": "Deutsch", ')
    copy.add("core/i18n.py", before=', "en"]\nLang', text=', "de"')
    header = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    empty = "Nothing is stored yet: `hakaru ingest FOLDER` reads your recordings."
    copy.write("locale/de.po", f'{header}msgid "{empty}"\nmsgstr "Noch nichts da."\n')
    copy.run("-m", "tools.messages")
    assert "Noch nichts da." in copy.hakaru("volume", "--lang", "de")
    assert copy.touched == named("a language")


_PAGE = '''"""The page of the longest run."""

from hakaru.flows.history import records
from hakaru.surfaces.web.pages.visit import Shown, Visit


def show(visit: Visit) -> Shown:
    """The longest run."""
    longest = records(visit.context, year=None).records
    return Shown(template="longest.html.j2", section="runs", title="Longest", view=longest)
'''


def test_a_page_is_a_view_a_template_and_a_row(copy: Copy) -> None:
    copy.write("surfaces/web/pages/longest.py", _PAGE)
    copy.write(
        "surfaces/web/templates/longest.html.j2",
        '{% extends "base.html.j2" %}'
        "{% block main %}<h1>{{ view|length }} longest</h1>{% endblock %}",
    )
    copy.add(
        "surfaces/web/endpoints.py",
        before='    PageRoute(path="/shoes"',
        text='    PageRoute(path="/longest", view=longest.show),\n',
    )
    copy.add(
        "surfaces/web/endpoints.py",
        before="from hakaru.surfaces.web.pages.visit import (",
        text="from hakaru.surfaces.web.pages import longest\n",
    )
    shown = copy.succeed(
        "-c",
        "from pathlib import Path; from tests.flows.factories import make_context;"
        "from tests.surfaces.web.serving import talking\n"
        "with talking(make_context(Path('data'))) as client: print(client.get('/longest').text)",
    )
    assert "<h1>0 longest</h1>" in shown
    assert copy.touched == named("a page")
