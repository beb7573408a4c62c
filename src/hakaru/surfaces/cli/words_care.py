"""What does the command line say around the machine and a repair, in ja and en?"""

from __future__ import annotations

CARE_WORDS: dict[str, tuple[str, str]] = {
    "ok": ("正常", "ok    "),
    "missing": ("なし", "absent"),
    "broken": ("異常", "BROKEN"),
    "python": ("Python", "Python"),
    "data_folder": ("データフォルダ", "data folder"),
    "privacy": ("非公開", "privacy"),
    "database": ("データベース", "database"),
    "ingest": ("取り込み", "ingest"),
    "state": ("状態", "state"),
    "lock": ("ロック", "lock"),
    "copies": ("自動の控え", "automatic copies"),
    "set_aside": ("よけたファイル", "set aside"),
    "clock": ("時計", "clock"),
    "extra": ("追加機能", "extra"),
    "camera_model": ("顔のモデル", "face model"),
    "desktop": ("PC操作", "use of the computer"),
    "model": ("言語モデル", "language model"),
    "browser": ("ブラウザー", "browser"),
    "doctor_sound": (
        "必要なものはそろっています。入っていない任意の部品 {missing} 件、異常 {broken} 件。",
        "Everything needed works. Optional parts: {missing} not installed, {broken} broken.",
    ),
    "doctor_broken": (
        "直すべき異常があります（異常 {broken} 件、入っていない任意の部品 {missing} 件）。",
        "Something that is needed is broken ({broken} broken, {missing} absent).",
    ),
    "repair_absent": (
        "{file} はまだありません。直すものはありません。",
        "{file} is not there yet: nothing to repair.",
    ),
    "repair_sound": (
        "{file} は正常です。何も変えていません。",
        "{file} is sound: nothing was changed.",
    ),
    "repair_without_log": (
        "{file} は、途中で切れたログを外すと正常です。外す前のファイルとログは {aside} にあります。"
        "最後の変更が欠けていれば `hakaru ingest` で取り込み直してください。",
        "{file} is sound without the log of its last changes; both as they were are {aside}. Take "
        "in what may be missing with `hakaru ingest`.",
    ),
    "repair_restored": (
        "{file} を {copied} (UTC) の控えに戻しました（壊れた控え {n} 件）。壊れたファイルは "
        "{aside} にあります。その後の記録は `hakaru ingest` で取り込み直してください。",
        "{file} is back to its copy of {copied} UTC (damaged copies passed over: {n}); the damaged "
        "file is {aside}. Take in what was recorded since with `hakaru ingest`.",
    ),
    "repair_without_log_state": (
        "{file} は、途中で切れたログを外すと正常です。外す前のファイルとログは {aside} にあります。"
        "最後の変更（予定・集中の記録・設定）が欠けているかもしれません。",
        "{file} is sound without the log of its last changes; both as they were are {aside}. The "
        "last changes to plans, attention and settings may be missing.",
    ),
    "repair_restored_state": (
        "{file} を {copied} (UTC) の控えに戻しました（壊れた控え {n} 件）。壊れたファイルは "
        "{aside} にあります。その後の予定・集中の記録・設定は戻りません。",
        "{file} is back to its copy of {copied} UTC (damaged copies passed over: {n}); the damaged "
        "file is {aside}. What changed since in plans, attention and settings is not in it.",
    ),
    "repair_no_copy_state": (
        "{file} は壊れていますが、正常な控えがありません（壊れた控え {n} 件）。"
        "`hakaru repair --anew` で、予定・集中の記録・設定のない状態から始められます。",
        "{file} is damaged and no copy of it is sound (damaged copies: {n}); `hakaru repair "
        "--anew` starts without plans, attention and settings.",
    ),
    "repair_emptied_state": (
        "{file} をよけて、予定・集中の記録・設定のない状態から始めます。"
        "壊れたファイルは {aside} にあります。",
        "{file} starts without plans, attention and settings; the damaged file is {aside}.",
    ),
    "repair_no_copy": (
        "{file} は壊れていますが、正常な控えがありません（壊れた控え {n} 件）。"
        "`hakaru repair --anew` で空から始め、`hakaru ingest` で取り込み直せます。",
        "{file} is damaged and no copy of it is sound (damaged copies: {n}); "
        "`hakaru repair --anew` starts empty, then `hakaru ingest` takes recordings in again.",
    ),
    "repair_emptied": (
        "{file} をよけて空から始めます。壊れたファイルは {aside} にあります。"
        "`hakaru ingest` で取り込み直してください。",
        "{file} starts empty; the damaged file is {aside}. Take recordings in again with "
        "`hakaru ingest`.",
    ),
}
