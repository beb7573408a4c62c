-- Of which unit of the sensor a version's level is: the first run of another one is less sure.
ALTER TABLE data.form_baselines ADD COLUMN sensor_label VARCHAR;
-- All versions; of each sensor and metric the one that was learned from the newest runs comes first.
DROP VIEW form_baselines;
CREATE VIEW form_baselines AS
SELECT *, speed_min_mps AS speed_range_min, speed_max_mps AS speed_range_max
FROM data.form_baselines
ORDER BY window_end DESC NULLS LAST, trained_at DESC, n_samples DESC, version DESC;
