"""Does the small check say what a full validator of JSON Schema says, about everything at once?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.guard.replies import check, without_lengths
from tests.json_schema import errors
from tests.shared import examples

SECTION = {
    "type": "object",
    "additionalProperties": False,
    "required": ["text", "ids", "mood"],
    "properties": {
        "text": {"type": "string", "minLength": 5, "maxLength": 20},
        "ids": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3},
        "mood": {"enum": ["good", "bad", None, 1]},
        "score": {"type": ["integer", "null"]},
        "options": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["label"],
                "properties": {"label": {"type": "string"}, "maxLength": {"type": "number"}},
                "additionalProperties": {"type": "boolean"},
            },
        },
    },
}
GOOD = {"text": "速くなった", "ids": ["gct.actual"], "mood": "good"}


def found(value: object, schema: dict[str, object] = SECTION) -> list[str]:
    return [f"{finding.rule}:{finding.path}" for finding in check(value, schema, lang="en")]


def test_a_value_of_the_right_shape_has_no_finding() -> None:
    assert found(GOOD) == []
    assert found({**GOOD, "score": None, "options": [{"label": "a", "extra": True}]}) == []


def test_every_fault_is_named_in_one_pass() -> None:
    wrong = {
        "text": "x",
        "ids": [1, "b", "c", "d"],
        "score": 1.5,
        "extra": 1,
        "options": [{"label": 3}, {"more": 1}, 7],
    }
    assert sorted(found(wrong)) == [
        "schema.additional:",
        "schema.max_items:ids",
        "schema.min_length:text",
        "schema.required:",
        "schema.required:options[1]",
        "schema.type:ids[0]",
        "schema.type:options[0].label",
        "schema.type:options[1].more",
        "schema.type:options[2]",
        "schema.type:score",
    ]


@pytest.mark.parametrize(
    ("value", "kind", "fits"),
    [
        (True, "integer", False), (True, "number", False), (1.0, "integer", True),
        (1.5, "integer", False), (1, "number", True), (None, "null", True), ("", "string", True),
        ([], "array", True), ({}, "object", True), (False, "boolean", True), (0, "boolean", False),
    ],
)  # fmt: skip
def test_types_are_those_of_json(value: object, kind: str, fits: bool) -> None:
    assert (found(value, {"type": kind}) == []) is fits
    assert (not list(errors(value, {"type": kind}))) is fits


def test_true_is_not_one_of_the_numbers() -> None:
    assert found({**GOOD, "mood": True}) == ["schema.enum:mood"]
    assert found({**GOOD, "mood": 1}) == []


def test_a_message_names_what_is_allowed_and_quotes_the_model_briefly() -> None:
    (finding,) = check({**GOOD, "mood": "<b>" + "x" * 200}, SECTION, lang="ja")
    assert "good, bad, None, 1" in finding.message
    assert "<" not in finding.message
    assert len(finding.message) < 150


def test_a_long_list_of_values_is_abridged() -> None:
    (finding,) = check("z", {"enum": [f"id{n}" for n in range(40)]}, lang="en")
    assert "id11" in finding.message
    assert "id12" not in finding.message
    assert "…" in finding.message


def test_both_languages_name_the_same_rules() -> None:
    wrong = {"text": 1, "ids": [], "extra": []}
    ja, en = check(wrong, SECTION, lang="ja"), check(wrong, SECTION, lang="en")
    assert [(a.rule, a.path) for a in ja] == [(b.rule, b.path) for b in en]
    assert "ありません" in ja[0].message + ja[1].message
    assert "missing" in " ".join(finding.message for finding in en)


def test_ten_thousand_faults_are_fifty_findings() -> None:
    findings = check({**GOOD, "ids": [1] * 10_000}, SECTION, lang="en")
    assert len(findings) == 50
    assert "9952 more" in findings[-1].message


def test_a_keyword_nobody_checks_is_not_passed_over() -> None:
    with pytest.raises(ValueError, match="pattern"):
        check("a", {"type": "string", "pattern": "b"}, lang="en")


def test_lengths_of_text_are_not_sent_but_a_field_of_that_name_stays() -> None:
    sent = without_lengths(SECTION)
    properties = sent["properties"]
    assert isinstance(properties, dict)
    assert properties["text"] == {"type": "string"}
    assert properties["ids"]["maxItems"] == 3
    assert "maxLength" in properties["options"]["items"]["properties"]
    assert "maxLength" in SECTION["properties"]["text"]  # type: ignore[index]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([1.0, 1.5, "good", "gct", "x" * 6, "y" * 30, ""]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["text", "ids", "mood", "score", "options", "label", "extra"]), inner
        )
    ),
    max_leaves=20,
)
SHAPED = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(("text", "ids", "mood", "score", "options", "extra"), VALUES),
)
RULES = {
    "type": "type", "required": "required", "additionalProperties": "additional", "enum": "enum",
    "minItems": "min_items", "maxItems": "max_items", "minLength": "min_length",
    "maxLength": "max_length",
}  # fmt: skip


def path_text(steps: list[str | int]) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return text.removeprefix(".")


@settings(max_examples=examples(1_500), deadline=None)
@given(VALUES | SHAPED)
def test_the_verdict_is_that_of_a_full_validator_place_by_place(value: object) -> None:
    theirs = {
        (RULES[str(error.validator)], path_text(list(error.absolute_path)))
        for error in errors(value, SECTION)
    }
    ours = check(value, SECTION, lang="en")
    assert {(finding.rule.removeprefix("schema."), finding.path) for finding in ours} == theirs
