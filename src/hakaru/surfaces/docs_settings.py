"""What does each setting and variable mean, in one sentence? For the page about configuration."""

from __future__ import annotations

from collections.abc import Mapping

SETTINGS_EN: Mapping[str, str] = {
    "data_folder": "Where the database, the reports and everything else lies.",
    "user_id": "Whose baselines are learned, where one folder serves several people.",
    "language": "Language of texts and reports.",
    "half_life_days": "After so long an old run counts half when a baseline is learned.",
    "cadence_minimum_spm": "A cadence to stay above; without one, the lower end of your own "
    "90 % interval at that speed.",
    "workers": "Processes that read files.",
}
MODEL_EN: Mapping[str, str] = {
    "backend": "Which protocol; `none` asks nothing and opens no connection.",
    "url": "Address of the server; without one, that of the protocol's maker.",
    "name": "Name of the model.",
    "key_env": "Name of the variable that holds the key; without one, the maker's own name for the "
    "maker's server, and no key for others.",
    "timeout_s": "How long one question with its corrections may take.",
    "structured": "Whether the server is given a schema of the answer.",
    "any_http": "Allow an unencrypted address outside this machine and network.",
    "keep_prompts": "Store what was asked, on this machine (`hakaru attempts`).",
    "at_once": "Questions asked at the same time.",
}
SESSIONS_EN: Mapping[str, str] = {
    "heart_rate_zones_frac": "Where heart rate zones 1 to 5 begin, as shares of threshold heart "
    "rate; for runs whose watch names no zones.",
    "power_zones_frac": "Where power zones 2 to 6 begin, as shares of critical power.",
    "easy_share_pct": "So much of an easy run has to be easy.",
    "tempo_share_pct": "So much of the main part of a tempo run has to be at its intensity.",
    "work_share_pct": "So much of the repetitions has to be hard.",
}
MCP_EN: Mapping[str, str] = {
    "folders": "Below these an assistant reads the files that it names by path (`ingest`, "
    "`import_nodes`, `import_focus`, `replay_focus`, `run`); everything else is refused. Hidden "
    "files, links and the data folder stay closed, but for what was handed in on the dashboard. "
    "The file that it makes lies in `exports` of the data folder, whatever it is called.",
}
PREFERENCES_EN: Mapping[str, tuple[str, str, str]] = {
    "language": ("as configured", "`ja` or `en`", "Language of texts and reports."),
    "show_track": ("`false`", "true or false", "The page of a run may draw where it went."),
    "lengths": (
        "`km`",
        "`km`, `mi` or `km_and_mi`",
        "Pages say kilometres, miles, or miles behind kilometres.",
    ),
    "model": (
        "as configured",
        "`backend`, `name`, `url`",
        "Which language model is asked. Never a key: that is in the environment.",
    ),
}
"""Default, what it takes, meaning."""

FOCUS_EN: Mapping[str, str] = {
    "camera_enabled": "Look through the camera at all.",
    "camera_index": "Which camera.",
    "model_enabled": "Let the configured model say what an open state is.",
    "notify_enabled": "Tell on the desktop.",
    "drowsy_cooldown_min": "Silence after telling that you look drowsy.",
    "distracted_cooldown_min": "Silence after telling that you look distracted.",
    "over_focus_cooldown_min": "Silence after proposing a break.",
    "over_focus_after_min": "Propose a break after so much attention at a stretch.",
    "quiet_from": "Tell nothing from this time of the day.",
    "quiet_until": "Tell nothing until this time of the day.",
    "most_per_day": "Messages a day at most.",
    "keep_days": "Days that are kept; older ones are deleted and overwritten.",
}
VARIABLES_EN: Mapping[str, str] = {
    "HAKARU_CONFIG": "Path of the configuration file, instead of the usual place.",
    "HAKARU_DATA": "Data folder; stronger than the file, weaker than `--data`.",
    "HAKARU_LANG": "`ja` or `en`; stronger than the file and the dashboard, weaker than `--lang`.",
    "GARMIN_EMAIL": "Account for `hakaru fetch garmin`, where nobody can be asked on a terminal.",
    "GARMIN_PASSWORD": "Its password; the session is kept, the password is not.",
    "OPENAI_API_KEY": "Key, where `[model] backend` is `openai` and the server is OpenAI's.",
    "ANTHROPIC_API_KEY": "Key, where `[model] backend` is `anthropic`.",
    "OPENBLAS_NUM_THREADS": "Threads of linear algebra; 1 unless you say otherwise.",
    "DISPLAY": "The X server whose keys and clicks are counted (set by the desktop).",
    "SWAYSOCK": "The sway session whose front window it asks for (set by sway).",
    "HYPRLAND_INSTANCE_SIGNATURE": "The same for Hyprland, with XDG_RUNTIME_DIR.",
    "XDG_RUNTIME_DIR": "Where Hyprland's socket lies (set by the desktop).",
}
