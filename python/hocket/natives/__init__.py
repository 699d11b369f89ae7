# SPDX-License-Identifier: BSD-3-Clause
"""The algorithms of MPI libraries by their own names, how to force them, and tables of them."""
