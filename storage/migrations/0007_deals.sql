-- Which deal a game has, whatever it was named by: see storage/deals.py. NULL while it is not known, as for games from
-- before that have a seed, and '' where a seed names none.

ALTER TABLE games ADD COLUMN deal TEXT;
UPDATE games SET deal = fingerprint(game, cards) WHERE cards IS NOT NULL;

CREATE INDEX games_of_cards ON games (owner_id, game, deal);
CREATE INDEX games_of_no_known_deal ON games (id) WHERE deal IS NULL;

-- Whoever was shown how to win a deal knows it in all their games of it.
UPDATE games SET proof_shown = 1 WHERE proof_shown = 0 AND (EXISTS (
    SELECT 1 FROM games AS shown
    WHERE shown.owner_id = games.owner_id AND shown.game = games.game AND shown.seed = games.seed AND shown.proof_shown = 1
) OR EXISTS (
    SELECT 1 FROM games AS shown
    WHERE shown.owner_id = games.owner_id AND shown.game = games.game AND shown.deal = games.deal AND shown.proof_shown = 1
));
