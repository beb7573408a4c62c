"""Terms: what two texts about the same thing share, in Japanese, English and between them.

No dictionary of a language is needed. Kanji are compared in runs and pairs, katakana and Latin
words whole, English without its endings. A short glossary and the consonants of loan words join
the two languages ("セール" and "sale"). A term that few nodes of a board have weighs more than one
that many have.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property, lru_cache

from hakaru.proposals.nodes import Node
from hakaru.records import frozen

_TOKEN = re.compile(
    r"(?P<number>\d+(?:[.:']\d+)*(?:km|kg|cm|mm|gb|mb|%|回目|[台人部本枚個件社回日])?)"
    r"|(?P<latin>[a-z][a-z0-9]*(?:['’-][a-z0-9]+)*)"
    r"|(?P<kana>[\u30a1-\u30fa\u30fc]{2,})"
    r"|(?P<kanji>[\u4e00-\u9fff\u3005]+)"
    r"|(?P<hiragana>[\u3041-\u3096\u30fc]{3,})"
)
_PARTICLES = re.compile(r"(?:を|は|が|に|で|と|も|へ|の|や|か|な|だ|から|まで|より|って)+$")
_NO_NOUN = re.compile(
    r"(?:て|た|る|う|く|す|ない|ます|です|たら|れば|から|まで|ので|けど|でも|そう|よう|だけ|ほど|くらい|ぐらい|"
    r"たい|しい|つも|まだ|もう|など|ところ|とき|こと|もの|それ|これ|あれ|だれ|どれ|ここ|そこ|しか|ずつ|ため)$"
)
_ORDINAL_BEFORE = re.compile(r"(?:[a-z]\s|第|#)$")
_ORDINAL_AFTER = re.compile(r"\s?(?:章|課|号|話|階|次|級|節|番|期|部|棟|枚目|人目|つ目|年生)")
_KANJI_OR_KANA = re.compile(r"[\u4e00-\u9fff\u3005\u30a1-\u30fa\u30fc]")
_OKURIGANA = re.compile(r"[\u3041-\u3096]")
_SEGMENT_ENDS = frozenset("のをにがはへとでもや、。・（）()「」:：/ 　,.!?！？[]")
_TEXT_MOST = 4_000

_STOP_EN = frozenset(
    {
        "a", "an", "the", "and", "or", "of", "for", "to", "in", "on", "at", "by", "with", "from",
        "into", "about", "as", "is", "are", "was", "be", "been", "it", "its", "this", "that",
        "these", "those", "we", "our", "you", "your", "my", "me", "i", "he", "she", "they",
        "them", "his", "her", "their", "us", "who", "what", "which", "where", "when", "how",
        "why", "not", "no", "nor", "so", "if", "then", "than", "there", "here", "all", "any",
        "both", "each", "some", "more", "most", "still", "just", "only", "very", "also", "too",
        "up", "out", "off", "over", "again", "once", "until", "till", "before", "after",
        "because", "can", "cannot", "can't", "could", "would", "should", "will", "won't", "shall",
        "may", "might", "must", "do", "does", "done", "did", "don't", "doesn't", "didn't", "has",
        "have", "had", "having", "get", "got", "make", "made", "go", "goes", "going", "want",
        "wants", "need", "needs", "know", "first", "next", "new", "one", "two", "three", "way",
        "thing", "things", "yet", "now", "today", "tomorrow", "week", "month", "year", "day",
        "days", "weeks", "months", "ask", "asks", "say", "says", "see", "let", "use", "used",
        "via", "per", "mr", "ms", "mrs", "dr", "least", "enough", "everything", "nothing",
        "anything", "something", "etc", "really", "long", "back",
    }
)  # fmt: skip
_STOP_JA = frozenset(
    {
        "今日", "明日", "今週", "来週", "今月", "来月", "今年", "来年", "前回", "次回", "最初",
        "最後", "確認", "準備", "対応", "検討", "作業", "予定", "結果", "内容", "中身", "様子",
        "状態", "場合", "今回", "以降", "以内", "以上", "以下", "自分", "全部", "全員", "必要",
        "一度", "午前", "午後", "平日", "月曜", "火曜", "水曜", "木曜", "金曜", "土曜", "日曜",
        "月末", "年内", "年末", "何時", "担当", "案", "時", "分", "日", "月", "年", "回", "件",
        "方", "前", "後", "中", "次", "先", "間", "用", "的", "今", "何", "一", "二", "三", "全",
        "円", "万", "千", "度", "点", "者", "メモ", "タスク", "現物", "実物",
    }
)  # fmt: skip
_GLOSSARY = (
    "insurance 保険|warehouse 倉庫|contract 契約|estimate quote 見積 見積もり|application apply 申請 "
    "申し込み 申込|booth 小間 ブース|deadline 締切 期限|sale セール|mail newsletter メール 告知|photo "
    "picture 写真|certificate cert 証明書 証明|ticket チケット|hotel ホテル 宿|room 部屋|venue place "
    "会場|registration 登録|invoice bill 請求 請求書|payment pay 支払 支払い 入金 振込 送金|tax 税|doctor 医者 "
    "病院 診察|knee 膝|shoe シューズ 靴|race 大会 レース|training practice 練習|plan 計画|budget 予算|"
    "price 価格 値段 料金|supplier 仕入れ先 仕入先|sample サンプル|meeting 会議 打ち合わせ 商談|draft "
    "原稿 下書き|translation translate 翻訳 訳|test exam 試験 テスト|book 本|library 図書館|school 学校|"
    "teacher sensei 先生|child kid 子供 子ども|mother mum mom 母|father dad 父|brother 兄 弟|sister 姉 妹|"
    "birthday 誕生日|present gift 贈り物 プレゼント|party パーティー|car 車|bike bicycle 自転車|house "
    "home 家|kitchen 台所 キッチン|garden 庭|roof 屋根|wall 壁|floor 床|window 窓|electrician electric "
    "電気|plumber water 水道|passport パスポート 旅券|visa ビザ|flight 飛行機 航空券|trip travel 旅行|"
    "luggage 荷物|permit permission 許可|police 警察|city 市役所 役所|bank 銀行|card カード|phone call 電話|"
    "answer reply 返事 返信 回答|report 報告 レポート|review 査読 レビュー|survey アンケート 調査|data データ|"
    "server サーバー サーバ|site website サイト ホームページ|domain ドメイン|password パスワード|backup "
    "バックアップ|update upgrade 更新|renewal renew 更新|release ship launch 公開 リリース|decide decision "
    "choose choice pick 決定|engine エンジン|move 引っ越し 引越|box 段ボール 箱|key 鍵|rent lease 家賃 "
    "賃貸|furniture 家具|bed ベッド|table 机 テーブル|chair 椅子|clean cleaning 掃除 清掃|repair fix 修理 "
    "直す|buy purchase 買う 購入|order 注文 発注|battery 電池|belt ベルト|watch 時計|medicine 薬|dentist "
    "歯医者 歯科|hospital 病院|vaccine 予防接種 ワクチン|weather 天気|rain 雨|food 食べ物|dinner 夕食|"
    "lunch 昼食|guest 客|list 一覧 リスト|design デザイン|logo ロゴ|poster ポスター|speech スピーチ 挨拶|"
    "volunteer ボランティア|sponsor スポンサー 協賛|staff スタッフ|interview 面接|seminar ゼミ セミナー|"
    "thesis 論文|chapter 章|professor 教授|license licence 免許 ライセンス|holiday vacation 休み 休暇|"
    "company office workplace 会社 職場|customer 客 顧客|product 商品 製品|package パッケージ|stock 在庫|delivery 納品 配達 配送|"
    "printer 印刷所 印刷|router ルーター|leak 漏れ 水漏れ|boiler 給湯器|fridge 冷蔵庫|washing 洗濯|"
    "expense 経費 精算|inspection 車検|appointment slot booking 予約|trip 出張|light 照明 電球|curtain カーテン|dog 犬|cat 猫|photographer カメラマン|wedding 結婚式|registry 戸籍|"
    "date schedule 日程 日取 スケジュール|close shut|tee t-shirt tshirt シャツ|tile タイル|paint 塗装 ペンキ|form 用紙 申請書|receipt 領収書|refund 返金|subscription 定期 購読"
)


def _concepts() -> Mapping[str, str]:
    table: dict[str, str] = {}
    for group in _GLOSSARY.split("|"):
        words = group.split()
        for word in words:
            key = _stem(word) if word.isascii() else word
            table.setdefault(key, f"={words[0]}")
    return table


@frozen(kw_only=False)
class Term:
    """One thing that a text names. `role_frac` 1: what it is about; less: what only qualifies that."""

    forms: tuple[str, ...]
    role_frac: float = 1.0


def folded_text(text: str) -> str:
    """A text in one width and case."""
    return unicodedata.normalize("NFKC", text[:_TEXT_MOST]).casefold()


@lru_cache(maxsize=8_192)
def terms_of(text: str) -> tuple[Term, ...]:
    """The terms of a text in their order, each with the forms under which it may be met."""
    seen = folded_text(text)
    heads = _english_heads(seen)
    terms: dict[tuple[str, ...], Term] = {}
    for match in _TOKEN.finditer(seen):
        for forms, role in _forms(match, seen, heads):
            if forms not in terms or terms[forms].role_frac < role:
                terms[forms] = Term(forms, role)
    return tuple(terms.values())


def _forms(
    match: re.Match[str], seen: str, heads: frozenset[str]
) -> Iterator[tuple[tuple[str, ...], float]]:
    word, kind = match.group(), match.lastgroup
    if kind == "number":
        if len(word) > 1:
            yield (word,), 1.0 if not word[-1].isdigit() else 0.7
        elif _ORDINAL_BEFORE.search(seen[: match.start()]) or _ORDINAL_AFTER.match(
            seen, match.end()
        ):
            yield (f"#{word}",), 0.8
    elif kind == "hiragana":
        noun = _PARTICLES.sub("", word)
        if len(noun) >= 3 and not _NO_NOUN.search(noun):
            yield (noun,), 0.8
    elif kind == "latin":
        stem = _stem(word)
        if word in _STOP_EN or word in _LOOSE_ENDS or len(word) < 2:
            return
        forms = [stem, *_concept(stem), *_skeleton("latin", _latin_consonants(word), len(word))]
        if len(word) >= 8:
            forms.append(f"^{word[:6]}")
        role = 1.0 if word in heads else 0.5
        yield (*forms, *_initials(match, seen)), role
        for part in word.split("-") if "-" in word else ():
            if len(part) >= 4 and part not in _STOP_EN:
                yield (_stem(part), *_concept(_stem(part))), 0.8 * role
    else:
        yield from _cjk(match, seen, word, kana=kind == "kana")


_BEFORE = re.compile(r"(?:\b[a-z]+ ){1,4}$")


def _initials(match: re.Match[str], seen: str) -> tuple[str, ...]:
    """A short word as initials, and the initials of the words that end with this one."""
    word = match.group()
    short = (f"&{word}",) if 3 <= len(word) <= 5 and word.isalpha() else ()
    before = _BEFORE.search(seen[: match.start()])
    words = [*before.group().split(), word] if before else []
    letters = "".join(part[0] for part in words if part not in _STOP_EN)
    follows = re.match(r" [a-z]", seen[match.end() :])
    return (*short, f"&{letters}") if len(letters) >= 3 and not follows else short


def _cjk(
    match: re.Match[str], seen: str, word: str, *, kana: bool
) -> Iterator[tuple[tuple[str, ...], float]]:
    if word in _STOP_JA:
        return
    role = _place(seen, match.end())
    if kana:
        ends = tuple(f"-{word[at:]}" for at in range(1, len(word) - 2) if word[at] not in _SMALL)
        yield (
            (word, *_concept(word), *ends, *_skeleton("kana", _kana_consonants(word), len(word))),
            role,
        )
        return
    after = seen[match.end() : match.end() + 1]
    if len(word) == 1:
        is_verb = bool(_OKURIGANA.match(after)) and after not in _SEGMENT_ENDS
        yield (f"'{word}", *_concept(word)), 0.4 if is_verb else role
        return
    for at in range(len(word) - 1):
        pair = word[at : at + 2]
        if pair in _STOP_JA:
            continue
        whole = _concept(word) if at == len(word) - 2 else ()
        place = role if at == len(word) - 2 else 0.45
        whole += (word[0] + word[2],) if at == 2 else ()
        yield (pair, *dict.fromkeys((*_concept(pair), *whole))), place


def _place(seen: str, end: int) -> float:
    """How much a run of kanji or katakana that ends here is what the text is about: at the end of
    its compound and phrase wholly, before の less, inside a compound least."""
    if end < len(seen) and _KANJI_OR_KANA.match(seen[end]):
        return 0.45
    return 0.6 if seen.startswith("の", end) and end + 1 < len(seen) else 1.0


_PREPOSITION = re.compile(
    r"\b(?:for|in|of|at|to|with|from|on|by|when|that|who|after|before|until|and|about)\b|[,;:()\n.\u3041-\u3096]"
)


def _english_heads(seen: str) -> frozenset[str]:
    """The last word of each part of a text between prepositions, and a verb in front of two."""
    heads: list[str] = []
    for part in _PREPOSITION.split(seen):
        words = [word for word in re.findall(r"[a-z][a-z0-9'’-]*", part) if word not in _STOP_EN]
        if not words:
            continue
        while len(words) > 1 and words[-1] in _LOOSE_ENDS:
            words.pop()
        heads.append(words[-1])
        if len(re.findall(r"[a-z0-9.]+", part)) <= 2 and len(words) == 1:
            heads += words
    return frozenset(heads)


_LOOSE_ENDS = frozenset(
    {
        "done", "final", "settled", "decided", "ready", "fixed", "finished", "approved", "signed",
        "known", "anyway", "together", "start", "starts", "started", "arrives", "arrived",
        "comes", "came", "works",
    }
)  # fmt: skip


def _stem(word: str) -> str:
    bare = re.sub(r"['’]s$|['’]", "", word)
    for end, put in (
        ("ations", "ate"), ("ation", "ate"), ("ies", "y"), ("sses", "ss"), ("ches", "ch"),
        ("shes", "sh"), ("xes", "x"), ("ings", ""), ("ing", ""), ("ied", "y"), ("ed", ""),
        ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""),
    ):  # fmt: skip
        if bare.endswith(end) and len(bare) - len(end) + len(put) >= 3:
            bare = bare[: len(bare) - len(end)] + put
            break
    for _ in range(2):
        for end in ("ement", "ment", "ician", "al", "er", "or", "ian", "ist", "ery", "ance", "y"):
            if bare.endswith(end) and len(bare) - len(end) >= 4:
                bare = bare[: len(bare) - len(end)]
                break
    if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "aeiouls":
        bare = bare[:-1]
    return bare[:-1] if len(bare) > 3 and bare.endswith("e") else bare


_CONCEPTS = _concepts()


def _concept(word: str) -> tuple[str, ...]:
    concept = _CONCEPTS.get(word)
    return () if concept is None else (concept,)


_SMALL = "ァィゥェォッャュョンー"
_KANA_ROWS = {
    "カキクケコ": "k", "ガギグゲゴ": "g", "サシスセソ": "s", "ザズゼゾ": "z", "ジ": "j",
    "タツテトチ": "t", "ダヂヅデド": "d", "ナニヌネノン": "n", "ハヒフヘホ": "h",
    "バビブベボヴ": "b", "パピプペポ": "p", "マミムメモ": "m", "ラリルレロ": "r",
}  # fmt: skip
_KANA = {kana: sound for row, sound in _KANA_ROWS.items() for kana in row}


def _kana_consonants(word: str) -> str:
    return "".join(_KANA.get(kana, "") for kana in word)


def _latin_consonants(word: str) -> str:
    """The consonants of an English word as Japanese hears them."""
    heard = re.sub(r"[^a-z]", "", word)
    heard = re.sub(r"r(?=[^aeiou]|$)", "", heard)
    for written, sound in (
        ("ch", "t"), ("sh", "s"), ("ph", "h"), ("th", "s"), ("ck", "k"), ("ng", "ng"), ("x", "ks"),
        ("qu", "k"), ("ce", "s"), ("ci", "s"), ("cy", "s"), ("c", "k"), ("f", "h"), ("v", "b"),
        ("l", "r"), ("ge", "j"), ("mb", "nb"), ("mp", "np"),
    ):  # fmt: skip
        heard = heard.replace(written, sound)
    return re.sub(r"(.)\1", r"\1", re.sub(r"[aeiouwy]", "", heard))


def _skeleton(script: str, consonants: str, n_letters: int) -> tuple[str, ...]:
    return (f"~{script} {consonants}",) if len(consonants) >= 2 and n_letters >= 3 else ()


def _in_other_script(form: str) -> str:
    script, _, consonants = form[1:].partition(" ")
    return f"~{'kana' if script == 'latin' else 'latin'} {consonants}"


_RARE_MOST = 40


@frozen
class Index:
    """The terms of the nodes of a board, and how rare each is."""

    nodes: tuple[Node, ...]
    _titles: dict[str, Mapping[str, float]] = field(default_factory=dict, repr=False)
    _notes: dict[str, Mapping[str, float]] = field(default_factory=dict, repr=False)
    _weights: dict[tuple[str, ...], float] = field(default_factory=dict, repr=False)

    @cached_property
    def by_id(self) -> Mapping[str, Node]:
        """Each node by its id."""
        return {node.id: node for node in self.nodes}

    @cached_property
    def _count(self) -> Counter[str]:
        counts: Counter[str] = Counter()
        for node in self.nodes:
            text = terms_of(f"{node.title}\n{node.context}")
            counts.update({form for term in text for form in term.forms})
        return counts

    def weight(self, term: Term) -> float:
        """How much it says that two texts share a term: more where few nodes have it, a third
        where one has it alone."""
        weight = self._weights.get(term.forms)
        if weight is None:
            weight = self._weights[term.forms] = self._weighed(term)
        return weight

    def _weighed(self, term: Term) -> float:
        counts = [self._count[form] for form in term.forms if form[0] not in "~^-&"]
        n_nodes = max(1, *counts) if counts else 1
        single = 0.4 if term.forms[0][0] == "'" else 1.0
        alone = 0.3 if n_nodes == 1 else 1.0
        return single * alone * math.log(1.0 + len(self.nodes) / n_nodes)

    @cached_property
    def _holders(self) -> Mapping[str, tuple[Node, ...]]:
        """The nodes whose titles have a form, by the form."""
        holders: dict[str, list[Node]] = {}
        for node in self.nodes:
            for form in self.title_forms(node):
                holders.setdefault(form, []).append(node)
        return {form: tuple(nodes) for form, nodes in holders.items()}

    def named_by(self, phrase: Sequence[Term]) -> tuple[Node, ...]:
        """The nodes whose titles meet at least one term of a phrase."""
        wanted: dict[str, None] = {}
        for term in phrase:
            wanted |= dict.fromkeys(met for form in term.forms for met in as_met(form))
            if _is_pair(term.forms[0]):
                wanted |= dict.fromkeys(f"'{kanji}" for kanji in term.forms[0])
        met = {node.id: node for form in wanted for node in self._holders.get(form, ())}
        return tuple(met.values())

    @cached_property
    def _rare_holders(self) -> Mapping[str, tuple[Node, ...]]:
        holders: dict[str, list[Node]] = {}
        for node in self.nodes:
            for form in self.title_forms(node).keys() | self.note_forms(node).keys():
                holders.setdefault(form, []).append(node)
        return {form: tuple(nodes) for form, nodes in holders.items() if len(nodes) <= _RARE_MOST}

    def mentioning(self, phrase: Sequence[Term]) -> tuple[Node, ...]:
        """The nodes whose title or note has a term of a phrase that few have."""
        met = {
            node.id: node
            for term in phrase
            for form in term.forms
            for met_form in as_met(form)
            for node in self._rare_holders.get(met_form, ())
        }
        return tuple(met.values())

    def note_forms(self, node: Node) -> Mapping[str, float]:
        """The forms of a node's note with their roles."""
        if node.id not in self._notes:
            self._notes[node.id] = forms_with_roles(node.context)
        return self._notes[node.id]

    def title_forms(self, node: Node) -> Mapping[str, float]:
        """The forms of a node's title with their roles."""
        if node.id not in self._titles:
            self._titles[node.id] = _title_forms(node.title)
        return self._titles[node.id]


def _title_forms(title: str) -> Mapping[str, float]:
    """The forms of a title; what stands in brackets only qualifies the rest."""
    bare = re.sub(r"[（(].*?[)）]", " ", title)
    forms = dict(forms_with_roles(bare))
    for form, role in forms_with_roles(title).items():
        forms.setdefault(form, 0.5 * role if forms else role)
    return forms


def forms_with_roles(text: str) -> Mapping[str, float]:
    """Every form of a text's terms with the largest role that it has."""
    forms: dict[str, float] = {}
    for term in terms_of(text):
        for form in term.forms:
            forms[form] = max(forms.get(form, 0.0), term.role_frac)
        for kanji in term.forms[0] if _is_pair(term.forms[0]) else ():
            forms[f"'{kanji}"] = max(forms.get(f"'{kanji}", 0.0), 0.3)
    return forms


def _is_pair(form: str) -> bool:
    return len(form) == 2 and "\u4e00" <= form[0] <= "\u9fff"


def match_role(term: Term, forms: Mapping[str, float]) -> float:
    """How well a term is met among forms: 0 not at all, 1 as what they are about. Loan words by
    their consonants count only where the scripts differ."""
    roles = [
        forms.get(met, 0.0) for form in term.forms if form[0] not in "~^" for met in as_met(form)
    ]
    best = max(roles, default=0.0)
    if best == 0.0 and _is_pair(term.forms[0]):
        best = 0.4 * max((forms.get(f"'{kanji}", 0.0) for kanji in term.forms[0]), default=0.0)
    if best == 0.0:
        best = 0.8 * max(
            (forms.get(met, 0.0) for form in term.forms if form[0] in "~^" for met in as_met(form)),
            default=0.0,
        )
    return best


def as_met(form: str) -> tuple[str, ...]:
    """The forms under which a term is met: a loan word in the other script, セット in ギフトセット."""
    if form[0] == "~":
        return (_in_other_script(form),)
    if form[0] == "-":
        return (form[1:],)
    return (form, f"-{form}") if "\u30a1" <= form[0] <= "\u30fa" else (form,)


def coverage(index: Index, phrase: Sequence[Term], forms: Mapping[str, float]) -> float:
    """Which share of a phrase is met among forms, by weight, 0-1."""
    weights = [term.role_frac * index.weight(term) for term in phrase]
    total = sum(weights)
    if total == 0.0:
        return 0.0
    met = sum(
        weight * min(1.0, match_role(term, forms) / term.role_frac)
        for weight, term in zip(weights, phrase, strict=True)
    )
    return met / total


def with_full_roles(terms: Sequence[Term]) -> Mapping[str, float]:
    """Their forms, each as if it stood in its full role."""
    return {form: 1.0 for term in terms for form in term.forms}
