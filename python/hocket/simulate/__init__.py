# SPDX-License-Identifier: BSD-3-Clause
"""Predicted times on virtual ranks: asking for them, and showing them."""
