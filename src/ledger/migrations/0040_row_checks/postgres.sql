-- The checks do not compress, so the server need not try.
ALTER TABLE commits ALTER COLUMN row_checks SET STORAGE EXTERNAL;
