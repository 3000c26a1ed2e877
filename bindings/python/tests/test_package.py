"""What is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

import truths


def test_it_is_typed() -> None:
    assert resources.files(truths).joinpath("py.typed").is_file()


def test_all_that_is_public_has_words() -> None:
    for name in truths.__all__:
        thing = getattr(truths, name)
        if isinstance(thing, type):
            assert thing.__doc__, name
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert value.__doc__, f"{name}.{member}"
        elif callable(thing) and name != "Outcome":
            assert thing.__doc__, name


def test_versions() -> None:
    assert truths.LIBRARY_VERSION.split(".")[0] == truths.__version__.split(".")[0]
    try:
        assert version("truths_rules") == truths.__version__
    except PackageNotFoundError:
        pytest.skip("it is not installed")


def imported(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Imports the module in another process, from a copy without a library."""
    source = Path(truths.__file__).parent
    (folder / "truths").mkdir()
    for file in source.glob("*.py"):
        (folder / "truths" / file.name).write_bytes(file.read_bytes())
    known = {name: value for name, value in os.environ.items() if name != "TRUTHS_LIBRARY"}
    return subprocess.run(
        [sys.executable, "-c", "import truths; print(truths.__file__)"],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**known, "PYTHONPATH": str(folder), **environment},
    )


def test_without_a_library_the_import_says_what_to_do(tmp_path: Path) -> None:
    result = imported(tmp_path)
    assert result.returncode == 1
    assert "TRUTHS_LIBRARY does not say where libtruths.so.1 is" in result.stderr
    assert "ImportError" in result.stderr


def test_another_library_is_refused(tmp_path: Path) -> None:
    (tmp_path / "libtruths.so.1").write_bytes(b"\x7fELF")
    result = imported(tmp_path, TRUTHS_LIBRARY=str(tmp_path / "libtruths.so.1"))
    assert result.returncode == 1
    assert "is no library of Truths that can be loaded here" in result.stderr


def test_the_library_is_found_by_its_variable(tmp_path: Path) -> None:
    from truths._library import _path

    result = imported(tmp_path, TRUTHS_LIBRARY=_path())
    assert result.stdout.strip() == str(tmp_path / "truths/__init__.py"), result.stderr
