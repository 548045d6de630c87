-- How games ended, a row each; what leaderboards are read from; and the people on them as they were last seen.

-- How often an undo went back past a card that had been turned. Of games begun before, it is not known.
ALTER TABLE games ADD COLUMN peeks INTEGER NOT NULL DEFAULT 0 CHECK (peeks >= 0);
UPDATE games SET peeks = 1 WHERE undo_count > 0;

CREATE TABLE results (
    game_id    INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    owner_id   INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    options    TEXT    NOT NULL,
    day        TEXT,                                -- as in games: the daily that this was the ranked attempt at
    guild_id   INTEGER,
    won        INTEGER NOT NULL CHECK (won IN (0, 1)),
    score      INTEGER NOT NULL CHECK (score BETWEEN 0 AND 1000),
    moves      INTEGER NOT NULL CHECK (moves >= 0),
    seconds    INTEGER NOT NULL CHECK (seconds >= 0),   -- from the first move to the last
    ended_at   INTEGER NOT NULL,
    counted_on TEXT    NOT NULL,                    -- the UTC day that it belongs to: its daily's, else that of its end
    counts     INTEGER NOT NULL CHECK (counts IN (0, 1))   -- for boards of solo games
) STRICT;

CREATE INDEX results_of_owner ON results (owner_id, ended_at, game_id);
CREATE INDEX results_of_owner_by_day ON results (owner_id, day, game, won) WHERE day IS NOT NULL;
CREATE INDEX results_of_day ON results (day, game, score DESC, moves, seconds) WHERE day IS NOT NULL;

CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    name    TEXT    NOT NULL DEFAULT '',            -- as it was in the last interaction
    hidden  INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),   -- is not shown to others
    seen_at INTEGER NOT NULL
) STRICT;

CREATE TABLE members (
    guild_id INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    seen_at  INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_by_user ON members (user_id);

-- What a person has reached on a board, in a game or in all ('') and in a period: 'd2026-11-30', 'w2026-11-30' (the week
-- from that Monday on), 'm2026-11' or 'a', all time. The greater value is the better one. Periods that are long over are
-- removed.
CREATE TABLE tallies (
    period  TEXT    NOT NULL,
    board   TEXT    NOT NULL,
    game    TEXT    NOT NULL,
    user_id INTEGER NOT NULL,
    hidden  INTEGER NOT NULL,                       -- as in people
    value   INTEGER NOT NULL,
    PRIMARY KEY (period, board, game, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX tallies_in_order ON tallies (period, board, game, hidden, value DESC, user_id);
CREATE INDEX tallies_of_user ON tallies (user_id);

INSERT INTO results
SELECT id, owner_id, game, options, day, guild_id, status = 'won', COALESCE(score, 0), move_count,
    COALESCE(MAX(0, ((SELECT made_at FROM moves WHERE game_id = id ORDER BY ply DESC LIMIT 1) - first_move_at) / 1000), 0),
    ended_at, COALESCE(day, strftime('%Y-%m-%d', ended_at / 1000, 'unixepoch')),
    origin = 'bot' AND day IS NULL AND hints = 0 AND peeks = 0 AND NOT EXISTS (
        SELECT 1 FROM games AS other
        WHERE other.owner_id = games.owner_id AND other.game = games.game AND other.seed = games.seed
            AND other.id <> games.id AND other.started_at <= games.ended_at
    )
FROM games WHERE status <> 'playing';

-- Score, then fewer moves, then less time, as one number: see storage/results.py.
CREATE TEMP VIEW earned AS
SELECT owner_id, counted_on, game, day, won, score, score * 9007199254740992
    + (16777215 - MIN(moves, 16777215)) * 536870912 + 536870911 - MIN(seconds, 536870911) AS merit
FROM results WHERE day IS NOT NULL OR counts = 1;

-- Beside all time, the periods that are not long over.
CREATE TEMP TABLE spans AS
SELECT counted_on, 'a' AS period FROM earned GROUP BY counted_on
UNION ALL
SELECT counted_on, one.value FROM (
    SELECT counted_on, json_array('d' || counted_on, 'w' || date(counted_on, 'weekday 0', '-6 days'),
        'm' || substr(counted_on, 1, 7)) AS periods
    FROM earned WHERE counted_on >= (SELECT date(MAX(counted_on), '-40 days') FROM earned) GROUP BY counted_on
), json_each(periods) AS one;

INSERT INTO tallies
SELECT period, board, part, owner_id, 0, value FROM (
    SELECT period, 'points' AS board, part.value AS part, owner_id, SUM(score) AS value
    FROM earned JOIN spans USING (counted_on), json_each(json_array('', game)) AS part
    WHERE day IS NOT NULL GROUP BY 1, 3, 4
    UNION ALL
    SELECT period, 'daily', part.value, owner_id, MAX(merit)
    FROM earned JOIN spans USING (counted_on), json_each(json_array('', game)) AS part
    WHERE day IS NOT NULL GROUP BY 1, 3, 4
    UNION ALL
    SELECT period, 'wins', part.value, owner_id, SUM(won)
    FROM earned JOIN spans USING (counted_on), json_each(json_array('', game)) AS part
    WHERE day IS NULL AND won = 1 GROUP BY 1, 3, 4
    UNION ALL
    SELECT period, 'best', part.value, owner_id, MAX(merit)
    FROM earned JOIN spans USING (counted_on), json_each(json_array('', game)) AS part
    WHERE day IS NULL GROUP BY 1, 3, 4
);

-- Streaks: days in a row are those that are as far apart as their ranks. The upper part of the value is of days with a
-- finished daily, the lower 20 bits are of days with a won one.
CREATE TEMP TABLE runs AS
SELECT period, owner_id, game, won, MAX(day) AS last, COUNT(*) AS length FROM (
    SELECT *, julianday(day) - ROW_NUMBER() OVER (PARTITION BY period, owner_id, game, won ORDER BY day) AS run FROM (
        SELECT DISTINCT period, owner_id, part.value AS game, which.value AS won, day
        FROM earned JOIN spans USING (counted_on),
            json_each(json_array('', game)) AS part, json_each('[0, 1]') AS which
        WHERE day IS NOT NULL AND earned.won >= which.value AND period NOT LIKE 'd%'
    )
) GROUP BY period, owner_id, game, won, run;

INSERT INTO tallies
SELECT period, 'streaks', game, owner_id, 0,
    MAX(CASE won WHEN 0 THEN length ELSE 0 END) * 1048576 + MAX(CASE won WHEN 1 THEN length ELSE 0 END)
FROM runs GROUP BY period, game, owner_id;

-- A streak goes on through the day after its last one: on that day it can still be made longer.
INSERT INTO tallies
SELECT 'd' || date(last, later.value || ' days'), 'streaks', game, owner_id, 0,
    MAX(CASE won WHEN 0 THEN length ELSE 0 END) * 1048576 + MAX(CASE won WHEN 1 THEN length ELSE 0 END)
FROM runs, json_each('[0, 1]') AS later WHERE period = 'a' GROUP BY 1, game, owner_id;

DROP VIEW earned;
DROP TABLE spans;
DROP TABLE runs;
