"""What is amiss with the engine now, in words a user can act on?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

Part = Literal["lead", "camera", "pc", "store", "model", "notify", "clock"]
PARTS: tuple[Part, ...] = get_args(Part)
OK = "ok"

HEALTH_WORDS: Mapping[str, tuple[str, str]] = {
    "ok": ("正常", "fine"),
    "starting": ("準備中", "starting"),
    "paused": ("一時停止中", "paused"),
    "off": ("使わない設定", "switched off"),
    "camera_lost": ("カメラの映像が来ない", "no picture from the camera"),
    "camera_stuck": ("カメラを放せない", "the camera cannot be let go of"),
    "camera_elsewhere": ("ほかのプロセスが見ている", "another process is watching"),
    "follows": ("ほかのプロセスの結果を伝えている", "telling what another process finds"),
    "video_over": ("動画が終わった", "the video is over"),
    "no_face_model": ("顔のモデルがない", "the face model is not installed"),
    "pc_silent": ("PC操作の情報が来ない", "the source of PC use tells nothing"),
    "pc_partly": ("このシステムは一部しか教えない", "this system tells only a part"),
    "store_unwritable": ("履歴を保存できない", "history cannot be written"),
    "model_rejected": ("モデルの回答は採用できなかった", "the model's reply was not acceptable"),
    "model_late": ("モデルの回答が間に合わなかった", "the model did not answer in time"),
    "model_unreachable": ("モデルに接続できなかった", "the model could not be reached"),
    "none": ("モデルは設定されていない", "no model is configured"),
    "notify_missing": ("通知を出せない", "notifications cannot be shown"),
    "clock_back": ("時計が戻された", "the clock was set back"),
    "gap": ("見ていない時間があった", "there was a gap (suspended, or the clock set forward)"),
    "fault": ("内部の誤りでやり直している", "an internal fault; it starts again"),
}


class Health:
    """How each part is. A part that nobody spoke of is starting."""

    def __init__(self) -> None:
        self._codes: dict[Part, str] = dict.fromkeys(PARTS, "starting")

    def tell(self, part: Part, code: str) -> None:
        """Say how a part is."""
        self._codes[part] = code

    def codes(self) -> Mapping[Part, str]:
        """Each part's code now."""
        return dict(self._codes)


def health_word(code: str, lang: Literal["ja", "en"]) -> str:
    """A code in words."""
    return HEALTH_WORDS[code][0 if lang == "ja" else 1]
