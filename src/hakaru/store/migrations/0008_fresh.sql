-- What is older than its inputs. A row is written with the change that made it so, in one
-- transaction, and goes with the last of what depends on it.
CREATE TABLE stale_results (
    kind VARCHAR NOT NULL, -- session, or form
    sensor_group VARCHAR NOT NULL, -- whose verdicts are meant; '' with sessions
    since TIMESTAMP NOT NULL, -- runs that started then or later
    owner VARCHAR NOT NULL -- who brings them up to date; '': nobody yet
);

-- With which settings and versions of the code what is stored was derived.
CREATE TABLE derived_with (
    kind VARCHAR PRIMARY KEY,
    fingerprint VARCHAR NOT NULL
);

-- What each session was derived from besides its recording.
CREATE TABLE session_inputs (
    activity_id BIGINT PRIMARY KEY,
    runner_sha256 VARCHAR NOT NULL, -- what was known of the runner
    form_sha256 VARCHAR NOT NULL -- the verdict and the curves of form; '': to be derived again
);

DROP TABLE unsettled_runs;

-- What a version was learned from: the same inputs are not learned from twice.
ALTER TABLE data.form_baselines ADD COLUMN inputs_sha256 VARCHAR;

-- All versions; of each sensor and metric the one that was learned from the newest runs comes first.
CREATE OR REPLACE VIEW form_baselines AS
SELECT *, speed_min_mps AS speed_range_min, speed_max_mps AS speed_range_max
FROM data.form_baselines
ORDER BY window_end DESC NULLS LAST, trained_at DESC, n_samples DESC, version DESC;
