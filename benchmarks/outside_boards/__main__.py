"""What is missed and what is wrong on some boards: `python -m benchmarks.outside_boards ID...`."""

from __future__ import annotations

import sys

from benchmarks.outside.board_marks import SECOND, read_boards, score
from benchmarks.outside_boards.run import ask

if __name__ == "__main__":
    named = [board for board in (*read_boards(), *read_boards(SECOND)) if board.id in sys.argv[1:]]
    for board, answer in ask(named):
        scored = score(board, answer.claims)
        print(f"== {board.id}")
        print(*(f"  missed {line}" for line in scored.missed), sep="\n")
        print(*(f"  {line}" for line in scored.faults), sep="\n")
        print(*(f"  question {claim.key} | {claim.words}" for claim in answer.questions), sep="\n")
