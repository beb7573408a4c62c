# ruff: noqa: E501
"""Phrases of English notes: what stands between figures, and what claims something whole."""

from __future__ import annotations

from hakaru.running.claims.read_en_words import Table

START = Table({
    "what a finish :|what a finish ,|in the end|in numbers :|in short :|all told ,|nicely done :"
    "|well done :|the numbers :|summary :|in figures :": "",
    "race day :|all in all ,|great race :|great race ,|a solid day :": "",
    "you averaged|you covered|you ran|you logged|you needed|you finished|it was|this was|that was"
    "|here was|there was|there were|you did|you completed|you got|you earned": "",
})  # fmt: skip
BETWEEN = Table({
    ", and|, with|, at|, for|, in|, that is|, i . e .|,|;|:|--|(|) ,|) :|) and|)|and|with|at|in|for"
    "|over|despite|in spite of|, despite|, in spite of|makes this|makes it|made this|made it|made for|, but|but|of|is|was|, which is|, which was"
    "|, yet|yet|, and it was|and it was|, and it is|, and in|, and at|, with only|, with only about": "",
})  # fmt: skip
GLUE = Table({
    "was|is|were|are|came in at|came out at|flew by at|went by in|went by at|averaged|at|of|:"
    "|took|lasted|stood at|sat at|clocked in at|measured|was only|, at|came to|, in|covered"
    "|both came out at|both came in at|reads|is at|was run at|on": "",
})  # fmt: skip
AFTER = Table({
    "of the day|of the run|of the race|of the session|of them all|of all|on the clock|overall"
    "|in all|in total|on average|for the session|for the run|today|this time|, as even as it gets"
    "|for this run|for this session|long|each": "",
})  # fmt: skip
SHAPE = Table({
    "criteria were met|criteria met|criteria of the session were met|criteria are met|criteria"
    "|criteria fulfilled|criteria were fulfilled|criteria of this session were met"
    "|were met|session criteria were met|session criteria met|of the criteria were met"
    "|of the session criteria were met|of the criteria of the session were met"
    "|criteria for the session were met": "",
})  # fmt: skip
FORM_SCORE = Table({
    "form score|form rating|score for form|form|overall form score|overall form": "",
})  # fmt: skip
USUAL = Table({
    "your usual|usual|a usual|the usual|your normal|expected|the expected|an expected|your typical"
    "|the usual value of|your usual value of": "",
})  # fmt: skip
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FLAGS = Table({
    "races get no stars|races are not rated , so there are no stars|no stars are given|no stars were given|no stars|there are no stars|there is no star rating"
    "|no star rating|you get no stars|the session is not rated|the session was not rated"
    "|this session is not rated|the run is not rated|no rating for the session": (
        "rated.session", False,
    ),
    "the weather for this run is not known|the weather on this run is not known|the weather is unknown|weather unknown"
    "|the weather was not recorded|there is no weather data|no weather data"
    "|nothing is known about the weather|nothing is known of the weather"
    "|the weather is not known|we do not know the weather|no weather was recorded"
    "|the weather for this run is unknown|the weather on this run is unknown": (
        "unknown.weather", True,
    ),
    "there is no form evaluation for this run|there is no form evaluation|no form evaluation"
    "|form was not evaluated|your form was not evaluated|no form rating|there is no form rating"
    "|there is no form score|no form score|there is no form rating for this run"
    "|form was not rated|your form was not rated|form could not be evaluated": (
        "unknown.form", True,
    ),
})  # fmt: skip
ABSENT = Table({
    "neither a|neither|without a|without any|you went without a|you skipped the|there was no|there is no|no"
    "|you did no|you ran no|you left out the|you did without a|there was not a": "",
})  # fmt: skip
MISSING = Table({
    "are missing|is missing|missing|was missing|were missing|was skipped|were skipped|was left out"
    "|were left out": False,
})  # fmt: skip
IN_RANGE = Table({
    "both lie outside your usual range|both lie outside your range|both outside your usual range"
    "|outside your usual range|both are outside your usual range|lies outside your usual range"
    "|outside of your usual range|is outside your usual range": False,
    "right inside your usual range|still inside your usual range|inside your usual range|within your usual range|both inside your usual range"
    "|both within your usual range|inside your range|within your range": True,
})  # fmt: skip
NONE_LEFT = Table({
    "rated form figures left its usual range|rated form figures left their usual range"
    "|form figures left its usual range|rated figures left its usual range"
    "|rated form metrics left its usual range|rated form figures was outside its usual range"
    "|rated form metrics was outside its usual range": "",
})  # fmt: skip
NOTHING_TO_FIX = Table({
    "nothing on the list of things to fix|there is nothing to fix in your form|nothing to fix|nothing to improve"
    "|nothing needs improvement|no weakness|nothing to work on|nothing that needs work": "",
})  # fmt: skip
LOSS = Table({
    "small deduction all due to|deduction all due to|deduction due to|deduction entirely due to"
    "|deduction due only to|points lost all due to|deduction coming from|only deduction for"
    "|only deduction from|missing points all due to|deduction coming only from": "",
})  # fmt: skip
SHARE: Table[str] = Table({
    "share the top spot|shared the top spot|were joint fastest|were jointly the fastest"
    "|tie for fastest|tied for fastest|were the joint fastest|share first place"
    "|shared first place|are the joint fastest|tied as the fastest": "lowest",
    "share last place|shared last place|were joint slowest|tie for slowest|tied for slowest"
    "|were the joint slowest": "highest",
})  # fmt: skip
BOTH_HALVES = Table({
    "both halves came out at|both halves came in at|both halves were run at|both halves at"
    "|both halves averaged|both halves were|both halves : |both halves took": "",
})  # fmt: skip
SAME_HALVES = Table({
    "pace barely changed between the halves|the halves were practically even"
    "|pace hardly changed between the halves|the two halves were nearly identical"
    "|the halves were nearly identical|the halves were almost identical"
    "|the pace barely changed between the halves|pace was almost the same in both halves"
    "|your pace barely changed between the halves|the halves were practically identical": "",
})  # fmt: skip
THEN = Table({", then|then|and|, and|, and then|versus|vs|against|and then|to": ""})
GROUND = Table({
    "flat as a pancake|nearly level ground|flat ground|level ground|almost level ground"
    "|nearly flat|as flat as it gets|flat as can be|practically flat|flat|a flat course|flat course"
    "|flat terrain|flat route|almost flat|pancake flat": "flat",
    "hilly|hilly terrain|hilly course|hilly route|hilly ground": "hilly",
    "rolling|rolling terrain|rolling course|rolling ground|undulating terrain": "rolling",
})  # fmt: skip
HEIGHT = Table({
    "drops|dropped|descends|descended|falls|fell|lost|loses|goes down|went down": "descent",
    "climbs|climbed|gains|gained|rises|rose|goes up|went up|climbs about": "climb",
})  # fmt: skip
CRITERION = Table({
    "form": "form", "pace": "pace", "distance": "distance", "band share|zone share": "band_share",
    "consistency": "work_consistency",
})  # fmt: skip
ONLY_MISSED = Table({
    "was the only criterion you missed|was the only criterion missed|was the only one you missed"
    "|was the only criterion not met|is the only criterion you missed|is the only criterion missed"
    "|was the one criterion you missed|was the only miss": "",
})  # fmt: skip
DROPPED = Table({
    "heart rate dropped to|heart rate fell to|heart rate came down to|pulse dropped to"
    "|pulse fell to|heart rate recovered to": "",
})  # fmt: skip
IN_RECOVERY = Table({
    "during recovery|in recovery|in the recoveries|during the recoveries|after recovery|after the repetitions"
    "|between the repetitions|between repetitions|during the recovery jogs": "",
})  # fmt: skip
LIMIT = Table({
    ", comfortably under the limit of|, under the limit of|, below the limit of|, within the limit of"
    "|, well under the limit of|, well below the limit of|, comfortably below the limit of"
    "|against a limit of": "at_most",
    ", above the limit of|, over the limit of|, just over the limit of": "above",
})  # fmt: skip
WRIST = Table({
    "the temperature on your wrist started at|the temperature on your wrist was"
    "|the wrist temperature started at|the wrist temperature was|the wrist sensor showed"
    "|the wrist sensor started at|the watch showed|the watch's sensor showed"
    "|the sensor on your wrist showed|your watch showed": "",
})  # fmt: skip
AT_START = Table({
    "at the start ,|at first ,|in the first kilometre ,|at the beginning ,|in the opening kilometre ,"
    "|in kilometre 1 ,": "",
})  # fmt: skip
CREPT = Table({
    "had crept up to|crept up to|rose to|had risen to|climbed to|had climbed to|went up to"
    "|increased to|had gone up to|drifted up to|had drifted up to": "higher",
    "fell to|had fallen to|dropped to|had dropped to|came down to|eased to|went down to": "lower",
})  # fmt: skip
ONLY_WEAK = Table({
    "is the only form figure that needs work|was the only form figure that needs work"
    "|is the only metric that needs work|is the only metric that needs improvement"
    "|is the only form metric that needs improvement|is the only thing to work on"
    "|is the only one that needs work|is the only form figure that needs improvement"
    "|was the only metric that needs improvement|is the only weak point|was the only weak point"
    "|is the only thing on the list of things to fix|is the only thing that needs work": "",
})  # fmt: skip
