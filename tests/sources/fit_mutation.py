"""How is a file changed at random so that it gets into every corner of a reader?"""

from __future__ import annotations

from random import Random

_LENGTHS = (1, 1, 2, 4, 7, 60, 1000)


def mutated(data: bytes, rng: Random) -> bytes:
    """Flips, insertions, deletions and copies, from one to a hundred of them."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 20, 100))):
        if not changed:
            changed += rng.randbytes(20)
        at, choice, length = rng.randrange(len(changed)), rng.random(), rng.choice(_LENGTHS)
        if choice < 0.45:
            changed[at] = rng.randrange(256)
        elif choice < 0.6:
            changed[at] ^= 1 << rng.randrange(8)
        elif choice < 0.75:
            del changed[at : at + length]
        elif choice < 0.9:
            changed[at:at] = rng.randbytes(length)
        else:
            begin = rng.randrange(len(changed))
            changed[at:at] = changed[begin : begin + length]
    return bytes(changed)
