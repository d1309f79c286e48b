-- How long the periods of an affiliate's statements are: month, halfMonth or week.
ALTER TABLE affiliates ADD COLUMN statement_period TEXT NOT NULL DEFAULT 'month';
