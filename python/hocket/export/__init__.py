# SPDX-License-Identifier: BSD-3-Clause
"""hocket export: a table as the tuning file of an MPI library."""
