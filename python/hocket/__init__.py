# SPDX-License-Identifier: BSD-3-Clause
"""The command line of Hocket."""

__version__ = "0.1.0"
