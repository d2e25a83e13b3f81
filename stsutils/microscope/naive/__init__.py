"""Each loss as a loop over Python numbers: slow, plain, and the judge of the fast form.

A file holds the loop, which has the loss's name, and its `SUBJECT`, what the microscope must know
to judge it; losses of one kind share a file, with `SUBJECTS`. Arguments are lists (a tensor's
`.tolist()`), nested where the loss takes matrices; all is float64. With `dual`'s exp, log and sqrt
a loop runs on dual numbers, too, and so gives the gradient.
"""
