"""The catalogues of texts: `python -m tools.messages` brings them up to date.

English stands in the source (see `hakaru.core.i18n`); `locale/<language>.po` holds one translation
of each text, `locale/<language>.mo` the same as the program reads it. A new text gets an empty
entry, which a person fills; a text that is gone takes its entry with it. A further language is one
more `.po`, made by `pybabel init`, and one more entry of `LANGUAGES`.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from hakaru.core.i18n import LANGUAGES, SOURCE_LANGUAGE
from tools import catalogue

SOURCE = Path(__file__).parents[1] / "src" / "hakaru"
LOCALE = SOURCE / "locale"
MARKS = frozenset({"N_", "message", "say", "translate"})
"""Functions whose first argument, where it is literal, is a text, in Python and in templates;
`in_context` is the fifth."""
_CALLED = re.compile(rb"\b(?:in_context|" + "|".join(sorted(MARKS)).encode() + rb")\s*\(")
"""Where none stands, nothing has to be parsed."""
_MADE_AT = datetime(2026, 1, 1, tzinfo=UTC)
"""Catalogues are of no date: the same texts give the same file."""


def texts() -> Iterator[tuple[str, str | None, str]]:
    """Every text of the program: where it stands, its context, the text."""
    for path in sorted((*SOURCE.rglob("*.py"), *SOURCE.rglob("*.j2"))):
        source = path.read_bytes()
        if not _CALLED.search(source):
            continue
        calls = _in_template(source) if path.suffix == ".j2" else _in_source(source)
        for name, literals in calls:
            first, second = (*literals, None, None)[:2]
            if name == "in_context" and first is not None and second is not None:
                yield path.relative_to(SOURCE).as_posix(), first, second
            elif name in MARKS and first is not None:
                yield path.relative_to(SOURCE).as_posix(), None, first
    for about in _of_the_catalogue():
        context, _, text = about.rpartition("\x04")
        yield "catalog/operations.toml", context or None, text


def _in_source(source: bytes) -> Iterator[tuple[str, list[str | None]]]:
    """Every call by name, with what stands literally in its places, in order of the source. (The
    extraction of Babel leaves out a call within a call.)"""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(call.func, ast.Name):
            yield call.func.id, [_text(arg) for arg in call.args]


def _in_template(source: bytes) -> Iterator[tuple[str, list[str | None]]]:
    """The same of a template."""
    for call in Environment(autoescape=True).parse(source.decode()).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name):
            yield call.node.name, [_text(arg) for arg in call.args]


def _text(arg: ast.expr | nodes.Expr) -> str | None:
    match arg:
        case ast.Constant(value=str(text)) | nodes.Const(value=str(text)):
            return text
    return None


def _of_the_catalogue() -> Iterator[str]:
    for entry in json.loads(catalogue.built()):
        yield from (entry["about"], entry["decision"])
        yield from (param["about"] for param in entry.get("params", ()))


def updated(language: str) -> Catalog:
    """The catalogue of a language with exactly the texts that there are."""
    path = LOCALE / f"{language}.po"
    known = read_po(BytesIO(path.read_bytes()), locale=language)
    translations = Catalog(
        locale=language,
        project="hakaru",
        fuzzy=False,
        header_comment="# Texts of Hakaru.",
        creation_date=_MADE_AT,
        revision_date=_MADE_AT,
        charset="utf-8",
    )
    for place, context, text in texts():
        entry = known.get(text, context)
        words = entry.string if entry is not None else ""
        translations.add(text, words, locations=[(place, 0)], context=context)
    return translations


def written(translations: Catalog) -> tuple[bytes, bytes]:
    """The catalogue as .po and as .mo."""
    po, mo = BytesIO(), BytesIO()
    write_po(po, translations, width=100, ignore_obsolete=True, include_lineno=False)
    write_mo(mo, translations)
    return po.getvalue(), mo.getvalue()


def untranslated(translations: Catalog) -> list[str]:
    """Texts without a translation."""
    return [str(entry.id) for entry in translations if entry.id and not entry.string]


def main() -> None:
    """Write the catalogues; say which texts wait for a translation."""
    missing = 0
    for language in LANGUAGES:
        if language == SOURCE_LANGUAGE:
            continue
        translations = updated(language)
        po, mo = written(translations)
        (LOCALE / f"{language}.po").write_bytes(po)
        (LOCALE / f"{language}.mo").write_bytes(mo)
        for text in untranslated(translations):
            missing += 1
            sys.stdout.write(f"{language}: {text}\n")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
