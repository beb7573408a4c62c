ALTER TABLE node_diffs ADD COLUMN put_aside_at TEXT;
