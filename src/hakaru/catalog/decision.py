"""What is said of an operation about the decisions that its answer allows?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.running.wording import Lang


@dataclass(frozen=True, kw_only=True)
class Decision:
    """One line in each language."""

    ja: str
    en: str

    def text(self, language: Lang) -> str:
        """The line in one language."""
        return self.ja if language == "ja" else self.en
