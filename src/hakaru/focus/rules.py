"""Obvious cases that rules decide, and what kind of work an application is for.

`classify_unified` answers obvious cases only (None: let the evidence be weighed);
`classify_unified_fallback` always answers. A rule fires only on fields that are present and
usable: what is missing never makes anybody focused, nor away.

By name alone, in any of its spellings on the three systems ("zoom.us", "Zoom", "zoom.exe"), of any
edition or version ("PyCharm CE", "pycharm64", "Adobe Photoshop 2024"), and as a Mac calls it in
Japanese. A name that no row knows has no class, and no class never speaks for or against anybody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hakaru.focus.states import (
    CameraSnapshot,
    ClassificationResult,
    FocusState,
    PcSnapshot,
    Source,
    read_camera,
    read_pc,
    reasons_text,
)

AppClass = Literal["meeting", "work", "reader", "browser", "chat", "leisure"]

_NAMES: Mapping[AppClass, tuple[str, ...]] = {
    "meeting": (
        "zoom", "zoom.us", "zoom workplace", "microsoft teams", "ms-teams", "teams",
        "teams-for-linux", "google meet", "meet", "webex", "cisco webex meetings", "facetime",
        "skype", "jitsi", "jitsi meet", "whereby", "gotomeeting", "bluejeans", "slack huddle",
        "huddle", "around", "tuple", "chime", "amazon chime", "skype for business", "msteams",
        "ciscocollabhost",
    ),
    "work": (
        "code", "code - insiders", "visual studio code", "vscode", "vscodium", "codium", "cursor",
        "zed", "xcode", "intellij idea", "idea", "pycharm", "webstorm", "goland", "clion", "rider",
        "rubymine", "phpstorm", "datagrip", "dataspell", "android studio", "eclipse",
        "visual studio", "devenv",
        "sublime text", "sublime_text", "atom", "emacs", "vim", "gvim", "neovim", "nvim", "kate",
        "gedit", "notepad", "notepad++", "textedit", "terminal", "iterm", "iterm2", "konsole",
        "gnome-terminal", "xterm", "alacritty", "kitty", "foot", "wezterm", "ghostty", "warp",
        "gnome-terminal-server",
        "windows terminal", "windowsterminal", "powershell", "cmd", "rstudio", "jupyter",
        "jupyterlab", "matlab", "spyder", "microsoft word", "word", "winword", "microsoft excel",
        "excel", "microsoft powerpoint", "powerpoint", "powerpnt", "pages", "numbers", "keynote",
        "libreoffice", "soffice", "libreoffice-writer", "libreoffice-calc", "onenote", "notion",
        "obsidian", "logseq", "figma", "sketch", "photoshop", "adobe photoshop", "illustrator",
        "adobe illustrator", "affinity designer", "gimp", "inkscape", "blender", "autocad",
        "fusion 360", "freecad", "kicad", "unity", "davinci resolve", "final cut pro", "logic pro",
        "ableton live", "overleaf", "texstudio", "linear", "jira", "postman", "dbeaver", "docker",
        "docker desktop", "github desktop", "sourcetree", "finder", "explorer", "nautilus",
        "ターミナル", "テキストエディット", "メモ帳", "一太郎",
    ),
    "reader": (
        "preview", "acrobat", "adobe acrobat", "acrobat reader", "adobe acrobat reader", "acrord32",
        "evince", "okular", "zathura", "skim", "sumatrapdf", "foxit reader", "foxitpdfreader",
        "kindle", "books", "apple books", "calibre", "zotero", "mendeley", "papers", "readwise",
        "document viewer", "atril", "xreader", "pdf expert", "プレビュー", "ブック",
    ),
    "browser": (
        "safari", "google chrome", "chrome", "google-chrome", "chromium", "chromium-browser",
        "firefox", "mozilla firefox", "navigator", "microsoft edge", "msedge", "edge", "brave",
        "brave browser", "brave-browser", "arc", "opera", "vivaldi", "librewolf", "epiphany",
        "orion", "duckduckgo", "zen", "floorp", "waterfox", "tor browser", "falkon",
    ),
    "chat": (
        "slack", "slackmacgap", "discord", "line", "messages", "telegram", "telegram desktop",
        "whatsapp", "signal", "mattermost", "element", "wechat", "kakaotalk", "mail", "outlook",
        "microsoft outlook", "thunderbird", "gmail", "spark", "mimestream", "olk",
        "telegramdesktop", "メール", "メッセージ",
    ),
    "leisure": (
        "youtube", "netflix", "twitch", "tiktok", "instagram", "facebook", "twitter", "x",
        "reddit", "prime video", "amazon prime video", "disney+", "hulu", "abema", "niconico",
        "steam", "epic games launcher", "minecraft", "spotify", "music", "tv", "photos", "news",
        "vlc", "mpv", "iina", "quicktime player", "roblox", "app store", "pinterest", "tumblr",
        "bluesky", "ミュージック", "写真", "youtube music", "apple tv",
    ),
}  # fmt: skip
_ENDINGS = re.compile(r"\.(?:exe|app|desktop|bin|appimage)$")
_EDITION = re.compile(
    r"(?<=\S)\s(?:\([\w ]{1,24}\)|v?\d[\d.]*|ce|community|professional|pro|ultimate|edition"
    r"|enterprise|dc|lts|esr|insiders|preview|technology|canary|nightly|beta|dev|developer|alpha|classic"
    r"|desktop|client|meetings?)$|(?<=[^\W\d_]{3})\d+$"
)
"""What stands behind the name of a program and makes it no other one."""
_MAKERS = ("jetbrains ", "apache ", "gnu ")
_LONGEST = 200
"""No program is called longer; taking such a name apart would take long."""


def _spelled(name: str) -> str:
    """In lower case, words with single spaces between them."""
    return re.sub(r"[\s_-]+", " ", _ENDINGS.sub("", name.strip().casefold())).strip()


_CLASS_OF: Mapping[str, AppClass] = {
    _spelled(name): app_class for app_class, names in _NAMES.items() for name in names
}


def classify_app(name: str | None) -> AppClass | None:
    """What an application is for; None: not told, or not in the table."""
    if name is None or len(name) > _LONGEST:
        return None
    plain = _spelled(name)
    category = _of_edition(plain)
    if category is not None:
        return category
    # reverse-DNS ids of Linux and macOS: org.mozilla.firefox, us.zoom.xos, com.microsoft.teams2
    parts = plain.split(".")
    if len(parts) < 3:
        return None
    of_parts = (_of_edition(part) for part in reversed(parts) if len(part) > 1)
    return next((category for category in of_parts if category is not None), None)


def _of_edition(plain: str) -> AppClass | None:
    """The class of a name, else of the name without its maker, edition and version."""
    for maker in _MAKERS:
        plain = plain.removeprefix(maker)
    while plain not in _CLASS_OF:
        shorter = _EDITION.sub("", plain)
        if shorter == plain:
            return None
        plain = shorter
    return _CLASS_OF[plain]


RULES_VERSION = 1

AWAY_RATIO = 0.7
OPEN_EAR = 0.27
FACING_DEG = 25.0
IDLE_S = 60.0
LOOKING_AWAY_DEG = 45.0
MANY_SWITCHES = 6
MANY_APPS = 4
PASSIVE_MOUSE_PER_MIN = 60.0
PASSIVE_KEYS_PER_MIN = 5.0
PASSIVE_SINCE_KEY_S = 30.0
_NOT_PASSIVE = frozenset({"meeting", "work", "reader"})
_LITTLE = 0.2
_RECENT_S = 60.0

Values = Mapping[str, object]


@dataclass(frozen=True, kw_only=True)
class Match:
    """A rule that fired: its code, and what it says."""

    code: str
    state: FocusState
    confidence: float

    def result(self, source: Source) -> ClassificationResult:
        """As the requirements name it."""
        return ClassificationResult(
            state=self.state,
            confidence=self.confidence,
            reasoning=reasons_text((self.code,), "en"),
            source=source,
        )


def classify_unified(camera: Values | None, pc: Values | None) -> ClassificationResult | None:
    """The obvious cases, from both snapshots as JSON; None: not obvious."""
    match = obvious(read_camera(camera), read_pc(pc))
    return None if match is None else match.result("rule")


def classify_unified_fallback(camera: Values | None, pc: Values | None) -> ClassificationResult:
    """An answer in any case, from both snapshots as JSON."""
    return fallback(read_camera(camera), read_pc(pc)).result("fallback")


def obvious(camera: CameraSnapshot | None, pc: PcSnapshot | None) -> Match | None:
    """As `classify_unified`, on what was read."""
    if camera is None and pc is None:
        return Match(code="no_data", state="unknown", confidence=0.0)
    if camera is None:
        return None
    if camera.face_detected is False:
        return Match(code="no_face", state="away", confidence=1.0)
    ratio = camera.face_not_detected_ratio
    if ratio is not None and ratio > AWAY_RATIO:
        return Match(code="face_mostly_missing", state="away", confidence=0.9)
    if pc is None or not (_attentive(camera) and at_work(pc)):
        return None
    if scrolls_passively(pc) or switches_rapidly(pc):
        return None
    return Match(code="attentive_at_work", state="focused", confidence=0.9)


def fallback(camera: CameraSnapshot | None, pc: PcSnapshot | None) -> Match:
    """As `classify_unified_fallback`, on what was read."""
    if camera is None and pc is None:
        return Match(code="no_data", state="unknown", confidence=0.0)
    yawning = camera is not None and camera.yawning is True
    if camera is not None and yawning and camera.perclos_drowsy is True:
        return Match(code="closing_eyes_and_yawn", state="drowsy", confidence=0.7)
    if yawning:
        return Match(code="yawn", state="drowsy", confidence=0.6)
    if camera is not None and camera.yaw_deg is not None and camera.yaw_deg > LOOKING_AWAY_DEG:
        return Match(code="head_turned_away", state="distracted", confidence=0.6)
    if pc is not None and switches_rapidly(pc):
        return Match(code="many_switches", state="distracted", confidence=0.6)
    if (camera is not None and camera.face_detected is True) or _recent_input(pc):
        return Match(code="nothing_against", state="focused", confidence=0.5)
    return Match(code="nothing_known", state="unknown", confidence=_LITTLE)


def is_idle(pc: PcSnapshot) -> bool | None:
    """Whether there was no input for a minute; None: not known. Either field may say so."""
    if pc.is_idle is None and pc.idle_seconds is None:
        return None
    return pc.is_idle is True or (pc.idle_seconds is not None and pc.idle_seconds > IDLE_S)


def at_work(pc: PcSnapshot) -> bool:
    """Whether the computer is known to be in use."""
    return is_idle(pc) is False and pc.screen_locked is not True


def scrolls_passively(pc: PcSnapshot) -> bool:
    """The mouse only, hardly any key for long, and no application that is worked in so."""
    mouse, keys = pc.mouse_rate_window, pc.keyboard_rate_window
    if mouse is None or keys is None or classify_app(pc.active_app) in _NOT_PASSIVE:
        return False
    since_key_s = pc.seconds_since_last_keyboard
    long_ago = since_key_s is None or since_key_s >= PASSIVE_SINCE_KEY_S
    return mouse >= PASSIVE_MOUSE_PER_MIN and keys <= PASSIVE_KEYS_PER_MIN and long_ago


def switches_rapidly(pc: PcSnapshot) -> bool:
    """Many changes among many applications."""
    switches, apps = pc.app_switches_in_window, pc.unique_apps_in_window
    if switches is None or apps is None:
        return False
    return switches > MANY_SWITCHES and apps > MANY_APPS


def _attentive(camera: CameraSnapshot) -> bool:
    return (
        camera.face_detected is True
        and camera.ear_average is not None
        and camera.ear_average > OPEN_EAR
        and camera.yaw_deg is not None
        and camera.yaw_deg < FACING_DEG
        and camera.pitch_deg is not None
        and camera.pitch_deg < FACING_DEG
        and camera.perclos_drowsy is False
        and camera.yawning is False
    )


def _recent_input(pc: PcSnapshot | None) -> bool:
    if pc is None or pc.screen_locked is True:
        return False
    return pc.idle_seconds is not None and pc.idle_seconds <= _RECENT_S and is_idle(pc) is False
