-- Up to which run the verdicts of a sensor were up to date, and a digest of all that they rest on and
-- of all that was judged and learned: where it is the same today, nothing of it is judged again.
CREATE TABLE judged_until (
    sensor_group VARCHAR PRIMARY KEY,
    until TIMESTAMP NOT NULL,
    sha256 VARCHAR NOT NULL
);
