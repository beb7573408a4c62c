"""How do errors of language models read in Japanese?"""

from __future__ import annotations

from collections.abc import Mapping

MODELS: Mapping[str, str] = {
    "the {part} of the question has {size} bytes, and the limit is {limit}": (
        "モデルへの質問（{part}）が {size} バイトあり、上限の {limit} バイトを超えています"
    ),
}
