"""Is what is in front known for what it is, and do the user's own words come first?"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from hakaru.focus.categories import (
    CATEGORIES,
    N_NAMES,
    OwnRule,
    category_of,
    category_of_domain,
    category_of_title,
    category_word,
    classify_app,
)
from hakaru.focus.classify import Signals, decide
from hakaru.focus.settings import FocusSettings, days_of
from tests.focus.factories import make_camera, make_pc


def test_at_least_300_names_are_known_in_both_languages() -> None:
    assert N_NAMES >= 300
    for japanese, english in (
        ("プレビュー", "Preview"), ("メモ帳", "Notepad"), ("メール", "Mail"),
        ("原神", "GenshinImpact.exe"),
        ("エクスプローラー", "explorer.exe"), ("写真", "Photos"), ("ミュージック", "Music"),
    ):  # fmt: skip
        assert classify_app(japanese) == classify_app(english) is not None
    for category in CATEGORIES:
        assert category_word(category, "ja") != category_word(category, "en")


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("Adobe Illustrator 2026", "work"), ("idea64.exe", "work"), ("Zoom Workplace", "meeting"),
        ("steam_app_570", "leisure"), ("Minecraft.Windows.exe", "leisure"), ("X", "leisure"),
        ("Spotify.exe", "music"), ("LockApp.exe", "system"), ("Anki", "learning"),
    ],
)  # fmt: skip
def test_editions_and_makers_change_nothing(name: str, category: str) -> None:
    assert classify_app(name) == category


def test_a_site_is_known_with_what_belongs_to_it() -> None:
    assert category_of_domain("www.instagram.com") == "leisure"
    assert category_of_domain("live.nicovideo.jp") == "leisure"
    assert category_of_domain("music.youtube.com") == "music"
    assert category_of_domain("meet.google.com") == "meeting"
    assert category_of_domain("notinstagram.com") is None
    assert category_of_title("Week 3 | Coursera") == "learning"
    assert category_of_title("Something else") is None


def test_own_rules_come_first_and_sites_count_in_browsers_only() -> None:
    lecture = OwnRule(match="title", pattern="講義|Lecture", category="learning")
    site = "www.youtube.com"
    assert category_of("Safari", domain=site, title="Cats") == "leisure"
    assert (
        category_of("Safari", domain=site, title="線形代数 第7回 講義", rules=[lecture])
        == "learning"
    )
    assert category_of("Safari", domain=site, title=None, rules=[lecture]) == "leisure"
    assert category_of("Code", domain=site, title="Netflix") == "work"
    own = OwnRule(match="app", pattern="Kanban | 勤怠くん", category="work")
    assert category_of("勤怠くん.exe", rules=[own]) == "work"
    inside = OwnRule(match="domain", pattern="example.com", category="leisure")
    assert category_of("firefox", domain="wiki.example.com", rules=[inside]) == "leisure"
    assert category_of("firefox", domain="notexample.com", rules=[inside]) == "browser"


def test_leisure_distracts_in_the_time_set_as_work_and_only_then() -> None:
    game = make_pc(active_app="Minecraft")
    game = replace(game, category="leisure", category_s=60.0)
    for work_time, state in ((True, "distracted"), (None, "distracted"), (False, "focused")):
        pc = replace(game, work_time=work_time)
        assert decide(Signals(camera=make_camera(), pc=pc)).state == state
    glance = replace(game, category_s=4.0, work_time=True)
    assert decide(Signals(camera=make_camera(), pc=glance)).state == "focused"


def test_the_time_of_work_may_span_midnight_and_days_are_checked() -> None:
    tuesday = datetime(2026, 11, 24, 10, 5, tzinfo=UTC)
    assert FocusSettings().is_work_time(tuesday)
    assert not FocusSettings().is_work_time(tuesday.replace(hour=18))
    assert not FocusSettings().is_work_time(tuesday.replace(day=28))
    assert FocusSettings(work_from=None).is_work_time(tuesday.replace(day=28))
    night = FocusSettings(work_days="2", work_from="22:00", work_until="06:00")
    assert night.is_work_time(tuesday.replace(hour=23))
    assert night.is_work_time(tuesday.replace(day=25, hour=5))
    assert not night.is_work_time(tuesday.replace(hour=5))
    assert days_of("1,3, 6-7") == frozenset({1, 3, 6, 7})
    for wrong in ("", "0-3", "5-1", "x", "1-", "8"):
        assert days_of(wrong) is None
