"""Language models that answer a prompt: over HTTP, or from a script."""
