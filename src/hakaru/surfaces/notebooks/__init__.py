"""The worked analyses as notebooks on a runner's own data, and the command that opens them."""
