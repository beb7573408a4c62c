"""Is the source written as the style guide says? (units, sizes, purity, imports, names)"""

from __future__ import annotations

import pytest

from tests.contracts import layers, sizes, units
from tests.contracts.allowed import BODIES, DIMENSIONLESS, SIGNATURES, SQL_COLUMNS
from tests.contracts.tree import SRC, Finding, modules, report, unused

MODULES = modules()


def find(check: object) -> list[Finding]:
    assert callable(check)
    return [finding for module in MODULES for finding in check(module)]


def test_the_source_was_read() -> None:
    assert len(MODULES) > 50
    assert any(layers.is_core(module) for module in MODULES)


def test_every_float_says_its_unit() -> None:
    floats = [
        finding
        for finding in find(units.unit_findings)
        if units.last_word(finding.subject, DIMENSIONLESS) is None
    ]
    assert not floats, report(floats)


def test_the_list_of_dimensionless_words_holds_only_what_is_used() -> None:
    used = {
        units.last_word(finding.subject, DIMENSIONLESS) for finding in find(units.unit_findings)
    }
    assert not sorted(DIMENSIONLESS - used)


def test_every_double_column_says_its_unit() -> None:
    doubles = [
        finding
        for path in sorted((SRC / "store").rglob("*.sql"))
        for finding in units.sql_findings(path.read_text(encoding="utf-8"), path.name)
    ]
    outside = [finding for finding in doubles if finding.subject not in SQL_COLUMNS]
    assert not outside, report(outside)
    assert not sorted(unused(SQL_COLUMNS, doubles))


def test_every_file_is_within_its_budget() -> None:
    findings = find(sizes.file_findings)
    assert not findings, report(findings)


def test_every_body_is_within_its_budget() -> None:
    findings = find(sizes.body_findings)
    outside = [finding for finding in findings if finding.subject not in BODIES]
    assert not outside, report(outside)
    assert not sorted(unused(BODIES, findings))


def test_every_signature_is_within_its_budget() -> None:
    findings = find(sizes.signature_findings)
    outside = [finding for finding in findings if finding.subject not in SIGNATURES]
    assert not outside, report(outside)
    assert not sorted(unused(SIGNATURES, findings))


@pytest.mark.parametrize(
    "check",
    [
        layers.purity_findings,
        layers.hidden_import_findings,
        layers.package_findings,
        layers.docstring_findings,
        layers.broad_except_findings,
        layers.name_findings,
    ],
)
def test_no_module_breaks_a_rule_of_layers(check: object) -> None:
    findings = find(check)
    assert not findings, report(findings)
