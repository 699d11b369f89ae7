# SPDX-License-Identifier: BSD-3-Clause
"""One page for each published data set: what others measured, beside what Hocket's simulator makes of it."""
