"""Where the program and its sources are, by default those of this repository."""

import os
import pathlib

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("TODOSHELL", str(REPOSITORY / ".build/debug/todoshell"))
