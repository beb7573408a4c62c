-- What a baseline knows of pairs of shoes. Older versions told none apart.
ALTER TABLE data.form_baselines ADD COLUMN shoes_json VARCHAR DEFAULT '{}';
DROP VIEW form_baselines;
CREATE VIEW form_baselines AS
SELECT *, speed_min_mps AS speed_range_min, speed_max_mps AS speed_range_max
FROM data.form_baselines
ORDER BY window_end DESC NULLS LAST, trained_at DESC, n_samples DESC, version DESC;
-- How much of what was expected of a run is due to its conditions.
ALTER TABLE metric_verdicts ADD COLUMN conditions_frac DOUBLE DEFAULT 0;
ALTER TABLE metric_verdict_history ADD COLUMN conditions_frac DOUBLE DEFAULT 0;
-- Causes that the runs behind a baseline could not tell apart.
ALTER TABLE data.form_baselines ADD COLUMN confounded VARCHAR DEFAULT '';
