"""What the experiments share: the words they are declared in, sets, encoders, losses."""
