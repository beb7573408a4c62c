"""How are states, reasons and notifications said, in Japanese and English?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hakaru.focus.states import FocusState

Lang = Literal["ja", "en"]

STATE_WORDS: Mapping[FocusState, tuple[str, str]] = {
    "focused": ("集中", "focused"),
    "drowsy": ("眠気", "drowsy"),
    "distracted": ("注意散漫", "distracted"),
    "away": ("離席", "away"),
    "idle": ("休止", "idle"),
    "unknown": ("不明", "unknown"),
}

REASON_WORDS: Mapping[str, tuple[str, str]] = {
    # rules
    "no_data": ("データがない", "no data"),
    "no_face": ("顔が見つからない", "no face detected"),
    "face_mostly_missing": ("顔がほとんど映っていない", "face missing most of the time"),
    "attentive_at_work": (
        "目を開けて画面に向かい、操作している",
        "facing the screen with open eyes and using the computer",
    ),
    # fallback
    "closing_eyes_and_yawn": ("目を閉じがちで、あくびをしている", "eyes closing and yawning"),
    "yawn": ("あくびをしている", "yawning"),
    "head_turned_away": ("顔が大きく横を向いている", "head turned far away"),
    "many_switches": ("アプリの切り替えが多い", "rapid switching of applications"),
    "nothing_against": ("集中を疑う材料がない", "nothing speaks against it"),
    "nothing_known": ("顔も最近の操作もない", "neither a face nor recent input"),
    # the evidence table
    "unseen": ("カメラの情報がない", "no camera data"),
    "face_absent": ("顔が見つからない", "no face detected"),
    "face_missing": ("顔がときどき見えない", "face missing part of the time"),
    "facing": ("画面の方を向いている", "facing the screen"),
    "turned": ("顔が横を向いている", "head turned"),
    "looking_away": ("画面から目を離している", "looking away from the screen"),
    "eyes_open": ("目が開いている", "eyes open"),
    "eyes_rarely_closed": ("目を閉じることが少ない", "eyes rarely closed"),
    "eyes_low": ("まぶたが下がっている", "eyelids low"),
    "eyes_closed_often": ("目を閉じている時間が長い", "eyes closed for much of the time"),
    "eyes_shut": ("目を閉じたままである", "eyes shut for seconds"),
    "microsleeps": ("1秒以上の閉眼が繰り返されている", "closures of a second or more"),
    "yawning": ("あくびをしている", "yawning"),
    "head_drop": ("頭が下がっている", "head dropping"),
    "several_signs": ("眠気のしるしが重なっている", "several signs of sleepiness together"),
    "pc_unknown": ("PC操作の情報がない", "no data of PC use"),
    "typing": ("キー入力が続いている", "steady typing"),
    "recent_input": ("直前に操作している", "recent input"),
    "no_input": ("しばらく操作がない", "no input for a while"),
    "long_without_input": ("長い間操作がない", "no input for long"),
    "neither_input_nor_look": (
        "操作も画面を見ることもない",
        "neither input nor a look at the screen",
    ),
    "screen_locked": ("画面がロックされている", "screen locked"),
    "meeting": ("会議アプリが前面にある", "a meeting application is in front"),
    "reading": ("閲覧用アプリが前面にある", "a reading application is in front"),
    "working": ("作業用アプリが前面にある", "a work application is in front"),
    "leisure": ("娯楽アプリが前面にある", "a leisure application is in front"),
    "passive_scrolling": (
        "キー入力なしでマウス操作だけが続く",
        "mouse-only use with hardly any typing",
    ),
    "rapid_switching": ("アプリの切り替えが多い", "rapid switching of applications"),
    # why a model's opinion was not used
    "model_rejected": ("モデルの回答は採用できなかった", "the model's reply was not acceptable"),
    "model_late": ("モデルの回答が間に合わなかった", "the model did not answer in time"),
    "model_unreachable": ("モデルに接続できなかった", "the model could not be reached"),
    "model_resting": ("モデルへの問い合わせを控えている", "the model is not asked for now"),
    "model_opinion": ("モデルの判断", "the model's opinion"),
}


def state_word(state: FocusState, lang: Lang) -> str:
    """The name of a state."""
    return STATE_WORDS[state][0 if lang == "ja" else 1]


def reasons_text(codes: tuple[str, ...], lang: Lang) -> str:
    """Reasons in words, strongest first."""
    words = [REASON_WORDS[code][0 if lang == "ja" else 1] for code in codes]
    return ("、" if lang == "ja" else "; ").join(words)
