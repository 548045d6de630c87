-- The ids of people are the keys of their rows, as in all other tables. In a table with row ids, which these were, some
-- stand a second time between its pages, and stay there when their row is deleted.

CREATE TABLE new_people (
    user_id INTEGER PRIMARY KEY,
    name    TEXT    NOT NULL DEFAULT '',            -- as it was in the last interaction
    hidden  INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),   -- is not shown to others
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO new_people SELECT user_id, name, hidden, seen_at FROM people;
DROP TABLE people;
ALTER TABLE new_people RENAME TO people;
