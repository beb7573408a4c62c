"""What every server of Hakaru shares: this machine only, with a token."""
