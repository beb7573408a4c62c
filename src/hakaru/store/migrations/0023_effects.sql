-- What a baseline knows of the units of the sensor and of surfaces, how many runs each cause was
-- there in, and how the level came to be what it is. Older versions knew none of it.
ALTER TABLE data.form_baselines ADD COLUMN units_json VARCHAR DEFAULT '{}';
ALTER TABLE data.form_baselines ADD COLUMN surfaces_json VARCHAR DEFAULT '{}';
ALTER TABLE data.form_baselines ADD COLUMN cause_runs_json VARCHAR DEFAULT '{}';
ALTER TABLE data.form_baselines ADD COLUMN drift_json VARCHAR DEFAULT '';
DROP VIEW form_baselines;
CREATE VIEW form_baselines AS
SELECT *, speed_min_mps AS speed_range_min, speed_max_mps AS speed_range_max
FROM data.form_baselines
ORDER BY window_end DESC NULLS LAST, trained_at DESC, n_samples DESC, version DESC;
