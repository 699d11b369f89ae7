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
    """Lawson and Hanson 1974: unknowns leave zero one by one, the most wanted first, and go back where they would
    turn negative."""
    scale = np.maximum(np.sqrt((columns**2).sum(axis=0)), 1e-300)
    unit = columns / scale
    x, free = np.zeros(unit.shape[1]), np.zeros(unit.shape[1], dtype=bool)
    for _ in range(3 * len(x)):
        pull = np.where(free, -np.inf, unit.T @ (wanted - unit @ x))
        if pull.max() <= 1e-9:
            break
        free[pull.argmax()] = True
        x = settle(unit, wanted, x, free)
    return x / scale


def settle(unit: np.ndarray, wanted: np.ndarray, x: np.ndarray, free: np.ndarray) -> np.ndarray:
    """The best x whose unknowns outside `free` are zero, after those that would be negative have left `free`."""
    while True:
        best = np.zeros_like(x)
        best[free] = np.linalg.lstsq(unit[:, free], wanted, rcond=None)[0]
        negative = free & (best <= 0)
        if not negative.any():
            return best
        step = (x[negative] / np.maximum(x[negative] - best[negative], 1e-300)).min()
        x = x + step * (best - x)
        free &= x > 1e-12
        x = np.where(free, x, 0)
