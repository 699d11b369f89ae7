# SPDX-License-Identifier: BSD-3-Clause
import sys

from hocket.cli import main

sys.exit(main())
