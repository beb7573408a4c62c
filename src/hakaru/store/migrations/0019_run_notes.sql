-- What somebody wrote about a run and nothing computed bears out: shown beside the run as its
-- author's words, never as a finding.
CREATE SEQUENCE run_note_ids;
CREATE TABLE run_notes (
    note_id BIGINT DEFAULT nextval('run_note_ids'),
    activity_id BIGINT NOT NULL,
    section_type VARCHAR NOT NULL,
    note JSON NOT NULL,
    author VARCHAR,
    author_version VARCHAR,
    created_at TIMESTAMP,
    source VARCHAR, -- who handed it in: human_ui (a person) or mcp (a language model)
    superseded_at TIMESTAMP -- when its author wrote something else about that section
);

-- By which rule a text was judged before it was stored; NULL or an older one: it is judged anew.
ALTER TABLE section_analyses ADD COLUMN judged_by INTEGER;
