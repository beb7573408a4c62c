"""Style sheets: what a report and the pages of the dashboard call their own."""

from __future__ import annotations

import re
from importlib import resources

SHEETS = resources.files("hakaru.present").joinpath("templates")
OF_PAGES = resources.files("hakaru.surfaces.web").joinpath("static")


def selectors(sheet: str) -> list[str]:
    heads = re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    return [head.strip() for head in heads if not head.strip().startswith("@")]


def classes(sheet: str) -> set[str]:
    return set(re.findall(r"\.([a-z][\w-]*)", " ".join(selectors(sheet))))


def report_sheet() -> str:
    return SHEETS.joinpath("report.css").read_text(encoding="utf-8")


def test_every_rule_of_the_report_is_about_a_class_with_its_prefix() -> None:
    rules = selectors(report_sheet())
    assert len(rules) > 150
    for rule in rules:
        for selector in re.split(r",(?![^(]*\))", rule):
            assert re.search(r"\.r-\w", selector), selector


def test_bare_elements_are_styled_without_a_class() -> None:
    assert classes(SHEETS.joinpath("base.css").read_text(encoding="utf-8")) == set()


def test_pages_define_no_class_with_the_prefix_of_the_report() -> None:
    own = classes(report_sheet())
    for name in ("app.css", "charts.css", "run.css"):
        used = classes(OF_PAGES.joinpath(name).read_text(encoding="utf-8"))
        assert len(used) > 10
        assert {one for one in used if one.startswith("r-")} <= own
