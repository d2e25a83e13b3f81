"""Zhang and Li, Regression Framework with Translated ReLU and Smooth K2 Loss: its tables."""
