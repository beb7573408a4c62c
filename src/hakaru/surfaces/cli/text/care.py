"""How do the look at the machine and a repair read on a terminal?"""

from __future__ import annotations

from hakaru.flows.doctor import Check, DoctorResult, RepairResult
from hakaru.guard.cleaning import clean
from hakaru.present.sentences import in_language
from hakaru.running.wording import Lang
from hakaru.store.care import Repaired
from hakaru.store.state import FILE_NAME as STATE_NAME
from hakaru.surfaces.cli.words_care import CARE_WORDS


def doctor_text(result: DoctorResult, language: Lang) -> str:
    """A line per check with its sentence, and below it what mends it or gets it."""
    lines = [line for check in result.checks for line in _check_lines(check, language)]
    missing = [check for check in result.checks if check.status == "missing"]
    broken = [check for check in result.checks if check.status == "broken"]
    key = "doctor_sound" if result.ok else "doctor_broken"
    return "\n".join([*lines, "", _say(key, language, missing=len(missing), broken=len(broken))])


def repair_text(result: RepairResult, language: Lang) -> str:
    """A sentence per file."""
    return "\n".join(_repaired(file, language) for file in result.files)


def _check_lines(check: Check, language: Lang) -> list[str]:
    kind, _, extra = check.name.partition(" ")
    name = f"{_say(kind, language)} {extra}".rstrip()
    message = clean(in_language(check.message, language))
    lines = [f"{_say(check.status, language)}  {name}: {message}"]
    return lines if check.command is None else [*lines, f"      → {clean(check.command)}"]


def _repaired(file: Repaired, language: Lang) -> str:
    copied = "" if file.copied_at is None else f"{file.copied_at:%Y-%m-%d %H:%M}"
    key = f"repair_{file.outcome}"
    return _say(
        f"{key}_state" if f"{key}_state" in CARE_WORDS and _is_state(file) else key,
        language,
        file=file.path.name,
        copied=copied,
        aside=clean(str(file.set_aside)),
        n=file.passed_over,
    )


def _is_state(file: Repaired) -> bool:
    """What is in it comes from no recording, so that nothing takes it in again."""
    return file.path.name == STATE_NAME


def _say(key: str, language: Lang, **slots: object) -> str:
    return CARE_WORDS[key][language == "en"].format(**slots)
