"""Evidence that tests and benchmarks judge the code by."""
