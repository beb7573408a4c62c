-- What a sentence was made of (template and values, as JSON), so that it is shown in the language of
-- the reader; rows of earlier versions have none and stay English.
ALTER TABLE recording_issues ADD COLUMN message_parts VARCHAR;
ALTER TABLE sources ADD COLUMN reason_parts VARCHAR;
