"""With which words does a text speak of running?"""

from __future__ import annotations

from hakaru.guard.grounding.vocabulary import Vocabulary

RUNNING = Vocabulary()
