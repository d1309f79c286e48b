-- What a key may do: names of scopes, separated by commas. Keys from before may do everything.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'full';
