"""How is it said what an answer is good for?"""

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
