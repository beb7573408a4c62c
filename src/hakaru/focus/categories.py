"""What an application, a site or a page is for: work, learning, a meeting, leisure.

By name alone, in any of its spellings on the three systems ("zoom.us", "Zoom", "zoom.exe"), of any
edition or version ("PyCharm CE", "pycharm64", "Adobe Photoshop 2024"), in English and in Japanese.
A name that no row knows has no category, and no category never speaks for or against anybody.

The domain and the title of a page are looked at where the user allows it, and only here: what comes
out is a category, and neither of them is kept. The user's own rules come before every table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, get_args

from hakaru.core.i18n import N_, Lang, translate
from hakaru.records import frozen

Category = Literal[
    "work",
    "learning",
    "reader",
    "meeting",
    "chat",
    "browser",
    "music",
    "leisure",
    "system",
]
CATEGORIES: tuple[Category, ...] = get_args(Category)

CATEGORY_WORDS: Mapping[Category, str] = {
    "work": N_("work"),
    "learning": N_("learning"),
    "reader": N_("reading documents"),
    "meeting": N_("meetings"),
    "chat": N_("mail and chat"),
    "browser": N_("web pages"),
    "music": N_("music"),
    "leisure": N_("leisure"),
    "system": N_("the computer itself"),
}

_NAMES: Mapping[Category, tuple[str, ...]] = {
    "meeting": (
        "zoom", "zoom.us", "zoom workplace", "microsoft teams", "ms-teams", "teams",
        "teams-for-linux", "google meet", "meet", "webex", "cisco webex meetings", "facetime",
        "skype", "jitsi", "jitsi meet", "whereby", "gotomeeting", "bluejeans", "slack huddle",
        "huddle", "around", "tuple", "chime", "amazon chime", "skype for business", "msteams",
        "ciscocollabhost", "webexmta", "ringcentral", "butter", "gather", "ovice", "remo",
        "zoom rooms", "goto", "bizmee", "v-cube", "lifesize", "starleaf", "mikogo", "loom",
    ),
    "work": (
        # editors and what programs are made with
        "code", "code - insiders", "visual studio code", "vscode", "vscodium", "codium", "cursor",
        "windsurf", "zed", "xcode", "intellij idea", "idea", "jetbrains-idea", "pycharm",
        "webstorm", "goland", "clion", "rider", "rubymine", "phpstorm", "datagrip", "dataspell",
        "rustrover", "appcode", "fleet", "aqua", "android studio", "studio", "eclipse",
        "netbeans", "visual studio", "devenv", "qt creator", "qtcreator", "kdevelop",
        "gnome-builder", "code::blocks", "codeblocks", "lazarus", "geany", "bluefish", "brackets",
        "nova", "coda", "bbedit", "textmate", "coteditor", "サクラエディタ", "sakura",
        "秀丸エディタ", "hidemaru", "terapad", "mery", "emeditor", "sublime text", "sublime_text",
        "atom", "emacs", "vim", "gvim", "macvim", "neovim", "nvim", "neovide", "helix", "kate",
        "kwrite", "gedit", "gnome-text-editor", "mousepad", "leafpad", "xed", "pluma", "notepad",
        "notepad++", "textedit", "terminal", "iterm", "iterm2", "konsole", "gnome-terminal",
        "xterm", "alacritty", "kitty", "foot", "wezterm", "wezterm-gui", "ghostty", "warp",
        "hyper", "tabby", "tilix", "terminator", "guake", "yakuake", "urxvt", "st-256color",
        "ptyxis", "kgx", "xfce4-terminal", "lxterminal", "qterminal", "mintty", "conemu",
        "conemu64", "cmder", "mobaxterm", "putty", "tera term", "ttermpro", "rlogin",
        "gnome-terminal-server", "windows terminal", "windowsterminal", "powershell", "pwsh",
        "windows powershell", "cmd", "command prompt", "rstudio", "posit", "jupyter",
        "jupyterlab", "matlab", "octave", "octave-gui", "spyder", "mathematica", "maple", "stata",
        "spss", "sas", "tableau", "power bi", "pbidesktop", "knime", "orange", "labview",
        "simulink", "qgis", "arcgis", "arcgispro", "origin", "graphpad prism", "prism",
        "igor pro", "imagej", "fiji", "paraview", "gnuplot", "anaconda", "wireshark", "postman",
        "insomnia", "bruno", "dbeaver", "tableplus", "sequel ace", "sequel pro",
        "mysql workbench", "mysqlworkbench", "pgadmin", "pgadmin 4", "ssms", "azure data studio",
        "mongodb compass", "redisinsight", "beekeeper", "beekeeper studio", "heidisql", "a5m2",
        "docker", "docker desktop", "podman", "podman desktop", "rancher desktop", "lens",
        "virtualbox", "vmware", "vmware fusion", "parallels", "parallels desktop", "utm",
        "virt-manager", "gnome-boxes", "github desktop", "githubdesktop", "sourcetree",
        "gitkraken", "fork", "tower", "sublime merge", "sublime_merge", "tortoisegit", "smartgit",
        "gitk", "kaleidoscope", "beyond compare", "bcompare", "meld", "winmerge", "winmergeu",
        "filezilla", "cyberduck", "transmit", "winscp", "charles", "proxyman", "fiddler",
        "instruments", "unity", "unity hub", "unity editor", "unreal editor", "unrealeditor",
        "godot", "rpg maker", "gamemaker", "arduino ide", "arduino", "stm32cubeide", "keil",
        "uvision", "vivado", "quartus", "ltspice",
        # offices
        "microsoft word", "word", "winword", "microsoft excel", "excel", "microsoft powerpoint",
        "powerpoint", "powerpnt", "microsoft access", "msaccess", "microsoft project", "winproj",
        "visio", "microsoft visio", "publisher", "mspub", "pages", "numbers", "keynote",
        "libreoffice", "soffice", "libreoffice-writer", "libreoffice-calc", "libreoffice-impress",
        "libreoffice-draw", "libreoffice-base", "libreoffice-math", "libreoffice-startcenter",
        "onlyoffice", "desktopeditors", "wps", "wps office", "wps writer", "et", "wpp",
        "softmaker", "textmaker", "planmaker", "abiword", "gnumeric", "openoffice",
        "kingsoft writer", "hancom", "hwp", "google docs", "google sheets", "google slides",
        "onenote", "microsoft onenote", "notion", "notion calendar", "obsidian", "logseq", "roam",
        "craft", "bear", "evernote", "joplin", "standard notes", "simplenote", "upnote",
        "anytype", "capacities", "ulysses", "scrivener", "ia writer", "typora", "marktext",
        "zettlr", "notes", "sticky notes", "stickies", "stickynotes", "goodnotes", "notability",
        "freeform", "miro", "mural", "whimsical", "microsoft whiteboard", "xmind", "mindnode",
        "freemind", "freeplane", "mindmeister", "omnigraffle", "omnioutliner", "omnifocus",
        "omniplan", "drawio", "draw.io", "diagrams.net", "lucidchart", "things", "todoist",
        "ticktick", "microsoft to do", "to do", "reminders", "asana", "trello", "linear", "jira",
        "clickup", "monday", "monday.com", "basecamp", "backlog", "redmine", "height", "airtable",
        "smartsheet", "wrike", "confluence", "kintone", "freee", "マネーフォワード", "弥生会計",
        "勘定奉行", "calendar", "gnome-calendar", "fantastical", "busycal", "toggl track",
        "toggl", "clockify", "harvest", "timing", "quickbooks", "sap", "sap logon", "saplogon",
        "salesforce", "hubspot", "calculator", "calc", "gnome-calculator", "kcalc", "speedcrunch",
        "soulver",
        # design, pictures, sound and film as work
        "figma", "figma-linux", "figma beta", "sketch", "adobe xd", "xd", "framer", "penpot",
        "canva", "invision", "zeplin", "principle", "photoshop", "adobe photoshop", "illustrator",
        "adobe illustrator", "indesign", "adobe indesign", "lightroom", "adobe lightroom",
        "lightroom classic", "bridge", "adobe bridge", "premiere", "premiere pro",
        "adobe premiere pro", "after effects", "adobe after effects", "afterfx", "audition",
        "adobe audition", "animate", "adobe animate", "dreamweaver", "adobe dreamweaver",
        "media encoder", "adobe media encoder", "acrobat distiller", "substance painter",
        "affinity designer", "affinity photo", "affinity publisher", "affinity", "designer",
        "pixelmator", "pixelmator pro", "acorn", "procreate", "clip studio paint",
        "clipstudiopaint", "clip studio", "clipstudio", "paint tool sai", "sai2", "firealpaca",
        "medibang", "medibang paint", "ibispaint", "krita", "mypaint", "gimp", "gimp-2.10",
        "inkscape", "scribus", "paint", "mspaint", "paint.net", "paintdotnet", "coreldraw",
        "corel painter", "capture one", "darktable", "rawtherapee", "blender", "maya", "3ds max",
        "3dsmax", "cinema 4d", "houdini", "zbrush", "rhino", "rhinoceros", "sketchup", "autocad",
        "acad", "revit", "fusion 360", "fusion", "inventor", "solidworks", "sldworks", "catia",
        "creo", "nx", "siemens nx", "onshape", "archicad", "vectorworks", "jw_cad", "jw cad",
        "jww", "freecad", "openscad", "kicad", "eagle", "altium designer", "cura",
        "ultimaker cura", "prusaslicer", "bambu studio", "orcaslicer", "davinci resolve",
        "resolve", "final cut pro", "imovie", "kdenlive", "shotcut", "openshot",
        "avid media composer", "vegas pro", "aviutl", "obs", "obs studio", "obs64", "camtasia",
        "screenflow", "handbrake", "logic pro", "logic pro x", "garageband", "ableton live",
        "live", "cubase", "pro tools", "studio one", "fl studio", "fl64", "reaper",
        "bitwig studio", "audacity", "ardour", "musescore", "sibelius", "dorico", "finale",
        "overleaf", "texstudio", "texmaker", "texshop", "lyx", "texworks",
        # other computers, and files
        "windows app", "microsoft remote desktop", "remote desktop", "remote desktop connection",
        "mstsc", "msrdc", "remmina", "anydesk", "teamviewer", "rustdesk", "parsec", "vnc viewer",
        "vncviewer", "real vnc", "screen sharing", "chrome remote desktop", "splashtop",
        "citrix workspace", "citrix viewer", "wfica32", "vmware horizon client", "vmware-view",
        "nomachine", "jump desktop", "krdc", "finder", "explorer", "windows explorer",
        "file explorer", "nautilus", "files", "org.gnome.nautilus", "dolphin", "thunar", "nemo",
        "caja", "pcmanfm", "forklift", "path finder", "total commander", "totalcmd",
        "double commander", "directory opus", "dropbox", "google drive", "onedrive", "box",
        "chatgpt", "claude", "copilot", "microsoft copilot", "perplexity", "gemini", "ollama",
        "lm studio", "deepl", "grammarly", "1password", "bitwarden", "keepassxc", "raycast",
        "alfred", "dictionary",
        # in Japanese
        "ターミナル", "テキストエディット", "メモ帳", "一太郎", "コマンド プロンプト", "メモ",
        "リマインダー", "カレンダー", "予定表", "計算機", "電卓", "エクスプローラー",
        "リモート デスクトップ接続", "リモートデスクトップ接続", "付箋", "付箋紙", "ペイント",
        "ファイル", "フリーボード", "辞書", "表計算", "ワード", "エクセル", "パワーポイント",
        "クリップスタジオ", "花子", "端末", "イラストレーター", "フォトショップ", "画面共有",
        "ショートカット",
    ),
    "reader": (
        "preview", "acrobat", "adobe acrobat", "acrobat reader", "adobe acrobat reader",
        "acrord32", "evince", "papers", "okular", "zathura", "skim", "sumatrapdf", "foxit reader",
        "foxitpdfreader", "foxit pdf reader", "foxitphantom", "pdf-xchange editor", "pdfxedit",
        "kindle", "books", "apple books", "calibre", "ebook-viewer", "foliate", "zotero",
        "mendeley", "mendeley reference manager", "endnote", "paperpile", "readcube", "readwise",
        "document viewer", "atril", "xreader", "qpdfview", "mupdf", "pdf expert", "pdfelement",
        "highlights", "marginnote", "liquidtext", "koodo reader", "sioyek", "devonthink", "dash",
        "zeal", "google news", "news", "apple news", "ニュース", "smartnews", "yahoo! news",
        "feedly", "netnewswire", "reeder", "flipboard", "honto", "kobo", "reader", "プレビュー",
        "ブック", "ドキュメントビューアー", "紀伊國屋書店kinoppy",
    ),
    "learning": (
        "anki", "duolingo", "coursera", "udemy", "khan academy", "edx", "linkedin learning",
        "rosetta stone", "babbel", "busuu", "quizlet", "mochi", "supermemo", "brilliant",
        "scratch", "geogebra", "swift playgrounds", "skillshare", "masterclass", "moodle",
        "moodle desktop", "blackboard", "canvas student", "speak", "wanikani", "スタディサプリ",
        "ドットインストール", "ロイロノート",
    ),
    "browser": (
        "safari", "google chrome", "chrome", "google-chrome", "google-chrome-stable", "chromium",
        "chromium-browser", "firefox", "firefox-esr", "mozilla firefox", "navigator",
        "microsoft edge", "msedge", "microsoft-edge", "edge", "brave", "brave browser",
        "brave-browser", "arc", "dia", "opera", "opera gx", "vivaldi", "vivaldi-stable",
        "librewolf", "epiphany", "gnome web", "orion", "duckduckgo", "zen", "zen browser",
        "floorp", "waterfox", "tor browser", "falkon", "konqueror", "qutebrowser", "midori",
        "sleipnir", "lunascape", "yandex", "yandex browser", "browser", "ungoogled-chromium",
        "safari技術プレビュー", "comet", "sidekick", "palemoon", "pale moon", "iexplore",
        "internet explorer",
    ),
    "chat": (
        "slack", "slackmacgap", "discord", "line", "messages", "telegram", "telegram desktop",
        "whatsapp", "signal", "mattermost", "element", "wechat", "weixin", "kakaotalk", "mail",
        "outlook", "microsoft outlook", "thunderbird", "gmail", "spark", "mimestream", "olk",
        "telegramdesktop", "メール", "メッセージ", "rocket.chat", "zulip", "chatwork",
        "line works", "lineworks", "google chat", "messenger", "facebook messenger", "viber",
        "threema", "wire", "hexchat", "weechat", "irssi", "fractal", "nheko", "evolution",
        "geary", "kmail", "mailspring", "airmail", "canary mail", "superhuman", "hey",
        "proton mail", "betterbird", "em client", "mailclient", "postbox", "becky! internet mail",
        "b2", "shuriken", "front", "missive", "intercom", "zendesk", "twist", "flock", "ipmsg",
        "ip messenger", "カカオトーク", "ライン", "連絡先", "contacts", "typetalk", "guilded",
        "revolt", "vesktop", "beeper", "windows mail", "hxoutlook",
    ),
    "music": (
        "spotify", "music", "itunes", "apple music", "ミュージック", "youtube music",
        "amazon music", "tidal", "deezer", "soundcloud", "rhythmbox", "amarok", "clementine",
        "strawberry", "elisa", "lollypop", "audacious", "foobar2000", "aimp", "winamp",
        "musicbee", "vox", "groove music", "plexamp", "podcasts", "ポッドキャスト", "overcast",
        "pocket casts", "radio", "radiko", "cider", "qobuz", "bandcamp", "line music", "awa",
        "shortwave", "gnome-music", "doppler", "swinsian", "brain.fm", "noisli", "endel",
    ),
    "leisure": (
        # films and streams
        "youtube", "netflix", "twitch", "prime video", "amazon prime video", "primevideo",
        "disney+", "disneyplus", "hulu", "abema", "niconico", "tver", "u-next", "dazn", "dmm tv",
        "hbo max", "max", "peacock", "paramount+", "crunchyroll", "plex", "jellyfin",
        "jellyfin media player", "emby", "kodi", "stremio", "infuse", "tv", "apple tv", "vlc",
        "vlc media player", "mpv", "iina", "quicktime player", "media player", "wmplayer",
        "windows media player", "mpc-hc", "mpc-hc64", "mpc-be", "potplayer", "potplayermini64",
        "smplayer", "totem", "celluloid", "videos", "gom player", "kmplayer", "bilibili", "iqiyi",
        "youku", "movies & tv", "chatterino", "streamlink", "メディア プレーヤー",
        "メディアプレーヤー", "映画 & テレビ", "映画とテレビ", "ビデオ", "アベマ", "ニコニコ動画",
        # social
        "tiktok", "instagram", "facebook", "twitter", "x", "reddit", "pinterest", "tumblr",
        "bluesky", "mastodon", "threads", "snapchat", "tweetdeck", "tweeten", "tweetbot",
        "twitterrific", "ivory", "tusky", "tuba", "misskey", "mixi2", "weibo", "vk", "9gag",
        "apollo", "bereal", "インスタグラム", "ツイッター", "フェイスブック",
        # games and where they come from
        "steam", "steamwebhelper", "epic games launcher", "epicgameslauncher", "epic games",
        "gog galaxy", "galaxyclient", "battle.net", "ea app", "ea desktop", "eadesktop",
        "origin games", "ubisoft connect", "upc", "uplay", "rockstar games launcher", "xbox",
        "xboxpcapp", "xbox app", "geforce now", "geforcenow", "playstation", "ps remote play",
        "lutris", "heroic", "heroic games launcher", "bottles", "itch", "minecraft",
        "minecraft launcher", "minecraft-launcher", "minecraft.windows", "minecraftlauncher",
        "マインクラフト", "roblox", "robloxplayerbeta", "robloxplayer", "fortnite",
        "fortniteclient-win64-shipping", "league of legends", "leagueclient", "leagueclientux",
        "valorant", "valorant-win64-shipping", "riot client", "riotclientux", "dota 2", "dota2",
        "counter-strike 2", "cs2", "csgo", "team fortress 2", "tf_win64", "apex legends",
        "r5apex", "overwatch", "overwatch 2", "call of duty", "cod", "pubg", "tslgame",
        "rainbow six siege", "destiny 2", "genshin impact", "genshinimpact", "原神", "yuanshen",
        "honkai star rail", "honkai: star rail", "starrail", "崩壊：スターレイル",
        "zenless zone zero", "zenlesszonezero", "ゼンレスゾーンゼロ", "鳴潮", "wuthering waves",
        "umamusume", "ウマ娘 プリティーダービー", "ウマ娘", "fgo", "blue archive",
        "ブルーアーカイブ", "nikke", "princess connect! re:dive", "granblue fantasy",
        "グランブルーファンタジー", "world of warcraft", "wow", "hearthstone", "diablo iv",
        "diablo iii", "starcraft ii", "sc2", "warcraft iii", "final fantasy xiv", "ffxiv",
        "ffxiv_dx11", "ファイナルファンタジーxiv", "dragon quest x", "ドラゴンクエストx",
        "monster hunter wilds", "monsterhunterwilds", "monsterhunterworld",
        "モンスターハンターワイルズ", "モンスターハンター", "elden ring", "eldenring",
        "エルデンリング", "dark souls iii", "sekiro", "cyberpunk 2077", "cyberpunk2077",
        "the witcher 3", "witcher3", "baldur's gate 3", "bg3", "bg3_dx11", "stardew valley",
        "terraria", "factorio", "rimworld", "rimworldwin64", "civilization vi", "civilizationvi",
        "civilization vii", "civ6", "cities: skylines", "cities skylines", "the sims 4",
        "ts4_x64", "grand theft auto v", "gta5", "gtav", "red dead redemption 2", "rdr2",
        "rocket league", "rocketleague", "fall guys", "among us", "phasmophobia", "palworld",
        "helldivers 2", "helldivers2", "hogwarts legacy", "starfield", "skyrim", "skyrimse",
        "fallout 4", "fallout4", "no man's sky", "nms", "hades", "hades ii", "hollow knight",
        "silksong", "celeste", "cuphead", "portal 2", "half-life 2", "hl2", "garry's mod", "gmod",
        "dead by daylight", "splitgate", "street fighter 6", "streetfighter6", "tekken 8", "fifa",
        "fc 25", "fc 26", "nba 2k26", "forza horizon 5", "forzahorizon5", "gran turismo",
        "euro truck simulator 2", "eurotrucks2", "microsoft flight simulator", "flightsimulator",
        "microsoft solitaire collection", "solitaire", "ソリティア", "freecell",
        "spider solitaire", "minesweeper", "マインスイーパー", "mahjong", "mahjong soul", "雀魂",
        "gnome-mines", "gnome-mahjongg", "aisleriot", "chess", "チェス", "2048",
        "candy crush saga", "osu!", "osu", "geometry dash", "クッキークリッカー", "ryujinx",
        "yuzu", "dolphin-emu", "retroarch", "pcsx2", "rpcs3", "ppsspp", "cemu", "mame", "openemu",
        "nox", "bluestacks", "bluestacks app player", "ldplayer", "dmm game player",
        "dmmgameplayer",
        # shops and the like
        "amazon", "amazon shopping", "rakuten", "mercari", "メルカリ", "楽天市場", "ebay",
        "aliexpress", "temu", "app store", "microsoft store", "winstore.app", "gnome-software",

        "photos", "写真", "フォト", "photo booth", "gamebar", "tinder", "bumble", "pairs",
        "comico", "ピッコマ", "piccoma", "line manga", "lineマンガ", "shonen jump",
        "少年ジャンプ+", "manga up!", "webtoon", "vrchat",
    ),
    "system": (
        "system settings", "system preferences", "settings", "systemsettings", "control panel",
        "gnome-control-center", "task manager", "taskmgr", "activity monitor",
        "gnome-system-monitor", "loginwindow", "lockapp", "screensaverengine", "dock",
        "spotlight", "searchhost", "startmenuexperiencehost", "shellexperiencehost",
        "applicationframehost", "systemuiserver", "control center", "notification center",
        "usernotificationcenter", "archive utility", "disk utility", "installer", "console",
        "keychain access", "softwareupdatenotificationmanager", "gnome-shell", "plasmashell",
        "ksmserver", "polkit", "システム設定", "システム環境設定", "設定", "コントロール パネル",
        "タスク マネージャー", "アクティビティモニタ", "ディスクユーティリティ",
    ),
}  # fmt: skip

_ENDINGS = re.compile(r"\.(?:exe|app|desktop|bin|appimage|x86_64)$")
_EDITION = re.compile(
    r"(?<=\S)\s(?:\([\w ]{1,24}\)|v?\d[\d.]*|ce|community|professional|pro|ultimate|edition"
    r"|enterprise|dc|lts|esr|insiders|preview|technology|canary|nightly|beta|dev|developer|alpha|classic"
    r"|desktop|client|meetings?|stable|plus|personal|standard|home|student|business|premium|portable"
    r"|oss|lite|x64|64 bit|版|cc|creative cloud|deluxe|launcher|for (?:mac|windows|linux|desktop)"
    r"|ベータ版?)$"
    r"|(?<=[^\W\d_]{3})\d+$"
)
"""What stands behind the name of a program and makes it no other one."""
_MAKERS = ("jetbrains ", "apache ", "gnu ", "microsoft ", "google ", "adobe ", "apple ", "the ")
_STEAM = re.compile(r"steam app \d+$")
"""How X11 and Wayland call whatever was begun by Steam."""
_LONGEST = 200
"""No program is called longer; taking such a name apart would take long."""


def spelled(name: str) -> str:
    """In lower case, words with single spaces between them."""
    return re.sub(r"[\s_-]+", " ", _ENDINGS.sub("", name.strip().casefold())).strip()


_CATEGORY_OF: Mapping[str, Category] = {
    spelled(name): category for category, names in _NAMES.items() for name in names
}
N_NAMES = len(_CATEGORY_OF)
"""So many names are known."""


def classify_app(name: str | None) -> Category | None:
    """What an application is for; None: no name, or not in the table."""
    return None if name is None or len(name) > _LONGEST else _classified(name)


@lru_cache(maxsize=256)
def _classified(name: str) -> Category | None:
    plain = spelled(name)
    category = _of_edition(plain)
    if category is not None:
        return category
    if _STEAM.match(plain):
        return "leisure"
    # reverse-DNS ids of Linux and macOS: org.mozilla.firefox, us.zoom.xos, com.microsoft.teams2
    parts = plain.split(".")
    if len(parts) < 3:
        return None
    of_parts = (_of_edition(part) for part in reversed(parts) if len(part) > 1)
    return next((category for category in of_parts if category is not None), None)


def _of_edition(plain: str) -> Category | None:
    """The category of a name, else of the name without its maker, edition and version."""
    while plain not in _CATEGORY_OF:
        maker = next((maker for maker in _MAKERS if plain.startswith(maker)), "")
        shorter = _EDITION.sub("", plain)
        if shorter == plain:
            shorter = plain.removeprefix(maker)
        if shorter == plain:
            return None
        plain = shorter
    return _CATEGORY_OF[plain]


_DOMAINS: Mapping[Category, tuple[str, ...]] = {
    "meeting": (
        "meet.google.com", "zoom.us", "zoom.com", "teams.microsoft.com", "teams.live.com",
        "webex.com", "whereby.com", "meet.jit.si", "gather.town", "ovice.in", "bluejeans.com",
        "around.co", "chime.aws",
    ),
    "work": (
        "github.com", "gitlab.com", "bitbucket.org", "stackoverflow.com", "stackexchange.com",
        "serverfault.com", "superuser.com", "docs.google.com", "sheets.google.com",
        "slides.google.com", "drive.google.com", "calendar.google.com",
        "colab.research.google.com", "console.cloud.google.com", "office.com", "sharepoint.com",
        "onedrive.live.com", "outlook.office.com", "notion.so", "atlassian.net", "linear.app",
        "trello.com", "asana.com", "figma.com", "miro.com", "canva.com", "overleaf.com",
        "kaggle.com", "huggingface.co", "aws.amazon.com", "portal.azure.com", "vercel.com",
        "netlify.com", "sentry.io", "datadoghq.com", "grafana.net", "pypi.org", "npmjs.com",
        "crates.io", "docs.rs", "readthedocs.io", "docs.python.org", "python.org",
        "developer.mozilla.org", "w3.org", "learn.microsoft.com", "developer.apple.com",
        "qiita.com", "zenn.dev", "teratail.com", "backlog.com", "backlog.jp", "kintone.com",
        "cybozu.com", "freee.co.jp", "moneyforward.com", "chatgpt.com", "claude.ai",
        "gemini.google.com", "perplexity.ai", "deepl.com", "translate.google.com",
        "scholar.google.com", "arxiv.org", "pubmed.ncbi.nlm.nih.gov", "jstor.org",
        "sciencedirect.com", "nature.com", "springer.com", "ieee.org", "acm.org",
        "jstage.jst.go.jp", "ci.nii.ac.jp", "localhost", "127.0.0.1", "salesforce.com",
        "hubspot.com", "airtable.com", "clickup.com", "monday.com", "dropbox.com", "box.com",
    ),
    "reader": (
        "news.yahoo.co.jp", "news.yahoo.com", "yahoo.co.jp", "bbc.com", "bbc.co.uk", "cnn.com",
        "nytimes.com", "theguardian.com", "nhk.or.jp", "asahi.com", "yomiuri.co.jp",
        "mainichi.jp", "smartnews.com", "itmedia.co.jp", "gigazine.net",
    ),
    "learning": (
        "coursera.org", "udemy.com", "edx.org", "khanacademy.org", "brilliant.org", "ocw.mit.edu",
        "pluralsight.com", "codecademy.com", "freecodecamp.org", "duolingo.com", "leetcode.com",
        "atcoder.jp", "dotinstall.com", "progate.com", "studysapuri.jp", "gacco.org", "jmooc.jp",
        "schoo.jp", "quizlet.com", "wikipedia.org", "skillshare.com", "cs50.harvard.edu",
        "ankiweb.net",
    ),
    "chat": (
        "mail.google.com", "outlook.live.com", "mail.yahoo.co.jp", "mail.yahoo.com",
        "app.slack.com", "slack.com", "discord.com", "web.whatsapp.com", "web.telegram.org",
        "chat.google.com", "chatwork.com", "proton.me", "fastmail.com", "messenger.com",
    ),
    "music": (
        "music.youtube.com", "open.spotify.com", "music.apple.com", "music.amazon.com",
        "music.amazon.co.jp", "soundcloud.com", "radiko.jp", "bandcamp.com", "deezer.com",
        "tidal.com",
    ),
    "leisure": (
        "youtube.com", "youtu.be", "netflix.com", "primevideo.com", "twitch.tv", "tiktok.com",
        "instagram.com", "facebook.com", "twitter.com", "x.com", "reddit.com", "pinterest.com",
        "pinterest.jp", "tumblr.com", "bsky.app", "threads.net", "threads.com", "mastodon.social",
        "mixi.jp", "misskey.io", "weibo.com", "bilibili.com", "nicovideo.jp", "abema.tv",
        "tver.jp", "hulu.com", "hulu.jp", "disneyplus.com", "unext.jp", "dazn.com", "max.com",
        "crunchyroll.com", "animestore.docomo.ne.jp", "tv.apple.com", "vimeo.com",
        "dailymotion.com", "9gag.com", "imgur.com", "5ch.net", "2ch.sc", "togetter.com",
        "amazon.co.jp", "amazon.com", "amazon.de", "rakuten.co.jp", "shopping.yahoo.co.jp",
        "paypaymall.yahoo.co.jp", "mercari.com", "zozo.jp", "ebay.com", "aliexpress.com",
        "temu.com", "shein.com", "etsy.com", "kakaku.com", "uniqlo.com", "buzzfeed.com",
        "espn.com", "sponichi.co.jp", "steampowered.com", "steamcommunity.com", "roblox.com",
        "chess.com", "lichess.org", "poki.com", "crazygames.com", "itch.io", "ign.com",
        "famitsu.com", "4gamer.net", "tabelog.com", "cookpad.com", "tinder.com", "pixiv.net",
        "syosetu.com", "kakuyomu.jp", "shonenjumpplus.com", "webtoons.com", "piccoma.com",
        "wikihow.com", "quora.com", "chiebukuro.yahoo.co.jp", "ameblo.jp", "fc2.com",
    ),
}  # fmt: skip
_CATEGORY_OF_DOMAIN: Mapping[str, Category] = {
    domain: category for category, domains in _DOMAINS.items() for domain in domains
}

_TITLES: tuple[tuple[Category, str], ...] = (
    ("music", "youtube music"), ("meeting", "google meet"), ("meeting", "meet - "),
    ("work", "google docs"), ("work", "google sheets"), ("work", "google slides"),
    ("work", "google ドキュメント"), ("work", "google スプレッドシート"),
    ("work", "pull request"), ("work", "github"), ("work", "gitlab"), ("work", "stack overflow"),
    ("work", "jira"), ("work", "confluence"), ("work", "notion"), ("work", "figma"),
    ("work", "overleaf"), ("work", "documentation"), ("work", "ドキュメント"), ("work", "qiita"),
    ("learning", "coursera"), ("learning", "udemy"), ("learning", "khan academy"),
    ("learning", "wikipedia"), ("learning", "edx"), ("chat", "gmail"), ("chat", "outlook"),
    ("chat", "slack"), ("music", "spotify"), ("leisure", "youtube"), ("leisure", "netflix"),
    ("leisure", "prime video"), ("leisure", "twitch"), ("leisure", "tiktok"),
    ("leisure", "instagram"), ("leisure", "facebook"), ("leisure", " / x"), ("leisure", "reddit"),
    ("leisure", "pinterest"), ("leisure", "bluesky"), ("leisure", "niconico"),
    ("leisure", "ニコニコ"), ("leisure", "abema"), ("leisure", "tver"), ("leisure", "hulu"),
    ("leisure", "disney+"), ("leisure", "amazon.co"), ("leisure", "楽天市場"),
    ("leisure", "rakuten"), ("leisure", "メルカリ"), ("reader", "yahoo! news"),
    ("reader", "yahoo!ニュース"), ("reader", "bbc news"), ("reader", "bbcニュース"),
    ("leisure", "steam"), ("leisure", "pixiv"), ("leisure", "ebay"), ("leisure", "5ちゃんねる"),
)  # fmt: skip
"""What titles of pages of a site end in; the first that is found counts."""


def category_of_domain(domain: str) -> Category | None:
    """What a site is for, by its domain or one that it belongs to; None: not in the table."""
    labels = domain.casefold().strip().rstrip(".").split(".")
    if len(domain) > _LONGEST:
        return None
    parents = (".".join(labels[start:]) for start in range(len(labels)))
    return next(
        (_CATEGORY_OF_DOMAIN[name] for name in parents if name in _CATEGORY_OF_DOMAIN), None
    )


def category_of_title(title: str) -> Category | None:
    """What a page is for by the name of its site in the title; None: no name that is known."""
    ending = title.casefold()[-_LONGEST:]
    return next((category for category, text in _TITLES if text in ending), None)


RuleSubject = Literal["app", "domain", "title"]
RULE_SUBJECTS: tuple[RuleSubject, ...] = get_args(RuleSubject)
OwnCategory = Literal["work", "learning", "meeting", "leisure", "music"]
OWN_CATEGORIES: tuple[OwnCategory, ...] = get_args(OwnCategory)
PATTERN_MOST = 120
RULES_MOST = 200


@frozen
class OwnRule:
    """What the user says something is for. `pattern`: a name, or several with | between them; an
    application or domain has to be it, a title has to contain it."""

    match: RuleSubject
    pattern: str
    category: OwnCategory

    def applies(self, *, app: str | None, domain: str | None, title: str | None) -> bool:
        """Whether it speaks of what is in front."""
        choices = [choice.strip() for choice in self.pattern.split("|") if choice.strip()]
        if self.match == "app":
            return app is not None and spelled(app) in {spelled(choice) for choice in choices}
        if self.match == "domain":
            return domain is not None and any(_within(domain, choice) for choice in choices)
        return title is not None and any(
            choice.casefold() in title.casefold() for choice in choices
        )


def _within(domain: str, other: str) -> bool:
    """Whether a domain is another one, or belongs to it; www. makes no difference."""
    whole, part = (
        name.casefold().strip().rstrip(".").removeprefix("www.") for name in (domain, other)
    )
    return whole == part or whole.endswith(f".{part}")


@frozen
class Permissions:
    """What may be looked at beside the name of the application."""

    domains: bool = False
    titles: bool = False


def category_of(
    app: str | None,
    *,
    domain: str | None = None,
    title: str | None = None,
    rules: Sequence[OwnRule] = (),
) -> Category | None:
    """What is in front is for: the user's rules, then the site, the page, the application.

    `domain` and `title` are None where they may not be looked at; the site and the page count in
    browsers only.
    """
    own = next((rule for rule in rules if rule.applies(app=app, domain=domain, title=title)), None)
    if own is not None:
        return own.category
    category = classify_app(app)
    if category != "browser":
        return category
    by_site = category_of_domain(domain) if domain else None
    if by_site is None and title and not domain:
        by_site = category_of_title(title)
    return by_site or category


def category_word(category: Category | None, lang: Lang) -> str:
    """A category in words."""
    return translate(N_("other") if category is None else CATEGORY_WORDS[category], lang)
