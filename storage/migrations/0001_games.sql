-- A game is its deal and its moves; every time is in milliseconds since 1970 (UTC).

CREATE TABLE games (
    -- AUTOINCREMENT: the buttons of a deleted game must never come to act on a later one.
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id      INTEGER NOT NULL,
    game          TEXT    NOT NULL,
    options       TEXT    NOT NULL,                 -- a JSON object, name -> value
    rules         INTEGER NOT NULL,
    seed          TEXT,
    cards         TEXT,
    wind          TEXT,
    chosen        INTEGER NOT NULL CHECK (chosen IN (0, 1)),   -- was the deal the player's choice
    guild_id      INTEGER,
    channel_id    INTEGER,
    message_id    INTEGER,
    version       INTEGER NOT NULL CHECK (version >= 1),       -- rises with every change, undo included
    move_count    INTEGER NOT NULL CHECK (move_count >= 0),
    undo_count    INTEGER NOT NULL CHECK (undo_count >= 0),
    status        TEXT    NOT NULL CHECK (status IN ('playing', 'won', 'lost', 'resigned')),
    score         INTEGER,
    progress      INTEGER,
    started_at    INTEGER NOT NULL,
    first_move_at INTEGER,                          -- stays when that move is taken back: undo wins no time
    touched_at    INTEGER NOT NULL,                 -- last played or shown
    ended_at      INTEGER,
    CHECK ((seed IS NULL) <> (cards IS NULL)),
    CHECK (wind IS NULL OR cards IS NOT NULL),
    CHECK ((status = 'playing') = (ended_at IS NULL)),
    CHECK (status <> 'playing' OR (score IS NULL AND progress IS NULL))
) STRICT;

CREATE INDEX games_of_owner ON games (owner_id, touched_at, id);
CREATE INDEX games_of_owner_by_status ON games (owner_id, status, touched_at, id);

CREATE TABLE moves (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply     INTEGER NOT NULL CHECK (ply >= 1),      -- 1 for the first move of the game
    press   INTEGER NOT NULL,                       -- the version that the request which made it led to
    move    TEXT    NOT NULL CHECK (move <> ''),
    made_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, ply)
) STRICT, WITHOUT ROWID;
