# SPDX-License-Identifier: BSD-3-Clause
"""hocket report: one page out of documents, which needs nothing else."""
