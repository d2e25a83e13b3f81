"""The ledger: one small JSON file for each run, named after what was run.

A record's name is the hash of its recipe, seed and settings, defaults left out, so a table asks
for the number it needs and finds it whoever made it. So records of another machine are files to be
copied, and `Ledger.verify` says whether each is what its name says. Files are replaced atomically:
killed at any moment, a run leaves a whole record or none.
"""

from stsutils.ledger.defaults import DEFAULTS, with_defaults
from stsutils.ledger.differences import TOLERANCE, apart, differences
from stsutils.ledger.packing import OF_LABEL, PREDICTED_SETS, kept_rows
from stsutils.ledger.runs import Record, Result, Run, canonical
from stsutils.ledger.store import Ledger, find_results
