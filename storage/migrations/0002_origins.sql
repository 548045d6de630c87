-- Whose choice a deal was, and whether its player had met it before: only the bot's own, met for the first time, says
-- how well somebody plays. It takes the place of "chosen", which said less.

ALTER TABLE games ADD COLUMN origin TEXT NOT NULL DEFAULT 'bot'
    CHECK (origin IN ('bot', 'chosen', 'imported', 'seen'));

CREATE INDEX games_of_deal ON games (owner_id, game, seed);

UPDATE games SET origin = 'chosen' WHERE chosen = 1;
UPDATE games SET origin = 'seen' WHERE EXISTS (
    SELECT 1 FROM games AS earlier
    WHERE earlier.owner_id = games.owner_id AND earlier.game = games.game AND earlier.id < games.id
        AND (earlier.seed = games.seed OR earlier.cards = games.cards AND earlier.wind IS games.wind)
);

ALTER TABLE games DROP COLUMN chosen;
