# SPDX-License-Identifier: BSD-3-Clause
"""Experiments that differ in nothing but the collective, from one file: which of them jump?"""

from pathlib import Path
from typing import Any

from hocket.bench.plan import WHOLE
from hocket.lab import experiment
from hocket.lab.experiment import AS_WRITTEN, Experiment, Instead


def read(file: Path, instead: Instead = AS_WRITTEN) -> list[Experiment]:
    """`sizes` are those of blocks, `vectors` those of collectives that have a whole vector."""
    with experiment.named(file):
        content = experiment.load(file)
        names, vectors = listed(content, "collectives"), listed(content, "vectors")
        if "collective" in content:
            raise ValueError("'collective' and 'collectives' cannot both stand in one file")
        found = []
        for name in names:
            sizes = {"sizes": vectors} if name in WHOLE else {}
            asked = instead.of(content | sizes | {"collective": name})
            found.append(experiment.judge(experiment.fill(Experiment, asked)))
        return found


def listed(content: dict[str, Any], name: str) -> list[str]:
    """Taken out of the content."""
    texts = content.pop(name, None)
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{name} must be a list of texts, not {texts!r}")
    return texts
