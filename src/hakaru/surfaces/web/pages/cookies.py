"""How are the choices of one browser called?"""

from __future__ import annotations

LANGUAGE_COOKIE = "hakaru-language"
THEME_COOKIE = "hakaru-theme"
