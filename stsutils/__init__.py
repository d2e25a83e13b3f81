"""stsutils: small tested tools behind a reproduction book on training sentence similarity.

Importing the package costs nothing; its rooms (`stsutils.data`, `.losses`, `.encoders`,
`.training` …) are imported when they are used.
"""
