# SPDX-License-Identifier: BSD-3-Clause
"""Plans, starts and merges the jobs of `hocket bench`."""
