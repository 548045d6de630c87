-- The daily challenge: each UTC day, written 2026-11-28, has one deal of each game, and one ranked attempt a person.

ALTER TABLE games ADD COLUMN day TEXT;              -- the day whose ranked attempt this game is; NULL for all others

CREATE UNIQUE INDEX games_of_day ON games (owner_id, game, day) WHERE day IS NOT NULL;
CREATE INDEX games_by_day ON games (day, status) WHERE day IS NOT NULL;

CREATE TABLE dailies (
    game       TEXT    NOT NULL,
    day        TEXT    NOT NULL,
    number     INTEGER NOT NULL,                    -- of the day, counted from the first day there was
    k          INTEGER NOT NULL CHECK (k >= 0),     -- which of the seeds that belong to this game and day it is
    seed       TEXT    NOT NULL,
    cards      TEXT    NOT NULL,                    -- what the seed stands for: a game from elsewhere may bring them
    proof      TEXT    CHECK (proof <> ''),         -- as in pool; NULL where nothing is proved
    told_at    INTEGER NOT NULL,                    -- until then nobody plays it but in their attempt, nor is told it
    created_at INTEGER NOT NULL,
    PRIMARY KEY (game, day)
) STRICT;

CREATE INDEX dailies_untold ON dailies (game, told_at);

CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Attempts of people whose data was deleted, while their day is open: keyed hashes, that name nobody.
CREATE TABLE daily_marks (
    mark TEXT PRIMARY KEY,
    day  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE guild_settings (
    guild_id         INTEGER PRIMARY KEY,
    daily_channel_id INTEGER,
    locale           TEXT NOT NULL                  -- of the server when its settings were last changed
) STRICT;

-- What was or is to be posted in a server's channel, once a day.
CREATE TABLE announcements (
    guild_id   INTEGER NOT NULL,
    day        TEXT    NOT NULL,
    channel_id INTEGER NOT NULL,
    nonce      TEXT    NOT NULL,                    -- Discord takes one message of a nonce within some minutes
    state      TEXT    NOT NULL CHECK (state IN ('claimed', 'sent', 'failed', 'skipped')),
    claimed_at INTEGER NOT NULL,
    message_id INTEGER,
    PRIMARY KEY (guild_id, day),
    CHECK ((state = 'sent') = (message_id IS NOT NULL))
) STRICT;

CREATE INDEX announcements_claimed ON announcements (claimed_at) WHERE state = 'claimed';
