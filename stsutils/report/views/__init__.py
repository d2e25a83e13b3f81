"""What serves one chapter or two: imported there, from the module that has it."""
