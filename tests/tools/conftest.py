"""The bench and the attacks lie in folders of their own."""

import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"
sys.path += [str(TOOLS / "bench"), str(TOOLS / "attacks")]
