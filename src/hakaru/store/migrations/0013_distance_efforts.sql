-- The fastest time over each record distance within a run, standing included: from its samples.
CREATE TABLE distance_efforts (
    activity_id BIGINT NOT NULL,
    distance_m DOUBLE NOT NULL,
    elapsed_s DOUBLE NOT NULL,
    start_elapsed_s DOUBLE NOT NULL
);
