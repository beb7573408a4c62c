"""What is known of the air of runs, and what was given to those that had none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang, say
from hakaru.guard.cleaning import clean
from hakaru.present.document import Document, Fact, Facts, part, table
from hakaru.present.figures import day_text, signed
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.flows.air import Watch, WeatherFile, WeatherGiven


def weather_document(result: WeatherGiven, language: Lang) -> Document:
    """What changed, what the file said, where the weather of all runs is from, and the watches."""
    lines = _changed_texts(result, language)
    if result.file is not None:
        lines += _file_texts(result.file, language)
    watches = part()
    if result.watches:
        watches = part(
            table(
                "watches",
                (
                    say("watch", language),
                    say("runs", language),
                    say("warmer than the air", language),
                    say("80% interval", language),
                    say("known from", language),
                ),
                [_watch_row(watch, language) for watch in result.watches],
                left="lrrrl",
            ),
            say(
                "A watch is warmed by the arm; what it reads less that is what is taken for the "
                "air with --watch.",
                language,
            ),
            title=say("Watches with a thermometer", language),
        )
    return Document(parts=(part(*lines), part(_sources(result, language)), watches))


def _changed_texts(result: WeatherGiven, lang: Lang) -> list[str]:
    if not result.n_given and not result.n_changed:
        return [say("Nothing was changed.", lang)]
    given, changed, judged = result.n_given, result.n_changed, result.n_judged_again
    texts = []
    if given:
        texts.append(say("{n} <n:run|runs> got weather.", lang, n=given))
    if changed:
        texts.append(say("{n} <n:run has|runs have> another weather than before.", lang, n=changed))
    if judged:
        texts.append(
            say("The form of {n} <n:run is|runs are> judged by this warmth.", lang, n=judged)
        )
    return texts


def _file_texts(file: WeatherFile, lang: Lang) -> list[str]:
    texts = [
        say(
            "The file has {n} <n:row|rows> from {first} to {last}, in °{unit}.",
            lang,
            n=file.n_rows,
            first=day_text(file.first_day, lang),
            last=day_text(file.last_day, lang),
            unit=file.unit,
        )
    ]
    if not file.unit_named:
        texts.append(say("No unit is named in it: --unit C or --unit F says it.", lang))
    if file.n_left_out:
        texts.append(
            say(
                "{n} <n:row has|rows have> no time or no temperature and were left out.",
                lang,
                n=file.n_left_out,
            )
        )
    if file.n_runs_outside:
        texts.append(
            say("Of {n} <n:run|runs> without weather it says nothing.", lang, n=file.n_runs_outside)
        )
    return texts


def _sources(result: WeatherGiven, lang: Lang) -> Facts:
    rows = (
        (say("weather service", lang), result.n_service),
        (say("a file of yours", lang), result.n_file),
        (say("the watch, less its bias", lang), result.n_watch),
        (say("only the thermometer of the watch", lang), result.n_only_watch),
        (say("nothing", lang), result.n_without),
        (say("under a roof", lang), result.n_indoor),
    )
    return Facts(
        facts=tuple(
            Fact(label=label, value=say("{n} <n:run|runs>", lang, n=number))
            for label, number in rows
            if number
        )
    )


def _watch_row(watch: Watch, lang: Lang) -> tuple[str, ...]:
    bias = watch.bias
    known = (
        say("{n} <n:run|runs> with both", lang, n=bias.n_runs)
        if bias.n_runs
        else say("assumed: no run has both", lang)
    )
    return (
        clean(watch.name) if watch.name else say("not named", lang),
        fixed(watch.n_runs, 0),
        f"{signed(bias.warmer_c, 1)} °C",
        f"{signed(bias.low_c, 1)} … {signed(bias.high_c, 1)} °C",
        known,
    )
