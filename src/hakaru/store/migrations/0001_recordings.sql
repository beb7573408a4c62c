-- What devices recorded and what was derived from it without judging. Physical tables live in
-- schema data; 0003 offers them under the names and spellings of the requirements.
-- No index on the series and splits: rows of one activity lie together, zone maps find them.
CREATE SCHEMA IF NOT EXISTS data;

CREATE TABLE activities (
    activity_id BIGINT PRIMARY KEY,
    activity_date DATE NOT NULL,
    started_at TIMESTAMP NOT NULL,
    utc_offset_s INTEGER,
    sport VARCHAR NOT NULL,
    sub_sport VARCHAR,
    title VARCHAR,
    location VARCHAR,
    garmin_activity_id BIGINT,
    stored_id BIGINT, -- set once another file of the same run brought another id
    gear VARCHAR,
    sensor_group VARCHAR,
    sensor_label VARCHAR,
    partial BOOLEAN NOT NULL,
    simulated BOOLEAN NOT NULL,
    series_columns VARCHAR NOT NULL,
    n_samples INTEGER NOT NULL,
    n_splits INTEGER NOT NULL,
    distance_m DOUBLE,
    elapsed_s DOUBLE,
    running_s DOUBLE,
    speed_mps DOUBLE,
    heart_rate_avg_bpm DOUBLE,
    heart_rate_max_bpm DOUBLE,
    cadence_spm DOUBLE,
    power_w DOUBLE,
    elevation_gain_m DOUBLE,
    elevation_loss_m DOUBLE,
    coverage_frac DOUBLE,
    device_distance_m DOUBLE,
    device_elapsed_s DOUBLE,
    device_timer_s DOUBLE,
    device_heart_rate_avg_bpm DOUBLE,
    device_heart_rate_max_bpm DOUBLE,
    device_cadence_avg_spm DOUBLE,
    device_power_avg_w DOUBLE,
    device_power_normalized_w DOUBLE,
    device_speed_avg_mps DOUBLE,
    device_gct_avg_ms DOUBLE,
    device_vo_avg_cm DOUBLE,
    device_vr_avg_pct DOUBLE,
    device_gct_balance_left_avg_pct DOUBLE,
    device_step_length_avg_cm DOUBLE,
    device_ascent_m DOUBLE,
    device_descent_m DOUBLE,
    device_calories_kcal DOUBLE,
    device_training_effect_label VARCHAR,
    stored_at TIMESTAMP DEFAULT (now() AT TIME ZONE 'UTC')
);

CREATE TABLE data.time_series_metrics (
    activity_id BIGINT NOT NULL,
    elapsed_s DOUBLE NOT NULL,
    distance_m DOUBLE,
    speed_mps DOUBLE,
    heart_rate_bpm DOUBLE,
    cadence_spm DOUBLE,
    power_w DOUBLE,
    gct_ms DOUBLE,
    vo_cm DOUBLE,
    vr_pct DOUBLE,
    gct_balance_left_pct DOUBLE,
    step_length_cm DOUBLE,
    elevation_m DOUBLE,
    latitude_deg DOUBLE,
    longitude_deg DOUBLE,
    temperature_c DOUBLE,
    stryd_gct_ms DOUBLE,
    stryd_vo_cm DOUBLE,
    stryd_power_w DOUBLE,
    stryd_form_power_w DOUBLE,
    stryd_leg_stiffness_kn_per_m DOUBLE
);

CREATE TABLE data.splits (
    activity_id BIGINT NOT NULL,
    split_index INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    start_elapsed_s DOUBLE NOT NULL,
    end_elapsed_s DOUBLE NOT NULL,
    distance_m DOUBLE NOT NULL,
    running_s DOUBLE NOT NULL,
    running_distance_m DOUBLE NOT NULL,
    speed_mps DOUBLE,
    heart_rate_bpm DOUBLE,
    heart_rate_max_bpm DOUBLE,
    cadence_spm DOUBLE,
    power_w DOUBLE,
    power_normalized_w DOUBLE, -- filled by a later part
    gct_ms DOUBLE,
    vo_cm DOUBLE,
    vr_pct DOUBLE,
    gct_balance_left_pct DOUBLE,
    step_length_cm DOUBLE,
    elevation_gain_m DOUBLE,
    elevation_loss_m DOUBLE,
    grade_pct DOUBLE,
    temperature_c DOUBLE,
    coverage_frac DOUBLE NOT NULL,
    intensity VARCHAR,
    trigger VARCHAR
);

CREATE TABLE laps (
    activity_id BIGINT NOT NULL,
    lap_index INTEGER NOT NULL,
    start_elapsed_s DOUBLE NOT NULL,
    elapsed_s DOUBLE NOT NULL,
    timer_s DOUBLE,
    distance_m DOUBLE,
    trigger VARCHAR,
    intensity VARCHAR,
    speed_mps DOUBLE,
    heart_rate_bpm DOUBLE,
    heart_rate_max_bpm DOUBLE,
    cadence_spm DOUBLE,
    power_w DOUBLE,
    gct_ms DOUBLE,
    vo_cm DOUBLE,
    vr_pct DOUBLE,
    gct_balance_left_pct DOUBLE,
    step_length_cm DOUBLE,
    elevation_gain_m DOUBLE,
    elevation_loss_m DOUBLE,
    temperature_c DOUBLE
);

CREATE TABLE pauses (
    activity_id BIGINT NOT NULL,
    pause_index INTEGER NOT NULL,
    start_elapsed_s DOUBLE NOT NULL,
    end_elapsed_s DOUBLE NOT NULL
);

CREATE TABLE devices (
    activity_id BIGINT NOT NULL,
    device_index INTEGER NOT NULL,
    role VARCHAR NOT NULL,
    manufacturer VARCHAR,
    product VARCHAR,
    serial VARCHAR,
    software VARCHAR
);

CREATE TABLE recording_issues (
    activity_id BIGINT NOT NULL,
    issue_index INTEGER NOT NULL,
    code VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    offset_byte BIGINT
);

-- The files a stored recording was made of, best first.
CREATE TABLE recording_sources (
    activity_id BIGINT NOT NULL,
    source_index INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    path VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    member VARCHAR
);

-- Every file that was ever looked at; member is '' for a file that is no archive.
CREATE TABLE sources (
    sha256 VARCHAR NOT NULL,
    member VARCHAR NOT NULL,
    path VARCHAR NOT NULL,
    kind VARCHAR,
    outcome VARCHAR NOT NULL,
    reason VARCHAR,
    activity_id BIGINT,
    recorded_at TIMESTAMP DEFAULT (now() AT TIME ZONE 'UTC'),
    PRIMARY KEY (sha256, member)
);

CREATE TABLE data.heart_rate_zones (
    activity_id BIGINT NOT NULL,
    zone_number INTEGER NOT NULL,
    low_bpm DOUBLE NOT NULL,
    time_in_zone_s DOUBLE
);

CREATE TABLE lactate_threshold (
    activity_id BIGINT NOT NULL,
    heart_rate DOUBLE, -- bpm
    speed_mps DOUBLE,
    measured_on DATE,
    functional_threshold_power DOUBLE, -- W
    power_measured_on DATE,
    weight_kg DOUBLE
);

CREATE TABLE vo2_max (
    activity_id BIGINT NOT NULL,
    precise_value DOUBLE, -- ml/kg/min
    measured_on DATE,
    category VARCHAR,
    fitness_age INTEGER
);

CREATE TABLE weather (
    activity_id BIGINT NOT NULL,
    temperature_c DOUBLE,
    relative_humidity_pct DOUBLE,
    wind_speed_mps DOUBLE,
    wind_from_deg DOUBLE,
    wind_direction_compass VARCHAR,
    station VARCHAR
);

-- Zone shares are facts of the device; training_type is decided by a later part.
CREATE TABLE hr_efficiency (
    activity_id BIGINT NOT NULL,
    training_type VARCHAR,
    primary_zone INTEGER,
    zone1_percentage DOUBLE,
    zone2_percentage DOUBLE,
    zone3_percentage DOUBLE,
    zone4_percentage DOUBLE,
    zone5_percentage DOUBLE
);

CREATE TABLE performance_trends (
    activity_id BIGINT NOT NULL,
    pace_consistency DOUBLE,
    hr_drift_percentage DOUBLE,
    warmup_splits VARCHAR,
    warmup_avg_pace_seconds_per_km DOUBLE,
    warmup_avg_hr DOUBLE,
    warmup_evaluation VARCHAR,
    run_splits VARCHAR,
    run_avg_pace_seconds_per_km DOUBLE,
    run_avg_hr DOUBLE,
    run_evaluation VARCHAR,
    recovery_splits VARCHAR,
    recovery_avg_pace_seconds_per_km DOUBLE,
    recovery_avg_hr DOUBLE,
    recovery_evaluation VARCHAR,
    cooldown_splits VARCHAR,
    cooldown_avg_pace_seconds_per_km DOUBLE,
    cooldown_avg_hr DOUBLE,
    cooldown_evaluation VARCHAR
);
