"""Questions that a runner asks an assistant, and in how many calls they are answered."""
