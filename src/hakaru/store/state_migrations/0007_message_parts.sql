ALTER TABLE model_attempts ADD COLUMN error_parts TEXT;
