from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import truths
from shop import CONTEXT, PATH, SHOP


@pytest.fixture(scope="session")
def rules() -> Iterator[truths.Rules]:
    with truths.loads({PATH: SHOP}) as rules:
        yield rules


@pytest.fixture(scope="session")
def gate(rules: truths.Rules) -> Iterator[truths.Gate]:
    with rules.on(CONTEXT) as gate:
        yield gate


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the shop in `truths/shop` and a context in `context.jsonl`."""
    (tmp_path / "truths/shop").mkdir(parents=True)
    (tmp_path / PATH).write_text(SHOP, encoding="utf-8")
    (tmp_path / "context.jsonl").write_bytes(CONTEXT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A session of Spark with two workers, which does a task again that fails, up to four times."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(truths.__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    folder = tmp_path_factory.mktemp("spark")
    builder = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    builder = builder.config("spark.sql.warehouse.dir", str(folder)).config("spark.sql.execution.arrow.maxRecordsPerBatch", "97")
    builder = builder.config("spark.sql.shuffle.partitions", "5")
    session = builder.config("spark.sql.session.timeZone", "America/New_York").getOrCreate()
    yield session
    session.stop()
