"""Queries a runner or a model may well ask; all of them have to run.

Those of the requirements first. `{ID}` is a stored run.
"""

from __future__ import annotations

QUERIES = (
    "SELECT * FROM time_series_metrics WHERE activity_id = {ID} AND timestamp BETWEEN 300 AND 600",
    "SELECT * FROM time_series_metrics WHERE activity_id = {ID} "
    "AND timestamp >= 300 AND timestamp < 600",
    "SELECT AVG(ground_contact_time_ms) as gct_ms, AVG(vertical_oscillation_cm) as vo_cm, "
    "AVG(vertical_ratio_pct) as vr_pct, AVG(avg_running_cadence_spm) as cadence, "
    "AVG(1000.0 / pace_seconds_per_km) as speed_mps FROM splits WHERE activity_id = {ID}",
    "SELECT coef_alpha, coef_d, speed_range_min, speed_range_max FROM form_baselines "
    "WHERE user_id = 'default' AND condition_group = 'default' AND metric = 'gct'",
    "SELECT gct_ms_expected, gct_ms_actual, gct_delta_pct, gct_star_rating, overall_score "
    "FROM form_evaluations WHERE activity_id = {ID}",
    "SELECT activity_id, overall_score, overall_star_rating FROM form_evaluations "
    "ORDER BY activity_id DESC LIMIT 5",
    "SELECT precise_value, category, fitness_age FROM vo2_max WHERE activity_id = {ID}",
    "SELECT heart_rate, speed_mps, functional_threshold_power FROM lactate_threshold",
    "SELECT training_type FROM hr_efficiency WHERE activity_id = {ID}",
    "SELECT pace, heart_rate, cadence, power, intensity_type FROM splits "
    "WHERE activity_id = {ID} ORDER BY split_index",
    "SELECT split_index, elevation_gain, elevation_loss FROM splits ORDER BY ALL",
    "SELECT * FROM heart_rate_zones WHERE activity_id = {ID} ORDER BY zone_number",
    "SELECT * FROM weather",
    "SELECT * FROM performance_trends",
    "SELECT * FROM form_efficiency ORDER BY activity_id",
    "SELECT * FROM section_analyses WHERE section_type = 'split'",
    # counting and grouping
    "SELECT count(*) FROM splits",
    "SELECT count(DISTINCT activity_id) AS n FROM time_series_metrics",
    "SELECT activity_id, count(*) AS n FROM splits GROUP BY activity_id HAVING count(*) > 3",
    "SELECT date_trunc('month', activity_date) AS month, sum(distance_m) / 1000 AS km "
    "FROM activities GROUP BY month ORDER BY month",
    "SELECT strftime(activity_date, '%Y-%m') AS month, count(*) FROM activities GROUP BY ALL",
    "SELECT activity_id, avg(heart_rate) AS mean_bpm FROM splits GROUP BY ROLLUP (activity_id)",
    "SELECT activity_id, intensity_type, count(*) FROM splits "
    "GROUP BY GROUPING SETS ((activity_id), (intensity_type))",
    "SELECT floor(elapsed_s / 60) AS minute, avg(heart_rate) FROM time_series_metrics "
    "WHERE activity_id = {ID} GROUP BY minute ORDER BY minute",
    "SELECT time_bucket(INTERVAL 1 WEEK, activity_date) AS week, sum(running_s) "
    "FROM activities GROUP BY 1",
    "SELECT dayname(activity_date) AS day, count(*) FROM activities GROUP BY day",
    "SELECT min(pace), max(pace), avg(pace), median(pace), stddev(pace) FROM splits",
    "SELECT any_value(sport), first(activity_id ORDER BY started_at), mode(sport) FROM activities",
    "SELECT bool_and(heart_rate > 0), bool_or(heart_rate > 200) FROM splits",
    "SELECT count(*) FILTER (WHERE heart_rate > 150) AS above FROM time_series_metrics",
    "SELECT max_by(activity_id, distance_m), arg_min(activity_id, running_s) FROM activities",
    # percentiles and correlations
    "SELECT quantile_cont(heart_rate, 0.9) FROM time_series_metrics",
    "SELECT quantile_cont(heart_rate, [0.1, 0.5, 0.9]) FROM time_series_metrics",
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY heart_rate) FROM time_series_metrics",
    "SELECT quantile_disc(gct_ms, 0.25) FROM time_series_metrics WHERE gct_ms IS NOT NULL",
    "SELECT corr(speed_mps, heart_rate), covar_samp(speed_mps, gct_ms) FROM time_series_metrics",
    "SELECT regr_slope(gct_ms, speed_mps), regr_r2(gct_ms, speed_mps) FROM time_series_metrics",
    "SELECT skewness(heart_rate), kurtosis(heart_rate), mad(heart_rate) FROM time_series_metrics",
    # windows
    "SELECT elapsed_s, avg(speed_mps) OVER (ORDER BY elapsed_s ROWS BETWEEN 9 PRECEDING AND "
    "CURRENT ROW) AS rolling FROM time_series_metrics WHERE activity_id = {ID}",
    "SELECT elapsed_s, speed_mps - lag(speed_mps) OVER (PARTITION BY activity_id "
    "ORDER BY elapsed_s) AS change FROM time_series_metrics",
    "SELECT split_index, rank() OVER (ORDER BY pace, split_index) AS place, "
    "ntile(4) OVER (ORDER BY pace, split_index) FROM splits WHERE activity_id = {ID}",
    "SELECT activity_id, split_index FROM splits "
    "QUALIFY row_number() OVER (PARTITION BY activity_id ORDER BY pace, split_index) = 1",
    "SELECT split_index, first_value(pace) OVER w, last_value(pace) OVER w, "
    "sum(distance_m) OVER w FROM splits WHERE activity_id = {ID} "
    "WINDOW w AS (ORDER BY split_index)",
    "SELECT elapsed_s, lead(heart_rate, 5, 0) OVER (ORDER BY elapsed_s) FROM time_series_metrics "
    "WHERE activity_id = {ID}",
    "SELECT percent_rank() OVER (ORDER BY split_index), cume_dist() OVER (ORDER BY split_index), "
    "dense_rank() OVER (ORDER BY split_index) FROM splits WHERE activity_id = {ID}",
    "SELECT elapsed_s, (heart_rate - avg(heart_rate) OVER ()) / stddev(heart_rate) OVER () AS z "
    "FROM time_series_metrics WHERE activity_id = {ID}",
    # joins
    "SELECT a.activity_date, s.split_index, s.pace FROM activities a "
    "JOIN splits s USING (activity_id) ORDER BY ALL",
    "SELECT a.activity_id, w.temperature_c FROM activities a LEFT JOIN weather w "
    "ON a.activity_id = w.activity_id",
    "SELECT t.elapsed_s, s.split_index FROM time_series_metrics t JOIN splits s "
    "ON t.activity_id = s.activity_id AND t.elapsed_s >= s.start_elapsed_s "
    "AND t.elapsed_s < s.end_elapsed_s WHERE t.activity_id = {ID}",
    "SELECT t.elapsed_s, s.split_index FROM time_series_metrics t ASOF JOIN splits s "
    "ON t.activity_id = s.activity_id AND t.elapsed_s >= s.start_elapsed_s",
    "SELECT activity_id FROM activities SEMI JOIN splits USING (activity_id)",
    "SELECT activity_id FROM activities ANTI JOIN form_evaluations USING (activity_id)",
    "SELECT x.activity_id, y.activity_id AS other FROM activities x, activities y "
    "WHERE x.activity_id < y.activity_id",
    "SELECT a.activity_id, e.overall_stars FROM activities a FULL JOIN form_evaluations e "
    "USING (activity_id)",
    "SELECT a.activity_id, x.fastest FROM activities a, "
    "LATERAL (SELECT min(pace) AS fastest FROM splits s WHERE s.activity_id = a.activity_id) x",
    # CTEs, subqueries, sets
    "WITH fast AS (SELECT * FROM splits WHERE pace < 300) SELECT count(*) FROM fast",
    "WITH a AS (SELECT activity_id, avg(pace) AS pace FROM splits GROUP BY ALL), "
    "b AS (SELECT *, pace - avg(pace) OVER () AS delta FROM a) SELECT * FROM b ORDER BY delta",
    "WITH x AS MATERIALIZED (SELECT 1 AS one) SELECT one + one FROM x",
    "SELECT * FROM (SELECT activity_id, pace FROM splits) WHERE pace IS NOT NULL",
    "SELECT activity_id FROM activities "
    "WHERE distance_m > (SELECT avg(distance_m) FROM activities)",
    "SELECT activity_id FROM activities WHERE activity_id IN (SELECT activity_id FROM splits)",
    "SELECT activity_id FROM activities a WHERE EXISTS (SELECT 1 FROM splits s "
    "WHERE s.activity_id = a.activity_id AND s.pace < 400)",
    "SELECT 'split' AS kind, count(*) FROM splits UNION ALL SELECT 'lap', count(*) FROM laps",
    "SELECT activity_id FROM splits INTERSECT SELECT activity_id FROM activities",
    "SELECT activity_id FROM activities EXCEPT SELECT activity_id FROM laps",
    # lists, texts, casts, missing values, shapes of SELECT
    "SELECT activity_id, list(split_index ORDER BY split_index) AS numbers FROM splits "
    "GROUP BY ALL",
    "SELECT activity_id, string_agg(kind, ',' ORDER BY split_index) FROM splits GROUP BY ALL",
    "SELECT unnest([1, 2, 3]) AS x",
    "SELECT {{'a': 1, 'b': pace}} AS pair FROM splits LIMIT 0",
    "SELECT range AS second FROM range(0, 60, 5)",
    "SELECT s.second, avg(t.heart_rate) FROM generate_series(0, 50, 10) s(second) "
    "LEFT JOIN time_series_metrics t ON t.elapsed_s >= s.second AND t.elapsed_s < s.second + 10 "
    "GROUP BY ALL ORDER BY ALL",
    "SELECT round(elapsed_s / (SELECT max(elapsed_s) FROM time_series_metrics WHERE "
    "activity_id = {ID}), 2) AS share, avg(heart_rate) FROM time_series_metrics "
    "WHERE activity_id = {ID} GROUP BY share ORDER BY share",
    "SELECT upper(sport), length(sport), sport LIKE 'run%', sport ILIKE 'RUN%' FROM activities",
    "SELECT CAST(pace AS INTEGER), heart_rate::DECIMAL(6, 1), TRY_CAST(kind AS DOUBLE) FROM splits",
    "SELECT CASE WHEN pace < 300 THEN 'fast' WHEN pace < 360 THEN 'steady' ELSE 'easy' END "
    "FROM splits",
    "SELECT coalesce(power, 0), nullif(heart_rate, 0), ifnull(cadence, -1) FROM splits",
    "SELECT greatest(1, pace), least(pace, 1), abs(-pace), sqrt(pace), ln(pace), pace ** 2 "
    "FROM splits",
    "SELECT * EXCLUDE (trigger) FROM splits",
    "SELECT * REPLACE (round(pace) AS pace) FROM splits",
    "SELECT COLUMNS('.*_bpm') FROM splits",
    "SELECT DISTINCT kind FROM splits",
    "SELECT DISTINCT ON (activity_id) activity_id, split_index FROM splits "
    "ORDER BY activity_id, split_index",
    "FROM splits SELECT split_index, pace WHERE pace > 0",
    "FROM activities",
    "VALUES (1, 'a'), (2, 'b')",
    "SELECT epoch(started_at), year(activity_date), activity_date + INTERVAL 1 DAY, "
    "datediff('day', activity_date, DATE '2026-01-01') FROM activities",
    "SELECT started_at AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Tokyo' FROM activities",
    "SELECT json_extract_string('{{\"a\": 1}}', '$.a'), '{{\"a\": 2}}'::JSON ->> 'a'",
    "SELECT count(*) AS 件数, avg(pace) AS \"平均 ペース\" FROM splits -- 日本語",
    "WITH 区間 AS (SELECT * FROM splits) SELECT count(*) FROM 区間;",
    # recursion, PIVOT, UNPIVOT, DESCRIBE, SUMMARIZE, lambdas, formats
    "WITH RECURSIVE week(d) AS (SELECT min(activity_date) FROM activities UNION ALL "
    "SELECT d + 7 FROM week WHERE d < (SELECT max(activity_date) FROM activities)) "
    "SELECT d, count(a.activity_id) FROM week LEFT JOIN activities a ON a.activity_date >= d "
    "AND a.activity_date < d + 7 GROUP BY d ORDER BY ALL",
    "WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT n * 2 FROM t WHERE n < 100) "
    "SELECT max(n) FROM t",
    "PIVOT splits ON split_index USING sum(distance_m) GROUP BY activity_id",
    "PIVOT splits ON split_index IN (0, 1) USING avg(pace) AS p, count(*) AS n "
    "GROUP BY activity_id",
    "PIVOT activities ON year(activity_date), dayname(activity_date) USING count(*) GROUP BY sport",
    "PIVOT (SELECT activity_id, kind, split_index % 2 AS half, pace FROM splits) "
    "ON half USING avg(pace) ORDER BY ALL",
    "WITH s AS (SELECT * FROM splits WHERE split_index < 3) "
    "SELECT * FROM (PIVOT s ON split_index USING max(pace) GROUP BY activity_id) ORDER BY ALL",
    "WITH p AS (PIVOT splits ON kind USING count(*) GROUP BY activity_id) SELECT * FROM p",
    "PIVOT splits ON split_index IN (SELECT range FROM range(2)) USING sum(pace) GROUP BY kind",
    "FROM splits PIVOT (avg(pace) FOR split_index IN (0, 1, 2) GROUP BY activity_id)",
    "PIVOT weather ON activity_id USING max(temperature_c) GROUP BY station",
    "SELECT * FROM (PIVOT splits ON kind USING sum(pace) GROUP BY activity_id) JOIN "
    "(PIVOT splits ON split_index USING sum(pace) GROUP BY activity_id) USING (activity_id)",
    "UNPIVOT (SELECT activity_id, pace, heart_rate FROM splits) ON pace, heart_rate "
    "INTO NAME metric VALUE v",
    "UNPIVOT (SELECT * FROM splits) ON COLUMNS('(pace|power)$') INTO NAME metric VALUE v",
    "SELECT * FROM (SELECT split_index, pace, cadence FROM splits) "
    "UNPIVOT INCLUDE NULLS (v FOR metric IN (pace, cadence))",
    "DESCRIBE splits",
    "SELECT column_name FROM (DESCRIBE activities) WHERE column_type = 'DOUBLE'",
    "SELECT column_name, min, max, count FROM (SUMMARIZE splits)",
    "SUMMARIZE SELECT pace, heart_rate FROM splits",
    "SELECT list_filter(list(pace ORDER BY split_index), lambda x: x > 0) FROM splits",
    "SELECT [x * 2 FOR x IN list(split_index ORDER BY ALL) IF x > 1] FROM splits",
    "SELECT list_aggregate(list(pace), 'max'), list_aggr([1, 2], 'min') FROM splits",
    "SELECT regexp_extract_all('4:30-5:10', '\\d+'), format('{{:.1f}} km', 1.25), "
    "printf('%02d:%02d', 4, 5), lpad('7', 3, '0'), bit_count(255)",
    "SELECT json_group_array(split_index) FROM (SELECT * FROM splits ORDER BY ALL)",
    "SELECT json_group_object(split_index, kind) FROM splits WHERE activity_id = {ID}",
    "SELECT COLUMNS(lambda c: c LIKE '%_bpm') FROM splits",
    "SELECT activity_date FROM activities WHERE activity_date < current_date ORDER BY 1",
    "SELECT activity_id, split_index, pace FROM splits ORDER BY pace DESC NULLS LAST, activity_id, "
    "split_index LIMIT 3 OFFSET 1",
)  # fmt: skip
