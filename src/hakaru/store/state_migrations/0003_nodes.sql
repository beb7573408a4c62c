CREATE TABLE nodes (
    node_id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    context TEXT NOT NULL,
    status TEXT NOT NULL,
    parent_id TEXT REFERENCES nodes (node_id),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX nodes_by_parent ON nodes (parent_id);
CREATE TABLE node_relations (
    relation_id INTEGER PRIMARY KEY,
    from_node_id TEXT NOT NULL REFERENCES nodes (node_id),
    to_node_id TEXT NOT NULL REFERENCES nodes (node_id),
    relation_type TEXT NOT NULL,
    reason TEXT NOT NULL,
    change_id TEXT NOT NULL,
    UNIQUE (from_node_id, to_node_id, relation_type)
);
CREATE TABLE node_groups (
    group_id TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    reason TEXT NOT NULL,
    change_id TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE node_group_members (
    group_id TEXT NOT NULL REFERENCES node_groups (group_id),
    position INTEGER NOT NULL,
    node_id TEXT NOT NULL REFERENCES nodes (node_id),
    PRIMARY KEY (group_id, node_id)
) WITHOUT ROWID;
CREATE TABLE node_history (
    entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
    node_id TEXT NOT NULL,
    change_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    from_status TEXT,
    to_status TEXT,
    reason TEXT NOT NULL,
    source TEXT NOT NULL,
    confirmation_id TEXT,
    at TEXT NOT NULL,
    before TEXT
);
CREATE INDEX node_history_by_node ON node_history (node_id, entry_id);
CREATE INDEX node_history_by_change ON node_history (change_id);
CREATE TABLE node_confirmations (
    confirmation_id TEXT PRIMARY KEY,
    node_id TEXT NOT NULL,
    ui_action TEXT NOT NULL,
    change_type TEXT NOT NULL,
    from_value TEXT NOT NULL,
    to_value TEXT NOT NULL,
    confirmed_by TEXT NOT NULL,
    confirmed_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    consumed_at TEXT
) WITHOUT ROWID;
CREATE TABLE node_diffs (
    diff_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    change TEXT NOT NULL,
    proposed_at TEXT NOT NULL,
    change_id TEXT
) WITHOUT ROWID;
