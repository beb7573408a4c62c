CREATE TABLE focus_usage (
    day TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('engine', 'activitywatch')),
    app TEXT NOT NULL,
    category TEXT NOT NULL,
    state TEXT NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (day, origin, app, category, state)
) WITHOUT ROWID;
CREATE TABLE focus_corrections (
    correction_id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    shown TEXT NOT NULL,
    actual TEXT NOT NULL,
    codes TEXT NOT NULL
);
