# SPDX-License-Identifier: BSD-3-Clause
"""Least squares without negative numbers, robust against what does not fit."""

import numpy as np

ROUNDS = 10
CLOSE = 0.03  # residuals beyond it count by their size, not by its square


def robust(columns: np.ndarray, wanted: np.ndarray) -> tuple[np.ndarray, float]:
    """The x >= 0 with the least sum of Huber's function of the residuals `columns` x - `wanted`, and that sum."""
    weights = np.ones(len(wanted))
    for _ in range(ROUNDS):
        root = np.sqrt(weights)
        x = not_negative(columns * root[:, None], wanted * root)
        apart = np.abs(columns @ x - wanted)
        weights = np.minimum(1, CLOSE / np.maximum(apart, 1e-12))
    return x, float(np.where(apart <= CLOSE, apart**2 / 2, CLOSE * (apart - CLOSE / 2)).sum())


def not_negative(columns: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Unknowns differ by ten powers of ten, so columns are brought to one length first."""
    from scipy.optimize import nnls  # a third of a second, which no other command should pay

    scale = np.maximum(np.sqrt((columns**2).sum(axis=0)), 1e-300)
    return nnls(columns / scale, wanted)[0] / scale
