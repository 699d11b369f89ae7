# SPDX-License-Identifier: BSD-3-Clause
import importlib.util
import json
from pathlib import Path

import pytest
from hocket import cli, find, mpi
from hocket.stop import Stop
from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"


def pytest_collection_modifyitems(items):
    """Those that ask for more time are begun first, so that all processors have some to the end."""
    items.sort(key=lambda item: item.get_closest_marker("timeout") is None)


@pytest.fixture
def run(capfd):
    """Runs a command in this process: exit status, standard output, standard error."""

    def call(*words):
        status = cli.main([str(word) for word in words])
        shown = capfd.readouterr()
        return status, shown.out, shown.err

    return call


@pytest.fixture
def valid():
    def judge(name, document):
        Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text())).validate(document)
        return document

    return judge


@pytest.fixture(scope="session")
def tool():
    """A file of tools/ as a module."""

    def load(file):
        source = SCHEMAS.parent / "tools" / file
        spec = importlib.util.spec_from_file_location(source.stem.replace("-", "_"), source)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


def needs(program):
    try:
        find.program(program)
    except Stop as missing:
        pytest.skip(str(missing))


@pytest.fixture
def built():
    needs("hocket-tool")


@pytest.fixture
def library():
    """An MPI under which Hocket and its benchmark are built."""
    try:
        found = mpi.choose(next(iter(find.default_prefixes()), None))  # the one that the benchmark is linked to
    except Stop as missing:
        pytest.skip(str(missing))
    needs("hocket-run")
    needs(f"hocket-bench-{found.abi}")
    return found
