"""An invented runner whose seasons are written as real FIT files that say they are simulated."""
