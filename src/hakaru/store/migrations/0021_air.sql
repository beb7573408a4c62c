-- Where the weather of a run is from, if no service reported it: 'file' or 'watch'; and what the
-- runner's watch would have read, where it has no thermometer.
ALTER TABLE weather ADD COLUMN origin VARCHAR;
ALTER TABLE weather ADD COLUMN wrist_c DOUBLE;
