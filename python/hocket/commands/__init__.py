# SPDX-License-Identifier: BSD-3-Clause
"""One module a command; each offers register(app)."""
