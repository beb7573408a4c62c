"""Is text from outside harmless where it is shown, and where it is sent?"""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hakaru.guard.cleaning import clean, cut, for_model, plain
from tests.shared import examples

HOSTILE = st.lists(
    st.sampled_from(
        ["<|im_start|>", "<|", "|>", "<", ">", "[INST]", "[", "]", "(", ")", "!", "[a](http://x)",
         "http://", "https://evil.example/a?b", "www.", "javascript:x", "a@b.example", "\x1b[31m",
         "\x1b]8;;http://x\x07", "\u202e", "\u200b", "\u200d", "\ufeff", "\ud800", "\U000e0041",
         "\U000e0101", "e\u0301", "が", "\n", "\t", " ", "<s>", "</s>", "<img src=x>", "&lt;",
         "]: ", "[x]: http://y", "`", "#", "-", "*", "朝ラン", "\u2028", "<!--", "\\"]
    ),
    max_size=25,
).map("".join)  # fmt: skip
TOKENS = (
    "<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|start_header_id|>", "<｜end▁of▁sentence｜>",
    "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>", "<s>", "</s>", "<start_of_turn>", "<end_of_turn>",
    "<bos>", "<eos>", "<think>", "</tool_call>", "[TOOL_CALLS]", "<pyai:validation_errors>",
    "＜|system|＞",
)  # fmt: skip


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_of_chat_templates_do_not_reach_a_prompt(token: str) -> None:
    assert for_model(f"朝{token}ラン", most=120) == "朝 ラン"
    assert for_model(f"朝{token[0]}\u200b{token[1:]}ラン", most=120) == "朝 ラン"


def test_a_token_cannot_be_made_of_what_taking_another_out_leaves() -> None:
    nested = "<|im_" * 6 + "<|x|>" + "start|>" * 6
    assert not {"<", ">", "|"} & set(for_model(nested, most=200))


def test_ordinary_comparisons_and_brackets_stay() -> None:
    text = "pace < 5:00 & hr > 150 [easy] (3x) |tempo|"
    assert for_model(text, most=120) == text


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("か\u3099", "が"),
        ("a\u200bb\u2060c\ufeff", "abc"),
        ("a\U000e0049\U000e0047b", "ab"),
        ("葛\U000e0100飾", "葛飾"),
        ("a\u3164\u2800b", "ab"),
        ("x\x1b[2Jy\x1b]0;title\x07z", "x y z"),
        ("\u202eevil\u2066", "evil"),
        ("a\ud800b", "ab"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("a\nb", "a b"),
    ],
)
def test_a_prompt_holds_only_what_a_reader_would_see(raw: str, kept: str) -> None:
    assert for_model(raw, most=120) == kept


def test_a_memo_keeps_its_lines() -> None:
    assert for_model("a\n\tb\r\nc", most=120, lines=True) == "a\n\tb \nc"


@settings(max_examples=examples(1_000), deadline=None)
@given(HOSTILE | st.text(max_size=80), st.booleans())
def test_cleaning_for_a_prompt_is_bounded_composed_and_final(text: str, lines: bool) -> None:
    once = for_model(text, most=500, lines=lines)
    assert len(once) <= 500
    assert once == unicodedata.normalize("NFC", once)
    assert for_model(once, most=500, lines=lines) == once
    once.encode()
    assert not {unicodedata.category(char) for char in once if char not in "\n\t"} & {
        "Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp",
    }  # fmt: skip
    assert "<|im_start|>" not in once
    assert "[INST]" not in once


def test_a_megabyte_is_cut_before_it_is_cleaned() -> None:
    assert for_model("<|a" * 400_000, most=120).endswith("…")
    assert len(for_model("\u200b" * 1_000_000, most=120)) == 0


def test_cut_text_says_so() -> None:
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abc def", 5) == "abc…"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("HR < 150 <b>bold</b>", "HR ＜ 150 ＜b＞bold＜/b＞"),
        ("see [my log](https://evil.example/?q=1) now", "see my log now"),
        ("![x](http://evil.example/a.png)", "x"),
        ("[![x](http://a)](http://b)", "x"),
        ("https://evil.example/a を見て", "… を見て"),
        ("見てhttps://evil.example/aを", "見て…を"),
        ("www.evil.example", "…"),
        ("data: 258 ms, file: a.fit", "data: 258 ms, file: a.fit"),
        ("javascript:alert(1)", "…"),
        ("<javascript:alert(1)>", "＜…"),
        ("mail me@evil.example", "mail me＠evil.example"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://evil.example\x07x", "x"),
        ("a\u202eb", "ab"),
        ("2行目\nです", "2行目\nです"),
        ("[a][b]", "[a] [b]"),
        ("[b]: http://evil.example", "[b] : …"),
    ],
)
def test_shown_text_has_no_active_content(raw: str, shown: str) -> None:
    assert plain(raw) == shown


@settings(max_examples=examples(1_500), deadline=None)
@given(HOSTILE)
def test_no_markdown_reader_makes_a_link_an_image_or_html_of_shown_text(text: str) -> None:
    shown = plain(text)
    tokens = [MarkdownIt("commonmark", {"html": True}).parse(shown)]
    kinds: set[str] = set()
    while tokens:
        for token in tokens.pop():
            kinds.add(token.type)
            tokens.append(token.children or [])
    assert not kinds & {"link_open", "image", "html_inline", "html_block"}
    assert not {"<", ">", "\x1b", "\u202e"} & set(shown)
    assert "://" not in shown
    assert clean(shown, lines=True) == shown
