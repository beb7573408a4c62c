-- Runs that an ingest has stored and not yet looked at in the light of those that came in after
-- them. Empty between ingests; what stands here of an owner that is gone was cut off.
CREATE TABLE unsettled_runs (
    activity_id BIGINT PRIMARY KEY,
    runner_sha256 VARCHAR NOT NULL, -- of the runner with whom the run was understood
    owner VARCHAR NOT NULL
);
