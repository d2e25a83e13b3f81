"""The maker of the demo rows: sentences from semantic frames, see the data card."""
