"""The activity list that Garmin Connect exports as Activities.csv, in any of its languages."""
