"""What does an author of sections see in a terminal: evidence, contract, judgement?"""

from __future__ import annotations

import json
from collections.abc import Mapping

from hakaru.flows.reads import ActivityContext, AnalysisContract, ValidatedSection
from hakaru.guard.cleaning import clean
from hakaru.present.terminal import SECTION_NAMES, wrapped
from hakaru.present.words import say as say_word
from hakaru.running.sections.judge import contract_rules, instructions
from hakaru.running.sections.model import SCHEMAS
from hakaru.running.wording import Lang
from hakaru.surfaces.cli.words import say


def context_text(result: ActivityContext, language: Lang) -> str:
    """The evidence of each section, a line per part."""
    lines = [f"{result.activity_id}  {result.day.isoformat()}"]
    for name, bundle in result.bundles.items():
        lines += ["", f"{say_word(SECTION_NAMES[name], language)} ({name})"]
        lines += [f"  {key}: {_json(value)}" for key, value in bundle.items()]
    return "\n".join(lines)


def contract_text(result: AnalysisContract, language: Lang) -> str:
    """What to do, the rules with their ids, the shape."""
    contract = result.contract
    name, version = SECTION_NAMES[contract.section], str(contract.version)
    head = say("contract_version", language, version=version, written_in=contract.lang)
    lines = [f"{say_word(name, language)} ({contract.section})  {head}"]
    lines += wrapped(instructions(contract.section, contract.lang), first="  ")
    lines += ["", say("contract_rules", language)]
    for rule, rule_text in contract_rules(contract.section, contract.lang).items():
        lines += wrapped(f"{rule}: {rule_text}", first="  ", rest="    ")
    shape = json.dumps(SCHEMAS[contract.section], ensure_ascii=False, indent=2)
    return "\n".join([*lines, "", say("contract_shape", language), shape])


def validated_text(result: ValidatedSection, language: Lang) -> str:
    """That it can be stored, or everything that speaks against it."""
    findings = result.findings
    head = say("would_be_stored", language)
    if not result.ok:
        head = say("would_be_refused", language, n=len(findings))
    lines = [head]
    for finding in findings:
        lines += wrapped(clean(f"{finding.path}: {finding.message} [{finding.rule}]"), first="  - ")
    return "\n".join(lines)


def _json(value: object) -> str:
    if isinstance(value, Mapping) and "columns" in value:
        rows = (f"\n    {key}: {json.dumps(row, ensure_ascii=False)}" for key, row in value.items())
        return "".join(rows)
    return json.dumps(value, ensure_ascii=False)
