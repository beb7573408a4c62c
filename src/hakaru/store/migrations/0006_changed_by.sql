-- Who stated or wrote something: human_ui (a person) or mcp (a language model), as in the history of
-- nodes. NULL: from before this was kept.
ALTER TABLE athlete_facts ADD COLUMN source VARCHAR;
ALTER TABLE training_labels ADD COLUMN source VARCHAR;
ALTER TABLE section_analyses ADD COLUMN source VARCHAR;
