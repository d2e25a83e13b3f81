"""Methods: what the documents do with an encoder beyond one fine-tuning run."""
