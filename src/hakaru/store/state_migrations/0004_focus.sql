CREATE TABLE focus_intervals (
    started_at TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('engine', 'activitywatch')),
    state TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    classifier TEXT NOT NULL,
    PRIMARY KEY (started_at, origin)
) WITHOUT ROWID;
CREATE INDEX focus_intervals_by_end ON focus_intervals (ended_at);
CREATE TABLE focus_minutes (
    minute TEXT PRIMARY KEY,
    n_records INTEGER NOT NULL,
    records BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE focus_notifications (
    notification_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    sent_at TEXT NOT NULL,
    message TEXT NOT NULL,
    response TEXT
);
CREATE TABLE focus_lease (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    until TEXT NOT NULL
) WITHOUT ROWID;
