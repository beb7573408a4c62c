-- What a baseline knows of conditions: the effects of heat, climb, descent, time on the feet and
-- the return from a pause, each with its doubt. Older versions knew none.
ALTER TABLE data.form_baselines ADD COLUMN heat_frac_per_c DOUBLE DEFAULT 0;
ALTER TABLE data.form_baselines ADD COLUMN heat_var DOUBLE DEFAULT 0;
ALTER TABLE data.form_baselines ADD COLUMN uphill_frac_per_pct DOUBLE DEFAULT 0;
ALTER TABLE data.form_baselines ADD COLUMN uphill_var DOUBLE DEFAULT 0;
ALTER TABLE data.form_baselines ADD COLUMN downhill_frac_per_pct DOUBLE DEFAULT 0;
ALTER TABLE data.form_baselines ADD COLUMN downhill_var DOUBLE DEFAULT 0;
ALTER TABLE data.form_baselines ADD COLUMN fatigue_frac_per_hour DOUBLE DEFAULT 0;
ALTER TABLE data.form_baselines ADD COLUMN fatigue_var DOUBLE DEFAULT 0;
ALTER TABLE data.form_baselines ADD COLUMN return_frac DOUBLE DEFAULT 0;
ALTER TABLE data.form_baselines ADD COLUMN return_var DOUBLE DEFAULT 0;
ALTER TABLE data.form_baselines ADD COLUMN returned_at TIMESTAMP;
DROP VIEW form_baselines;
CREATE VIEW form_baselines AS
SELECT *, speed_min_mps AS speed_range_min, speed_max_mps AS speed_range_max
FROM data.form_baselines
ORDER BY window_end DESC NULLS LAST, trained_at DESC, n_samples DESC, version DESC;
