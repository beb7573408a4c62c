"""What is an application for: meeting, work, reading, browsing, leisure?

By name alone, in any of its spellings on the three systems ("zoom.us", "Zoom", "zoom.exe").
A name that no row knows has no class, and no class never speaks for or against anybody.
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
        "huddle", "around", "tuple", "chime", "amazon chime",
    ),
    "work": (
        "code", "code - insiders", "visual studio code", "vscode", "vscodium", "codium", "cursor",
        "zed", "xcode", "intellij idea", "idea", "pycharm", "webstorm", "goland", "clion", "rider",
        "rubymine", "phpstorm", "android studio", "eclipse", "visual studio", "devenv",
        "sublime text", "sublime_text", "atom", "emacs", "vim", "gvim", "neovim", "nvim", "kate",
        "gedit", "notepad", "notepad++", "textedit", "terminal", "iterm", "iterm2", "konsole",
        "gnome-terminal", "xterm", "alacritty", "kitty", "foot", "wezterm", "ghostty", "warp",
        "windows terminal", "windowsterminal", "powershell", "cmd", "rstudio", "jupyter",
        "jupyterlab", "matlab", "spyder", "microsoft word", "word", "winword", "microsoft excel",
        "excel", "microsoft powerpoint", "powerpoint", "powerpnt", "pages", "numbers", "keynote",
        "libreoffice", "soffice", "libreoffice-writer", "libreoffice-calc", "onenote", "notion",
        "obsidian", "logseq", "figma", "sketch", "photoshop", "adobe photoshop", "illustrator",
        "adobe illustrator", "affinity designer", "gimp", "inkscape", "blender", "autocad",
        "fusion 360", "freecad", "kicad", "unity", "davinci resolve", "final cut pro", "logic pro",
        "ableton live", "overleaf", "texstudio", "linear", "jira", "postman", "dbeaver", "docker",
        "docker desktop", "github desktop", "sourcetree", "finder", "explorer", "nautilus",
    ),
    "reader": (
        "preview", "acrobat", "adobe acrobat", "acrobat reader", "adobe acrobat reader", "acrord32",
        "evince", "okular", "zathura", "skim", "sumatrapdf", "foxit reader", "foxitpdfreader",
        "kindle", "books", "apple books", "calibre", "zotero", "mendeley", "papers", "readwise",
        "document viewer", "atril", "xreader", "pdf expert",
    ),
    "browser": (
        "safari", "google chrome", "chrome", "google-chrome", "chromium", "chromium-browser",
        "firefox", "mozilla firefox", "navigator", "microsoft edge", "msedge", "edge", "brave",
        "brave browser", "brave-browser", "arc", "opera", "vivaldi", "librewolf", "epiphany",
        "orion", "duckduckgo", "zen", "floorp", "waterfox", "tor browser", "falkon",
    ),
    "chat": (
        "slack", "discord", "line", "messages", "telegram", "telegram desktop", "whatsapp",
        "signal", "mattermost", "element", "wechat", "kakaotalk", "mail", "outlook",
        "microsoft outlook", "thunderbird", "gmail", "spark", "mimestream",
    ),
    "leisure": (
        "youtube", "netflix", "twitch", "tiktok", "instagram", "facebook", "twitter", "x",
        "reddit", "prime video", "amazon prime video", "disney+", "hulu", "abema", "niconico",
        "steam", "epic games launcher", "minecraft", "spotify", "music", "tv", "photos", "news",
        "vlc", "mpv", "iina", "quicktime player", "roblox", "app store", "pinterest", "tumblr",
        "bluesky",
    ),
}  # fmt: skip
_CLASS_OF: Mapping[str, AppClass] = {
    name: app_class for app_class, names in _NAMES.items() for name in names
}
_ENDINGS = re.compile(r"\.(?:exe|app|desktop|bin|appimage)$")


def classify_app(name: str | None) -> AppClass | None:
    """What an application is for; None: not told, or not in the table."""
    if name is None:
        return None
    plain = _ENDINGS.sub("", name.strip().casefold())
    found = _CLASS_OF.get(plain)
    if found is not None:
        return found
    # reverse-DNS ids of Linux and macOS: org.mozilla.firefox, us.zoom.xos, com.microsoft.teams2
    parts = [re.sub(r"\d+$", "", part) for part in plain.split(".")]
    if len(parts) < 3:
        return None
    return next((_CLASS_OF[part] for part in reversed(parts) if part in _CLASS_OF), None)
