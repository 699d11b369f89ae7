# SPDX-License-Identifier: BSD-3-Clause
"""The main job, side by side: a program whose broadcasts are slow, native and under Hocket, and a page about it."""
