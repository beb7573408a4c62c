"""What do the pictures of the worked analyses say, in Japanese and English?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.words import Word

COLUMNS: Mapping[str, Word] = {
    "speed_mps": Word(ja="ペース (分/km)", en="pace (min/km)"),
    "heart_rate_bpm": Word(ja="心拍 (bpm)", en="heart rate (bpm)"),
    "cadence_spm": Word(ja="ケイデンス (歩/分)", en="cadence (steps/min)"),
    "power_w": Word(ja="パワー (W)", en="power (W)"),
    "gct_ms": Word(ja="接地時間 (ms)", en="contact time (ms)"),
    "vo_cm": Word(ja="垂直振幅 (cm)", en="vertical oscillation (cm)"),
    "vr_pct": Word(ja="垂直比率 (%)", en="vertical ratio (%)"),
    "elevation_m": Word(ja="標高 (m)", en="elevation (m)"),
}

PICTURES: Mapping[str, Word] = {
    "seconds_title": Word(ja="秒ごとのペースと心拍", en="Pace and heart rate by the second"),
    "seconds_desc": Word(
        ja="{start} から {end} まで。細い線は1秒ごと、太い線は移動平均、縦線はペースの変わり目。",
        en="From {start} to {end}. Thin: seconds; thick: rolling mean; upright: pace changes.",
    ),
    "around_title": Word(ja="変化の前後とペースとの関係", en="Around the step, and against pace"),
    "around_desc": Word(
        ja="{label}。左は時間の流れ（帯が変化の区間）、右はペースに対する散布図（橙が変化の区間）。",
        en="{label}. Left: over time (step shaded); right: against pace (step in orange).",
    ),
    "aligned_title": Word(ja="正規化した時間軸での比較", en="Runs on a common axis of time"),
    "aligned_desc": Word(
        ja="{label}。横軸は経過時間の割合。太い線が最新（{day}）、細い線がその前の {n} 本。",
        en=(
            "{label} by share of each run's time. Thick: the newest ({day}); "
            "thin: the <n:run|{n} runs> before it."
        ),
    ),
    "seconds_note": Word(
        ja="細い線 1 秒ごと・太い線 移動平均・縦線 変わり目",
        en="thin: seconds, thick: rolling mean, upright: change",
    ),
    "around_note": Word(ja="橙 変化の区間", en="orange: the step"),
    "aligned_note": Word(
        ja="太い線 {day}（最新）・細い線 その前の {n} 本",
        en="thick: {day} (newest), thin: <n:run|{n} runs> before",
    ),
    "share_axis": Word(ja="経過時間の割合 (%)", en="share of elapsed time (%)"),
}
