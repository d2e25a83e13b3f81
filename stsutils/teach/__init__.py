"""Teaching with the book: exercises that can be graded, student notebooks, class packs.

An exercise stands in a chapter, by its label. All else about it stands in the folder `solutions`:
`exercises.toml` (points and minutes), `<label>.md` (the solution a reader sees), `<label>.py` (what
is handed in, and the checks). `marking` marks, for students and for otter-grader and nbgrader.
Nothing here is imported by the rooms below.
"""
