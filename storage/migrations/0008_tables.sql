-- Tables: several people who play one game in turns, or race on one deal. Times are in milliseconds since 1970 (UTC).

CREATE TABLE tables (
    -- AUTOINCREMENT: the buttons of a table must never come to act on a later one.
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    kind            TEXT    NOT NULL CHECK (kind IN ('turns', 'race')),
    guild_id        INTEGER NOT NULL,
    channel_id      INTEGER NOT NULL,               -- where it is played: a channel or a thread of its own
    message_id      INTEGER,                        -- shows the lobby, then the play, then the result
    locale          TEXT    NOT NULL,
    threaded        INTEGER NOT NULL CHECK (threaded IN (0, 1)),   -- is a thread of its own wished
    host_id         INTEGER NOT NULL,
    game            TEXT    NOT NULL,
    options         TEXT    NOT NULL,               -- as in games
    rules           INTEGER NOT NULL,
    origin          TEXT    NOT NULL CHECK (origin IN ('bot', 'chosen')),
    seed            TEXT,                           -- NULL while the bot has not chosen one
    cards           TEXT,                           -- what the seed stands for, so that nobody brings them meanwhile
    deal            TEXT,                           -- as in games
    most_seats      INTEGER NOT NULL CHECK (most_seats BETWEEN 2 AND 8),
    clock           INTEGER NOT NULL CHECK (clock > 0),            -- seconds of a turn, or of the race
    state           TEXT    NOT NULL CHECK (state IN ('lobby', 'playing', 'over', 'closed')),
    ending          TEXT,                           -- how it ended: see storage/table_rows.py
    ended_by        INTEGER,
    counts          INTEGER NOT NULL DEFAULT 0 CHECK (counts IN (0, 1)),   -- for the leaderboard of tables
    counted_on      TEXT,                           -- the UTC day of its end
    version         INTEGER NOT NULL CHECK (version >= 1),         -- rises with every change of what stands here
    moment          INTEGER NOT NULL,               -- rises with each change that whoever is in turn must have seen
    turn            INTEGER,                        -- the person in turn
    turn_number     INTEGER NOT NULL,
    deadline        INTEGER,                        -- of the lobby, the turn or the race
    deadline_before INTEGER,                        -- of the turn before the last play, which may be taken back
    mover_id        INTEGER,                        -- who moved last
    may_undo        INTEGER NOT NULL DEFAULT 0 CHECK (may_undo IN (0, 1)),
    last_gain       INTEGER NOT NULL DEFAULT 0,     -- what the last play brought
    called          INTEGER NOT NULL DEFAULT 0,     -- the turn whose player was called last, and by which message
    call_id         INTEGER,
    game_id         INTEGER REFERENCES games (id),  -- the one that is played in turns
    created_at      INTEGER NOT NULL,
    started_at      INTEGER,
    ended_at        INTEGER,
    rematch_of      INTEGER REFERENCES tables (id),
    CHECK ((state IN ('over', 'closed')) = (ended_at IS NOT NULL)),
    CHECK ((state IN ('over', 'closed')) = (ending IS NOT NULL))
) STRICT;

CREATE INDEX tables_due ON tables (deadline) WHERE state IN ('lobby', 'playing');
CREATE INDEX tables_playing ON tables (game) WHERE state = 'playing';
CREATE INDEX tables_of_channel ON tables (channel_id, id);
CREATE INDEX tables_of_game ON tables (game_id) WHERE game_id IS NOT NULL;
CREATE UNIQUE INDEX tables_rematch ON tables (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,                      -- below 0 for somebody whose data was deleted
    position INTEGER NOT NULL,                      -- in which order they play
    state    TEXT    NOT NULL CHECK (state IN ('in', 'left', 'dropped')),
    gained   INTEGER NOT NULL DEFAULT 0,            -- cards that they have cleared or built
    bonus    INTEGER NOT NULL DEFAULT 0,            -- for the winning move
    missed   INTEGER NOT NULL DEFAULT 0,            -- how many of their turns in a row ran out
    passed   INTEGER NOT NULL DEFAULT 0 CHECK (passed BETWEEN 0 AND 2),  -- see storage/table_rows.py
    quiet    INTEGER NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1)),    -- do they not want to be pinged
    game_id  INTEGER REFERENCES games (id) ON DELETE SET NULL,      -- their own board in a race
    place    INTEGER,                               -- in the ranking, once it is over; ties share one
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_user ON seats (user_id, table_id);
CREATE INDEX seats_of_game ON seats (game_id) WHERE game_id IS NOT NULL;

-- Who was asked to a table, and what became of it.
CREATE TABLE invitations (
    table_id   INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id    INTEGER NOT NULL,
    invited_by INTEGER NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'expired')),
    channel_id INTEGER,
    message_id INTEGER,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_of_user ON invitations (user_id);
CREATE INDEX invitations_by ON invitations (invited_by);
-- Those whose messages don't say yet that they have expired.
CREATE INDEX invitations_standing ON invitations (table_id) WHERE state = 'expired' AND message_id IS NOT NULL;

-- Who made a move of a game that is played in turns; of one that was made by itself, nobody did.
CREATE TABLE movers (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply     INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game_id, ply)
) STRICT, WITHOUT ROWID;

-- The table at which a game is played, and until when it may be if it is a board of a race: its deal is secret till then.
ALTER TABLE games ADD COLUMN table_id INTEGER REFERENCES tables (id);
ALTER TABLE games ADD COLUMN closes_at INTEGER;

CREATE INDEX games_of_table ON games (table_id) WHERE table_id IS NOT NULL;
