-- A verdict is stored metric by metric; the columns that the requirements name are views over it.
CREATE TABLE data.run_verdicts (
    eval_id BIGINT DEFAULT nextval('evaluation_ids'),
    activity_id BIGINT PRIMARY KEY,
    activity_date DATE NOT NULL,
    sensor_group VARCHAR NOT NULL,
    new_sensor BOOLEAN NOT NULL,
    speed_mps DOUBLE NOT NULL,
    n_splits INTEGER NOT NULL,
    running_s DOUBLE NOT NULL,
    selection VARCHAR NOT NULL,
    sensor_coverage_frac DOUBLE,
    cadence_set_spm DOUBLE, -- the minimum that the user set
    cadence_minimum_spm DOUBLE,
    cadence_achieved BOOLEAN,
    balance_left_pct DOUBLE,
    balance_imbalance_frac DOUBLE,
    balance_usual_left_pct DOUBLE,
    balance_penalised BOOLEAN,
    balance_evaluation_text VARCHAR,
    balance_evaluation_text_en VARCHAR,
    overall_score DOUBLE, -- NULL: not rated
    overall_stars INTEGER,
    unrated_reason VARCHAR,
    n_runs INTEGER, -- personal runs behind the expectation
    evaluated_at TIMESTAMP NOT NULL,
    code_version VARCHAR NOT NULL
);

CREATE TABLE data.run_verdict_history (
    eval_id BIGINT NOT NULL,
    activity_id BIGINT NOT NULL,
    activity_date DATE NOT NULL,
    sensor_group VARCHAR NOT NULL,
    new_sensor BOOLEAN NOT NULL,
    speed_mps DOUBLE NOT NULL,
    n_splits INTEGER NOT NULL,
    running_s DOUBLE NOT NULL,
    selection VARCHAR NOT NULL,
    sensor_coverage_frac DOUBLE,
    cadence_set_spm DOUBLE, -- the minimum that the user set
    cadence_minimum_spm DOUBLE,
    cadence_achieved BOOLEAN,
    balance_left_pct DOUBLE,
    balance_imbalance_frac DOUBLE,
    balance_usual_left_pct DOUBLE,
    balance_penalised BOOLEAN,
    balance_evaluation_text VARCHAR,
    balance_evaluation_text_en VARCHAR,
    overall_score DOUBLE, -- NULL: not rated
    overall_stars INTEGER,
    unrated_reason VARCHAR,
    n_runs INTEGER, -- personal runs behind the expectation
    evaluated_at TIMESTAMP NOT NULL,
    code_version VARCHAR NOT NULL,
    rubric VARCHAR DEFAULT 'personal', -- symmetric: what earlier versions offered beside it
    superseded_at TIMESTAMP
);

-- One metric of the current verdict on a run, in the unit of the metric.
CREATE TABLE metric_verdicts (
    activity_id BIGINT NOT NULL,
    metric VARCHAR NOT NULL,
    actual DOUBLE NOT NULL,
    expected DOUBLE NOT NULL,
    interval_50_low DOUBLE NOT NULL,
    interval_50_high DOUBLE NOT NULL,
    interval_80_low DOUBLE NOT NULL,
    interval_80_high DOUBLE NOT NULL,
    interval_90_low DOUBLE NOT NULL,
    interval_90_high DOUBLE NOT NULL,
    basis VARCHAR NOT NULL,
    n_runs INTEGER NOT NULL,
    sensor_group VARCHAR NOT NULL,
    baseline_version INTEGER,
    extrapolated BOOLEAN NOT NULL,
    tolerance_frac DOUBLE NOT NULL,
    z DOUBLE NOT NULL, -- personal standard deviations, + above the expectation
    rank_pct DOUBLE, -- higher than so many of 100 of the runner's earlier runs; NULL: too few
    rated BOOLEAN NOT NULL,
    unrated_reason VARCHAR,
    penalty DOUBLE, -- NULL: not rated
    score DOUBLE,
    stars INTEGER,
    needs_improvement BOOLEAN,
    notable VARCHAR,
    text_ja VARCHAR NOT NULL,
    text_en VARCHAR NOT NULL,
    PRIMARY KEY (activity_id, metric)
);

CREATE TABLE metric_verdict_history (
    eval_id BIGINT NOT NULL,
    activity_id BIGINT NOT NULL,
    metric VARCHAR NOT NULL,
    actual DOUBLE NOT NULL,
    expected DOUBLE NOT NULL,
    interval_50_low DOUBLE NOT NULL,
    interval_50_high DOUBLE NOT NULL,
    interval_80_low DOUBLE NOT NULL,
    interval_80_high DOUBLE NOT NULL,
    interval_90_low DOUBLE NOT NULL,
    interval_90_high DOUBLE NOT NULL,
    basis VARCHAR NOT NULL,
    n_runs INTEGER NOT NULL,
    sensor_group VARCHAR NOT NULL,
    baseline_version INTEGER,
    extrapolated BOOLEAN NOT NULL,
    tolerance_frac DOUBLE NOT NULL,
    z DOUBLE NOT NULL, -- personal standard deviations, + above the expectation
    rank_pct DOUBLE, -- higher than so many of 100 of the runner's earlier runs; NULL: too few
    rated BOOLEAN NOT NULL,
    unrated_reason VARCHAR,
    penalty DOUBLE, -- NULL: not rated
    score DOUBLE,
    stars INTEGER,
    needs_improvement BOOLEAN,
    notable VARCHAR,
    text_ja VARCHAR NOT NULL,
    text_en VARCHAR NOT NULL
);

INSERT INTO data.run_verdicts BY NAME
SELECT
    eval_id,
    activity_id,
    activity_date,
    sensor_group,
    new_sensor,
    speed_mps,
    n_splits,
    running_s,
    selection,
    cadence_achieved,
    balance_left_pct,
    balance_imbalance_frac,
    balance_usual_left_pct,
    balance_penalised,
    balance_evaluation_text,
    balance_evaluation_text_en,
    overall_score,
    overall_stars,
    evaluated_at,
    code_version,
    cadence_minimum AS cadence_minimum_spm
FROM form_evaluations;

INSERT INTO data.run_verdict_history BY NAME
SELECT
    eval_id,
    activity_id,
    activity_date,
    sensor_group,
    new_sensor,
    speed_mps,
    n_splits,
    running_s,
    selection,
    cadence_achieved,
    balance_left_pct,
    balance_imbalance_frac,
    balance_usual_left_pct,
    balance_penalised,
    balance_evaluation_text,
    balance_evaluation_text_en,
    overall_score,
    overall_stars,
    evaluated_at,
    code_version,
    cadence_minimum AS cadence_minimum_spm,
    rubric,
    superseded_at
FROM form_evaluation_history;

-- Current verdicts are graded again by the rule that holds from now on; their texts follow as soon
-- as a run is judged again.
INSERT INTO metric_verdicts BY NAME
WITH long AS (
    SELECT
        activity_id,
        'gct' AS metric,
        gct_ms_actual AS actual,
        gct_ms_expected AS expected,
        gct_interval_50_low_ms AS interval_50_low,
        gct_interval_50_high_ms AS interval_50_high,
        gct_interval_80_low_ms AS interval_80_low,
        gct_interval_80_high_ms AS interval_80_high,
        gct_interval_90_low_ms AS interval_90_low,
        gct_interval_90_high_ms AS interval_90_high,
        gct_basis AS basis,
        gct_n_runs AS n_runs,
        gct_sensor_group AS sensor_group,
        gct_baseline_version AS baseline_version,
        gct_extrapolated AS extrapolated,
        0.025 AS floor_frac,
        running_s,
        coalesce(balance_penalised, FALSE) AS uneven,
        gct_penalty AS old_penalty,
        gct_score AS old_score,
        gct_stars AS old_stars,
        gct_needs_improvement AS old_needs_improvement,
        gct_notable AS notable,
        coalesce(gct_evaluation_text, '') AS text_ja,
        coalesce(gct_evaluation_text_en, '') AS text_en
    FROM form_evaluations
    UNION ALL BY NAME
    SELECT
        activity_id,
        'vo' AS metric,
        vo_cm_actual AS actual,
        vo_cm_expected AS expected,
        vo_interval_50_low_cm AS interval_50_low,
        vo_interval_50_high_cm AS interval_50_high,
        vo_interval_80_low_cm AS interval_80_low,
        vo_interval_80_high_cm AS interval_80_high,
        vo_interval_90_low_cm AS interval_90_low,
        vo_interval_90_high_cm AS interval_90_high,
        vo_basis AS basis,
        vo_n_runs AS n_runs,
        vo_sensor_group AS sensor_group,
        vo_baseline_version AS baseline_version,
        vo_extrapolated AS extrapolated,
        0.04 AS floor_frac,
        running_s,
        FALSE AS uneven,
        vo_penalty AS old_penalty,
        vo_score AS old_score,
        vo_stars AS old_stars,
        vo_needs_improvement AS old_needs_improvement,
        vo_notable AS notable,
        coalesce(vo_evaluation_text, '') AS text_ja,
        coalesce(vo_evaluation_text_en, '') AS text_en
    FROM form_evaluations
    UNION ALL BY NAME
    SELECT
        activity_id,
        'vr' AS metric,
        vr_pct_actual AS actual,
        vr_pct_expected AS expected,
        vr_interval_50_low_pct AS interval_50_low,
        vr_interval_50_high_pct AS interval_50_high,
        vr_interval_80_low_pct AS interval_80_low,
        vr_interval_80_high_pct AS interval_80_high,
        vr_interval_90_low_pct AS interval_90_low,
        vr_interval_90_high_pct AS interval_90_high,
        vr_basis AS basis,
        vr_n_runs AS n_runs,
        vr_sensor_group AS sensor_group,
        vr_baseline_version AS baseline_version,
        vr_extrapolated AS extrapolated,
        0.04 AS floor_frac,
        running_s,
        FALSE AS uneven,
        vr_penalty AS old_penalty,
        vr_score AS old_score,
        vr_stars AS old_stars,
        vr_needs_improvement AS old_needs_improvement,
        vr_notable AS notable,
        coalesce(vr_evaluation_text, '') AS text_ja,
        coalesce(vr_evaluation_text_en, '') AS text_en
    FROM form_evaluations
    UNION ALL BY NAME
    SELECT
        activity_id,
        'cadence' AS metric,
        cadence_actual AS actual,
        cadence_expected AS expected,
        cadence_interval_50_low_spm AS interval_50_low,
        cadence_interval_50_high_spm AS interval_50_high,
        cadence_interval_80_low_spm AS interval_80_low,
        cadence_interval_80_high_spm AS interval_80_high,
        cadence_interval_90_low_spm AS interval_90_low,
        cadence_interval_90_high_spm AS interval_90_high,
        cadence_basis AS basis,
        cadence_n_runs AS n_runs,
        cadence_sensor_group AS sensor_group,
        cadence_baseline_version AS baseline_version,
        cadence_extrapolated AS extrapolated,
        0.015 AS floor_frac,
        running_s,
        FALSE AS uneven,
        NULL AS old_penalty,
        NULL AS old_score,
        NULL AS old_stars,
        NULL AS old_needs_improvement,
        cadence_notable AS notable,
        coalesce(cadence_evaluation_text, '') AS text_ja,
        coalesce(cadence_evaluation_text_en, '') AS text_en
    FROM form_evaluations
),
measured AS (
    SELECT
        *,
        if(actual > expected, interval_90_high, interval_90_low) / expected - 1.0 AS half_width_frac,
        greatest(floor_frac, abs(half_width_frac)) AS tolerance_frac,
        1.645 * (actual / expected - 1.0) / tolerance_frac AS z
    FROM long
    WHERE expected IS NOT NULL AND interval_50_low IS NOT NULL AND n_runs IS NOT NULL
),
reasoned AS (
    SELECT
        *,
        CASE
            WHEN running_s < 300.0 THEN 'short_run'
            WHEN n_runs < 5 THEN 'few_runs'
            WHEN metric = 'cadence' THEN 'never_scored'
        END AS unrated_reason,
        least(60.0, greatest(0.0, 10.0 * (z - 0.645))) AS own_penalty
    FROM measured
),
rated AS (
    SELECT
        *,
        unrated_reason IS NULL AS rated,
        if(unrated_reason IS NULL, own_penalty + if(uneven, 10.0, 0.0), NULL) AS penalty,
        if(unrated_reason IS NULL, own_penalty > 10.0 + 1e-9, NULL) AS needs_improvement
    FROM reasoned
)
SELECT
    activity_id,
    metric,
    actual,
    expected,
    interval_50_low,
    interval_50_high,
    interval_80_low,
    interval_80_high,
    interval_90_low,
    interval_90_high,
    basis,
    n_runs,
    sensor_group,
    baseline_version,
    extrapolated,
    tolerance_frac,
    z,
    notable,
    text_ja,
    text_en,
    rated,
    unrated_reason,
    penalty,
    100.0 - penalty AS score,
    CASE
        WHEN penalty IS NULL THEN NULL
        WHEN penalty <= 5.0 + 1e-9 THEN 5
        WHEN penalty <= 15.0 + 1e-9 THEN 4
        WHEN penalty <= 25.0 + 1e-9 THEN 3
        WHEN penalty <= 35.0 + 1e-9 THEN 2
        ELSE 1
    END AS stars,
    needs_improvement
FROM rated;

INSERT INTO metric_verdict_history BY NAME
WITH long AS (
    SELECT
        eval_id,
        activity_id,
        'gct' AS metric,
        gct_ms_actual AS actual,
        gct_ms_expected AS expected,
        gct_interval_50_low_ms AS interval_50_low,
        gct_interval_50_high_ms AS interval_50_high,
        gct_interval_80_low_ms AS interval_80_low,
        gct_interval_80_high_ms AS interval_80_high,
        gct_interval_90_low_ms AS interval_90_low,
        gct_interval_90_high_ms AS interval_90_high,
        gct_basis AS basis,
        gct_n_runs AS n_runs,
        gct_sensor_group AS sensor_group,
        gct_baseline_version AS baseline_version,
        gct_extrapolated AS extrapolated,
        0.025 AS floor_frac,
        running_s,
        coalesce(balance_penalised, FALSE) AS uneven,
        gct_penalty AS old_penalty,
        gct_score AS old_score,
        gct_stars AS old_stars,
        gct_needs_improvement AS old_needs_improvement,
        gct_notable AS notable,
        coalesce(gct_evaluation_text, '') AS text_ja,
        coalesce(gct_evaluation_text_en, '') AS text_en
    FROM form_evaluation_history
    UNION ALL BY NAME
    SELECT
        eval_id,
        activity_id,
        'vo' AS metric,
        vo_cm_actual AS actual,
        vo_cm_expected AS expected,
        vo_interval_50_low_cm AS interval_50_low,
        vo_interval_50_high_cm AS interval_50_high,
        vo_interval_80_low_cm AS interval_80_low,
        vo_interval_80_high_cm AS interval_80_high,
        vo_interval_90_low_cm AS interval_90_low,
        vo_interval_90_high_cm AS interval_90_high,
        vo_basis AS basis,
        vo_n_runs AS n_runs,
        vo_sensor_group AS sensor_group,
        vo_baseline_version AS baseline_version,
        vo_extrapolated AS extrapolated,
        0.04 AS floor_frac,
        running_s,
        FALSE AS uneven,
        vo_penalty AS old_penalty,
        vo_score AS old_score,
        vo_stars AS old_stars,
        vo_needs_improvement AS old_needs_improvement,
        vo_notable AS notable,
        coalesce(vo_evaluation_text, '') AS text_ja,
        coalesce(vo_evaluation_text_en, '') AS text_en
    FROM form_evaluation_history
    UNION ALL BY NAME
    SELECT
        eval_id,
        activity_id,
        'vr' AS metric,
        vr_pct_actual AS actual,
        vr_pct_expected AS expected,
        vr_interval_50_low_pct AS interval_50_low,
        vr_interval_50_high_pct AS interval_50_high,
        vr_interval_80_low_pct AS interval_80_low,
        vr_interval_80_high_pct AS interval_80_high,
        vr_interval_90_low_pct AS interval_90_low,
        vr_interval_90_high_pct AS interval_90_high,
        vr_basis AS basis,
        vr_n_runs AS n_runs,
        vr_sensor_group AS sensor_group,
        vr_baseline_version AS baseline_version,
        vr_extrapolated AS extrapolated,
        0.04 AS floor_frac,
        running_s,
        FALSE AS uneven,
        vr_penalty AS old_penalty,
        vr_score AS old_score,
        vr_stars AS old_stars,
        vr_needs_improvement AS old_needs_improvement,
        vr_notable AS notable,
        coalesce(vr_evaluation_text, '') AS text_ja,
        coalesce(vr_evaluation_text_en, '') AS text_en
    FROM form_evaluation_history
    UNION ALL BY NAME
    SELECT
        eval_id,
        activity_id,
        'cadence' AS metric,
        cadence_actual AS actual,
        cadence_expected AS expected,
        cadence_interval_50_low_spm AS interval_50_low,
        cadence_interval_50_high_spm AS interval_50_high,
        cadence_interval_80_low_spm AS interval_80_low,
        cadence_interval_80_high_spm AS interval_80_high,
        cadence_interval_90_low_spm AS interval_90_low,
        cadence_interval_90_high_spm AS interval_90_high,
        cadence_basis AS basis,
        cadence_n_runs AS n_runs,
        cadence_sensor_group AS sensor_group,
        cadence_baseline_version AS baseline_version,
        cadence_extrapolated AS extrapolated,
        0.015 AS floor_frac,
        running_s,
        FALSE AS uneven,
        NULL AS old_penalty,
        NULL AS old_score,
        NULL AS old_stars,
        NULL AS old_needs_improvement,
        cadence_notable AS notable,
        coalesce(cadence_evaluation_text, '') AS text_ja,
        coalesce(cadence_evaluation_text_en, '') AS text_en
    FROM form_evaluation_history
),
measured AS (
    SELECT
        *,
        if(actual > expected, interval_90_high, interval_90_low) / expected - 1.0 AS half_width_frac,
        greatest(floor_frac, abs(half_width_frac)) AS tolerance_frac,
        1.645 * (actual / expected - 1.0) / tolerance_frac AS z
    FROM long
    WHERE expected IS NOT NULL AND interval_50_low IS NOT NULL AND n_runs IS NOT NULL
)
SELECT
    eval_id,
    activity_id,
    metric,
    actual,
    expected,
    interval_50_low,
    interval_50_high,
    interval_80_low,
    interval_80_high,
    interval_90_low,
    interval_90_high,
    basis,
    n_runs,
    sensor_group,
    baseline_version,
    extrapolated,
    tolerance_frac,
    z,
    notable,
    text_ja,
    text_en,
    metric <> 'cadence' AS rated,
    if(metric = 'cadence', 'never_scored', NULL) AS unrated_reason,
    old_penalty AS penalty,
    old_score AS score,
    old_stars AS stars,
    old_needs_improvement AS needs_improvement
FROM measured;

UPDATE data.run_verdicts SET
    n_runs = again.n_runs,
    unrated_reason = if(again.score IS NULL, again.unrated_reason, NULL),
    overall_score = again.score,
    overall_stars = CASE
        WHEN again.score IS NULL THEN NULL
        WHEN again.score >= 95.0 - 1e-9 THEN 5
        WHEN again.score >= 85.0 - 1e-9 THEN 4
        WHEN again.score >= 75.0 - 1e-9 THEN 3
        WHEN again.score >= 65.0 - 1e-9 THEN 2
        ELSE 1
    END
FROM (
    SELECT
        activity_id,
        least(
            max(score) FILTER (WHERE metric = 'gct'),
            avg(score) FILTER (WHERE metric IN ('vo', 'vr'))
        ) AS score,
        max(n_runs) AS n_runs,
        max_by(unrated_reason, n_runs) AS unrated_reason
    FROM metric_verdicts WHERE metric <> 'cadence' GROUP BY activity_id
) again
WHERE again.activity_id = data.run_verdicts.activity_id;

UPDATE data.run_verdicts SET balance_penalised = FALSE
WHERE activity_id NOT IN (SELECT activity_id FROM metric_verdicts WHERE metric = 'gct' AND rated);

DROP TABLE form_evaluations;
DROP TABLE form_evaluation_history;

CREATE VIEW form_evaluations AS
SELECT
    r.eval_id,
    r.activity_id,
    r.activity_date,
    r.sensor_group,
    r.new_sensor,
    r.speed_mps,
    r.n_splits,
    r.running_s,
    r.selection,
    r.sensor_coverage_frac,
    'personal' AS rubric,
    gct.actual AS gct_ms_actual,
    gct.expected AS gct_ms_expected,
    100.0 * (gct.actual - gct.expected) / gct.expected AS gct_delta_pct,
    (gct.actual - gct.expected) / gct.expected AS gct_delta_frac,
    gct.interval_50_low AS gct_interval_50_low_ms,
    gct.interval_50_high AS gct_interval_50_high_ms,
    gct.interval_80_low AS gct_interval_80_low_ms,
    gct.interval_80_high AS gct_interval_80_high_ms,
    gct.interval_90_low AS gct_interval_90_low_ms,
    gct.interval_90_high AS gct_interval_90_high_ms,
    gct.basis AS gct_basis,
    gct.n_runs AS gct_n_runs,
    gct.sensor_group AS gct_sensor_group,
    gct.baseline_version AS gct_baseline_version,
    gct.extrapolated AS gct_extrapolated,
    gct.z AS gct_z,
    gct.rank_pct AS gct_rank_pct,
    gct.rated AS gct_rated,
    gct.unrated_reason AS gct_unrated_reason,
    gct.tolerance_frac AS gct_tolerance_frac,
    gct.penalty AS gct_penalty,
    gct.score AS gct_score,
    gct.stars AS gct_stars,
    repeat('★', gct.stars) || repeat('☆', 5 - gct.stars) AS gct_star_rating,
    gct.needs_improvement AS gct_needs_improvement,
    gct.notable AS gct_notable,
    gct.text_ja AS gct_evaluation_text,
    gct.text_en AS gct_evaluation_text_en,
    vo.actual AS vo_cm_actual,
    vo.expected AS vo_cm_expected,
    vo.actual - vo.expected AS vo_delta_cm,
    (vo.actual - vo.expected) / vo.expected AS vo_delta_frac,
    vo.interval_50_low AS vo_interval_50_low_cm,
    vo.interval_50_high AS vo_interval_50_high_cm,
    vo.interval_80_low AS vo_interval_80_low_cm,
    vo.interval_80_high AS vo_interval_80_high_cm,
    vo.interval_90_low AS vo_interval_90_low_cm,
    vo.interval_90_high AS vo_interval_90_high_cm,
    vo.basis AS vo_basis,
    vo.n_runs AS vo_n_runs,
    vo.sensor_group AS vo_sensor_group,
    vo.baseline_version AS vo_baseline_version,
    vo.extrapolated AS vo_extrapolated,
    vo.z AS vo_z,
    vo.rank_pct AS vo_rank_pct,
    vo.rated AS vo_rated,
    vo.unrated_reason AS vo_unrated_reason,
    vo.tolerance_frac AS vo_tolerance_frac,
    vo.penalty AS vo_penalty,
    vo.score AS vo_score,
    vo.stars AS vo_stars,
    repeat('★', vo.stars) || repeat('☆', 5 - vo.stars) AS vo_star_rating,
    vo.needs_improvement AS vo_needs_improvement,
    vo.notable AS vo_notable,
    vo.text_ja AS vo_evaluation_text,
    vo.text_en AS vo_evaluation_text_en,
    vr.actual AS vr_pct_actual,
    vr.expected AS vr_pct_expected,
    100.0 * (vr.actual - vr.expected) / vr.expected AS vr_delta_pct,
    (vr.actual - vr.expected) / vr.expected AS vr_delta_frac,
    vr.interval_50_low AS vr_interval_50_low_pct,
    vr.interval_50_high AS vr_interval_50_high_pct,
    vr.interval_80_low AS vr_interval_80_low_pct,
    vr.interval_80_high AS vr_interval_80_high_pct,
    vr.interval_90_low AS vr_interval_90_low_pct,
    vr.interval_90_high AS vr_interval_90_high_pct,
    vr.basis AS vr_basis,
    vr.n_runs AS vr_n_runs,
    vr.sensor_group AS vr_sensor_group,
    vr.baseline_version AS vr_baseline_version,
    vr.extrapolated AS vr_extrapolated,
    vr.z AS vr_z,
    vr.rank_pct AS vr_rank_pct,
    vr.rated AS vr_rated,
    vr.unrated_reason AS vr_unrated_reason,
    vr.tolerance_frac AS vr_tolerance_frac,
    vr.penalty AS vr_penalty,
    vr.score AS vr_score,
    vr.stars AS vr_stars,
    repeat('★', vr.stars) || repeat('☆', 5 - vr.stars) AS vr_star_rating,
    vr.needs_improvement AS vr_needs_improvement,
    vr.notable AS vr_notable,
    vr.text_ja AS vr_evaluation_text,
    vr.text_en AS vr_evaluation_text_en,
    cadence.actual AS cadence_actual,
    cadence.expected AS cadence_expected,
    cadence.actual - cadence.expected AS cadence_delta_spm,
    cadence.interval_50_low AS cadence_interval_50_low_spm,
    cadence.interval_50_high AS cadence_interval_50_high_spm,
    cadence.interval_80_low AS cadence_interval_80_low_spm,
    cadence.interval_80_high AS cadence_interval_80_high_spm,
    cadence.interval_90_low AS cadence_interval_90_low_spm,
    cadence.interval_90_high AS cadence_interval_90_high_spm,
    cadence.basis AS cadence_basis,
    cadence.n_runs AS cadence_n_runs,
    cadence.sensor_group AS cadence_sensor_group,
    cadence.baseline_version AS cadence_baseline_version,
    cadence.extrapolated AS cadence_extrapolated,
    r.cadence_minimum_spm AS cadence_minimum,
    r.cadence_achieved,
    cadence.z AS cadence_z,
    cadence.rank_pct AS cadence_rank_pct,
    cadence.notable AS cadence_notable,
    cadence.text_ja AS cadence_evaluation_text,
    cadence.text_en AS cadence_evaluation_text_en,
    r.balance_left_pct,
    r.balance_imbalance_frac,
    r.balance_usual_left_pct,
    r.balance_penalised,
    r.balance_evaluation_text,
    r.balance_evaluation_text_en,
    r.overall_score,
    r.overall_stars,
    r.unrated_reason,
    r.n_runs,
    repeat('★', r.overall_stars) || repeat('☆', 5 - r.overall_stars) AS overall_star_rating,
    r.evaluated_at,
    r.code_version
FROM data.run_verdicts r
LEFT JOIN metric_verdicts gct
    ON gct.activity_id = r.activity_id AND gct.metric = 'gct'
LEFT JOIN metric_verdicts vo
    ON vo.activity_id = r.activity_id AND vo.metric = 'vo'
LEFT JOIN metric_verdicts vr
    ON vr.activity_id = r.activity_id AND vr.metric = 'vr'
LEFT JOIN metric_verdicts cadence
    ON cadence.activity_id = r.activity_id AND cadence.metric = 'cadence';

CREATE VIEW form_evaluation_history AS
SELECT
    r.eval_id,
    r.activity_id,
    r.activity_date,
    r.sensor_group,
    r.new_sensor,
    r.speed_mps,
    r.n_splits,
    r.running_s,
    r.selection,
    r.sensor_coverage_frac,
    r.rubric,
    gct.actual AS gct_ms_actual,
    gct.expected AS gct_ms_expected,
    100.0 * (gct.actual - gct.expected) / gct.expected AS gct_delta_pct,
    (gct.actual - gct.expected) / gct.expected AS gct_delta_frac,
    gct.interval_50_low AS gct_interval_50_low_ms,
    gct.interval_50_high AS gct_interval_50_high_ms,
    gct.interval_80_low AS gct_interval_80_low_ms,
    gct.interval_80_high AS gct_interval_80_high_ms,
    gct.interval_90_low AS gct_interval_90_low_ms,
    gct.interval_90_high AS gct_interval_90_high_ms,
    gct.basis AS gct_basis,
    gct.n_runs AS gct_n_runs,
    gct.sensor_group AS gct_sensor_group,
    gct.baseline_version AS gct_baseline_version,
    gct.extrapolated AS gct_extrapolated,
    gct.z AS gct_z,
    gct.rank_pct AS gct_rank_pct,
    gct.rated AS gct_rated,
    gct.unrated_reason AS gct_unrated_reason,
    gct.tolerance_frac AS gct_tolerance_frac,
    gct.penalty AS gct_penalty,
    gct.score AS gct_score,
    gct.stars AS gct_stars,
    repeat('★', gct.stars) || repeat('☆', 5 - gct.stars) AS gct_star_rating,
    gct.needs_improvement AS gct_needs_improvement,
    gct.notable AS gct_notable,
    gct.text_ja AS gct_evaluation_text,
    gct.text_en AS gct_evaluation_text_en,
    vo.actual AS vo_cm_actual,
    vo.expected AS vo_cm_expected,
    vo.actual - vo.expected AS vo_delta_cm,
    (vo.actual - vo.expected) / vo.expected AS vo_delta_frac,
    vo.interval_50_low AS vo_interval_50_low_cm,
    vo.interval_50_high AS vo_interval_50_high_cm,
    vo.interval_80_low AS vo_interval_80_low_cm,
    vo.interval_80_high AS vo_interval_80_high_cm,
    vo.interval_90_low AS vo_interval_90_low_cm,
    vo.interval_90_high AS vo_interval_90_high_cm,
    vo.basis AS vo_basis,
    vo.n_runs AS vo_n_runs,
    vo.sensor_group AS vo_sensor_group,
    vo.baseline_version AS vo_baseline_version,
    vo.extrapolated AS vo_extrapolated,
    vo.z AS vo_z,
    vo.rank_pct AS vo_rank_pct,
    vo.rated AS vo_rated,
    vo.unrated_reason AS vo_unrated_reason,
    vo.tolerance_frac AS vo_tolerance_frac,
    vo.penalty AS vo_penalty,
    vo.score AS vo_score,
    vo.stars AS vo_stars,
    repeat('★', vo.stars) || repeat('☆', 5 - vo.stars) AS vo_star_rating,
    vo.needs_improvement AS vo_needs_improvement,
    vo.notable AS vo_notable,
    vo.text_ja AS vo_evaluation_text,
    vo.text_en AS vo_evaluation_text_en,
    vr.actual AS vr_pct_actual,
    vr.expected AS vr_pct_expected,
    100.0 * (vr.actual - vr.expected) / vr.expected AS vr_delta_pct,
    (vr.actual - vr.expected) / vr.expected AS vr_delta_frac,
    vr.interval_50_low AS vr_interval_50_low_pct,
    vr.interval_50_high AS vr_interval_50_high_pct,
    vr.interval_80_low AS vr_interval_80_low_pct,
    vr.interval_80_high AS vr_interval_80_high_pct,
    vr.interval_90_low AS vr_interval_90_low_pct,
    vr.interval_90_high AS vr_interval_90_high_pct,
    vr.basis AS vr_basis,
    vr.n_runs AS vr_n_runs,
    vr.sensor_group AS vr_sensor_group,
    vr.baseline_version AS vr_baseline_version,
    vr.extrapolated AS vr_extrapolated,
    vr.z AS vr_z,
    vr.rank_pct AS vr_rank_pct,
    vr.rated AS vr_rated,
    vr.unrated_reason AS vr_unrated_reason,
    vr.tolerance_frac AS vr_tolerance_frac,
    vr.penalty AS vr_penalty,
    vr.score AS vr_score,
    vr.stars AS vr_stars,
    repeat('★', vr.stars) || repeat('☆', 5 - vr.stars) AS vr_star_rating,
    vr.needs_improvement AS vr_needs_improvement,
    vr.notable AS vr_notable,
    vr.text_ja AS vr_evaluation_text,
    vr.text_en AS vr_evaluation_text_en,
    cadence.actual AS cadence_actual,
    cadence.expected AS cadence_expected,
    cadence.actual - cadence.expected AS cadence_delta_spm,
    cadence.interval_50_low AS cadence_interval_50_low_spm,
    cadence.interval_50_high AS cadence_interval_50_high_spm,
    cadence.interval_80_low AS cadence_interval_80_low_spm,
    cadence.interval_80_high AS cadence_interval_80_high_spm,
    cadence.interval_90_low AS cadence_interval_90_low_spm,
    cadence.interval_90_high AS cadence_interval_90_high_spm,
    cadence.basis AS cadence_basis,
    cadence.n_runs AS cadence_n_runs,
    cadence.sensor_group AS cadence_sensor_group,
    cadence.baseline_version AS cadence_baseline_version,
    cadence.extrapolated AS cadence_extrapolated,
    r.cadence_minimum_spm AS cadence_minimum,
    r.cadence_achieved,
    cadence.z AS cadence_z,
    cadence.rank_pct AS cadence_rank_pct,
    cadence.notable AS cadence_notable,
    cadence.text_ja AS cadence_evaluation_text,
    cadence.text_en AS cadence_evaluation_text_en,
    r.balance_left_pct,
    r.balance_imbalance_frac,
    r.balance_usual_left_pct,
    r.balance_penalised,
    r.balance_evaluation_text,
    r.balance_evaluation_text_en,
    r.overall_score,
    r.overall_stars,
    r.unrated_reason,
    r.n_runs,
    repeat('★', r.overall_stars) || repeat('☆', 5 - r.overall_stars) AS overall_star_rating,
    r.evaluated_at,
    r.code_version,
    r.superseded_at
FROM data.run_verdict_history r
LEFT JOIN metric_verdict_history gct
    ON gct.eval_id = r.eval_id AND gct.metric = 'gct'
LEFT JOIN metric_verdict_history vo
    ON vo.eval_id = r.eval_id AND vo.metric = 'vo'
LEFT JOIN metric_verdict_history vr
    ON vr.eval_id = r.eval_id AND vr.metric = 'vr'
LEFT JOIN metric_verdict_history cadence
    ON cadence.eval_id = r.eval_id AND cadence.metric = 'cadence';
