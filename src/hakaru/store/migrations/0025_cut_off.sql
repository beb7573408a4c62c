-- What a file that is cut off holds of the run whose end the device states; NULL: no end is missing.
ALTER TABLE activities ADD COLUMN recorded_until_s DOUBLE;
ALTER TABLE activities ADD COLUMN recorded_distance_m DOUBLE;
UPDATE activities AS a SET
    recorded_until_s = t.until_s,
    recorded_distance_m = t.distance_m
FROM (
    SELECT
        c.activity_id,
        (SELECT max(m.elapsed_s) FROM data.time_series_metrics m
         WHERE m.activity_id = c.activity_id) AS until_s,
        (SELECT sum(s.distance_m) FROM data.splits s
         WHERE s.activity_id = c.activity_id) AS distance_m,
        coalesce((SELECT sum(p.end_elapsed_s - p.start_elapsed_s) FROM pauses p
         WHERE p.activity_id = c.activity_id), 0.0) AS paused_s
    FROM activities AS c WHERE c.partial AND c.n_samples >= 2
) AS t
WHERE t.activity_id = a.activity_id AND least(
    nullif(a.device_elapsed_s, 0) - t.until_s,
    nullif(a.device_timer_s, 0) - (t.until_s - t.paused_s)
) > 60;

ALTER TABLE data.sessions ADD COLUMN recorded_until_s DOUBLE;
ALTER TABLE data.sessions ADD COLUMN recorded_distance_m DOUBLE;
UPDATE data.sessions AS s SET
    recorded_until_s = a.recorded_until_s,
    recorded_distance_m = a.recorded_distance_m
FROM activities AS a WHERE a.activity_id = s.activity_id;
DROP VIEW sessions;
CREATE VIEW sessions AS
SELECT
    *,
    energy_j_per_km AS power_efficiency,
    1000.0 / nullif(speed_mps, 0) AS pace_s_per_km,
    1000.0 / nullif(target_speed_mps, 0) AS target_pace_s_per_km
FROM data.sessions;
