"""Put damaged files of the data folder back to their newest sound copy, and say what that means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.flows.context import Context
from hakaru.store.care import Repaired, repair_folder


@dataclass(frozen=True, kw_only=True)
class RepairResult:
    """What became of the database and of the state."""

    files: tuple[Repaired, ...]

    @property
    def ok(self) -> bool:
        """Whether both can be used now."""
        return all(file.outcome != "no_copy" for file in self.files)

    @property
    def reply(self) -> Mapping[str, object]:
        """One entry per file."""
        return {"ok": self.ok, "files": [_entry(file) for file in self.files]}


def repair(context: Context, *, anew: bool) -> RepairResult:
    """Repair what is damaged; `anew`: begin empty where no copy is sound.

    Raises:
        StoreBusy: others use the folder.
        StoreDamaged: a file is another program's or a newer Hakaru's, or cannot be written.
    """
    context.store.close()
    return RepairResult(files=repair_folder(context.data_folder, anew=anew))


def _entry(file: Repaired) -> Mapping[str, object]:
    return {
        "file": file.path.name,
        "outcome": file.outcome,
        "copied_at": None if file.copied_at is None else file.copied_at.isoformat(),
        "set_aside": None if file.set_aside is None else str(file.set_aside),
        "damaged_copies": file.passed_over,
    }
