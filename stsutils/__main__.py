"""`python -m stsutils …` is the same as `stsutils …`."""

from stsutils.cli import main

main()
