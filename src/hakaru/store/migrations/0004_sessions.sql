-- What a run was as a session: its segments and roles, the kind of training, phases, rating, and
-- what was known about the athlete when it was understood.
ALTER TABLE data.splits ADD COLUMN role VARCHAR;
ALTER TABLE data.splits ADD COLUMN role_source VARCHAR;
ALTER TABLE data.splits ADD COLUMN rep_index INTEGER;
ALTER TABLE data.splits ADD COLUMN is_target BOOLEAN; -- form is learned and judged on these

CREATE OR REPLACE VIEW splits AS
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

-- Derived from the recording alone.
CREATE TABLE data.session_segments (
    activity_id BIGINT NOT NULL,
    segment_index INTEGER NOT NULL,
    role VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    rep_index INTEGER,
    start_elapsed_s DOUBLE NOT NULL,
    end_elapsed_s DOUBLE NOT NULL,
    distance_m DOUBLE NOT NULL,
    running_s DOUBLE NOT NULL,
    running_distance_m DOUBLE NOT NULL,
    speed_mps DOUBLE,
    grade_adjusted_speed_mps DOUBLE,
    heart_rate_bpm DOUBLE,
    heart_rate_max_bpm DOUBLE,
    heart_rate_start_bpm DOUBLE,
    heart_rate_end_bpm DOUBLE,
    cadence_spm DOUBLE,
    power_w DOUBLE,
    gct_ms DOUBLE,
    vo_cm DOUBLE,
    vr_pct DOUBLE,
    step_length_cm DOUBLE,
    grade_pct DOUBLE
);

CREATE VIEW session_segments AS
SELECT *, 1000.0 / nullif(speed_mps, 0) AS pace_s_per_km FROM data.session_segments;

CREATE TABLE best_efforts (
    activity_id BIGINT NOT NULL,
    duration_s DOUBLE NOT NULL,
    speed_mps DOUBLE,
    speed_heart_rate_bpm DOUBLE,
    heart_rate_bpm DOUBLE,
    power_w DOUBLE
);

-- What a watch said about the body beside thresholds and oxygen uptake.
CREATE TABLE athlete_reports (
    activity_id BIGINT NOT NULL,
    heart_rate_max_bpm DOUBLE,
    heart_rate_rest_bpm DOUBLE,
    height_cm DOUBLE,
    age_years BIGINT,
    sex VARCHAR
);

-- What the runner said; never touched by an import.
CREATE TABLE athlete_facts (
    user_id VARCHAR NOT NULL,
    quantity VARCHAR NOT NULL,
    since DATE NOT NULL,
    value DOUBLE,
    word VARCHAR, -- for what is no number: sex
    stated_at TIMESTAMP NOT NULL,
    PRIMARY KEY (user_id, quantity, since)
);

CREATE TABLE training_labels (
    activity_id BIGINT PRIMARY KEY,
    training_type VARCHAR NOT NULL,
    labelled_at TIMESTAMP NOT NULL
);

-- Derived from the recording and what was known about the athlete at its date.
ALTER TABLE hr_efficiency ADD COLUMN training_type_source VARCHAR;
ALTER TABLE hr_efficiency ADD COLUMN training_type_confidence_frac DOUBLE;
ALTER TABLE hr_efficiency ADD COLUMN training_type_evidence JSON;

CREATE TABLE data.sessions (
    activity_id BIGINT PRIMARY KEY,
    activity_date DATE NOT NULL,
    started_at TIMESTAMP NOT NULL,
    training_type VARCHAR NOT NULL,
    type_source VARCHAR NOT NULL,
    type_confidence_frac DOUBLE NOT NULL,
    form VARCHAR NOT NULL,
    structure_confidence_frac DOUBLE NOT NULL,
    n_reps INTEGER NOT NULL,
    n_strides INTEGER NOT NULL,
    distance_m DOUBLE,
    running_s DOUBLE,
    elapsed_s DOUBLE,
    speed_mps DOUBLE,
    grade_adjusted_speed_mps DOUBLE,
    heart_rate_bpm DOUBLE,
    power_w DOUBLE,
    target_distance_m DOUBLE,
    target_running_s DOUBLE,
    target_speed_mps DOUBLE,
    target_grade_adjusted_speed_mps DOUBLE,
    target_heart_rate_bpm DOUBLE,
    target_power_w DOUBLE,
    target_power_normalized_w DOUBLE,
    target_step_length_cm DOUBLE,
    target_cadence_spm DOUBLE,
    target_cv_frac DOUBLE,
    rep_distance_m DOUBLE,
    rep_s DOUBLE,
    recovery_s DOUBLE,
    heart_rate_drop_pct DOUBLE,
    heart_rate_retention_pct DOUBLE,
    heart_rate_rise_bpm DOUBLE,
    power_decline_pct DOUBLE,
    step_length_decline_pct DOUBLE,
    zone1_s DOUBLE,
    zone2_s DOUBLE,
    zone3_s DOUBLE,
    zone4_s DOUBLE,
    zone5_s DOUBLE,
    threshold_share_pct DOUBLE,
    above_threshold_s DOUBLE,
    vo2_utilisation_pct DOUBLE,
    power_cv_frac DOUBLE,
    running_effectiveness DOUBLE,
    decoupling_pct DOUBLE,
    durability_60_pct DOUBLE,
    durability_90_pct DOUBLE,
    terrain VARCHAR NOT NULL,
    climb_m_per_km DOUBLE,
    temperature_c DOUBLE,
    relative_humidity_pct DOUBLE,
    wind_speed_mps DOUBLE,
    headwind_mps DOUBLE,
    training_load_score DOUBLE,
    load_basis VARCHAR,
    intensity_frac DOUBLE,
    trimp_score DOUBLE,
    session_stars INTEGER,
    athlete_heart_rate_max_bpm DOUBLE,
    athlete_lt_heart_rate_bpm DOUBLE,
    athlete_threshold_speed_mps DOUBLE,
    athlete_critical_power_w DOUBLE,
    athlete_vo2_max_ml_per_kg_min DOUBLE,
    athlete_weight_kg DOUBLE,
    analysed_at TIMESTAMP,
    code_version VARCHAR NOT NULL
);

CREATE VIEW sessions AS
SELECT
    *,
    1000.0 / nullif(speed_mps, 0) AS pace_s_per_km,
    1000.0 / nullif(target_speed_mps, 0) AS target_pace_s_per_km
FROM data.sessions;

CREATE TABLE session_athlete (
    activity_id BIGINT NOT NULL,
    quantity VARCHAR NOT NULL,
    value DOUBLE,
    word VARCHAR,
    origin VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    measured_on DATE,
    low DOUBLE,
    high DOUBLE,
    stale BOOLEAN NOT NULL
);

CREATE TABLE session_phases (
    activity_id BIGINT NOT NULL,
    phase_index INTEGER NOT NULL,
    role VARCHAR NOT NULL,
    need VARCHAR NOT NULL,
    present BOOLEAN NOT NULL,
    start_elapsed_s DOUBLE,
    end_elapsed_s DOUBLE,
    distance_m DOUBLE NOT NULL
);

CREATE TABLE session_criteria (
    activity_id BIGINT NOT NULL,
    phase_index INTEGER NOT NULL,
    criterion_index INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    unit VARCHAR NOT NULL,
    value DOUBLE,
    target_low DOUBLE,
    target_high DOUBLE,
    outcome VARCHAR NOT NULL,
    basis VARCHAR NOT NULL,
    missing VARCHAR,
    counts BOOLEAN NOT NULL
);

CREATE TABLE session_deductions (
    activity_id BIGINT NOT NULL,
    deduction_index INTEGER NOT NULL,
    reason VARCHAR NOT NULL,
    stars INTEGER NOT NULL,
    role VARCHAR,
    criterion VARCHAR
);

CREATE TABLE form_anomalies (
    activity_id BIGINT NOT NULL,
    anomaly_index INTEGER NOT NULL,
    metric VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    start_elapsed_s DOUBLE NOT NULL,
    end_elapsed_s DOUBLE NOT NULL,
    actual DOUBLE NOT NULL,
    expected DOUBLE NOT NULL,
    delta DOUBLE NOT NULL,
    delta_frac DOUBLE NOT NULL,
    z DOUBLE NOT NULL,
    causes JSON NOT NULL, -- [[cause, share_frac], ...], most telling first
    sensor_signs VARCHAR NOT NULL -- separated by commas
);

-- How much of a run could be judged second by second.
CREATE TABLE anomaly_coverage (
    activity_id BIGINT NOT NULL,
    metric VARCHAR NOT NULL,
    judged_s DOUBLE NOT NULL,
    noise_frac DOUBLE
);
