"""The mini encoder's files; see README.md beside this file."""
