-- Deals that can be won, each with a proof, waiting to be dealt; and which of them a game is played on.

CREATE TABLE pool (
    id         INTEGER PRIMARY KEY,
    game       TEXT    NOT NULL,
    options    TEXT    NOT NULL,                    -- as in games
    rules      INTEGER NOT NULL,
    seed       TEXT    NOT NULL,
    proof      TEXT    NOT NULL CHECK (proof <> ''),   -- the moves of a game that is won, with a space between them
    difficulty TEXT,                                -- NULL where it can't be told
    uses       INTEGER NOT NULL DEFAULT 0,          -- how often it was dealt to somebody
    retired    INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)),   -- is dealt no more, but its proof still holds
    found_at   INTEGER NOT NULL,
    UNIQUE (game, seed, options, rules)
) STRICT;

CREATE INDEX pool_of_kind ON pool (game, options, rules) WHERE retired = 0;

ALTER TABLE games ADD COLUMN wish TEXT;             -- the difficulty asked for; 'any' for any deal; NULL: one to be won
ALTER TABLE games ADD COLUMN pool_id INTEGER REFERENCES pool (id);
ALTER TABLE games ADD COLUMN difficulty TEXT;       -- of the deal, as the pool has it
ALTER TABLE games ADD COLUMN proof_shown INTEGER NOT NULL DEFAULT 0 CHECK (proof_shown IN (0, 1));

CREATE INDEX games_by_start ON games (started_at);
