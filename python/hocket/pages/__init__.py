# SPDX-License-Identifier: BSD-3-Clause
"""What all pages share: one style, one frame, plots as inline SVG that need no width and follow light and dark."""
