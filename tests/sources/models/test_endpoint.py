"""Where may a prompt go?"""

from __future__ import annotations

import pytest

from hakaru.sources.models.model import (
    ANTHROPIC_URL,
    OPENAI_URL,
    Endpoint,
    own_key_env,
    own_url,
    redacted_url,
    url_fault,
)


@pytest.mark.parametrize(
    "url",
    [
        OPENAI_URL,
        ANTHROPIC_URL,
        "http://localhost:11434/v1",
        "http://127.0.0.1:8080/v1",
        "http://[::1]:8080/v1",
        "http://192.168.1.20:1234/v1",
        "http://10.0.0.3/v1",
        "http://nas:11434/v1",
        "http://studio.local:1234/v1",
        "https://llm.example.org/v1",
    ],
)
def test_this_machine_and_network_by_http_all_others_by_https(url: str) -> None:
    assert url_fault(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "http://llm.example.org/v1",
        "http://8.8.8.8/v1",
        "http://169.254.169.254/latest",
        "http://localhost.example.org/v1",
    ],
)
def test_unencrypted_to_others_only_if_the_user_says_so(url: str) -> None:
    fault = url_fault(url)
    assert fault is not None
    assert fault.startswith("https")
    assert url_fault(url, any_http=True) is None


@pytest.mark.parametrize(
    "url",
    [
        "", "localhost:11434", "ftp://localhost", "gopher://localhost", "http://", "http://[::1",
        "http://localhost:99999/v1", "http://localhost:port/v1",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    assert url_fault(url, any_http=True) == "an address such as http://localhost:11434/v1"


@pytest.mark.parametrize(
    "url",
    ["https://me:sk-1@api.example.org/v1", "https://api.example.org/v1?key=sk-1",
     "https://api.example.org/v1#sk-1"],
)  # fmt: skip
def test_a_key_has_no_place_in_an_address_nor_in_the_message_about_it(url: str) -> None:
    fault = url_fault(url)
    assert fault is not None
    assert "model.key_env" in fault
    assert redacted_url(url) == "https://api.example.org"
    assert redacted_url("nonsense") == "an address"


def test_only_the_makers_need_a_key_unasked() -> None:
    assert own_key_env("openai", own_url("openai")) == "OPENAI_API_KEY"
    assert own_key_env("anthropic", own_url("anthropic")) == "ANTHROPIC_API_KEY"
    assert own_key_env("openai", "http://localhost:11434/v1") is None


def test_a_host_is_told_from_its_makers() -> None:
    assert Endpoint(backend="openai", url=OPENAI_URL, name="x").is_own
    assert not Endpoint(backend="openai", url="http://localhost/v1", name="x").is_own
    assert Endpoint(backend="openai", url="http://localhost:1/v1", name="x").host == "localhost:1"
