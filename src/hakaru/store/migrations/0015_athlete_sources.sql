-- What else somebody said of a quantity when a session was understood: the watch beside the estimate
-- from runs, each kind of evidence by itself. What was believed stays in session_athlete.
CREATE TABLE session_athlete_sources (
    activity_id BIGINT NOT NULL,
    source_index INTEGER NOT NULL, -- the most trusted first
    quantity VARCHAR NOT NULL,
    value DOUBLE NOT NULL,
    origin VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    measured_on DATE,
    low DOUBLE,
    high DOUBLE,
    stale BOOLEAN NOT NULL
);
