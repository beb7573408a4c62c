"""How what is missing is got works where Hakaru was cloned, and where a wheel was installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hakaru.sources.parts import (
    EXTRAS,
    clone_of,
    install_command,
    install_command_of,
    pip_of,
    update_command,
)

REPOSITORY = Path(__file__).parents[2]
PYTHON = "/opt/my tools/bin/python"


@pytest.fixture
def cloned(tmp_path: Path) -> Path:
    """The package of a clone in a folder whose name has a space."""
    package = tmp_path / "my clone" / "src" / "hakaru"
    package.mkdir(parents=True)
    (package.parents[1] / "pyproject.toml").touch()
    return package


def test_in_a_clone_its_folder_is_named_wherever_one_stands(cloned: Path) -> None:
    assert install_command_of("focus", python=PYTHON, package=cloned) == (
        f"'{PYTHON}' -m pip install -e '{cloned.parents[1]}[focus]'"
    )
    assert update_command(python="python3.13", package=cloned) == (
        f"git -C '{cloned.parents[1]}' pull && python3.13 -m pip install -e '{cloned.parents[1]}'"
    )


def test_where_a_wheel_was_installed_its_name_will_do(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "hakaru"
    package.mkdir(parents=True)
    assert clone_of(package) is None
    assert install_command_of("llm", python="/v/bin/python", package=package) == (
        "/v/bin/python -m pip install 'hakaru[llm]'"
    )
    assert update_command(python="/v/bin/python", package=package) == (
        "/v/bin/python -m pip install hakaru-NEWER-py3-none-any.whl"
    )


@pytest.mark.parametrize("extra", EXTRAS, ids=lambda one: one.name)
def test_here_it_is_the_command_of_the_readme(extra: object) -> None:
    name = extra.name  # type: ignore[attr-defined]
    assert install_command(name) == f"{pip_of()} install -e '{REPOSITORY}[{name}]'"
