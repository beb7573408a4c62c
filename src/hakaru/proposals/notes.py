"""What a title and a note hold besides dates: checklists, listed alternatives with what was written
about each, the size of the work, people and places, and what its writer does not know yet.

By rules, in Japanese and English. Each finding keeps the words it rests on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hakaru.proposals.nodes import Node
from hakaru.proposals.terms import folded_text, forms_with_roles, match_role, terms_of
from hakaru.records import frozen

OPTIONS_MOST = 8
_OPTION_CHARACTERS_MOST = 60
_BOX = re.compile(r"^\s*(?:[-*+]\s*)?\[(?P<done>[ xX✓✔])\]\s*(?P<text>\S.*)$")
_BULLET = re.compile(r"^\s*(?:[-*+•]\s+|[・●]\s*|\(?\d{1,2}[.)．）]\s*|[①-⑨]\s*)(?P<text>\S.*)$")
_LETTERED = re.compile(
    r"^\s*(?P<text>(?:[A-DＡ-Ｄa-d]案|案[A-DＡ-Ｄ1-4]|[Oo]ption [A-D1-4])\s*[:：].+)$"
)


@frozen
class Checklist:
    """Lines with a box, as they were written."""

    done: tuple[str, ...]
    still_open: tuple[str, ...]


@frozen
class Choice:
    """One of several alternatives. `said`: what its writer wrote about it, in whole clauses."""

    name: str
    said: tuple[str, ...]


@frozen
class Alternatives:
    """A list to choose from. `words`: the line it rests on. `sure` False: perhaps no choice."""

    choices: tuple[Choice, ...]
    words: str
    sure: bool = True


@frozen
class Effort:
    """How long the work takes, in seconds; a day is 8 hours."""

    size_s: float
    words: str


@frozen
class Notes:
    """Everything read from one node but its dates and what it waits for.

    `unknown`: sentences that say what is open. `about_options`: those that speak of one alternative
    only; what they need or wait for is not what the node waits for.
    """

    checklist: Checklist | None
    alternatives: Alternatives | None
    efforts: tuple[Effort, ...]
    people: tuple[str, ...]
    items: tuple[str, ...]
    unknown: tuple[str, ...]
    about_options: frozenset[str]


def read_notes(node: Node) -> Notes:
    """What title and note say."""
    alternatives = _alternatives(node)
    about = frozenset() if alternatives is None else _about_options(node, alternatives)
    whole = f"{node.title}\n{node.context}"
    return Notes(
        checklist=_checklist(node.context),
        alternatives=alternatives,
        efforts=tuple(_efforts(node, about)),
        people=people_in(whole),
        items=_items(node.context),
        unknown=tuple(_unknown(node, "" if alternatives is None else alternatives.words)),
        about_options=about,
    )


TITLE_READ = 200
_TEXT_READ = 4_000
_LINE_READ = 400
"""So many characters are read; nobody writes a longer line for a person to read."""


def readable(text: str) -> str:
    """A text with its lines no longer than what is read of them, and no wider spaces than one:
    what is read takes time with the length of a space as well."""
    text = _WIDE_SPACE.sub(" ", text)
    if len(text) <= _LINE_READ:
        return text
    return "\n".join(line[:_LINE_READ] for line in text[:_TEXT_READ].splitlines())


_WIDE_SPACE = re.compile(r"[^\S\n]{2,}")


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, each on one line; what stands in brackets does not end one."""
    parts: list[str] = []
    for line in readable(text).splitlines():
        parts += [
            part.strip().replace("\u2024", ".")
            for part in _SENTENCE.split(_TITLES.sub("\\1\u2024", line))
        ]
    return tuple(part for part in parts if part)


_TITLES = re.compile(
    r"\b(Mr|Mrs|Ms|Dr|Prof|[Aa]pprox|e\.g|i\.e|Co|St|incl|dept|min|max|no|vs|etc|est|ref|tel|ext|misc|[Ff]ig|vol)\."
)


_SENTENCE = re.compile(
    r"(?<=[。！？])(?![）)」』])|(?<=[!?])\s+|(?<=[a-z)\d%\"”])\.\s+(?=[A-Z\"“'\d~(])|(?<=[A-Z]\b)\.\s+(?=[A-Z][a-z]+\s[a-z])"
    r"|(?<=[a-z\d][a-z\d)])\.\s+(?=[a-z]{2})"
)


def clauses(sentence: str) -> tuple[str, ...]:
    """A sentence at its commas."""
    parts = re.split(r"[、,;；]\s*(?![^（(]*[)）])", sentence)
    return tuple(part.strip(" 。.") for part in parts if part.strip(" 。."))


def _checklist(context: str) -> Checklist | None:
    boxes = [match for line in context.splitlines() if (match := _BOX.match(line))]
    if not boxes:
        return None
    done = tuple(box["text"].strip() for box in boxes if box["done"] != " ")
    still_open = tuple(box["text"].strip() for box in boxes if box["done"] == " ")
    return Checklist(done=done, still_open=still_open)


_BOTH = re.compile(
    r"\b(?:both|all (?:of them|three|four|ship)|and/or|each of)\b|両方|どちらも|どれも|ぜんぶ|全部|すべて|いずれも"
)
_ASKS = re.compile(
    r"[?？]\s*$|\b(?:which|choose|decide|pick|options?|either|or not)\b|どれ|どう|どちら|どっち|候補|決め|選[びぶん]|案"
)
_UNDECIDED = frozenset({"NEEDS_DECISION", "CLARIFYING"})


def _alternatives(node: Node) -> Alternatives | None:
    """The first list of alternatives: lettered lines, a line with slashes, bullets, "A or B"."""
    if node.status in ("DONE", "CANCELLED"):
        return None
    readers = (
        _lettered,
        _slashes,
        _bullets,
        _labelled,
        _which_of,
        _several_or,
        _either_or,
        _ka_or_ka,
    )
    for reader in readers:
        listed = reader(node)
        if listed is not None and 2 <= len(listed[0]) <= OPTIONS_MOST:
            names, notes, words = listed
            return Alternatives(choices=_with_what_is_said(node, names, notes, words), words=words)
    return None


Listed = tuple[list[str], list[str], str]
"""Names, what stands behind each in its line ("" : nothing), and the words it rests on."""


def _lettered(node: Node) -> Listed | None:
    lines = [
        match["text"] for line in node.context.splitlines() if (match := _LETTERED.match(line))
    ]
    if len(lines) < 2:
        return None
    names, notes = zip(*(_without_brackets(line) for line in lines), strict=True)
    return list(names), list(notes), "\n".join(lines)


def _without_brackets(line: str) -> tuple[str, str]:
    match = re.match(r"^(.+?)\s*[（(](.+)[)）]\s*[。.]?$", line)
    return (match[1], match[2]) if match else (line.strip(" 。."), "")


def _slashes(node: Node) -> Listed | None:
    """A line "A / B / C", perhaps after a label; none where both are meant."""
    for line in (node.context.splitlines() or [""]) + [node.title]:
        first = sentences(line)[:1]
        if line != node.title and not (first and re.search(r"\s[/／]|(?<!\bw)[/／]\s", first[0])):
            continue
        bare = re.sub(r"^[^:：/／]{1,24}[:：]\s*", "", first[0] if first else line)
        parts = [
            part.strip(" 。.?？") for part in re.split(r"\s+[/／]\s*|\s*(?<!\bw)[/／]\s+", bare)
        ]
        if len(parts) < 2 or any(not 0 < len(part) <= _OPTION_CHARACTERS_MOST for part in parts):
            continue
        if _BOTH.search(f"{node.title}\n{node.context}".casefold()):
            continue
        asks = node.status in _UNDECIDED or (
            line != node.title and _ASKS.search(f"{node.title}\n{node.context}".casefold())
        )
        if not asks:
            continue
        names, notes = zip(*(_without_brackets(part) for part in parts), strict=True)
        return list(names), list(notes), line.strip()
    return None


def _bullets(node: Node) -> Listed | None:
    """Bullets below a question, or of a node that waits for a decision."""
    lines = node.context.splitlines()
    places = [at for at, line in enumerate(lines) if _BULLET.match(line) and not _BOX.match(line)]
    if len(places) < 2:
        return None
    lead = lines[places[0] - 1] if places[0] else node.title
    asked = bool(_ASKS.search(lead.casefold()) or _ASKS.search(node.title.casefold()))
    if node.status != "NEEDS_DECISION" and not asked:
        return None
    if _BOTH.search(node.context.casefold()):
        return None
    names, notes = [], []
    for at in places:
        match = _BULLET.match(lines[at])
        assert match is not None
        name, _, rest = re.sub(r"[：]", ":", match["text"]).partition(":")
        name, bracketed = _without_brackets(name) if not rest else (name.strip(), "")
        names.append(name.strip(" 。."))
        notes.append(rest.strip() or bracketed)
    return names, notes, "\n".join(lines[at] for at in places)


_LABELLED = re.compile(r"^(?P<name>[^:：、。,.]{1,24}?)[:：]\s*(?P<rest>\S.*)$")


def _labelled(node: Node) -> Listed | None:
    """Sentences "A: ..." and "B: ..." of a node that waits for a decision."""
    if node.status != "NEEDS_DECISION":
        return None
    matches = [
        match
        for sentence in sentences(node.context)
        if (match := _LABELLED.match(sentence)) and not _BULLET.match(sentence)
    ]
    if len(matches) < 2 or len({match["name"] for match in matches}) < len(matches):
        return None
    return (
        [match["name"].strip() for match in matches],
        [match["rest"].strip() for match in matches],
        "\n".join(match.group() for match in matches),
    )


_WHICH = re.compile(
    r"(?:[^:：、,]{1,16}[:：]\s*)?(?P<list>[^。?？]+?)"
    r"(?:[、,]?\s*(?:の|の中の?|のうちの?)?(?:どれ|いずれ|どちら|どっち)(?:か|に|を|で|が|$)|(?:\s+[-–]|,|:)\s+which\b)",
    re.IGNORECASE,
)
_WHICH_FOLLOWS = re.compile(r"(?:どれ|いずれ|どちら|どっち|which\b)", re.IGNORECASE)
_NAME_MOST = 24
_NO_NAME = re.compile(r"(?:ので|から|けど|たら|れば|ない|ます|です|[てはがを])$")


def _which_of(node: Node) -> Listed | None:
    """「A、B、Cのどれか」, and a list in front of 「どれを...」 or "which"."""
    written = sentences(node.context)
    for at, sentence in enumerate(written):
        match = _WHICH.match(sentence)
        if match is None and not any(map(_WHICH_FOLLOWS.match, written[at + 1 : at + 2])):
            continue
        listed = match["list"] if match else sentence
        parts = [
            part.strip(" 。.「」") for part in re.split(r"[、,，/／]\s*|\s+or\s+|か、", listed)
        ]
        parts = [part for part in parts if part]
        is_list = len(parts) > 1 and all(len(part) <= _NAME_MOST for part in parts)
        if is_list and not _BOTH.search(sentence) and not any(map(_NO_NAME.search, parts)):
            return parts, [""] * len(parts), sentence
    return None


def _several_or(node: Node) -> Listed | None:
    """Read "A or B or C", and "A or B" as the whole of a short sentence."""
    for sentence in sentences(node.context):
        bare = sentence.strip("。. ?？")
        parts = [part.strip(" ,、") for part in re.split(r",?\s+or\s+", bare, flags=re.I)]
        if len(parts) < 2 or _BOTH.search(sentence.casefold()) or not all(parts):
            continue
        if re.search(r"\b(?:either|whether|not|if)\b|[:：、]", bare, re.IGNORECASE):
            continue
        dates = re.findall(_DATE_WORDS, bare)
        if len(dates) == len(parts):
            return dates, [""] * len(dates), sentence
        short = len(bare) <= _SHORT_MOST and len(parts) == 2 and not bare.isascii()
        if short or (len(parts) > 2 and node.status in _UNDECIDED):
            return parts, [""] * len(parts), sentence
    return None


_SHORT_MOST = 24
_DATE_WORDS = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}|\d{1,2}/\d{1,2}"
_EITHER = re.compile(
    r"\beither\s+(?!way\b)(?P<a>(?:[^.;:?]|\.\d)+?)\s+or\s+(?P<b>(?:[^.;:?]|\.\d)+)", re.IGNORECASE
)
_OR = re.compile(r"^(?:[^:?.]{1,40}:\s+)?(?P<a>[^.:?]+?)\s+or\s+(?P<b>[^.:?]+?)\?", re.IGNORECASE)
_SHORT_OR = re.compile(r"[^.?,]{1,24} or [^.?,]{1,24}\?", re.IGNORECASE)
_TITLE_OR = re.compile(r"(?:^|:\s+)(?P<a>[^:?]+?),?\s+or\s+(?P<b>[^:?]+)\??$", re.IGNORECASE)


def _either_or(node: Node) -> Listed | None:
    """Read "either A or B", "A or B?", and "A or B" in the title of a node to decide."""
    undecided = node.status in _UNDECIDED
    for sentence in (*sentences(node.context),):
        match = _EITHER.search(_PROF.sub("\\1\u2024", sentence)) or (
            _OR.match(sentence) if undecided or _SHORT_OR.fullmatch(sentence) else None
        )
        if match is None and undecided and re.fullmatch(r"[^.]{1,30} or [^.]{1,40}\.?", sentence):
            match = re.match(r"(?P<a>.+?),? or (?P<b>[^.]+)", sentence)
        if match and not _BOTH.search(sentence.casefold()):
            return _two(match, sentence)
    match = _TITLE_OR.search(node.title)
    if (
        match
        and (undecided or node.title.endswith("?"))
        and not _BOTH.search(node.title.casefold())
    ):
        return _two(match, node.title)
    return None


_PROF = re.compile(r"\b(Mr|Mrs|Ms|Dr|Prof)\.")


def _two(match: re.Match[str], words: str) -> Listed | None:
    first = re.split(r",\s+", match["a"].strip())
    names = [*first, re.split(r",\s+(?=\w+\s\w+\s)", match["b"].strip(" ."))[0]]
    names = [
        re.sub(r"^(?:either|do we|should (?:i|we)|whether)\s+", "", name, flags=re.I)
        for name in names
    ]
    names = [name.replace("\u2024", ".") for name in names]
    if any(not 0 < len(name) <= _OPTION_CHARACTERS_MOST for name in names):
        return None
    return names, [""] * len(names), words


_QUESTION_WORDS = re.compile(r"誰|何|どこ|いつ|いくら|いくつ|どう|どの|どれ|なぜ")
_KA = re.compile(r"(?<![しつ何こ誰ず])(?:か、|か\s*(?=[一-龥ァ-ヴA-Za-z0-9「])|か(?=[。？?]?$))")
_KA_NAME = re.compile(
    r"(?:または|もしくは|それとも)?(?P<name>[^、。？?（）()]{2,40}?)(?:[（(](?P<note>[^）)]*)[)）])?"
)


def _ka_or_ka(node: Node) -> Listed | None:
    """「AかBか」「AかB」 as a whole sentence; of a node that is not to decide, as its whole note."""
    written = sentences(node.context)
    for sentence in (*written, node.title):
        if _QUESTION_WORDS.search(sentence) or _BOTH.search(sentence):
            continue
        undecided = node.status in _UNDECIDED or bool(
            re.search(r"か、?[^、か]{1,20}か[。？?]?$", sentence)
        )
        if not undecided and (sentence == node.title or len(written) > 1):
            continue
        pieces = [piece.strip() for piece in _KA.split(sentence.strip("。？? ")) if piece.strip()]
        matches = [_KA_NAME.fullmatch(re.sub(r"^[^、]{1,12}は、", "", piece)) for piece in pieces]
        named = [match for match in matches if match is not None]
        if len(named) < 2 or len(named) != len(pieces):
            continue
        if all(not re.search(r"[はがをので]$|は.*が", match["name"]) for match in named):
            return (
                [match["name"] for match in named],
                [match["note"] or "" for match in named],
                sentence,
            )
    return None


def _with_what_is_said(
    node: Node, names: Sequence[str], notes: Sequence[str], words: str
) -> tuple[Choice, ...]:
    """Each alternative with the sentences that speak of it and of no other."""
    keys = [_key(name, names) for name in names]
    about: list[list[str]] = [[text] if text else [] for text in notes]
    last: int | None = None
    rest = [text for text in sentences(node.context) if text not in words and text != node.title]
    for sentence in rest:
        if _BOX.match(sentence) or _BULLET.match(sentence):
            continue
        for piece in _by_option(sentence, keys):
            at = _only(piece, keys)
            if (
                at is None
                and last is not None
                and re.match(r"(?:It|They|ただし|ただ|でも)\b", piece)
            ):
                at = last
            if at is not None:
                about[at].append(_without_name(piece))
                last = at
    return tuple(
        Choice(name=name, said=tuple(dict.fromkeys(text for text in texts if text)))
        for name, texts in zip(names, about, strict=True)
    )


@frozen
class _Key:
    """What tells an alternative from the others: forms of its own, or its name as it stands."""

    forms: frozenset[str]
    name: re.Pattern[str]


def _by_option(sentence: str, keys: Sequence[_Key]) -> tuple[str, ...]:
    """A sentence whole, or its clauses where these speak of different alternatives."""
    parts = clauses(sentence)
    named = {at for part in parts if (at := _only(part, keys)) is not None}
    return parts if len(named) > 1 and _only(sentence, keys) is None else (sentence,)


def _key(name: str, names: Sequence[str]) -> _Key:
    own = _forms(name)
    others = {form for other in names if other != name for form in _forms(other)}
    written = re.escape(folded_text(name).strip())
    return _Key(
        forms=frozenset(own - others) or frozenset(own),
        name=re.compile(rf"(?<![a-z0-9]){written}(?![a-z0-9])"),
    )


def _forms(text: str) -> set[str]:
    letter = re.match(r"^\s*(?:option\s+)?([a-d])(?:案|\s*[:：])", folded_text(text))
    forms = {form for term in terms_of(text) for form in term.forms if form[0] != "~"}
    return forms | ({f"{letter[1]}!"} if letter else set())


def _only(text: str, keys: Sequence[_Key]) -> int | None:
    """The one alternative that a text names; None: none or several."""
    folded, forms = folded_text(text), _forms_of_sentence(text)
    named = [at for at, key in enumerate(keys) if key.name.search(folded)]
    met = named or [at for at, key in enumerate(keys) if key.forms & forms]
    return met[0] if len(met) == 1 else None


def _forms_of_sentence(text: str) -> set[str]:
    letter = re.match(r"^\s*([a-dA-D])(?=[はがもだのに:：])", folded_text(text))
    digits = set(re.findall(r"\d+(?:[.:']\d+)*", folded_text(text)))
    plain = set(forms_with_roles(text))
    plain |= {form for form in plain if form[0] != "~"}
    return plain | digits | ({f"{letter[1]}!"} if letter else set())


def _without_name(piece: str) -> str:
    """What is said without the name in front of a colon."""
    match = re.match(r"^[^:：]{0,39}[^:：\d][:：]\s*(\S.*)$", piece)
    return (match[1] if match else piece).strip()


def _about_options(node: Node, alternatives: Alternatives) -> frozenset[str]:
    """The sentences that speak of one alternative."""
    texts = {text for choice in alternatives.choices for text in choice.said}
    return frozenset(
        sentence
        for sentence in sentences(node.context)
        if any(text and text in sentence for text in texts)
    )


_SIZE = re.compile(
    r"(?P<half>半日|\bhalf a day\b|\bhalf an hour\b|(?<![一-龥])半時間)"
    r"|(?P<n>(?<!\d)\d+(?:\.\d+)?|\b(?:an?|one|two|three|four|five|six|ten)\b)\s*"
    r"(?P<unit>hours?\b|hrs?\b|h\b|minutes?\b|mins?\b|days?\b|時間半?|分|日|人日)",
    re.IGNORECASE,
)
_NOT_WORK = re.compile(
    r"車で|徒歩|歩い|電車|バスで|往復|片道|納期|待ち時間|待ち|あいさつ|挨拶|スピーチ|発表は|持ち時間|乾|焼|煮|寝か|発酵|"
    r"飛行機|新幹線|話す|かかると|もつ|もた|(?<!午)前|以内|(?<!午)後|おき|ごと|有効|保証|毎[日週月朝晩]|滞在|泊|休み|届く|かかると言|営業日|号砲|制限|"
    r"\b(?:drive|walk|away|by (?:car|train|bus)|speech|talk|slot|wants|delivery|lead time|working days|"
    r"within|before|after|every|daily|weekly|ago|later|ahead|old|dry|dries|drying|rest|rise|bake|soak|cure|trip|stay|"
    r"oven|each|battery|lasts?|apart|notice|valid|trial|long weekend|off|holiday|in \w+ days|saves?|late|per|sleep)\b",
    re.IGNORECASE,
)
_WORK_DAYS = re.compile(
    r"^(?:about |around |roughly |~|approx\.? |約|だいたい|全部で)?(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|half a)\s*"
    r"(?:days?|日|人日)(?:くらい|ぐらい|ほど|程度|で終わ\S*|あれば\S*|の作業|仕事|of work|work|\b.{0,14})?\??$",
    re.IGNORECASE,
)
_MINUTES = {"h": 60.0, "m": 1.0, "d": 480.0}


def _efforts(node: Node, about_options: frozenset[str]) -> Iterator[Effort]:
    for sentence in sentences(node.context):
        if sentence in about_options or _BULLET.match(sentence) or _BOX.match(sentence):
            continue
        for clause in clauses(sentence):
            match = _SIZE.search(clause)
            if match is None or _NOT_WORK.search(clause):
                continue
            minutes = _minutes(match)
            is_days = not match["half"] and match["unit"].casefold()[0] in "d日人"
            if minutes and (not is_days or _WORK_DAYS.match(clause.strip())):
                yield Effort(size_s=60.0 * minutes, words=clause)


def _minutes(match: re.Match[str]) -> float:
    half = (match["half"] or "").casefold()
    if half:
        return 30.0 if "hour" in half or half == "半時間" else 240.0
    words = {
        "a": 1,
        "an": 1,
        "one": 1,
        "two": 2,
        "three": 3,
        "four": 4,
        "five": 5,
        "six": 6,
        "ten": 10,
    }
    given = match["n"].casefold()
    n = float(words[given]) if given in words else float(given)
    unit = match["unit"].casefold()
    if unit.startswith("時間"):
        return 60.0 * (n + (0.5 if unit.endswith("半") else 0.0))
    kind = "m" if unit[0] in "m分" else "d" if unit[0] in "d日人" else "h"
    return n * _MINUTES[kind]


_PERSON = re.compile(
    r"(?P<ja>[一-龥々]{1,4}|[ァ-ヴー]{2,8}|[A-Z][a-z]+\s?)(?:さん|先生|課長|部長|社長|監督|コーチ|教授|くん|ちゃん)"
    r"|(?:\b(?:[Aa]sk|[Ww]ith|[Tt]ell|[Cc]all|[Pp]ing|Dr\.?|Mr\.?|Ms\.?|Mrs\.?|Prof\.?)\s+)(?P<en>[A-Z][a-z]+)\b(?!\s(?:&|st|street|road))"
    r"|\b(?P<subject>[A-Z][a-z]{2,})\s+(?:wants|does|writes|says|said|sent|asked|has the|needs an|filed|knows|will|is waiting)\b"
)
_NO_PERSON = re.compile(
    r"^(?:パート|皆|みな|お客|客|業者|大家|担当|整形|先方|医者|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|"
    r"January|February|March|April|May|June|July|August|September|October|November|December|The|This|That|"
    r"Printer|Draft|Report|She|They|Somebody|Nobody|Everybody|Who|What|Dad|Mum|Finance|Sales|Legal|Marketing|"
    r"Opt-out|Opt-in|It|He|We|You|Granny|Auntie|Renewal|Someone|Nothing|Everything|Only|Also|Then|Which)$"
)


def people_in(text: str) -> tuple[str, ...]:
    """The names of people that a text mentions, each once."""
    names: dict[str, None] = {}
    for match in _PERSON.finditer(text):
        name = next(group for group in match.groups() if group).strip()
        if not _NO_PERSON.match(name):
            names.setdefault(name)
    return tuple(names)


_ITEM_MOST = 24


def _items(context: str) -> tuple[str, ...]:
    """The parts of one long enumeration in a sentence."""
    for sentence in sentences(context):
        parts = [
            part for part in clauses(sentence) if len(part) <= _ITEM_MOST * (1 + part.isascii())
        ]
        if len(parts) >= 7:
            return tuple(re.sub(r"^(?:and|and the)\s+", "", part) for part in parts)
    return ()


_OPEN = re.compile(
    r"[?？]\s*$|まだ|不安|わからない|分からない|不明|白紙|読めない|履いたことがない|どうなって|かどうか|"
    r"\b(?:not sure|unclear|unknown|nobody|no idea|maybe|perhaps|don't know|not yet|never|might|may not)\b",
    re.IGNORECASE,
)


def _unknown(node: Node, listed: str) -> Iterator[str]:
    """Sentences that say what is not known; not the list of alternatives itself."""
    for sentence in sentences(node.context):
        if sentence not in listed and _OPEN.search(sentence) and not _BOX.match(sentence):
            pieces = [piece for piece in clauses(sentence) if _OPEN.search(piece)]
            yield sentence if len(sentence) <= _OPTION_CHARACTERS_MOST or not pieces else pieces[0]


def similarity(first: str, second: str) -> float:
    """How much of the shorter of two texts stands in the other, 0-1, without weights."""
    short, other = sorted((terms_of(first), terms_of(second)), key=len)
    if not short:
        return 0.0
    forms = {form: 1.0 for term in other for form in term.forms}
    return sum(match_role(term, forms) for term in short) / len(short)
