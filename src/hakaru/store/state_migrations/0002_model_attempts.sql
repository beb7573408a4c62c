CREATE TABLE model_attempts (
    attempt_id INTEGER PRIMARY KEY,
    task TEXT NOT NULL,
    subject TEXT NOT NULL,
    number INTEGER NOT NULL,
    model TEXT NOT NULL,
    prompt_sha256 TEXT NOT NULL,
    prompt_bytes INTEGER NOT NULL,
    prompt TEXT,
    outcome TEXT NOT NULL CHECK (outcome IN ('asked', 'accepted', 'rejected', 'failed')),
    reply TEXT,
    findings TEXT NOT NULL DEFAULT '[]',
    finish TEXT,
    error_kind TEXT,
    error TEXT,
    prompt_tokens INTEGER,
    reply_tokens INTEGER,
    elapsed_ms REAL,
    asked_at TEXT NOT NULL,
    answered_at TEXT
);
CREATE INDEX model_attempts_by_task ON model_attempts (task, subject);
