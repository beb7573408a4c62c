-- Efforts of which a list or a summary states the mean or the peak, beside those found in seconds.
ALTER TABLE best_efforts ADD COLUMN of_summary BOOLEAN DEFAULT false;
