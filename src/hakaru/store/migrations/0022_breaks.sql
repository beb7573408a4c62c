-- Breaks that the runner noted: from a local day to another (both included); text is the runner's.
CREATE TABLE noted_breaks (
    user_id VARCHAR NOT NULL,
    first_day DATE NOT NULL,
    last_day DATE NOT NULL,
    text VARCHAR,
    noted_at TIMESTAMP NOT NULL,
    source VARCHAR, -- who noted it: human_ui (a person) or mcp (a language model)
    PRIMARY KEY (user_id, first_day)
);
