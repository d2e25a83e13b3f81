"""The microscope: naive loops, checks, mutants and gradient fields of the losses.

The same code serves the tests, the chapters and whoever marks a student's own loss:
`check("cosent")`, `check(my_loss, "cosent")`, `as_frame(...)`, `killed("cosent")`,
`gradient_field(...)`, `summary("cosent")`.
"""

from stsutils.microscope.checks import CheckResult, as_frame, check
from stsutils.microscope.field import gradient_field
from stsutils.microscope.mutants import MUTANTS, Mutant, build, kill, killed, summary
from stsutils.microscope.subject import Subject
from stsutils.microscope.subjects import SUBJECTS, subject
