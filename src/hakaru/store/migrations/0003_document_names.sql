-- Every spelling the requirements use is selectable; each value is stored once.
CREATE VIEW splits AS
SELECT
    *,
    gct_ms AS ground_contact_time_ms,
    vo_cm AS vertical_oscillation_cm,
    vr_pct AS vertical_ratio_pct,
    cadence_spm AS avg_running_cadence_spm,
    cadence_spm AS cadence,
    step_length_cm AS stride_length,
    1000.0 / nullif(speed_mps, 0) AS pace_s_per_km,
    1000.0 / nullif(speed_mps, 0) AS pace_seconds_per_km,
    1000.0 / nullif(speed_mps, 0) AS pace,
    heart_rate_bpm AS heart_rate,
    heart_rate_max_bpm AS max_heart_rate,
    power_w AS power,
    power_normalized_w AS normalized_power,
    elevation_gain_m AS elevation_gain,
    elevation_loss_m AS elevation_loss,
    end_elapsed_s - start_elapsed_s AS duration_seconds,
    lower(intensity) AS intensity_type
FROM data.splits;

CREATE VIEW time_series_metrics AS
SELECT
    *,
    elapsed_s AS timestamp,
    elapsed_s AS timestamp_s,
    speed_mps AS speed,
    1000.0 / nullif(speed_mps, 0) AS pace_s_per_km,
    1000.0 / nullif(speed_mps, 0) AS pace_seconds_per_km,
    1000.0 / nullif(speed_mps, 0) AS pace,
    heart_rate_bpm AS heart_rate,
    cadence_spm AS cadence,
    power_w AS power,
    gct_ms AS ground_contact_time_ms,
    gct_ms AS ground_contact_time,
    vo_cm AS vertical_oscillation_cm,
    vo_cm AS vertical_oscillation,
    vr_pct AS vertical_ratio_pct,
    vr_pct AS vertical_ratio,
    step_length_cm AS stride_length,
    elevation_m AS elevation
FROM data.time_series_metrics;

CREATE VIEW heart_rate_zones AS
SELECT
    *,
    lead(low_bpm) OVER zones AS high_bpm,
    100.0 * time_in_zone_s / nullif(sum(time_in_zone_s) OVER (PARTITION BY activity_id), 0)
        AS zone_percentage,
    time_in_zone_s AS time_in_zone_seconds
FROM data.heart_rate_zones
WINDOW zones AS (PARTITION BY activity_id ORDER BY zone_number);

-- All versions, newest first: a query that takes the first row takes the current baseline.
CREATE VIEW form_baselines AS
SELECT *, speed_min_mps AS speed_range_min, speed_max_mps AS speed_range_max
FROM data.form_baselines
ORDER BY trained_at DESC, n_samples DESC, version DESC;

-- Plain figures over the splits of a run; judging is left to form_evaluations.
CREATE VIEW form_efficiency AS
SELECT
    activity_id,
    sum(gct_ms * running_s) / nullif(sum(running_s) FILTER (WHERE gct_ms IS NOT NULL), 0) AS gct_avg_ms,
    min(gct_ms) AS gct_min_ms,
    max(gct_ms) AS gct_max_ms,
    stddev_samp(gct_ms) AS gct_sd_ms,
    sum(vo_cm * running_s) / nullif(sum(running_s) FILTER (WHERE vo_cm IS NOT NULL), 0) AS vo_avg_cm,
    min(vo_cm) AS vo_min_cm,
    max(vo_cm) AS vo_max_cm,
    stddev_samp(vo_cm) AS vo_sd_cm,
    sum(vr_pct * running_s) / nullif(sum(running_s) FILTER (WHERE vr_pct IS NOT NULL), 0) AS vr_avg_pct,
    min(vr_pct) AS vr_min_pct,
    max(vr_pct) AS vr_max_pct,
    stddev_samp(vr_pct) AS vr_sd_pct,
    sum(cadence_spm * running_s) / nullif(sum(running_s) FILTER (WHERE cadence_spm IS NOT NULL), 0) AS cadence_avg_spm,
    min(cadence_spm) AS cadence_min_spm,
    max(cadence_spm) AS cadence_max_spm,
    stddev_samp(cadence_spm) AS cadence_sd_spm,
    sum(step_length_cm * running_s) / nullif(sum(running_s) FILTER (WHERE step_length_cm IS NOT NULL), 0) AS step_length_avg_cm,
    min(step_length_cm) AS step_length_min_cm,
    max(step_length_cm) AS step_length_max_cm,
    stddev_samp(step_length_cm) AS step_length_sd_cm
FROM data.splits
WHERE coverage_frac > 0
GROUP BY activity_id;
