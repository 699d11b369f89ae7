# SPDX-License-Identifier: BSD-3-Clause
"""hocket tune --native: which of an MPI library's own algorithms is best, each forced by the library's variables."""
