"""What is said around every page, on errors and where there is nothing yet?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.present.words import Word

SHELL: Mapping[str, Word] = {
    "skip": Word(ja="本文へ移動", en="Skip to the content"),
    "nav": Word(ja="主なページ", en="Main pages"),
    "nav_home": Word(ja="今日", en="Today"),
    "nav_runs": Word(ja="ラン", en="Runs"),
    "nav_form": Word(ja="フォーム", en="Form"),
    "nav_training": Word(ja="トレーニング", en="Training"),
    "nav_focus": Word(ja="集中", en="Focus"),
    "nav_plans": Word(ja="計画", en="Plans"),
    "nav_import": Word(ja="取り込み", en="Import"),
    "nav_settings": Word(ja="設定", en="Settings"),
    "language": Word(ja="言語", en="Language"),
    "theme": Word(ja="配色", en="Colours"),
    "theme_auto": Word(ja="端末に合わせる", en="As the device"),
    "theme_light": Word(ja="明るい", en="Light"),
    "theme_dark": Word(ja="暗い", en="Dark"),
    "switch": Word(ja="切り替える", en="Switch"),
    "local": Word(ja="データはこのマシンの中だけにあります", en="Your data stays on this machine"),
    "error_title": Word(ja="表示できません", en="This cannot be shown"),
    "error_404": Word(ja="このページはありません。", en="There is no such page."),
    "error_bug": Word(
        ja="思わぬ誤りが起きました。サーバーの記録に詳細があります。",
        en="Something unexpected went wrong; the log of the server has the details.",
    ),
    "back_before": Word(ja="前のページへ戻る", en="Back to the page before"),
    "back_home": Word(ja="今日のページへ", en="To today's page"),
    "loading": Word(ja="読み込み中…", en="Loading…"),
    "none": Word(ja="-", en="-"),
    "newcomer_title": Word(ja="まだ記録がありません", en="No runs yet"),
    "newcomer_text": Word(
        ja="ランニングの記録（FIT・TCX・GPX・Garmin の JSON や zip）を入れると、あなた自身の"
        "履歴を基準に、フォームを判定します。",
        en="Drop in recordings of your runs (FIT, TCX, GPX, JSON or zip of Garmin), and Hakaru "
        "judges your form against your own history.",
    ),
    "newcomer_drop": Word(ja="ファイルを取り込む", en="Import files"),
    "newcomer_simulate": Word(
        ja="試しに、シミュレーターのランで動かす", en="Try it with simulated runs"
    ),
    "newcomer_hint": Word(
        ja="シミュレーションの記録には印が付きます。",
        en="Simulated runs are marked as such.",
    ),
    "sign_in_title": Word(ja="リンクを開いて入る", en="Sign in with a link"),
    "sign_in_void": Word(
        ja="このリンクはもう使えません（すでに使われたか、10分を過ぎたか、終わったサーバーのものです）。",
        en="This link no longer works: it has been used, is older than 10 minutes, or belongs to a "
        "server that has ended.",
    ),
    "sign_in_stranger": Word(
        ja="このブラウザーはまだ入っていません。", en="This browser is not signed in."
    ),
    "sign_in_how": Word(
        ja="このコンピューターの端末で次のコマンドを打ち、表示されたリンクを開いてください。",
        en="Type this in a terminal of this computer, and open the link that it prints:",
    ),
    "sign_in_lasts": Word(
        ja="リンクは10分以内に一度だけ使えます。入ったブラウザーは、サーバーが終わるまで"
        "（長くて30日）そのまま使えます。",
        en="A link works once, within 10 minutes. The browser then stays signed in until the "
        "server ends, for 30 days at most.",
    ),
    "sign_in_data": Word(
        ja="サーバーを `--data` 付きで起動したときは、同じものを付けてください。",
        en="If the server was started with `--data`, add the same here.",
    ),
    "sign_in_again": Word(
        ja="すでに入っているとき：ダッシュボードへ", en="Already signed in? To the dashboard"
    ),
    "stars_label": Word(ja="5つ星中{n}", en="{n} of 5 stars"),
}
