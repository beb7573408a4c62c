"""A machine made of folders: what is installed on it, and what its environment says."""

from __future__ import annotations

from pathlib import Path

from hakaru.sources.parts import Extra, Surroundings


class Machine:
    """Packages are folders on its search path, programs are files on its PATH."""

    def __init__(self, folder: Path, *, platform: str = "linux") -> None:
        self.site = folder / "site"
        self.programs = folder / "bin"
        self.platform = platform
        self.python = (3, 12, 1)
        self.variables: dict[str, str] = {}
        for made in (self.site, self.programs):
            made.mkdir(parents=True)

    def record(self, distribution: str, version: str) -> None:
        """Only the record that it was installed."""
        folder = self.site / f"{distribution.replace('-', '_')}-{version}.dist-info"
        folder.mkdir()
        text = f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n"
        (folder / "METADATA").write_text(text, encoding="utf-8")

    def install(self, extra: Extra, *, without: str = "") -> None:
        """What the extra brings on this platform, in version 1.2."""
        for package in extra.packages:
            wanted = not package.platforms or self.platform in package.platforms
            if wanted and package.distribution != without:
                self.record(package.distribution, "1.2")
                for module in package.modules:
                    (self.site / module).mkdir()
                    (self.site / module / "__init__.py").touch()

    def program(self, name: str) -> None:
        """A program that can be called."""
        path = self.programs / name
        path.write_text("#!/bin/sh\n", encoding="utf-8")
        path.chmod(0o755)

    def around(self) -> Surroundings:
        """As the doctor sees it."""
        return Surroundings(
            platform=self.platform,
            system="Test machine",
            python=self.python,
            environment={"PATH": str(self.programs), **self.variables},
            search_path=(str(self.site),),
        )
