CREATE TABLE jobs (
    job_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed')),
    detail TEXT,
    started_at TEXT NOT NULL,
    finished_at TEXT
);
CREATE INDEX jobs_by_subject ON jobs (kind, subject);
CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
