"""The mathematics that the domains share: pure functions on arrays."""
