# SPDX-License-Identifier: BSD-3-Clause
"""hocket tune --machine-only: from measured messages, copies and reductions to a machine model."""
