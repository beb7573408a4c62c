#!/usr/bin/env python3
"""Labelled timelines (10-20 min each) for a program that watches attention.

Written 2026-11-23 from the requirement texts alone, without seeing the product's code (README.md).

    make_timelines.py                      write labels.json (and the small 5 s file timelines_5s.jsonl.gz)
    make_timelines.py --list               kinds and counts
    make_timelines.py --show ID [step_s]   one timeline as text
    import make_timelines as m; tl = m.make("phone_below_desk-0"); for kind, t, row in m.events(tl): ...

Each kind is one function below (@kind): it plans segments (`seg`), the drawing part then draws camera
features frame by frame and PC readings second by second.  Everything is seeded by the timeline's id.
"""
import argparse, gzip, json, pathlib, sys, zlib
from dataclasses import dataclass, field
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
STATES = ("focused", "drowsy", "distracted", "away", "idle", "unknown")
NAN = float("nan")

# ------------------------------------------------------------------ names of applications, by edition
EDITIONS = ("mac-en", "mac-ja", "win-en", "win-ja", "linux")
def _a(me, mj=None, we=None, wj=None, li=None):
    return dict(zip(EDITIONS, (me, mj or me, we or me, wj or we or me, li or me)))
APPS = {
    "editor": _a("Code", "Code", "Code.exe", "Visual Studio Code", "code"),
    "ide": _a("IntelliJ IDEA", "IntelliJ IDEA", "idea64.exe", "IntelliJ IDEA", "jetbrains-idea"),
    "terminal": _a("Terminal", "ターミナル", "WindowsTerminal.exe", "ターミナル", "gnome-terminal-server"),
    "word": _a("Microsoft Word", "Microsoft Word", "WINWORD.EXE", "Word", "libreoffice-writer"),
    "excel": _a("Microsoft Excel", "Microsoft Excel", "EXCEL.EXE", "Excel", "libreoffice-calc"),
    "slides": _a("Keynote", "Keynote", "POWERPNT.EXE", "PowerPoint", "libreoffice-impress"),
    "pdf": _a("Preview", "プレビュー", "Acrobat.exe", "Adobe Acrobat", "evince"),
    "notes": _a("Notes", "メモ", "notepad.exe", "メモ帳", "gedit"),
    "mail": _a("Mail", "メール", "OUTLOOK.EXE", "Outlook", "thunderbird"),
    "slack": _a("Slack", "Slack", "slack.exe", "Slack", "slack"),
    "line": _a("LINE", "LINE", "LINE.exe", "LINE", "LINE"),
    "browser": _a("Safari", "Safari", "chrome.exe", "Google Chrome", "firefox"),
    "browser2": _a("Google Chrome", "Google Chrome", "msedge.exe", "Microsoft Edge", "google-chrome"),
    "zoom": _a("zoom.us", "zoom.us", "Zoom.exe", "Zoom Workplace", "zoom"),
    "teams": _a("Microsoft Teams", "Microsoft Teams", "ms-teams.exe", "Microsoft Teams", "teams-for-linux"),
    "music": _a("Music", "ミュージック", "Spotify.exe", "Spotify", "spotify"),
    "player": _a("QuickTime Player", "QuickTime Player", "vlc.exe", "メディア プレーヤー", "vlc"),
    "film": _a("TV", "TV", "Netflix", "Netflix", "Kodi"),
    "game": _a("Steam", "Steam", "League of Legends.exe", "原神", "steam_app_570"),
    "game2": _a("Minecraft", "Minecraft", "Minecraft.Windows.exe", "マインクラフト", "minecraft-launcher"),
    "discord": _a("Discord", "Discord", "Discord.exe", "Discord", "discord"),
    "xapp": _a("X", "X", "X.exe", "X", "Tweeten"),
    "instapp": _a("Instagram", "Instagram", "Instagram.exe", "Instagram", "Instagram"),
    "figma": _a("Figma", "Figma", "Figma.exe", "Figma", "figma-linux"),
    "illustrator": _a("Adobe Illustrator 2026", "Adobe Illustrator 2026", "Illustrator.exe", "Adobe Illustrator", "inkscape"),
    "paint": _a("Clip Studio Paint", "CLIP STUDIO PAINT", "CLIPStudioPaint.exe", "CLIP STUDIO PAINT", "krita"),
    "remote": _a("Windows App", "Windows App", "mstsc.exe", "リモート デスクトップ接続", "remmina"),
    "files": _a("Finder", "Finder", "explorer.exe", "エクスプローラー", "nautilus"),
    "calendar": _a("Calendar", "カレンダー", "olk.exe", "予定表", "gnome-calendar"),
    "lock": _a("loginwindow", "loginwindow", "LockApp.exe", "LockApp.exe", ""),
    "own": _a("Kanban-o-matic", "勤怠くん", "kbm.exe", "勤怠くん", "kbm"),
}
# sites: domain, title en, title ja (the canary is appended to every title; it must appear in no file of the product)
SITES = {
    "x": ("x.com", "Home / X", "ホーム / X"),
    "insta": ("www.instagram.com", "Instagram", "Instagram"),
    "tiktok": ("www.tiktok.com", "For You | TikTok", "おすすめ | TikTok"),
    "facebook": ("www.facebook.com", "Facebook", "Facebook"),
    "netflix": ("www.netflix.com", "Netflix", "Netflix（ネットフリックス）"),
    "prime": ("www.primevideo.com", "Prime Video: Watch", "Prime Video: 視聴中"),
    "youtube": ("www.youtube.com", "Funniest cats - YouTube", "爆笑まとめ - YouTube"),
    "ytlecture": ("www.youtube.com", "Lecture 7: Linear Algebra - YouTube", "線形代数 第7回 講義 - YouTube"),
    "ytmusic": ("music.youtube.com", "Focus mix - YouTube Music", "作業用BGM - YouTube Music"),
    "twitch": ("www.twitch.tv", "speedrunner - Twitch", "配信中 - Twitch"),
    "niconico": ("live.nicovideo.jp", "niconico live", "ニコニコ生放送"),
    "coursera": ("www.coursera.org", "Week 3 | Coursera", "第3週 | Coursera"),
    "meet": ("meet.google.com", "Meet - abc-defg-hij", "Meet - 定例会議"),
    "github": ("github.com", "Fix parser #482 - Pull request", "パーサ修正 #482 - Pull request"),
    "docs": ("docs.google.com", "Design draft - Google Docs", "設計書 - Google ドキュメント"),
    "python": ("docs.python.org", "asyncio - Python documentation", "asyncio - Python ドキュメント"),
    "gmail": ("mail.google.com", "Inbox - Gmail", "受信トレイ - Gmail"),
    "amazon": ("www.amazon.co.jp", "Amazon.co.jp: sneakers", "Amazon.co.jp: スニーカー"),
    "rakuten": ("www.rakuten.co.jp", "Rakuten Ichiba", "【楽天市場】セール"),
    "yahoonews": ("news.yahoo.co.jp", "Yahoo! News", "Yahoo!ニュース"),
    "bbc": ("www.bbc.com", "BBC News", "BBCニュース"),
    "unknown1": ("portal.kawanishi-parts.example", "Parts portal", "部品ポータル"),
    "unknown2": ("wiki.internal.example", "Runbook", "手順書"),
}

# ------------------------------------------------------------------ a plan: segments
@dataclass
class Seg:
    dur: float            # None = the rest of the timeline
    accept: list
    why: str
    group: str            # work | absence | sleep | distraction | leisure | unsure
    cam: dict
    pc: dict
    shown_by: float = None
    known: bool = True    # the category of what is in front can be known (table, allowed domain, own rule)
    gap: bool = False     # the machine sleeps: nothing is sampled, no state may be credited

CAM = dict(on=True, present=True, yaw=0., pitch=0., roll=0., sway=1.3, glances=(), gaze="screen", gaze_y=0.,
           blink=14., closures=0., close_dur=(.6, 1.6), nods=0., droop=0., yawns=0., talk=0., laugh=0., chew=False,
           sips=0., drop=.003, bursts=(0., 0., 0.), mouth_noise=0., ear_noise=0., light=None, static=False,
           size=1., person=0, second=None, stall=False, lost=False)
PC = dict(on=True, app=None, site=None, keys="type", mouse="some", cycle=None, locked=False, saver=False,
          mic=False, camuse=False, full=False)
# input: events per second in a burst, length of a burst, pause between bursts
KEYS = dict(none=None, type=(4.4, (6, 25), (1, 8)), code=(3.4, (3, 14), (2, 16)), chat=(4., (3, 10), (4, 22)),
            sparse=(1.4, (1, 3), (12, 45)), rare=(1., (1, 1), (50, 150)), arrows=(1., (1, 1), (18, 60)),
            game=(2.6, (10, 40), (1, 4)))
MOUSE = dict(none=None, some=(2.2, (1, 4), (5, 22)), scroll=(3.6, (2, 8), (1, 5)), read=(2.2, (1, 3), (10, 45)),
             design=(4.2, (3, 15), (1, 4)), rare=(1.4, (1, 2), (50, 150)), game=(4., (8, 30), (1, 3)))
DOWNKEY = (5, 0, 13, .4, 1.2)                       # glances: per minute, yaw, pitch, shortest, longest (s)
TYPING = dict(glances=(DOWNKEY, (1.2, 12, 2, .6, 2)))
READING = dict(gaze="read", blink=11., sway=1.1)

KINDS = {}
def kind(n, light=("day", "evening"), **opt):
    """n variants; variant v is drawn in light[v % len(light)]; even variants in an English edition, odd in a Japanese one."""
    def deco(f):
        KINDS[f.__name__] = (f, n, light, opt, len(KINDS))
        return f
    return deco

class Plan:
    """What a kind function gets: random draws, the edition, the light, and short words for segments."""
    def __init__(self, name, v):
        f, n, light, opt, k = KINDS[name]
        self.id, self.v, self.name = f"{name}-{v}", v, name
        self.rng = np.random.default_rng(zlib.crc32(self.id.encode()))
        self.edition = ("mac-en", "win-en", "linux")[(k + v // 2) % 3] if v % 2 == 0 else ("mac-ja", "win-ja")[(k + v // 2) % 2]
        self.locale = "ja" if self.edition.endswith("ja") else "en"
        self.light = light[v % len(light)]
        self.total = float(round(self.rng.uniform(*opt.get("total", (620, 1080)))))
        self.fps = opt.get("fps", 10.)
        self.start_local = opt.get("start", "2026-11-24T10:05:00")     # a Tuesday
        self.settings = dict(work_time=[["Mon-Fri", "09:00", "18:00"]], tz="Asia/Tokyo", titles_allowed=True,
                             domains_allowed=True, camera_enabled=True, own_rules=[], title_canary=f"canary-{zlib.crc32(self.id.encode()):08x}")
        self.clock = []                                                # (t, seconds by which the wall clock jumps)
        self.segs = []
        self.base = ("editor", "word", "ide", "editor", "excel", "mail")[int(self.rng.integers(6))]   # the work application of this timeline
    def u(self, a, b): return float(round(self.rng.uniform(a, b), 1))
    def pick(self, *x): return x[int(self.rng.integers(len(x)))]
    def seg(self, dur, accept, why, group, cam=None, pc=None, **kw):
        accept = [accept] if isinstance(accept, str) else list(accept)
        self.segs.append(Seg(dur, accept, why, group, {**CAM, **(cam or {})}, {**PC, "app": self.base, **(pc or {})}, **kw))
    # words used by many kinds
    def work(self, dur, why="types at work", cam=None, pc=None, **kw):
        self.seg(dur, "focused", why, "work", {**TYPING, **(cam or {})}, pc, **kw)
    def read(self, dur, why="reads on the screen", cam=None, pc=None, accept=("focused",), **kw):
        self.seg(dur, accept, why, "work", {**READING, **(cam or {})}, {**dict(keys="none", mouse="read"), **(pc or {})}, **kw)
    def gone(self, dur, why="nobody in the chair", pc=None, **kw):
        self.seg(dur, "away", why, "absence", dict(present=False), {**dict(keys="none", mouse="none"), **(pc or {})}, **kw)
    def dist(self, dur, why, cam=None, pc=None, accept=("distracted",), **kw):
        self.seg(dur, accept, why, "distraction", cam, {**dict(keys="none", mouse="none"), **(pc or {})}, **kw)
    @property
    def dim(self): return self.light == "dim"

# ================================================================== KINDS: work
@kind(3, light=("day", "evening", "dim"))
def typing_second_monitor(P):
    side = P.pick(-1, 1) * P.u(34, 52)
    look = ((4, side, 2, 2, 9), DOWNKEY)
    P.work(P.u(240, 400), "types, looks at the second monitor for 2-9 s at a time", dict(glances=look))
    P.work(90, "copies from the second monitor: looks there 6-18 s and types on", dict(glances=((3, side, 0, 6, 18), DOWNKEY)))
    P.work(None, "types, looks at the second monitor for 2-9 s at a time", dict(glances=look))

@kind(3, light=("day", "evening", "dim"))
def reading_documents(P):
    acc = ("focused", "unknown") if P.dim else ("focused",)
    P.work(P.u(40, 90), pc=dict(app="word"))
    P.read(P.u(300, 420), "long document, a wheel turn now and then, no keys", pc=dict(app="pdf"), accept=acc)
    P.work(P.u(20, 40), "a note of what was read", pc=dict(app="notes"))
    P.read(None, "long document, a wheel turn now and then, no keys", pc=dict(app="pdf", mouse="rare"), accept=acc)

@kind(2)
def thinking_chin(P):
    chin = dict(gaze_y=-9., pitch=-5., roll=9., sway=.9, mouth_noise=.05, drop=.02, blink=9., glances=((2, 14, -8, 2, 5),))
    for _ in range(3):
        P.work(P.u(70, 130), pc=dict(app="ide", keys="code"))
        P.seg(P.u(30, 58), "focused", "hand at the chin, eyes up at the top of the screen: thinks", "work", chin, dict(app="ide", keys="none", mouse="none"))
    P.seg(P.u(70, 110), ("focused", "idle"), "thinks for more than a minute, face to the screen", "work", chin, dict(app="ide", keys="none", mouse="none"))
    P.work(None, pc=dict(app="ide", keys="code"))

@kind(2)
def coding_with_music(P):
    m = ("music", None, 4, 12, "none", "some") if P.v == 0 else ("browser", "ytmusic", 4, 12, "none", "some")
    P.work(None, "codes; every few minutes a look at the music", pc=dict(cycle=[("editor", None, 90, 220, "code", "some"), m, ("terminal", None, 10, 30, "code", "rare")]))

@kind(3, light=("day", "evening", "dim"))
def video_call_listening(P):
    app = dict(app=("zoom", "teams", "zoom")[P.v], keys="none", mouse="rare", mic=True, camuse=True)
    P.work(P.u(60, 100))
    P.seg(P.u(300, 420), "focused", "listens in a call, face to the screen", "work", dict(blink=17, glances=((1, 25, 5, 1, 4),), laugh=.2), app)
    P.seg(P.u(60, 100), "focused", "listens, head turned 30-45 degrees to the other screen or a person in the room", "work", dict(yaw=P.pick(-1, 1) * P.u(32, 45), talk=.1), app)
    P.seg(None, "focused", "listens and takes a few notes", "work", dict(blink=17, glances=((2, 5, 18, 2, 5),)), {**app, "keys": "sparse"})

@kind(2)
def video_call_speaking(P):
    app = dict(app=("teams", "zoom")[P.v], keys="none", mouse="rare", mic=True, camuse=True)
    P.seg(P.u(200, 300), "focused", "speaks, looks at the camera", "work", dict(talk=.75, blink=26, gaze_y=-6., sway=3.), app)
    P.seg(P.u(120, 200), "focused", "listens", "work", dict(talk=.05, blink=18), app)
    P.seg(None, "focused", "speaks and shows something in another window", "work", dict(talk=.7, blink=25, sway=3.5),
          {**app, "cycle": [(app["app"], None, 20, 60, "none", "some"), ("slides", None, 30, 80, "arrows", "some")]})

@kind(3, light=("day", "evening", "day"))
def meet_in_browser(P):
    allowed = P.v != 1                      # variant 1: no domains; the microphone and the camera are in use by the browser
    P.settings.update(domains_allowed=allowed, titles_allowed=allowed)
    app = dict(app="browser", site="meet", keys="none", mouse="none" if P.v == 0 else "rare", mic=True, camuse=True)
    P.work(P.u(40, 80))
    P.seg(P.u(350, 480), "focused", "Meet in the browser: listens without a key", "work", dict(blink=17, glances=((1, 30, 3, 1, 5),), laugh=.2), app, known=allowed)
    P.seg(None, "focused", "Meet in the browser: speaks", "work", dict(blink=24, talk=.6, sway=2.6), app, known=allowed)

@kind(2, total=(1020, 1190))
def long_meeting_no_key(P):
    app = dict(app=("zoom", "teams")[P.v], keys="none", mouse="none", mic=True, camuse=P.v == 0, full=True)
    P.seg(None, "focused", "16-20 min of a meeting without one key, watches the slides", "work",
          dict(blink=16, sway=1.8, size=.9, glances=((1, 22, 4, 1, 6), (.5, 4, 20, 2, 6)), laugh=.1, yawns=.06), app)

@kind(2)
def colleague_beside(P):
    y = P.pick(-1, 1) * P.u(36, 43)
    P.work(P.u(100, 160))
    P.seg(P.u(100, 150), "focused", "talks with a colleague at the desk, head turned 35-44 degrees, editor in front", "work",
          dict(yaw=y, sway=3., talk=.4, blink=28, glances=((3, -y, 0, 1, 3),)), dict(keys="none", mouse="rare"))
    P.work(P.u(60, 100), "back at the keyboard")
    P.seg(P.u(70, 110), "focused", "shows the colleague something on the screen, both look", "work",
          dict(yaw=y * .3, sway=3., talk=.4, second=dict(size=.8, dx=.3), glances=((4, y, 0, 1, 4),)), dict(keys="sparse", mouse="some"))
    P.work(None)

@kind(3, light=("day", "evening", "dim"))
def lecture_with_notes(P):
    site = ("coursera", "ytlecture", "coursera")[P.v]
    if P.v == 1: P.settings["own_rules"] = [dict(match="title", pattern="講義|Lecture", category="learning")]
    pc = dict(app="browser", site=site, keys="none", mouse="rare", full=P.v == 2)
    P.seg(P.u(260, 380), "focused", "watches a lecture, looks down at paper notes every 10-20 s", "work",
          dict(gaze="screen", blink=12, glances=((3.5, 6, 26, 2, 9),)), pc)
    P.seg(P.u(60, 90), "focused", "writes a longer note, the video runs or is paused; looks up every few seconds", "work",
          dict(pitch=24, glances=((7, 0, -24, 1, 3),)), pc)
    P.seg(None, "focused", "watches on", "work", dict(blink=12, glances=((2.5, 6, 26, 2, 7),)), pc)

@kind(2)
def paper_notebook(P):
    down = dict(pitch=26, sway=1.6, glances=((5, P.pick(-4, 4), -25, 2, 5),))
    P.work(P.u(80, 140))
    P.seg(P.u(45, 58), "focused", "writes in a paper notebook, looks up at the screen every 8-15 s", "work", down, dict(app="pdf", keys="none", mouse="rare"))
    P.read(P.u(40, 80), pc=dict(app="pdf"))
    P.seg(P.u(120, 200), ("focused", "idle"), "writes in a notebook with looks at the screen; no key for minutes", "work", down, dict(app="pdf", keys="none", mouse="rare"))
    P.work(P.u(60, 100), "types the notes in")
    P.seg(P.u(60, 90), ("focused", "idle", "distracted"), "bent over the notebook without looking up: no camera can tell it from a telephone", "unsure", dict(pitch=30, sway=1.2), dict(keys="none", mouse="none"))
    P.work(None)

@kind(2)
def drawing_tablet(P):
    P.seg(P.u(60, 100), "focused", "arranges reference pictures", "work", None, dict(app="paint", keys="sparse", mouse="design"))
    P.seg(P.u(300, 400), "focused", "draws on a tablet on the desk: head down 18-26 degrees, the pen moves the pointer", "work", dict(pitch=P.u(18, 26), blink=9, glances=((3, 0, -20, 1, 3),)), dict(app="paint", keys="sparse", mouse="design"))
    P.seg(None, "focused", "draws on", "work", dict(pitch=P.u(18, 26), blink=9), dict(app="paint", keys="rare", mouse="design"))

@kind(2)
def design_mouse_only(P):
    P.seg(None, "focused", "lays out with the mouse alone in a design program", "work", dict(blink=10, gaze="screen"), dict(app=("figma", "illustrator")[P.v], keys="rare" if P.v else "none", mouse="design"))

@kind(2)
def remote_desktop(P):
    P.work(P.u(200, 300), "types in a remote desktop", pc=dict(app="remote", full=True))
    P.read(P.u(90, 150), "reads in the remote desktop", pc=dict(app="remote", full=True))
    P.work(None, "types in a remote desktop", pc=dict(app="remote", full=True))

@kind(2)
def presenting_full_screen(P):
    P.work(P.u(60, 100), "last changes to the slides", pc=dict(app="slides"))
    P.seg(P.u(350, 450), "focused", "presents: speaks, turns to the people at the side, a key every half minute", "work", dict(talk=.8, sway=4., blink=24, glances=((5, P.pick(-1, 1) * 42, 0, 3, 12),)), dict(app="slides", keys="arrows", mouse="none", full=True, mic=P.v == 1))
    P.seg(None, "focused", "takes questions: listens and answers", "work", dict(talk=.4, sway=3., glances=((4, 38, 0, 4, 14),)), dict(app="slides", keys="rare", mouse="none", full=True, mic=P.v == 1))

@kind(2)
def terminal_only(P):
    for _ in range(3):
        P.work(P.u(90, 140), "works in a terminal", pc=dict(app="terminal", keys="code", mouse="none"))
        P.seg(P.u(25, 70), "focused", "a build runs, watches the lines go by", "work", READING, dict(app="terminal", keys="none", mouse="none"))
    P.work(None, "works in a terminal", pc=dict(app="terminal", keys="code", mouse="none"))

@kind(2)
def chat_for_work(P):
    a = ("slack", "teams")[P.v]
    P.work(None, "writes with colleagues, reads threads", dict(laugh=.15), dict(cycle=[(a, None, 60, 150, "chat", "some"), ("editor", None, 40, 120, "code", "some")]))

@kind(2)
def email(P):
    P.work(None, "reads and answers mail", dict(gaze="read"), dict(app="mail", keys="chat", mouse="read") if P.v == 0 else
           dict(cycle=[("browser", "gmail", 60, 160, "chat", "read"), ("calendar", None, 8, 25, "sparse", "some")]))

@kind(2)
def unknown_domain_browser(P):
    P.settings.update(domains_allowed=P.v == 0, titles_allowed=False)
    s = ("unknown1", "unknown2")[P.v]
    P.work(P.u(150, 240), "fills in forms on a page no table knows", pc=dict(app="browser2", site=s, keys="chat", mouse="some"), known=False)
    P.read(P.u(150, 240), "reads the page, scrolls now and then", pc=dict(app="browser2", site=s), known=False)
    P.seg(None, ("focused", "distracted"), "scrolls with the mouse for minutes without a key on an unknown page: work or not, nobody could know", "unsure", READING, dict(app="browser2", site=s, keys="none", mouse="scroll"), known=False)

@kind(2)
def brisk_review(P):
    P.work(None, "reviews a change: editor, pull request, terminal, chat in quick turns, all of it work", pc=dict(cycle=[("editor", None, 7, 16, "code", "some"), ("browser", "github", 8, 18, "sparse", "scroll"), ("terminal", None, 5, 12, "code", "rare"), ("slack", None, 5, 10, "chat", "some")]))

@kind(2)
def standing_desk(P):
    P.work(P.u(250, 350), "types standing, sways and steps", dict(sway=3.6, size=.85, glances=(DOWNKEY, (2, 20, 4, 1, 3))))
    P.read(P.u(120, 180), "reads standing", dict(sway=3.2, size=.85), dict(app="pdf"))
    P.work(None, "types standing, sways and steps", dict(sway=3.6, size=.85))

@kind(2)
def leaning_back(P):
    P.work(P.u(100, 160))
    P.read(P.u(240, 320), "leans back in the chair and reads", dict(size=.6, pitch=-9, roll=4, gaze_y=8), dict(app="pdf", mouse="rare"))
    P.work(P.u(60, 120))
    P.read(None, "leans back in the chair and reads", dict(size=.62, pitch=-10, roll=-5, gaze_y=8), dict(app="browser", site="python"))

@kind(2)
def drinking(P):
    P.work(P.u(150, 220), "types, a sip of tea now and then", dict(sips=.5))
    P.read(P.u(180, 260), "reads with the cup in the hand", dict(sips=1.4), dict(app="browser", site="docs"))
    P.work(None, "types, a sip of tea now and then", dict(sips=.5))

@kind(2)
def eating_while_reading(P):
    P.work(P.u(60, 100))
    P.read(P.u(330, 450), "eats at the desk and reads on: looks down at the food for 1-3 s", dict(chew=True, glances=((5, 6, 28, 1, 3),), sips=.3), dict(app="browser", site="python"), accept=("focused", "idle"))
    P.work(None)

@kind(2)
def laughing_at_screen(P):
    P.seg(P.u(250, 350), "focused", "a merry team call: laughs often, eyes narrow, mouth open", "work", dict(laugh=1.8, talk=.25, blink=20), dict(app=("zoom", "teams")[P.v], keys="none", mouse="rare", mic=True, camuse=True))
    P.work(None, "types on, laughs at a remark in the team chat", dict(laugh=.4), dict(cycle=[("slack", None, 25, 60, "chat", "some"), ("editor", None, 60, 140, "code", "some")]))

@kind(2)
def mask(P):
    m = dict(mouth_noise=.02, drop=.03, bursts=(.6, .5, 2.))
    P.work(P.u(200, 300), "types with a mask", m)
    P.read(P.u(150, 220), "reads with a mask", m, dict(app="pdf"))
    P.seg(None, "focused", "a call with a mask", "work", {**m, "talk": .3, "blink": 22}, dict(app="teams", keys="none", mouse="rare", mic=True))

@kind(2)
def glasses_reflections(P):
    g = dict(ear_noise=.05, drop=.01)
    P.work(P.u(200, 300), "types; the screen shines in the glasses", g)
    P.read(P.u(200, 300), "reads; the screen shines in the glasses", g, dict(app="pdf"))
    P.work(None, "types; the screen shines in the glasses", g)

@kind(2)
def beard_or_scarf(P):
    b = dict(mouth_noise=.06, drop=.015, bursts=(.3, .5, 1.5) if P.v else (0, 0, 0))
    P.work(P.u(250, 350), "types, chin in a scarf or beard", b)
    P.read(None, "reads, chin in a scarf or beard", b, dict(app="browser", site="docs"))

@kind(2)
def child_or_cat_on_lap(P):
    cat = dict(drop=.03, bursts=(1.5, 1, 4), sway=2.4, glances=((3, 8, 26, 1, 3),))
    P.work(P.u(150, 220), "types with a cat or a child on the lap", {**cat, "second": dict(size=.55, dx=.06) if P.v else None})
    P.dist(P.u(80, 120), "plays with it: looks down, laughs, does not touch the keys", dict(pitch=28, sway=6., laugh=1.2, talk=.3, drop=.08, bursts=(2, 1, 3), second=dict(size=.55, dx=.06) if P.v else None), accept=("distracted", "idle"))
    P.work(None, "types again, the guest sleeps", cat)

@kind(2)
def someone_walks_behind(P):
    for _ in range(4):
        P.work(P.u(80, 130))
        P.work(P.u(6, 14), "types; somebody walks past behind", dict(second=dict(size=.4, dx=.35)))
    P.gone(P.u(60, 110))
    P.gone(P.u(6, 10), "nobody in the chair; somebody walks past behind, small in the picture", pc=None)
    P.segs[-1].cam.update(second=dict(size=.38, dx=.3))
    P.gone(P.u(40, 60))
    P.work(None, "back at work")

@kind(2)
def two_faces(P):
    two = dict(second=dict(size=.9, dx=.36))
    P.work(P.u(220, 300), "pair work: both sit at the screen, this one types", {**two, "talk": .3})
    P.seg(P.u(180, 240), "focused", "pair work: the other one explains, both look at the screen", "work", {**two, "talk": .15, "glances": ((3, 38, 0, 2, 6),)}, dict(keys="rare", mouse="rare"))
    P.work(None, "pair work: this one types", two)

@kind(2)
def idle_hands_reading(P):
    P.work(P.u(60, 90))
    P.seg(P.u(400, 500), "focused", "hands in the lap, eyes go along the lines of a page: reads; no input at all for minutes", "work", {**READING, "sway": .9}, dict(app=("word", "pdf")[P.v], keys="none", mouse="none"))
    P.work(None)

@kind(1)
def narrow_eyes_typing(P):
    P.eyes = .205
    P.work(None, "narrow eyes by nature (EAR near 0.21), types wide awake")

@kind(2)
def camera_off_axis(P):
    P.neutral = (P.pick(-1, 1) * P.u(17, 24), P.u(-14, 10))
    P.work(P.u(250, 350), "the camera stands beside the screen: the head is 17-24 degrees off it, and works")
    P.read(None, "reads, camera beside the screen", pc=dict(app="pdf"))

@kind(2, start="2026-11-24T21:30:00")
def work_in_the_evening(P):
    P.work(P.u(300, 400), "works outside the hours set as work: still work")
    P.read(None, "reads a document in the evening", pc=dict(app="pdf"))

@kind(2)
def own_rule_work(P):
    P.settings["own_rules"] = ([dict(match="app", pattern=APPS["own"][P.edition], category="work")] if P.v == 0
                               else [dict(match="domain", pattern="www.youtube.com", category="work")])
    pc = dict(app="own", keys="sparse", mouse="scroll") if P.v == 0 else dict(app="browser", site="youtube", keys="none", mouse="rare")
    P.work(P.u(80, 120))
    P.seg(None, "focused", "a program or site the user has declared to be work, mostly watched", "work", READING, pc)

# ================================================================== KINDS: distraction and leisure
PHONE = dict(pitch=33, sway=2., blink=10, glances=((1.2, 0, -32, 1, 2),))
@kind(4, light=("day", "evening", "dim", "day"))
def phone_below_desk(P):
    ph = {**PHONE, "pitch": P.u(28, 38), "yaw": P.u(-12, 12)}
    for d in (P.u(70, 120), P.u(120, 180)):
        P.work(P.u(100, 160))
        P.dist(d, "telephone below the desk: head down, no keys", ph)
    P.work(P.u(60, 90))
    P.dist(P.u(45, 70), "telephone below the desk: head down, no keys", ph)
    P.work(None)

@kind(2)
def phone_beside_keyboard(P):
    ph = dict(pitch=21, yaw=P.pick(-1, 1) * 22, sway=1.8, glances=((2.5, 0, -18, 1, 2.5),))
    P.work(P.u(140, 200))
    P.dist(P.u(150, 220), "telephone beside the keyboard, a nudge of the mouse now and then", ph, dict(mouse="rare"))
    P.work(P.u(100, 140))
    P.dist(P.u(80, 120), "telephone beside the keyboard", ph)
    P.work(None)

@kind(2)
def phone_call(P):
    P.work(P.u(100, 160))
    P.seg(P.u(180, 280), ("focused", "distracted", "idle"), "telephone at the ear, speaks and looks about: for work or not, nobody can say", "unsure", dict(yaw=P.pick(-1, 1) * P.u(15, 30), roll=9, talk=.45, sway=5., blink=28, drop=.05, bursts=(1.5, .5, 2.), glances=((4, 40, -5, 2, 8),)), dict(keys="none", mouse="rare"))
    P.work(None)

@kind(4, light=("day", "evening", "dim", "day"))
def social_scrolling(P):
    s = ("x", "insta", "tiktok", "facebook")[P.v]
    P.work(P.u(100, 160))
    P.dist(P.u(180, 260), "scrolls a social page in working hours", dict(gaze="screen", blink=11, laugh=.1), dict(app="browser", site=s, mouse="scroll"))
    P.work(P.u(100, 150))
    P.dist(P.u(70, 110), "scrolls a social page in working hours", dict(blink=11), dict(app="browser", site=s, mouse="scroll", keys="rare"))
    P.work(None)

@kind(2)
def social_app_native(P):
    a = ("xapp", "instapp")[P.v]
    P.work(P.u(120, 180))
    P.dist(P.u(200, 280), "scrolls and writes in a social application in working hours", dict(laugh=.15), dict(app=a, mouse="scroll", keys="sparse"))
    P.work(None)

@kind(2)
def social_domains_not_allowed(P):
    P.settings.update(domains_allowed=False, titles_allowed=False)
    P.work(P.u(150, 220))
    P.dist(P.u(220, 300), "scrolls a social page, the program may not read domains: passive scrolling is all there is to see", dict(blink=11), dict(app="browser", site=("x", "insta")[P.v], mouse="scroll"), accept=("distracted", "focused"), known=False)
    P.work(None)

@kind(3, light=("day", "evening", "dim"))
def film_in_work_time(P):
    pc = (dict(app="browser", site="netflix"), dict(app="browser2", site="prime"), dict(app="film"))[P.v]
    P.work(P.u(100, 150))
    P.dist(P.u(350, 450), "a film full screen in working hours", dict(size=.8, blink=10, sway=1.2), {**pc, "full": True, "mouse": "none" if P.v else "rare"})
    P.work(None)

@kind(3, start="2026-11-24T20:40:00", light=("evening", "dim", "dim"))
def film_in_leisure(P):
    pc = (dict(app="browser", site="netflix"), dict(app="browser2", site="prime"), dict(app="film"))[P.v]
    P.seg(None, ("focused", "idle", "unknown"), "a film in the evening: leisure is leisure, nothing to nudge about", "leisure", dict(size=.75, blink=10, sips=.2), {**pc, "keys": "none", "mouse": "none", "full": True})

@kind(2, start="2026-11-28T14:10:00")
def social_on_saturday(P):
    P.seg(None, ("focused", "idle", "unknown"), "a social page on a Saturday: leisure", "leisure", dict(blink=11), dict(app="browser", site=("insta", "x")[P.v], keys="rare", mouse="scroll"))

@kind(2)
def game_in_work_time(P):
    a = ("game", "game2")[P.v]
    P.work(P.u(120, 180))
    P.dist(P.u(300, 400), "plays a game in working hours: many keys, eyes on the screen", dict(blink=7, sway=2.), dict(app=a, keys="game", mouse="game", full=True))
    P.work(None)

@kind(2, start="2026-11-24T22:05:00", light=("evening", "dim"))
def game_in_leisure(P):
    P.seg(None, ("focused", "idle", "unknown"), "plays a game in the evening: leisure", "leisure", dict(blink=7, sway=2.), dict(app=("game", "game2")[P.v], keys="game", mouse="game", full=True))

@kind(2)
def stream_beside_work(P):
    side = P.pick(-1, 1) * P.u(36, 46)
    s = ("twitch", "niconico")[P.v]
    P.work(P.u(120, 180), "works, a stream on the other screen is hardly looked at", dict(glances=(DOWNKEY, (1.2, side, 0, 1, 3))))
    P.seg(P.u(120, 180), ("focused", "distracted"), "types in spells, but looks at the stream for half of the time", "unsure", dict(glances=((4, side, 0, 5, 12),)), dict(keys="sparse"))
    P.dist(P.u(120, 180), "the stream is in front and is watched", dict(blink=10, laugh=.3), dict(app="browser", site=s, mouse="rare"))
    P.work(None, "works, a stream on the other screen is hardly looked at", dict(glances=(DOWNKEY, (1.2, side, 0, 1, 3))))

@kind(2)
def short_videos(P):
    P.work(P.u(120, 180))
    P.dist(P.u(200, 300), "funny films on YouTube in working hours", dict(laugh=.6, blink=10), dict(app="browser", site="youtube", mouse="read"))
    P.work(None)

@kind(2)
def shopping(P):
    s = ("amazon", "rakuten")[P.v]
    P.work(P.u(120, 180))
    P.dist(P.u(200, 280), "looks at shoes in a shop in working hours", dict(gaze="screen"), dict(app="browser", site=s, keys="sparse", mouse="scroll"))
    P.work(None)

@kind(2)
def news(P):
    s = ("bbc", "yahoonews")[P.v]
    P.work(P.u(120, 180))
    P.read(P.u(20, 28), "half a minute of headlines between two tasks", pc=dict(app="browser", site=s, mouse="scroll"), accept=("focused", "distracted"))
    P.work(P.u(100, 140))
    P.seg(P.u(220, 300), ("distracted", "focused"), "reads the news for minutes in working hours: rest or part of the work, both fair", "unsure", READING, dict(app="browser", site=s, keys="none", mouse="scroll"))
    P.work(None)

@kind(2)
def agitated_switching(P):
    P.work(P.u(120, 180))
    P.dist(P.u(150, 220), "jumps between windows every 5 s without doing anything in them", dict(sway=4., blink=20, glances=((6, 20, 5, .5, 2),)),
           dict(cycle=[(a, s, 3, 7, "none", "some") for a, s in (("slack", None), ("browser", "x"), ("mail", None), ("browser2", "bbc"), ("music", None), ("files", None), ("line", None), ("calendar", None))]))
    P.work(None)

@kind(2)
def looks_out_of_window(P):
    y = P.pick(-1, 1) * P.u(56, 63)
    P.work(P.u(120, 170))
    P.dist(P.u(60, 100), "looks out of the window, hands still", dict(yaw=y, sway=2., blink=12), accept=("distracted", "idle"))
    P.work(P.u(100, 140))
    P.dist(P.u(100, 150), "looks out of the window, hands still", dict(yaw=y, sway=2., blink=12), accept=("distracted", "idle"))
    P.work(None)

@kind(2)
def look_away_thinking_40s(P):
    for d in (40, P.u(36, 44), P.u(38, 46)):
        P.work(P.u(110, 170))
        P.seg(d, ("focused", "distracted", "idle"), "looks aside for about 40 s, then writes the thought down: thinking or dreaming, both fair", "unsure", dict(yaw=P.pick(-1, 1) * P.u(38, 55), gaze_y=-6, blink=9), dict(keys="none", mouse="none"))
    P.work(None)

@kind(2)
def sits_idle_at_desk(P):
    P.work(P.u(100, 150))
    P.seg(P.u(240, 320), ("idle", "distracted"), "sits at the desk, looks about the room, touches nothing", "distraction", dict(yaw=-24, pitch=8, sway=6., glances=((4, 62, -4, 3, 12), (2, -30, 20, 3, 9))), dict(keys="none", mouse="none"), shown_by=90)
    P.work(None)

@kind(1)
def own_rule_leisure(P):
    P.settings["own_rules"] = [dict(match="app", pattern=APPS["own"][P.edition], category="leisure")]
    P.work(P.u(120, 180))
    P.dist(P.u(250, 330), "a program the user has declared to be leisure", dict(blink=11), dict(app="own", keys="none", mouse="scroll"))
    P.work(None)

# ================================================================== KINDS: absence
@kind(3, light=("day", "evening", "dim"))
def short_breaks(P):
    for _ in range(2):
        P.work(P.u(110, 170))
        P.gone(P.u(60, 200), "a break away from the desk")
    P.work(P.u(60, 100), "back at work")
    P.gone(P.u(70, 110), "a break away from the desk")
    P.work(None, "back at work")
    if P.dim:
        for s in P.segs:
            if s.group == "absence": s.accept = ["away", "unknown", "idle"]; s.why += " (dark room: nobody could be sure)"

@kind(2, total=(1120, 1195))
def lunch_away(P):
    P.work(P.u(120, 180))
    P.gone(P.u(700, 820), "lunch away from the desk")
    P.work(None, "back at work")

@kind(2)
def away_while_video_runs(P):
    pc = dict(app="browser", site=("coursera", "youtube")[P.v], full=True)
    P.work(P.u(120, 160))
    P.gone(P.u(250, 350), "nobody in the chair while a video plays on", pc)
    P.work(None, "back at work")

@kind(2)
def pc_locked(P):
    lock = dict(app="lock", keys="none", mouse="none", locked=True)
    P.work(P.u(120, 180))
    P.gone(P.u(200, 300), "locked the computer and left", lock)
    P.work(P.u(100, 140), "back at work")
    P.seg(P.u(90, 130), ("idle", "distracted", "away"), "locked, still in the chair, chats with a neighbour", "unsure", dict(yaw=44, talk=.4, sway=4.), lock, shown_by=90)
    P.work(None, "back at work")

@kind(2)
def screen_saver(P):
    P.work(P.u(100, 150))
    P.gone(P.u(120, 150), "left; the screen saver has not come yet")
    P.gone(P.u(150, 220), "left; the screen saver runs", dict(saver=True))
    P.work(None, "back at work")

@kind(2)
def person_swap(P):
    P.work(P.u(180, 260))
    P.gone(P.u(12, 25), "the first person leaves")
    P.work(P.u(200, 280), "another person sits down and types", dict(person=1))
    P.gone(P.u(15, 25), "the second person leaves")
    P.work(None, "the first person is back")

# ================================================================== KINDS: sleep
@kind(3, light=("day", "evening", "dim"))
def dozing_off(P):
    P.work(P.u(110, 160))
    P.seg(P.u(70, 100), ("focused", "drowsy"), "grows tired: lids sink, longer blinks", "sleep", dict(droop=.18, closures=4, close_dur=(.5, .9), yawns=.6, blink=19), dict(keys="sparse", mouse="rare"), shown_by=30)
    P.seg(P.u(90, 120), "drowsy", "a quarter of the time with closed eyes, the head sinks", "sleep", dict(droop=.32, closures=12, close_dur=(.9, 2.2), nods=1.5, pitch=6, yawns=.5, blink=10), dict(keys="rare", mouse="none"))
    P.seg(P.u(100, 150), "drowsy", "nods: eyes shut for seconds, head down and up again", "sleep", dict(droop=.4, closures=11, close_dur=(1.5, 4.), nods=3, pitch=10, blink=8), dict(keys="none", mouse="none"))
    P.work(None, "awake again, a stretch and on", shown_by=90)

@kind(2)
def microsleeps(P):
    P.work(P.u(120, 180))
    P.seg(P.u(150, 200), "drowsy", "microsleeps of 2-6 s several times a minute at the keyboard", "sleep", dict(droop=.25, closures=6, close_dur=(2., 6.), nods=3, blink=12), dict(keys="sparse", mouse="none"))
    P.seg(P.u(60, 90), ("drowsy", "focused"), "fights it: wide eyes, then sinking lids", "sleep", dict(droop=.15, closures=3, close_dur=(.6, 1.5), yawns=.8), dict(keys="sparse"))
    P.work(None, "awake again", shown_by=90)

@kind(2)
def tired_but_working(P):
    P.work(P.u(80, 120))
    P.seg(None, ("focused", "drowsy"), "tired, rubs the eyes, yawns, and works on: both are fair", "work", dict(droop=.2, closures=2.5, close_dur=(.5, .9), yawns=.5, blink=22, glances=(DOWNKEY,)), dict(keys="code", mouse="some"))

@kind(2)
def yawning_awake(P):
    P.work(None, "yawns every few minutes, eyes wide otherwise, types: one sign alone is not sleep", dict(yawns=.45))

@kind(2)
def asleep_at_desk(P):
    P.work(P.u(100, 140))
    P.seg(P.u(80, 110), "drowsy", "eyes shut for seconds, head sinks", "sleep", dict(droop=.4, closures=11, close_dur=(1.5, 4.), nods=2, pitch=9, blink=8), dict(keys="none", mouse="none"))
    if P.v == 0:
        P.seg(P.u(150, 220), ("drowsy", "away", "idle"), "head on the arms on the desk: no face for the camera", "sleep", dict(present=True, pitch=62, drop=.9), dict(keys="none", mouse="none"), shown_by=90)
    else:
        P.seg(P.u(150, 220), ("drowsy", "idle"), "asleep in the chair, head back, eyes shut", "sleep", dict(pitch=-18, roll=12, droop=.88, blink=0, sway=.7, drop=.05), dict(keys="none", mouse="none"), shown_by=75)
    P.work(None, "awake again", shown_by=90)

# ================================================================== KINDS: light, camera, picture
DIMREAD = ("focused", "unknown", "idle")
@kind(3, light=("dim", "dim", "verydim"))
def dark_room_screen_light(P):
    P.work(P.u(200, 260), "types in a dark room, lit by the screen")
    P.read(P.u(180, 240), "reads in a dark room: the face comes and goes for the camera", pc=dict(app="pdf"), accept=DIMREAD)
    P.work(P.u(80, 120), "types in a dark room, lit by the screen")
    P.gone(P.u(80, 120), "leaves the dark room; in the dark nobody could be sure", shown_by=30)
    P.segs[-1].accept = ["away", "unknown", "idle"]; P.segs[-1].group = "absence"
    P.work(None, "types in a dark room, lit by the screen", shown_by=10)

@kind(2)
def lamp_switched_off(P):
    P.work(P.u(140, 200))
    P.work(P.u(120, 170), "the lamp goes off (frames without light), types on", dict(light="black"))
    P.seg(P.u(120, 170), ("unknown", "idle"), "no light and no key: nobody could know; not 'away' by the picture alone", "unsure", dict(light="black"), dict(keys="none", mouse="none"), shown_by=75)
    P.work(None, "lamp on, types")

@kind(3)
def camera_covered(P):
    cov = dict(light="black")
    P.work(P.u(100, 140))
    P.work(P.u(150, 200), "a cover on the camera, types on", cov)
    if P.v == 2:
        P.seg(P.u(150, 200), "focused", "covered camera, a call in Teams with the microphone in use", "work", cov, dict(app="teams", keys="none", mouse="rare", mic=True))
    else:
        P.seg(P.u(150, 200), ("unknown", "idle"), "covered and no input: nobody could know", "unsure", cov, dict(keys="none", mouse="none"), shown_by=75)
    P.work(None, "covered, types" if P.v == 1 else "cover off, types", cov if P.v == 1 else None)

@kind(2)
def photo_in_front(P):
    P.work(P.u(100, 150))
    P.seg(P.u(12, 18), ("away", "idle", "unknown"), "leaves", "absence", dict(present=False), dict(keys="none", mouse="none"))
    P.seg(P.u(300, 400), ("away", "idle", "unknown"), "a portrait stands before the camera: never blinks, never moves", "absence", dict(static=True, blink=0, sway=0, person=1 if P.v else 0), dict(keys="none", mouse="none"), shown_by=75)
    P.work(None, "back at work, picture gone")

@kind(2)
def portrait_on_wall(P):
    P.work(P.u(120, 180))
    P.seg(P.u(300, 380), ("away", "idle", "unknown"), "left; the camera finds only the small portrait on the wall", "absence", dict(static=True, blink=0, sway=0, size=.42, person=1, yaw=8), dict(keys="none", mouse="none"), shown_by=75)
    P.work(None, "back at work")

# ================================================================== KINDS: sources and clocks
@kind(3)
def pc_only_no_camera(P):
    P.settings["camera_enabled"] = False
    off = dict(on=False)
    P.work(P.u(180, 240), "no camera: types", off)
    P.seg(P.u(180, 240), ("idle", "unknown", "away", "focused"), "no camera, no input: any of these is a fair guess but not 'drowsy' or 'distracted'", "unsure", off, dict(keys="none", mouse="none"), shown_by=90)
    if P.v == 1:
        P.work(None, "no camera: types", off)
    elif P.v == 0:
        P.work(P.u(60, 90), "no camera: types", off)
        P.dist(None, "no camera: scrolls a social page in working hours", off, dict(app="browser", site="x", mouse="scroll"))
    else:
        P.seg(None, "focused", "no camera: a call with the microphone in use", "work", off, dict(app="zoom", keys="none", mouse="rare", mic=True))

@kind(2)
def camera_only_no_pc(P):
    no = dict(on=False)
    P.seg(P.u(200, 280), ("focused", "unknown"), "no PC data: a face to the screen, eyes open", "unsure", TYPING, no)
    P.gone(P.u(120, 160), "nobody in the chair", no)
    P.seg(P.u(100, 140), ("focused", "unknown"), "no PC data: a face to the screen, eyes open", "unsure", READING, no, shown_by=10)
    if P.v: P.seg(None, "drowsy", "no PC data: eyes shut a third of the time, nods", "sleep", dict(droop=.35, closures=12, close_dur=(1., 2.6), nods=2, blink=9), no)
    else: P.seg(None, ("distracted", "unknown", "focused", "idle"), "no PC data: looks 55 degrees aside", "unsure", dict(yaw=55), no)

@kind(3, fps=2.)
def camera_at_2_fps(P):
    P.work(P.u(160, 220), "types; the camera gives 2 frames a second")
    if P.v == 0: P.dist(P.u(120, 170), "telephone below the desk", PHONE)
    elif P.v == 1: P.gone(P.u(120, 170))
    else: P.read(P.u(200, 280), pc=dict(app="pdf"))
    P.work(None, "types; the camera gives 2 frames a second")

@kind(1)
def camera_stops_delivering(P):
    P.work(P.u(140, 180))
    P.work(P.u(120, 160), "the camera stops delivering (unplugged), types on", dict(stall=True))
    P.seg(P.u(140, 180), ("unknown", "idle"), "no frames and no input: nobody could know; no 'focused' out of old frames", "unsure", dict(stall=True), dict(keys="none", mouse="none"), shown_by=75)
    P.work(None, "the camera delivers again")

@kind(3)
def clock_jumps(P):
    P.clock = [[(150, 3600.), (420, -3600.)], [(200, -120.), (330, 45.), (500, -7.)], [(180, 86400. * 2), (400, -86400. * 2)]][P.v]
    P.work(P.u(220, 280), "types; the wall clock is set forward or back meanwhile")
    P.gone(P.u(80, 120))
    P.work(None, "types; the wall clock is set forward or back meanwhile")

@kind(2)
def suspend_and_resume(P):
    P.work(P.u(160, 220))
    P.gone(P.u(15, 25), "lid closed, goes", shown_by=10) if P.v else None
    P.seg(P.u(240, 400), ("away", "unknown", "idle"), "the machine sleeps: nothing is sampled, no minute may be credited", "absence", dict(on=False), dict(on=False), shown_by=0, gap=True)
    P.work(None, "awake again, types", shown_by=15)

# ------------------------------------------------------------------ from plan to labels
def default_shown_by(s, prev):
    a = s.accept[0]
    if prev is None: return 15.
    if s.group == "distraction": return 30.
    if a == "away": return 10.
    if a == "drowsy": return 75.
    if a == "idle": return 90.
    if a == "unknown": return 75.
    if a == "distracted": return 30.
    if prev.accept[0] == "drowsy": return 90.
    return 6. if a == "focused" and s.group in ("work",) else 30.

def make_plan(tid):
    name, v = tid.rsplit("-", 1)
    P = Plan(name, int(v)); P.eyes = None; P.neutral = None
    KINDS[name][0](P)
    fixed = sum(s.dur for s in P.segs if s.dur is not None)
    P.total = float(np.clip(max(P.total, fixed + P.u(60, 120)), 600, 1200))
    t = 0.
    for s in P.segs:
        if s.dur is None: s.dur = P.total - fixed
        s.dur = round(float(s.dur), 1)
        s.start, s.end = round(t, 1), round(t + s.dur, 1); t = s.end
    P.total = round(t, 1)
    for i, s in enumerate(P.segs):
        if s.shown_by is None: s.shown_by = default_shown_by(s, P.segs[i - 1] if i else None)
    return P

def labels_of(P):
    out = []
    for s in P.segs:
        row = dict(start_s=s.start, end_s=s.end, acceptable=s.accept, shown_by_s=s.shown_by, group=s.group,
                   category_known=s.known, why=s.why)
        if s.gap: row["gap"] = True
        if out and all(out[-1].get(k) == row.get(k) for k in ("acceptable", "group", "category_known", "why", "gap")):
            out[-1]["end_s"] = s.end
        else: out.append(row)
    return out

def acceptable_at(labels, t):
    """States acceptable at t, with the grace of shown_by_s: until then what was fair before is fair still."""
    i = max(k for k, s in enumerate(labels) if s["start_s"] <= t)
    ok, first = set(labels[i]["acceptable"]), True
    while i > 0 and t - labels[i]["start_s"] < labels[i]["shown_by_s"]:
        i -= 1; ok |= set(labels[i]["acceptable"])
    if i == 0 and t < labels[0]["shown_by_s"]: ok.add("unknown")          # starting up
    return ok

def needed_changes(labels):
    """Least number of changes of a faultless display (changes beyond it are flicker)."""
    n, cur = 0, None
    for s in labels:
        a = set(s["acceptable"])
        if s["end_s"] - s["start_s"] <= s["shown_by_s"]: continue          # too short to have to be shown
        if cur is None: cur = a
        elif cur & a: cur &= a
        else: n, cur = n + 1, a
    return n

# ------------------------------------------------------------------ drawing: camera
LIGHT = dict(day=(125, 42, .6, .007, .002), evening=(72, 34, .9, .010, .005), dim=(27, 15, 2.1, .022, .07),
             verydim=(15, 9, 3., .032, .22), black=(3, 1.5, 0, 0, 1.))     # luma, contrast, pose noise, ear noise, drop-out
FRAME_FIELDS = ("t mono wall face_detected faces ear_left ear_right mar yaw pitch roll gaze_x gaze_y size cx cy luma contrast "
                "f2_size f2_cx f2_yaw f2_ear").split()

def _ou(rng, n, sd, tau, dt):
    k = np.exp(-np.arange(0, max(2, int(6 * tau / dt))) * dt / tau)
    x = np.convolve(rng.normal(0, 1, n + len(k)), k / np.sqrt((k ** 2).sum()), "full")[len(k):len(k) + n]
    return sd * x

def _lag(x, tau, dt):
    k = np.exp(-np.arange(0, max(1, int(round(5 * tau / dt)))) * dt / tau); k /= k.sum()
    return np.convolve(np.concatenate([np.full(len(k) - 1, x[0]), x]), k, "valid") if len(x) else x

def _events(rng, per_min, a, b, dmin, dmax):
    """Starts and durations of events at a rate inside [a, b)."""
    if per_min <= 0: return
    t = a + rng.exponential(60 / per_min)
    while t < b:
        d = min(rng.uniform(dmin, dmax), b - t)
        yield t, d
        t += d + max(.3, rng.gamma(2.2, 60 / per_min / 2.2) - d * .5)

def people(P):
    r = P.rng
    out = []
    for k in range(2):
        out.append(dict(ear=(P.eyes if k == 0 and P.eyes else float(r.uniform(.25, .35))), asym=float(r.normal(0, .012)), mar=float(r.uniform(.03, .07)),
                        yaw=float(r.normal(0, 3)) if not (k == 0 and P.neutral) else P.neutral[0], pitch=float(r.uniform(-8, 3)) if not (k == 0 and P.neutral) else P.neutral[1],
                        roll=float(r.normal(0, 1.5)), size=float(r.uniform(.22, .32)), cx=float(r.uniform(.44, .56)), cy=float(r.uniform(.4, .52)), blink=float(r.uniform(.75, 1.3))))
    return out

def draw_camera(P):
    """Arrays of FRAME_FIELDS, one row a delivered frame (float32; NaN where there is no face)."""
    rng, dt = P.rng, 1 / P.fps
    who = people(P)
    n = int(P.total * P.fps)
    t = np.arange(n) * dt + rng.uniform(-.08, .08, n) * dt
    t = np.clip(t, 0, P.total - 1e-3)
    Z = lambda v=0.: np.full(n, float(v))
    yaw, pitch, roll, gx, gy, lid, mar, size, cx, cy = Z(), Z(), Z(), Z(), Z(), Z(1.), Z(), Z(), Z(), Z()
    drop, posen, earn, luma, con, face, send, e0 = Z(), Z(), Z(), Z(), Z(), np.ones(n, bool), np.ones(n, bool), Z()
    sway, mouthn, extra_ear = Z(), Z(), Z()
    nyaw, npitch, nroll, stat = Z(), Z(), Z(), np.zeros(n, bool)
    f2 = np.full((4, n), NAN)
    for s in P.segs:
        c, i = s.cam, slice(*np.searchsorted(t, [s.start, s.end]))
        ts, m = t[i], i.stop - i.start
        if m <= 0: continue
        w = who[c["person"]]
        L = LIGHT[c["light"] or P.light]
        luma[i], con[i], posen[i], earn[i] = L[0], L[1], L[2], L[3]
        drop[i] = 1 - (1 - L[4]) * (1 - c["drop"])
        e0[i] = w["ear"]; nyaw[i], npitch[i], nroll[i] = w["yaw"], w["pitch"], w["roll"] + c["roll"]
        size[i] = w["size"] * c["size"]; cx[i], cy[i] = w["cx"], w["cy"]
        yaw[i], pitch[i], sway[i], mouthn[i], extra_ear[i], stat[i] = c["yaw"], c["pitch"], c["sway"], c["mouth_noise"], c["ear_noise"], c["static"]
        gy[i] = c["gaze_y"]
        lid[i] *= 1 - c["droop"]
        if s.gap or not c["on"] or c["stall"]: send[i] = False
        if not c["present"]: face[i] = False
        A = lambda t0, d: slice(*np.searchsorted(t, [t0, t0 + d]))
        # eyes along the lines, or here and there on the screen
        if c["gaze"] == "read":
            line = rng.uniform(3., 5.)
            gx[i] = -7 + 14 * ((ts - s.start) % line) / line; gy[i] += 5 * np.sin((ts - s.start) / 29.)
        elif not c["static"]:
            fix = np.cumsum(rng.random(m) < dt / .6)
            gx[i], gy[i] = rng.normal(0, 4.5, fix[-1] + 1)[fix], gy[i] + rng.normal(0, 3, fix[-1] + 1)[fix]
        for per_min, y, p, a, b in c["glances"]:
            for t0, d in _events(rng, per_min, s.start, s.end, a, b):
                j = A(t0, d); q = rng.uniform(.82, 1.15)
                small = abs(y) + abs(p) < 16
                yaw[j] = c["yaw"] + y * q * (.35 if small else .85); pitch[j] = c["pitch"] + p * q * (.35 if small else .85)
                gx[j] += y * q * (.65 if small else .15); gy[j] += p * q * (.65 if small else .15)
        # eyelids
        if not c["static"]:
            for t0, d in _events(rng, c["blink"] * (w["blink"] if c["blink"] else 1), s.start, s.end, .16, .36):
                j = A(t0, d); lid[j] *= 1 - rng.uniform(.6, .85) * np.sin(np.pi * (t[j] - t0) / d)
        for t0, d in _events(rng, c["closures"], s.start, s.end, *c["close_dur"]):
            j = A(t0, d); lid[j] *= np.clip(rng.uniform(.1, .22) + 0 * t[j], 0, 1)
        for t0, d in _events(rng, c["nods"], s.start, s.end, 2.5, 5.):
            j = A(t0, d); x = (t[j] - t0) / d
            pitch[j] += rng.uniform(14, 25) * np.where(x < .8, x / .8, (1 - x) / .2); lid[j] *= .25
        # mouth
        mar[i] = w["mar"]
        if c["talk"]:
            on = _ou(rng, m, 1, 4., dt) < np.sqrt(2) * _erfinv(2 * c["talk"] - 1)
            mar[i] += on * rng.gamma(2., .055, m)
        if c["chew"]: mar[i] += .06 * (1 + np.sin(2 * np.pi * 1.3 * ts)) * (_ou(rng, m, 1, 6., dt) > -.5)
        for t0, d in _events(rng, c["laugh"], s.start, s.end, 1.5, 4.5):
            j = A(t0, d); mar[j] += rng.uniform(.22, .45); lid[j] *= rng.uniform(.55, .72); pitch[j] -= 3
        for t0, d in _events(rng, c["yawns"], s.start, s.end, 3., 6.):
            j = A(t0, d); x = np.sin(np.pi * (t[j] - t0) / d) ** .5
            mar[j] += rng.uniform(.6, .85) * x; lid[j] *= 1 - .6 * x; pitch[j] -= 5 * x
        for t0, d in _events(rng, c["sips"], s.start, s.end, 2., 4.5):
            j = A(t0, d); pitch[j] -= 14; mouthn[j] += .1; drop[j] = np.maximum(drop[j], .45)
        for t0, d in _events(rng, *[c["bursts"][0], s.start, s.end, c["bursts"][1], c["bursts"][2]]): drop[A(t0, d)] = .93
        if (c["light"] or P.light) in ("dim", "verydim") and c["present"]:
            for t0, d in _events(rng, 3. if (c["light"] or P.light) == "dim" else 6., s.start, s.end, .8, 6.): drop[A(t0, d)] = .9
        if c["second"]:
            b = c["second"]; walk = s.dur < 16
            f2[0, i] = who[1]["size"] * b["size"] * rng.normal(1, .02, m)
            f2[1, i] = (np.linspace(.05, .95, m) if walk else w["cx"] + b["dx"] + _ou(rng, m, .015, 3, dt))
            f2[2, i] = (P.pick(-1, 1) * 55 if walk else -18) + _ou(rng, m, 5, 2, dt)
            f2[3, i] = who[1]["ear"] * rng.normal(.95, .06, m)
            f2[:, i] = np.where(rng.random(m) < .08, NAN, f2[:, i])
    live = ~stat
    head = .16
    Y = nyaw + _lag(yaw, head, dt) + live * (sway * _ou(rng, n, 1, 1.6, dt) + _ou(rng, n, 1.2, 50, dt)) + rng.normal(0, 1, n) * posen * np.where(stat, .12, 1)
    X = npitch + _lag(pitch, head, dt) + live * (sway * .7 * _ou(rng, n, 1, 1.8, dt) + _ou(rng, n, 1.0, 60, dt)) + rng.normal(0, 1, n) * posen * np.where(stat, .12, 1)
    R = nroll + live * sway * .5 * _ou(rng, n, 1, 2.5, dt) + rng.normal(0, .4, n) * posen * np.where(stat, .3, 1)
    # drop-outs: by chance, and when the head is turned too far for the detector
    p = drop + (1 - drop) * (1 - 1 / (1 + np.exp((np.abs(Y) - 72) / 3.))) + (1 - drop) * (1 - 1 / (1 + np.exp((np.abs(X) - 52) / 3.)))
    slow = np.clip(.5 + .5 * _erf(_ou(rng, n, 1, .25, dt) / np.sqrt(2)), 0, 1)      # drop-outs come in short runs, not frame by frame
    seen = face & (slow >= np.clip(p, 0, 1))
    down = np.clip((X - npitch + gy) / 38, -.3, 1)
    ear = e0 * lid * (1 - .27 * np.clip(down, 0, 1) + .08 * np.clip(-down, 0, 1)) * np.cos(np.radians(np.clip(np.abs(Y - nyaw), 0, 70))) ** .35
    nz = earn * np.where(stat, .25, 1)
    glare = extra_ear * np.clip(_ou(rng, n, 1, .8, dt), -1.5, 1.5)                   # reflections push one eye up or down for a second
    el = np.clip(ear * (1 + P_asym(who)) + rng.normal(0, 1, n) * nz + glare, .01, .6)
    er = np.clip(ear * (1 - P_asym(who)) + rng.normal(0, 1, n) * nz, .01, .6)
    M = np.clip(mar + rng.normal(0, 1, n) * (.006 + nz * .4 + mouthn), .0, 1.2)
    F = {}
    F["t"] = t; F["face_detected"] = seen
    for k, x in dict(ear_left=el, ear_right=er, mar=M, yaw=np.clip(Y, -89, 89), pitch=np.clip(X, -80, 80), roll=np.clip(R, -60, 60),
                     gaze_x=np.clip(gx + rng.normal(0, 1, n) * (1.2 + posen), -45, 45), gaze_y=np.clip(gy + rng.normal(0, 1, n) * (1.2 + posen), -45, 45), size=size * (1 + live * .02 * _ou(rng, n, 1, 8, dt)) * (1 + rng.normal(0, .004, n)),
                     cx=cx + live * .02 * _ou(rng, n, 1, 20, dt) + np.sin(np.radians(Y - nyaw)) * .02, cy=cy + live * .015 * _ou(rng, n, 1, 20, dt)).items():
        F[k] = np.where(seen, x, NAN)
    F["luma"] = np.clip(luma * (1 + .03 * _ou(rng, n, 1, 15, dt)) + rng.normal(0, .3, n), 0, 255)
    F["contrast"] = np.clip(con * (1 + .03 * _ou(rng, n, 1, 15, dt)) + rng.normal(0, .1, n), 0, 120)
    second = np.isfinite(f2[0])
    F["f2_size"], F["f2_cx"], F["f2_yaw"], F["f2_ear"] = f2
    F["faces"] = seen.astype(int) + second
    # frames not delivered, short stalls
    send &= rng.random(n) > .006
    for t0, d in _events(rng, .15, 0, P.total, .3, 1.4): send[slice(*np.searchsorted(t, [t0, t0 + d]))] = False
    F["wall"], F["mono"] = wall_of(P, t), mono_of(P, t)
    return {k: F[k][send] for k in FRAME_FIELDS}

def P_asym(who): return who[0]["asym"]
def _erf(x):                                       # Abramowitz-Stegun 7.1.26
    s, x = np.sign(x), np.abs(x); u = 1 / (1 + .3275911 * x)
    return s * (1 - (((((1.061405429 * u - 1.453152027) * u) + 1.421413741) * u - .284496736) * u + .254829592) * u * np.exp(-x * x))
def _erfinv(y):
    a = .147; l = np.log(max(1e-9, 1 - y * y)); b = 2 / (np.pi * a) + l / 2
    return float(np.sign(y) * np.sqrt(np.sqrt(b * b - l / a) - b))
def wall_of(P, t):
    t0 = np.datetime64(P.start_local).astype("int64") - 9 * 3600            # Asia/Tokyo
    w = t0 + np.asarray(t, float)
    for at, jump in P.clock: w = w + np.where(np.asarray(t) >= at, jump, 0.)
    return w
def mono_of(P, t):
    m = np.asarray(t, float).copy()
    for s in P.segs:
        if s.gap: m -= np.clip(np.asarray(t) - s.start, 0, s.dur)
    return m

# ------------------------------------------------------------------ drawing: PC readings, one a second
def _bursts(rng, mode, n):
    x = np.zeros(n, int)
    if mode is None: return x
    rate, (a, b), (c, d) = mode
    i = rng.uniform(0, c)
    if c >= 40: i = rng.uniform(c * .3, d)
    while i < n:
        L = rng.uniform(a, b)
        j = slice(int(i), int(min(n, i + max(1, L))))
        x[j] = rng.poisson(rate, j.stop - j.start); x[j.start] = max(1, x[j.start])
        i += L + rng.uniform(c, d)
    return x

def draw_pc(P):
    """Columns of PC readings, one row a second (rows with ok=False are not delivered)."""
    rng, n = P.rng, int(np.ceil(P.total))
    C = dict(t=np.arange(n) + .5, ok=np.ones(n, bool), keys=np.zeros(n, int), mouse=np.zeros(n, int), app=[None] * n, site=[None] * n,
             locked=np.zeros(n, bool), saver=np.zeros(n, bool), mic=np.zeros(n, bool), camuse=np.zeros(n, bool), full=np.zeros(n, bool))
    for s in P.segs:
        p, a, b = s.pc, int(round(s.start)), min(n, int(round(s.end)))
        if s is P.segs[-1]: b = n
        if b <= a: continue
        parts = [(p["app"], p["site"], a, b, p["keys"], p["mouse"])]
        if p["cycle"]:
            parts, t, k = [], a, 0
            while t < b:
                app, site, lo, hi, ky, mo = p["cycle"][k % len(p["cycle"])]
                if len(p["cycle"]) > 5 and k: app, site, lo, hi, ky, mo = p["cycle"][int(rng.integers(len(p["cycle"])))]
                e = min(b, t + max(2, int(round(rng.uniform(lo, hi)))))
                parts.append((app, site, t, e, ky, mo)); t, k = e, k + 1
        for app, site, i, j, ky, mo in parts:
            C["keys"][i:j] = _bursts(rng, KEYS[ky], j - i); C["mouse"][i:j] = _bursts(rng, MOUSE[mo], j - i)
            C["app"][i:j] = [app] * (j - i); C["site"][i:j] = [site] * (j - i)
            if p["cycle"] and i > a: C["mouse"][i] = max(1, C["mouse"][i])         # the window was changed with something
        for k in ("locked", "saver", "mic", "camuse", "full"): C[k][a:b] = p[k]
        C["ok"][a:b] = p["on"] and not s.gap
        if not p["on"] or s.gap: C["keys"][a:b] = 0; C["mouse"][a:b] = 0
    C["ok"] &= rng.random(n) > .004                                                 # a reading lost now and then
    C["wall"], C["mono"] = wall_of(P, C["t"]), mono_of(P, C["t"])
    last, C["idle"] = -3., np.zeros(n)                                              # seconds since the last input, as the system tells it
    for i in range(n):
        if C["keys"][i] + C["mouse"][i]: last = C["t"][i] - rng.uniform(0, .5)
        C["idle"][i] = C["t"][i] - last
    return C

@dataclass
class Timeline:
    id: str; kind: str; plan: Plan; labels: list; frames: dict; pc: dict; meta: dict = field(default_factory=dict)

def make(tid):
    P = make_plan(tid)
    lab = labels_of(P)
    f, c = draw_camera(P), draw_pc(P)
    meta = dict(id=tid, kind=P.name, variant=P.v, duration_s=P.total, light=P.light, edition=P.edition, locale=P.locale, fps=P.fps,
                start_local=P.start_local, clock_jumps=P.clock, settings=P.settings, needed_changes=needed_changes(lab),
                drowsy_fair=any("drowsy" in s["acceptable"] for s in lab))
    return Timeline(tid, P.name, P, lab, f, c, meta)

def ids(): return [f"{k}-{v}" for k, (f, n, *_r) in KINDS.items() for v in range(n)]

# ------------------------------------------------------------------ readings as dicts
def pc_reading(tl, i):
    """What a watcher could read in second i (None = no reading). Domain and title only if the settings allow them."""
    c, st = tl.pc, tl.plan.settings
    if not c["ok"][i]: return None
    site = SITES.get(c["site"][i]) if c["site"][i] else None
    ja = tl.meta["locale"] == "ja"
    return dict(t=float(c["t"][i]), mono=float(c["mono"][i]), wall=float(c["wall"][i]), active_app=APPS[c["app"][i]][tl.meta["edition"]] or None,
                domain=site[0] if site and st["domains_allowed"] else None,
                title=f"{site[2 if ja else 1] if site else '無題' if ja else 'Untitled'} {st['title_canary']}" if st["titles_allowed"] else None,
                idle_seconds=round(float(c["idle"][i]), 2), keyboard_events=int(c["keys"][i]), mouse_events=int(c["mouse"][i]), locked=bool(c["locked"][i]), screensaver=bool(c["saver"][i]),
                microphone_in_use=bool(c["mic"][i]), camera_in_use_by_other=bool(c["camuse"][i]), full_screen=bool(c["full"][i]))

def frame(tl, i):
    """One frame as a dict; fields that need a face are left out where there is none (missing, not zero)."""
    out = {}
    for k in FRAME_FIELDS:
        x = tl.frames[k][i]
        if k == "face_detected": out[k] = bool(x)
        elif k == "faces": out[k] = int(x)
        elif np.isfinite(x): out[k] = round(float(x), 4 if k not in ("wall",) else 3)
    return out

def events(tl):
    """Everything in the order of time: ("frame", t, dict) and ("pc", t, dict)."""
    ft, fi, pi = tl.frames["t"], 0, 0
    npc = len(tl.pc["t"])
    while fi < len(ft) or pi < npc:
        if pi >= npc or (fi < len(ft) and ft[fi] <= tl.pc["t"][pi]):
            yield "frame", float(ft[fi]), frame(tl, fi); fi += 1
        else:
            r = pc_reading(tl, pi)
            if r is not None: yield "pc", r["t"], r
            pi += 1

def camera_snapshot(tl, t):
    """The `camera` dict of focus_scenarios.json at t, by plain windows (60 s eyes, 15 s head). None = no frame for 15 s.
    A convenience and an independent reckoning: the product's own features are to be made from the frames."""
    F = tl.frames; ft = F["t"]
    b = np.searchsorted(ft, t, "right")
    if b == 0 or t - ft[b - 1] > 15: return None
    out = dict(timestamp=round(float(F["wall"][b - 1]), 3), age_s=round(float(t - ft[b - 1]), 2), face_detected=bool(F["face_detected"][b - 1]), faces=int(F["faces"][b - 1]),
               luma=round(float(F["luma"][b - 1]), 1), contrast=round(float(F["contrast"][b - 1]), 1))
    if not out["face_detected"]: return out
    a60, a15 = np.searchsorted(ft, [t - 60, t - 15])
    w, h = slice(a60, b), slice(a15, b)
    ear = (F["ear_left"] + F["ear_right"])[w] / 2
    ok = np.isfinite(ear); e, te = ear[ok], ft[w][ok]
    past = (F["ear_left"] + F["ear_right"])[:b] / 2                      # the open eye of this person: from all that was seen so far
    open_ = np.nanpercentile(past, 80); shut = e < .55 * open_
    d = np.diff(np.concatenate([[0], shut.astype(int), [0]])); st, en = np.flatnonzero(d == 1), np.flatnonzero(d == -1)
    gap = 1 / tl.plan.fps
    dur = (te[np.minimum(en - 1, len(te) - 1)] - te[st] + gap) if len(st) else np.array([])
    long_ = dur >= max(.5, 1.2 * gap)
    span = max(1., te[-1] - te[0]); blinks = int((~long_).sum())
    per = float(dur[long_].sum() / span); hy, hp = F["yaw"][h], F["pitch"][h]
    hy, hp = hy[np.isfinite(hy)], hp[np.isfinite(hp)]
    r = lambda x: round(float(x), 3)
    now = r(e[-1]); m = F["mar"][w]; mm = m[np.isfinite(m)][-int(max(1, 1.5 * tl.plan.fps)):]
    out.update(ear_average=now, eyes_closed=bool(shut[-1]), perclos=r(min(1, per)), perclos_drowsy=per > .15, blink_count=blinks,
               blinks_per_minute=r(blinks * 60 / span), mar=r(mm[-1]), yawning=bool(len(mm) and np.mean(mm > .5) > .9), frames_in_window=int(b - a60),
               head_pose=dict(pitch=r(F["pitch"][b - 1]), yaw=r(F["yaw"][b - 1]), roll=r(F["roll"][b - 1])), ear_average_window=r(e.mean()),
               ear_std_window=r(e.std()), ear_min_window=r(e.min()), eyes_half_closed_ratio=r(np.mean((e < .8 * open_) & ~shut)),
               head_yaw_std=r(hy.std()), head_pitch_std=r(hp.std()), head_yaw_max_abs=r(np.abs(hy).max()), head_pitch_max_abs=r(np.abs(hp).max()),
               head_movement_count=int((np.abs(np.diff(hy[::int(max(1, tl.plan.fps // 2))])) > 8).sum()),
               gaze_off_screen_ratio=r(np.mean((np.abs(hy) > 25) | (np.abs(hp) > 25))), face_not_detected_ratio=r(1 - np.mean(F["face_detected"][w])))
    return out

def pc_snapshot(tl, t):
    """The `pc` dict of focus_scenarios.json at t (60 s for input, 30 s for switches). None = no reading for 60 s."""
    c = tl.pc; b = int(np.searchsorted(c["t"], t, "right"))
    good = np.flatnonzero(c["ok"][:b])
    if not len(good) or t - c["t"][good[-1]] > 60: return None
    age, i = float(t - c["t"][good[-1]]), good[-1]
    t, b = float(c["t"][i]), i + 1; a = max(0, b - 60)
    last = lambda x: (lambda k: float(t - c["t"][k[-1]] + .3) if len(k) else float(t) + 3.)(np.flatnonzero(x[:b] * c["ok"][:b]))
    lk, lm = last(c["keys"]), last(c["mouse"]); names = [APPS[x][tl.meta["edition"]] for x, o in zip(c["app"][max(0, b - 30):b], c["ok"][max(0, b - 30):b]) if o]
    sw = sum(x != y for x, y in zip(names, names[1:])); nk, nm = int(c["keys"][a:b].sum()), int(c["mouse"][a:b].sum())
    r = pc_reading(tl, i); idle = round(r["idle_seconds"], 1); mins = max(1., min(60., b)) / 60
    return dict(timestamp=r["wall"], age_s=round(age, 1), active_app=r["active_app"], domain=r["domain"], title=r["title"], idle_seconds=idle, is_idle=idle > 60,
                keyboard_events_in_window=nk, mouse_events_in_window=nm, keyboard_rate_window=round(nk / mins, 1), mouse_rate_window=round(nm / mins, 1),
                app_switches_in_window=sw, unique_apps_in_window=len(set(names)) or 1, seconds_since_last_keyboard=round(lk, 1), seconds_since_last_mouse=round(lm, 1),
                locked=r["locked"], screensaver=r["screensaver"], microphone_in_use=r["microphone_in_use"], camera_in_use_by_other=r["camera_in_use_by_other"], full_screen=r["full_screen"])

# ------------------------------------------------------------------ scoring
def score(labels, shown, step=.5):
    """`shown`: [(t, state)] in order, the state on show from t on. Shares by group (after the grace), changes, drowsy seconds."""
    ts, st = [x[0] for x in shown], [x[1] for x in shown]
    end = labels[-1]["end_s"]; ok, tot, wrong, dro = {}, {}, {}, 0.
    for t in np.arange(0, end, step):
        s = next(s for s in labels if s["start_s"] <= t < s["end_s"])
        if s.get("gap"): continue
        i = int(np.searchsorted(ts, t, "right")) - 1
        state = st[i] if i >= 0 else "unknown"
        if state == "drowsy" and "drowsy" not in acceptable_at(labels, t): dro += step
        g = s["group"] if s["category_known"] else "unsure"
        fair = state in acceptable_at(labels, t)
        if fair and t - s["start_s"] < s["shown_by_s"]: continue          # in its grace: nothing is gained, but a wrong third state counts
        tot[g] = tot.get(g, 0) + 1
        if fair: ok[g] = ok.get(g, 0) + 1
        else: wrong[(g, s["why"], state)] = wrong.get((g, s["why"], state), 0) + step
    changes = sum(a != b for a, b in zip(st, st[1:]))
    return dict(share={g: ok.get(g, 0) / tot[g] for g in tot}, seconds={g: tot[g] * step for g in tot}, changes=changes,
                flicker_per_hour=max(0, changes - needed_changes(labels)) * 3600 / end, false_drowsy_s=dro, wrong=wrong)

# ------------------------------------------------------------------ command
def digest(tl):
    b = b"".join(np.nan_to_num(np.asarray(tl.frames[k], float), nan=-999).round(2).tobytes() for k in FRAME_FIELDS if k not in ("wall", "mono"))
    return f"{zlib.crc32(b + tl.pc['keys'].astype('int32').tobytes() + tl.pc['mouse'].astype('int32').tobytes()):08x}"

def show(tid, step=15.):
    tl = make(tid); print(json.dumps(tl.meta, ensure_ascii=False))
    for s in tl.labels: print(f"  {s['start_s']:7.1f}-{s['end_s']:7.1f}  {'/'.join(s['acceptable']):26s} by {s['shown_by_s']:4.0f}  {s['group']:11s} {s['why']}")
    print("     t  face n  ear   lo10  perc bl/m   mar   yaw  pitch luma | app                 k/60 m/60  sinceK sw idle")
    for t in np.arange(step, tl.meta["duration_s"], step):
        c, p = camera_snapshot(tl, t), pc_snapshot(tl, t); g = lambda k, f="{:.2f}": f.format(c[k]) if c and k in c else "  - "
        hp = (c or {}).get("head_pose", {})
        print(f"{t:6.0f}  {('-' if c is None else 'Y' if c['face_detected'] else '.')}   {c['faces'] if c else 0} {g('ear_average')}  {g('ear_min_window')}  {g('perclos')} {g('blinks_per_minute', '{:4.0f}')}  {g('mar')} {hp.get('yaw', NAN):6.1f} {hp.get('pitch', NAN):6.1f} {g('luma', '{:4.0f}')} | "
              + (f"{str(p['active_app'])[:18]:18s} {p['keyboard_rate_window']:5.0f} {p['mouse_rate_window']:5.0f} {p['seconds_since_last_keyboard']:6.0f} {p['app_switches_in_window']:2d} {p['idle_seconds']:5.0f}" if p else "no reading") + "  " + "/".join(sorted(acceptable_at(tl.labels, t))))

def main():
    ap = argparse.ArgumentParser(); ap.add_argument("--list", action="store_true"); ap.add_argument("--show", nargs="+"); ap.add_argument("--no-5s", action="store_true")
    a = ap.parse_args()
    if a.list:
        for k, (f, n, l, o, _) in KINDS.items(): print(f"{n}  {k}  {','.join(l[:n])}")
        print(len(KINDS), "kinds,", len(ids()), "timelines"); return
    if a.show: show(a.show[0], float(a.show[1]) if len(a.show) > 1 else 15.); return
    labels, rows = {}, []
    for tid in ids():
        tl = make(tid)
        labels[tid] = dict(tl.meta, digest=digest(tl), segments=tl.labels)
        if not a.no_5s:
            cs, ps = [camera_snapshot(tl, t) for t in np.arange(5, tl.meta["duration_s"], 5)], [pc_snapshot(tl, t) for t in np.arange(5, tl.meta["duration_s"], 5)]
            rows.append(dict(id=tid, every_s=5, camera=columns(cs), pc=columns(ps)))
    (HERE / "labels.json").write_text(json.dumps(dict(schema="attention-timelines/1", made="2026-11-23", states=STATES, timelines=labels), ensure_ascii=False, indent=1))
    if rows:
        with open(HERE / "timelines_5s.jsonl.gz", "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, compresslevel=9, filename="") as g:
            for r in rows: g.write((json.dumps(r, ensure_ascii=False, separators=(",", ":")) + "\n").encode())
    print(len(labels), "timelines")

def columns(snaps):
    """Column form of snapshots: {"present": "110..", field: [values of those present that have it]} (expand() is the way back)."""
    out = {"present": "".join("0" if s is None else "1" for s in snaps)}
    live = [s for s in snaps if s is not None]
    for k in sorted({k for s in live for k in s} - {"timestamp"}):
        col = [s.get(k) for s in live]
        q = lambda x: round(x, 2) if isinstance(x, float) else [round(x[j], 1) for j in ("pitch", "yaw", "roll")] if isinstance(x, dict) else int(x) if isinstance(x, bool) else x
        col = [q(x) for x in col]
        out[k] = col[0] if all(x == col[0] for x in col) else col
    return out

if __name__ == "__main__": main()
