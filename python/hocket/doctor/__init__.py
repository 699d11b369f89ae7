# SPDX-License-Identifier: BSD-3-Clause
"""What works here and what does not."""
