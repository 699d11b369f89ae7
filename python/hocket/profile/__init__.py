# SPDX-License-Identifier: BSD-3-Clause
"""hocket profile: where the time of a program's collectives goes."""
