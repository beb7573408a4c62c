"""With which words does a section speak: those of all texts about runs, and names of phases?"""

from __future__ import annotations

from dataclasses import replace

from hakaru.guard.grounding.lexicon import ScopeWords, Vocabulary
from hakaru.running.sections.vocabulary import RUNNING

PHASES = (
    ScopeWords(
        scopes=("main",),
        hints=("run",),
        pattern=r"(?<![a-z])main run(?![a-z])|(?<![a-z])run(?=は|: )",
    ),
    ScopeWords(scopes=("work",), hints=("work",), pattern=r"(?<![a-z])work(?=は|: )"),
    ScopeWords(scopes=("recovery",), hints=("recovery",), pattern=r"(?<![a-z])recovery(?=は|: )"),
)
"""As tables of phases call them."""

CONTEXTS = ("左右差込み", "imbalance included")
"""Of the points of contact time: what is in them."""

SECTION_WORDS: Vocabulary = replace(
    RUNNING, scopes=(*RUNNING.scopes, *PHASES), contexts=(*RUNNING.contexts, *CONTEXTS)
)
