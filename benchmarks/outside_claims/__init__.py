"""Sentences about twelve runs, written unseen: which of them are shown as findings."""
