"""What is an application for: meeting, work, reading, browsing, leisure?

By name alone, in any of its spellings on the three systems ("zoom.us", "Zoom", "zoom.exe"), of any
edition or version ("PyCharm CE", "pycharm64", "Adobe Photoshop 2024"), and as a Mac calls it in
Japanese. A name that no row knows has no class, and no class never speaks for or against anybody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

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
