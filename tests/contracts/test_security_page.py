"""Does every threat of docs/security.md name a test that exists?"""

from __future__ import annotations

import re

from tests.contracts.requirements_page import list_evidence
from tests.contracts.tree import ROOT

ROW = re.compile(r"^\| (?P<threat>[^*|][^|]*) \| (?P<guard>[^|]+) \| (?P<tests>[^|]*) \|$", re.M)
TEST = re.compile(r"`(tests/[\w/]+\.py(?:::\w+)?)`")


def test_every_threat_has_a_guard_and_tests_that_exist() -> None:
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    rows = [one for one in ROW.finditer(page) if one["threat"] not in ("threat", "---")]
    assert len(rows) >= 18
    known = list_evidence(ROOT)
    for row in rows:
        named = TEST.findall(row["tests"])
        assert named, row["threat"]
        for test in named:
            assert test in known or (ROOT / test).is_file(), test
