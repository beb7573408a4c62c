-- The figures that name a run are the watch's: distance, timer time, elapsed time and the means over
-- the timer. What is measured while running only stands beside them as running_*; totals_basis says
-- whose totals they are: watch, computed (the file states none), list (nothing else is known).
-- What the watch stated was stored from the beginning (device_*): no file has to be read again.
ALTER TABLE activities RENAME COLUMN speed_mps TO running_speed_mps;
ALTER TABLE activities RENAME COLUMN heart_rate_avg_bpm TO running_heart_rate_bpm;
ALTER TABLE activities RENAME COLUMN cadence_spm TO running_cadence_spm;
ALTER TABLE activities RENAME COLUMN power_w TO running_power_w;
ALTER TABLE activities ADD COLUMN timer_s DOUBLE;
ALTER TABLE activities ADD COLUMN speed_mps DOUBLE; -- distance over timer time
ALTER TABLE activities ADD COLUMN heart_rate_avg_bpm DOUBLE;
ALTER TABLE activities ADD COLUMN cadence_avg_spm DOUBLE;
ALTER TABLE activities ADD COLUMN power_avg_w DOUBLE;
ALTER TABLE activities ADD COLUMN totals_basis VARCHAR;
ALTER TABLE activities ADD COLUMN running_distance_m DOUBLE;

UPDATE activities AS a SET running_distance_m = (
    SELECT sum(s.running_distance_m) FROM data.splits s
    WHERE s.activity_id = a.activity_id AND s.speed_mps IS NOT NULL
);

-- Where the file states none: over the whole recording, pauses aside.
UPDATE activities AS a SET timer_s = a.elapsed_s - coalesce((
    SELECT sum(p.end_elapsed_s - p.start_elapsed_s) FROM pauses p
    WHERE p.activity_id = a.activity_id
), 0.0);
UPDATE activities SET timer_s = coalesce(running_s, timer_s) WHERE n_samples < 2;
UPDATE activities AS a SET
    heart_rate_avg_bpm = t.heart_rate_bpm,
    cadence_avg_spm = nullif(t.cadence_spm, 0),
    power_avg_w = nullif(t.power_w, 0)
FROM (
    SELECT
        activity_id,
        sum(heart_rate_bpm * step_s) FILTER (WHERE heart_rate_bpm BETWEEN 30 AND 240)
            / nullif(sum(step_s) FILTER (WHERE heart_rate_bpm BETWEEN 30 AND 240), 0)
            AS heart_rate_bpm,
        sum(cadence_spm * step_s) / nullif(sum(step_s) FILTER (WHERE cadence_spm IS NOT NULL), 0)
            AS cadence_spm,
        sum(power_w * step_s) / nullif(sum(step_s) FILTER (WHERE power_w IS NOT NULL), 0)
            AS power_w
    FROM (
        SELECT
            m.activity_id, m.heart_rate_bpm, m.cadence_spm, m.power_w,
            m.elapsed_s - lag(m.elapsed_s) OVER (PARTITION BY m.activity_id ORDER BY m.elapsed_s)
                AS step_s
        FROM data.time_series_metrics m
        JOIN activities n USING (activity_id)
        WHERE n.device_heart_rate_avg_bpm IS NULL OR n.device_cadence_avg_spm IS NULL
            OR n.device_power_avg_w IS NULL
    )
    GROUP BY activity_id
) AS t
WHERE t.activity_id = a.activity_id;

UPDATE activities SET
    totals_basis = CASE
        WHEN coalesce(device_distance_m, 0) = 0 AND coalesce(device_timer_s, 0) = 0 THEN 'computed'
        WHEN n_samples < 2 THEN 'list'
        ELSE 'watch'
    END,
    distance_m = coalesce(nullif(device_distance_m, 0), distance_m),
    timer_s = coalesce(nullif(device_timer_s, 0), timer_s),
    elapsed_s = coalesce(nullif(device_elapsed_s, 0), elapsed_s),
    heart_rate_avg_bpm = coalesce(
        nullif(device_heart_rate_avg_bpm, 0), heart_rate_avg_bpm, running_heart_rate_bpm
    ),
    heart_rate_max_bpm = coalesce(nullif(device_heart_rate_max_bpm, 0), heart_rate_max_bpm),
    cadence_avg_spm = coalesce(
        nullif(device_cadence_avg_spm, 0), cadence_avg_spm, running_cadence_spm
    ),
    power_avg_w = coalesce(nullif(device_power_avg_w, 0), power_avg_w, running_power_w),
    elevation_gain_m = coalesce(device_ascent_m, elevation_gain_m),
    elevation_loss_m = coalesce(device_descent_m, elevation_loss_m);
UPDATE activities SET speed_mps = coalesce(
    distance_m / nullif(timer_s, 0), nullif(device_speed_avg_mps, 0)
);

-- The same in the row of a session; what it held was measured while running.
ALTER TABLE data.sessions ADD COLUMN timer_s DOUBLE;
ALTER TABLE data.sessions ADD COLUMN totals_basis VARCHAR;
ALTER TABLE data.sessions ADD COLUMN running_distance_m DOUBLE;
ALTER TABLE data.sessions ADD COLUMN running_speed_mps DOUBLE;
ALTER TABLE data.sessions ADD COLUMN running_heart_rate_bpm DOUBLE;
ALTER TABLE data.sessions ADD COLUMN running_power_w DOUBLE;
UPDATE data.sessions AS s SET
    distance_m = a.distance_m,
    timer_s = a.timer_s,
    elapsed_s = a.elapsed_s,
    totals_basis = a.totals_basis,
    running_distance_m = a.running_distance_m,
    running_speed_mps = s.speed_mps,
    running_heart_rate_bpm = s.heart_rate_bpm,
    running_power_w = s.power_w,
    speed_mps = a.speed_mps,
    heart_rate_bpm = a.heart_rate_avg_bpm,
    power_w = a.power_avg_w
FROM activities AS a WHERE a.activity_id = s.activity_id;
DROP VIEW sessions;
CREATE VIEW sessions AS
SELECT
    *,
    1000.0 / nullif(speed_mps, 0) AS pace_s_per_km,
    1000.0 / nullif(running_speed_mps, 0) AS running_pace_s_per_km,
    1000.0 / nullif(target_speed_mps, 0) AS target_pace_s_per_km
FROM data.sessions;
