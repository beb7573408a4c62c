"""Write FIT files: `python -m benchmarks.outside FOLDER --experiment ordinary --runners 0 1 2`."""

import argparse
from pathlib import Path

from benchmarks.outside.experiments import EXPERIMENTS, RUNNERS
from benchmarks.outside.fit_file import write_season
from benchmarks.outside.runner import FIRST_SEED


def main() -> None:
    """Write one folder per runner, each the season of one person in the order of time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--experiment", choices=sorted(EXPERIMENTS), default="ordinary")
    parser.add_argument("--runners", type=int, nargs="*", default=list(range(RUNNERS)))
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    asked = parser.parse_args()
    for index in asked.runners:
        season = EXPERIMENTS[asked.experiment].season(index, asked.seed)
        folder = asked.folder / asked.experiment / f"runner{index:02d}"
        print(folder, len(write_season(season, folder)))


if __name__ == "__main__":
    main()
