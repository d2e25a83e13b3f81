"""What the blog post before the CoSENT paper says beyond the paper."""
