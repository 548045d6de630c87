-- How many hints a game's player was given, and at which version the last: asked for there again, it is the same hint.

ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0);
ALTER TABLE games ADD COLUMN hint_version INTEGER;
