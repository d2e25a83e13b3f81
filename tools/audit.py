"""`make audit`: known faults of the pinned dependencies, where their list can be reached."""

import subprocess
import sys
from pathlib import Path

CONSTRAINTS = Path(__file__).resolve().parents[1] / "constraints.txt"
UNREACHED = ("ConnectionError", "Max retries", "NameResolution", "timed out", "ServiceError")


def main() -> int:
    """Run pip-audit; 0 where it finds nothing or can't look, with a word about which."""
    words = [sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "-r"]
    done = subprocess.run([*words, str(CONSTRAINTS)], capture_output=True, text=True)
    said = done.stdout + done.stderr
    if "No module named pip_audit" in said:
        print("skipped: pip-audit is not installed (pip install pip-audit)")
        return 0
    if done.returncode and any(word in said for word in UNREACHED):
        print("skipped: the list of known faults can't be reached from here")
        return 0
    print(said.strip())
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
