"""The dashboard, as a browser and as a program sees it."""
