-- What was planned before the run, as the device carried it, and what the service says it was for.
ALTER TABLE activities ADD COLUMN event_kind VARCHAR;
ALTER TABLE activities ADD COLUMN workout_title VARCHAR;
ALTER TABLE laps ADD COLUMN workout_step BIGINT;

CREATE TABLE planned_steps (
    activity_id BIGINT NOT NULL,
    step_index BIGINT NOT NULL,
    name VARCHAR,
    intensity VARCHAR,
    ends_by VARCHAR,
    duration_s DOUBLE,
    distance_m DOUBLE,
    repeats_from BIGINT,
    n_repeats BIGINT
);

-- Why a session has no stars, what it cost in power, and how long it was in zones of power.
ALTER TABLE data.sessions ADD COLUMN unrated VARCHAR;
ALTER TABLE data.sessions ADD COLUMN energy_j_per_km DOUBLE;
ALTER TABLE data.sessions ADD COLUMN power_zone1_s DOUBLE;
ALTER TABLE data.sessions ADD COLUMN power_zone2_s DOUBLE;
ALTER TABLE data.sessions ADD COLUMN power_zone3_s DOUBLE;
ALTER TABLE data.sessions ADD COLUMN power_zone4_s DOUBLE;
ALTER TABLE data.sessions ADD COLUMN power_zone5_s DOUBLE;
ALTER TABLE data.sessions ADD COLUMN power_zone6_s DOUBLE;
DROP VIEW sessions;
CREATE VIEW sessions AS
SELECT
    *,
    energy_j_per_km AS power_efficiency,
    1000.0 / nullif(speed_mps, 0) AS pace_s_per_km,
    1000.0 / nullif(target_speed_mps, 0) AS target_pace_s_per_km
FROM data.sessions;
