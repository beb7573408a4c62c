-- The names of quantities that commands take are columns as well: one spelling everywhere.
CREATE OR REPLACE VIEW splits AS
SELECT
    *,
    gct_ms AS gct,
    vo_cm AS vo,
    vr_pct AS vr,
    step_length_cm AS step_length,
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

CREATE OR REPLACE VIEW time_series_metrics AS
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
    gct_ms AS gct,
    vo_cm AS vo,
    vr_pct AS vr,
    step_length_cm AS step_length,
    gct_ms AS ground_contact_time_ms,
    gct_ms AS ground_contact_time,
    vo_cm AS vertical_oscillation_cm,
    vo_cm AS vertical_oscillation,
    vr_pct AS vertical_ratio_pct,
    vr_pct AS vertical_ratio,
    step_length_cm AS stride_length,
    elevation_m AS elevation
FROM data.time_series_metrics;
