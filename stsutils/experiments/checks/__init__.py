"""Questions of our own, which no document asks."""
