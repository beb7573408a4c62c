"""The closed vocabulary of English sentences about a run: whatever is not here is not understood.

Tables go from a phrase to what it means; a hyphen between letters is a space.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, Literal, TypeVar

from hakaru.running.claims.read_en_tokens import Token

Meaning = TypeVar("Meaning")


class Table(Generic[Meaning]):
    """Phrases and what they mean, found by their first word, the longest first."""

    def __init__(self, rows: Mapping[str, Meaning]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], Meaning]]] = {}
        for phrases, meaning in rows.items():
            for phrase in phrases.split("|"):
                words = tuple(phrase.split())
                self._by_first.setdefault(words[0], []).append((words, meaning))
        for found in self._by_first.values():
            found.sort(key=lambda row: -len(row[0]))

    def at(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[Meaning, int]]:
        """Every phrase that begins here, with the place behind it."""
        if at >= len(tokens):
            return
        first = tokens[at]
        if not isinstance(first, str):
            return
        for words, meaning in self._by_first.get(first, ()):
            end = at + len(words)
            if tuple(tokens[at:end]) == words:
                yield meaning, end


METRIC = Table({
    "ground contact time|contact time|gct|ground contact|time on the ground|contact times": "gct",
    "vertical oscillation|oscillation|vo|bounce|vertical bounce": "vo",
    "vertical ratio|vr|oscillation ratio": "vr",
    "cadence|step rate|step frequency|turnover": "cadence",
    "step length|stride length": "step_length",
    "leg stiffness|stiffness": "leg_stiffness",
    "heart rate|hr|pulse|heart rates": "heart_rate",
    "pace|paces|running pace": "pace",
    "power|running power|power output": "power",
    "temperature|air temperature|temperatures": "temperature",
    "humidity|relative humidity": "humidity",
    "wind speed|wind|winds": "wind",
    "headwind": "headwind",
    "training load|load": "load",
    "distance|total distance": "distance",
    "duration|time|total time|running time|moving time": "duration",
    "climb|elevation gain|ascent|total climb|total ascent|total elevation gain|climbing": "climb",
    "elevation loss|descent|total descent": "descent",
})  # fmt: skip

FORM_METRICS = ("gct", "vo", "vr")

UNIT_METRIC: Mapping[str, str] = {
    "s/km": "pace", "bpm": "heart_rate", "ms": "gct", "cm": "vo", "spm": "cadence",
    "km": "distance",
    "s": "duration", "W": "power", "°C": "temperature",
}  # fmt: skip
"""What a figure is of where no word says it."""

METRIC_UNITS: Mapping[str, frozenset[str]] = {
    "gct": frozenset({"ms"}), "vo": frozenset({"cm"}), "vr": frozenset({"%"}),
    "cadence": frozenset({"spm"}), "step_length": frozenset({"cm"}),
    "leg_stiffness": frozenset({"N/m/kg"}), "heart_rate": frozenset({"bpm"}),
    "pace": frozenset({"s/km"}), "power": frozenset({"W"}), "temperature": frozenset({"°C"}),
    "humidity": frozenset({"%"}), "wind": frozenset({"m/s"}), "headwind": frozenset({"m/s"}),
    "load": frozenset({"score"}), "distance": frozenset({"km"}), "duration": frozenset({"s"}),
    "climb": frozenset({"m"}), "descent": frozenset({"m"}),
}  # fmt: skip

COMPARATIVE = Table({
    "faster|quicker|swifter": "faster", "slower": "slower",
    "longer": "longer", "shorter": "shorter",
    "higher|greater": "higher", "lower": "lower",
    "larger|bigger": "larger", "smaller": "smaller",
    "more": "more", "less": "less",
})  # fmt: skip

_BY_WORD: Mapping[str, tuple[frozenset[str], str]] = {
    "faster": (frozenset({"pace"}), "lower"),
    "slower": (frozenset({"pace"}), "higher"),
    "longer": (frozenset({"gct", "distance", "duration", "step_length"}), "higher"),
    "shorter": (frozenset({"gct", "distance", "duration", "step_length"}), "lower"),
    "higher": (frozenset(METRIC_UNITS) - {"pace", "distance", "duration"}, "higher"),
    "lower": (frozenset(METRIC_UNITS) - {"pace", "distance", "duration"}, "lower"),
    "larger": (frozenset({"vo", "vr"}), "higher"),
    "smaller": (frozenset({"vo", "vr"}), "lower"),
    "more": (frozenset({"distance"}), "higher"),
    "less": (frozenset({"distance"}), "lower"),
}


def relation_by(word: str, metric: str) -> str | None:
    """Which way a comparative goes for the values of a metric; None: it is not said of it."""
    metrics, relation = _BY_WORD[word]
    return relation if metric in metrics else None


ABOVE = Table({
    "above|over|higher than|more than|in excess of": "higher",
    "below|under|beneath|less than|lower than|fewer than": "lower",
})  # fmt: skip

SUPERLATIVE = Table({
    "fastest|quickest|swiftest": ("pace", "lowest"), "slowest": ("pace", "highest"),
    "highest": (None, "highest"), "lowest": (None, "lowest"),
    "longest": ("gct?", "highest"), "shortest": ("gct?", "lowest"),
})  # fmt: skip

UNIT_OF_RUN = Table({
    "kilometre|kilometer|km|kilometres|kilometers|kms": "km",
    "split|splits|lap|laps": "split",
    "rep|repetition|reps|repetitions|interval|intervals|work interval|work intervals"
    "|work rep|work reps": "rep",
})  # fmt: skip

ORDINAL = Table({
    word: n
    for n, word in enumerate(
        ["first|opening|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th", "sixth"
        "|6th", "seventh|7th", "eighth|8th", "ninth|9th", "tenth|10th", "eleventh|11th",
        "twelfth|12th", "thirteenth|13th", "fourteenth|14th", "fifteenth|15th", "sixteenth"
        "|16th", "seventeenth|17th", "eighteenth|18th", "nineteenth|19th", "twentieth|20th"],
        1,
    )
} | {"last|final|closing": -1, "penultimate|second to last|second last"
"|next to last": -2})  # fmt: skip

PHASE = Table({
    "warm up|warmup": "warmup", "cool down|cooldown": "cooldown",
    "main part|main set|main section|main phase|main block|main segment|tempo block|tempo part"
    "|tempo section|main": "main",
    "work part|work phase|work section|work portion|work segments|work": "work",
    "recoveries|recovery jogs|recovery part|recovery phase|recovery sections|recovery": "recovery",
})  # fmt: skip

WEATHER: Table[tuple[str, str, float]] = Table({
    "warm|a warm day|warm day": ("temperature", "at_least", 20.0), "hot"
    "|a hot day": ("temperature", "at_least", 26.0),
    "cool|a cool day": ("temperature", "at_most", 14.0), "cold": ("temperature", "at_most", 7.0),
    "humid": ("humidity", "at_least", 70.0), "dry": ("humidity", "at_most", 50.0),
    "light": ("wind", "at_most", 3.0), "windy": ("wind", "at_least", 5.0),
    "calm": ("wind", "at_most", 1.5),
})  # fmt: skip
"""What conditions are called: metric, side, figure."""

STEADY = Table({
    "consistent|steady|even|stable|very consistent|remarkably consistent|very steady|very even"
    "|remarkably steady|remarkably even|quite steady|fairly steady|fairly consistent": "",
})  # fmt: skip

KIND = Table({
    "recovery run|recovery jog": ("recovery",),
    "easy run|easy aerobic run|base run|aerobic run|aerobic base run|easy session"
    "|aerobic base session|aerobic session": ("aerobic_base", "low_moderate"),
    "tempo run|threshold run|tempo session|threshold session|tempo|tempo workout": (
        "tempo_threshold",
    ),
    "interval session|interval workout|interval run|intervals session|interval training": (
        "interval",
    ),
    "sprint session|sprint workout": ("sprint",),
    "long run": ("long_run",),
    "trail run": ("trail",),
    "race": ("race",),
})  # fmt: skip

RUN = Table({"run|session|workout|outing|effort|training|route|course|conditions": ()})

TERRAIN = Table({
    "flat|level": "flat", "rolling|undulating": "rolling", "hilly": "hilly", "indoor"
    "|indoors": "indoor",
})  # fmt: skip

USUAL = Table({
    "expected|expected value|expectation|expectations|prediction|predicted|predicted value"
    "|baseline|expected level|expected figure|expected time|usual|usual value|usual level|normal"
    "|usual figure|personal baseline|what was expected|you usually show|what you usually show"
    "|what is expected|what the model expected|your usual": "expected",
    "target|lower bound|lower limit|minimum|target minimum|lower end": "target",
})  # fmt: skip

USUAL_ADJECTIVE = Table({
    "expected|predicted|usual|normal|baseline|projected": "expected",
    "target|minimum": "target",
})  # fmt: skip

OWN = Table({
    "usual range|usual interval|usual band|normal range|personal range|own range|expected range"
    "|usual 90 % range|typical range|personal interval|90 % range|90 % interval|usual corridor"
    "|range|band|expected band|usual window|personal band|normal band|expected interval": (),
})  # fmt: skip

LINK = Table({
    "was|is|were|are|was run|were run|averaged|came in at|came out at|came to|sat at|stood at"
    "|measured|registered"
    "|was measured at|was recorded at|landed at|clocked in at|ended up at|worked out at|averages"
    "|was at|was run at|were run at|averaged out at|averaging|ended up|came in|lay|lies|sits|sat"
    "|landed|came out|being|was clocked at|reached|totalled|totaled|ran|ran at|read"
    "|stands at|sits at|went by at|clicked by at|passed at|was covered at|turned out|amounted to"
    "|proved|finished at|went by in|comes in at|comes out at|was also|were also|is also|was both"
    "|were both|remains|was in fact": "",
    "fell|falls": "fall",
    "maintained|had|showed|recorded|posted|produced|kept up|delivered|showing|with": "",
    "ranged|varied|spanned|ranging|varying|fluctuated|were spread": "range",
    "stayed|remained|held|kept|stayed at|held at|remained at|staying|remaining|held steady at"
    "|sitting|was held|was kept|hovered at": "stay",
    "hovered around|sat around|was around|averaged around": "about",
})  # fmt: skip

MOVE = Table({
    "rose|climbed|increased|went up|crept up|edged up|ticked up|grew|drifted up|drifted upward"
    "|drifted upwards|rising|climbing|increasing|creeping up|drifting up|moved up|ticked upward"
    "|edged upward": "higher",
    "jumped|surged|soared|shot up|leapt": "higher!", "plunged|plummeted|tumbled": "lower!",
    "fell|dropped|decreased|was down|settled back|settled|declined|went down|came down|dipped"
    "|eased|falling|dropping"
    "|decreasing|dropped back|came back down|drifted down|declining|sank|fell back": "lower",
    "shortened|shortening": "shorter", "lengthened|lengthening": "longer",
    "sped up|accelerated|quickened|picked up|got faster|became faster|improved|speeding up"
    "|picking up|increased the pace|picked up the pace|quickened the pace|lifted the pace"
    "|upped the pace|speeded up|got quicker": "faster",
    "slowed|slowed down|faded|slowing|slowing down|fading|backed off|eased off|eased back"
    "|got slower|became slower|eased down|tailed off|slowed off|slipped|slackened": "slower",
})  # fmt: skip

PEAK = Table({
    "reached its highest average|reached its highest|was highest|hit a high|peaked|peaking"
    "|topped out|reached its peak|hit its peak|reached its highest value"
    "|reached its highest point|was at its highest|reached a high|reached its maximum"
    "|hit its high": "highest",
    "bottomed out|reached its lowest point|was at its lowest|reached a low|hit its low"
    "|reached its minimum": "lowest",
})  # fmt: skip

DEGREE: Table[Literal["", "small", "large"]] = Table({
    "slightly|marginally|a little|a bit|a touch|fractionally|a shade|minimally|somewhat|barely"
    "|narrowly|slight": "small",
    "sharply|significantly|considerably|markedly|clearly|well|far|much|substantially|notably"
    "|comfortably|distinctly|noticeably|a lot|strongly|safely": "large",
    "only|just|still|also|even|in fact|actually|again": "",
})  # fmt: skip

HEDGE = Table({
    "about|around|roughly|approximately|approx|approx .|some|circa|or so": "about",
    "nearly|almost|just under|just below|just shy of|slightly under|a little under|not quite"
    "|slightly below|close to|a touch under|shy of": "nearly",
    "just over|just above|slightly over|slightly above|a little over|a touch over|a bit over": (
        "just_over"
    ),
    "over|more than|above|in excess of|upwards of": "above",
    "under|less than|below|fewer than": "below",
    "at least|no less than|no lower than": "at_least",
    "at most|no more than|up to|not more than|no higher than|at or below|at or under": "at_most",
    "at or above": "at_least",
    "only|just|exactly|precisely|still|a|an|a full|only about|just about": "",
})  # fmt: skip

FILLER = Table({
    "each|itself|today|overall|on average|in total|altogether|in all|for the run|for the day"
    "|for this run"
    "|over the run|of the run|of the day|for the session|in this run|on this run|of the session"
    "|on the day|during the run|in this session|over the whole run|for the whole run|as a whole"
    "|across the run|across the whole run|over the entire run|on this day|at this pace|at that pace"
    "|at your pace|in the run|for this pace|for your pace|for that pace|over the session": "",
})  # fmt: skip

OPENER = Table({
    "overall|on average|in total|in summary|in short|all in all|also|however|again|today|meanwhile"
    "|by contrast|in contrast|on the other hand|at the same time|in addition|as expected ,|here"
    "|by comparison|form wise|in detail|for its part|altogether|taken together": "",
})  # fmt: skip

SEPARATOR = Table({
    ";|.|:|--|, and|, but|, while|, whereas|, although|, though|, yet|, with|, so|, then|, hence"
    "|and|but|while|whereas|although|though|yet|even though|, even though|with|then|and then"
    "|, and then|before|after|, before|, after|,|; meanwhile ,|; however ,|, which|, so that"
    "|, for|, thus|despite|, despite|when|. it|which|, meaning|, meaning that|, i . e ."
    "|, making it|, hence|hence": "",
})  # fmt: skip

GOOD = Table({
    "good|fine|solid|acceptable|within an acceptable range|not a concern|no concern|not a problem"
    "|no problem|in order|on target|unproblematic|not an issue|no issue|healthy|ok|okay"
    "|in good shape"
    "|no cause for concern|no reason for concern|not a weakness|no cause for worry|sound": True,
    "a concern|poor|a weakness|a weak point|something to work on|a problem|an issue|problematic"
    "|not good|not fine|not acceptable|worth working on|the weak point|the weak spot"
    "|in need of improvement|in need of work|not solid|not on target": False,
})  # fmt: skip

NEEDS = Table({
    "needs improvement|needed improvement|needed work|needs work|leaves room for improvement"
    "|needs attention|should be improved"
    "|has room for improvement|falls short|calls for improvement|needs to improve"
    "|could be improved|needs some work|requires improvement|need improvement|need work"
    "|was flagged as needing improvement|is flagged for improvement|was flagged for improvement"
    "|is flagged as needing improvement|stands out as needing improvement": False,
    "needs no improvement|does not need improvement|does not need to be improved|needs no work"
    "|does not need work|did not need improvement|gives no reason for concern|needed no improvement"
    "|gives no cause for concern|gave no cause for concern|need no improvement"
    "|is not flagged for improvement|was not flagged for improvement|looks fine|looks good"
    "|looks solid|looked fine|looked good|is without problems|is without issues|raises no concern"
    "|raises no concerns|raised no concerns": True,
})  # fmt: skip

CAUSE = Table({
    "heat|warm weather|warmth|high temperature|hot weather|temperature": "heat",
    "cold|cold weather|cold air|low temperature": "cold",
    "humidity|high humidity|humid air": "humidity", "wind|strong wind|windy conditions": "wind",
    "hills|hilly terrain|hilly course|rolling terrain|rolling course|climbs": "hills",
})  # fmt: skip

CAUSED = Table({
    "partly due to|due in part to|partly because of|in part due to|in part because of"
    "|partly explained by|can partly be put down to|partly caused by|probably partly due to"
    "|likely partly due to|partly down to|at least partly due to|can be partly explained by"
    "|explained in part by": "",
})  # fmt: skip

MONTH: Mapping[str, int] = {
    name: n
    for n, names in enumerate(
        [
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ],
        1,
    )
    for name in names.split()
}
