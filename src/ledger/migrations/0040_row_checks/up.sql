-- One byte for each member of the rows of the commit (ledger/seals/row_checks.hpp). Null before, and on SQLite.
ALTER TABLE commits ADD COLUMN row_checks {bytes};
