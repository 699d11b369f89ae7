# SPDX-License-Identifier: BSD-3-Clause
"""hocket tune: measures what matters on this machine and writes a tuning table."""
