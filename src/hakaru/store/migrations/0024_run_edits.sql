-- What the runner set by hand for a run. `activities` has what holds (title, gear, not_learned);
-- recorded_* is what the recordings say, which holds again once the runner's word is taken back.
ALTER TABLE activities ADD COLUMN not_learned BOOLEAN DEFAULT FALSE;
CREATE TABLE run_edits (
    activity_id BIGINT PRIMARY KEY,
    title VARCHAR,
    gear VARCHAR,
    note VARCHAR,
    not_learned BOOLEAN NOT NULL,
    recorded_title VARCHAR,
    recorded_gear VARCHAR,
    edited_at TIMESTAMP NOT NULL,
    source VARCHAR -- who did it: human_ui (a person) or mcp (a language model)
);
-- Runs that the runner removed: a recording of one of them stays away until it is asked back.
CREATE TABLE removed_runs (
    activity_id BIGINT PRIMARY KEY,
    day DATE NOT NULL,
    started_at TIMESTAMP NOT NULL,
    elapsed_s DOUBLE NOT NULL,
    title VARCHAR,
    distance_m DOUBLE,
    garmin_activity_id BIGINT,
    path VARCHAR, -- the file that its recording came from
    removed_at TIMESTAMP NOT NULL,
    source VARCHAR -- who did it: human_ui (a person) or mcp (a language model)
);
