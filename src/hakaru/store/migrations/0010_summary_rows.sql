-- Splits of recordings without samples are rows of a summary and say so, and whether their averages
-- hide climbs: the rule of running/reported.py, for what was stored before there was one.
UPDATE data.splits AS s SET kind = CASE
    WHEN a.sub_sport IN ('treadmill', 'indoor_running', 'indoor_track', 'track') THEN 'summary'
    WHEN s.distance_m <= 3000 THEN 'summary'
    WHEN greatest(s.elevation_gain_m, s.elevation_loss_m) > s.distance_m / 100 THEN 'hilly_summary'
    WHEN s.elevation_gain_m IS NULL OR s.elevation_loss_m IS NULL THEN 'unknown_summary'
    ELSE 'summary'
END
FROM activities AS a
WHERE a.activity_id = s.activity_id AND a.n_samples < 2 AND s.kind = 'lap';
