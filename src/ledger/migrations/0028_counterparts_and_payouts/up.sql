-- For a parent's share: its percentage. Null in rows of earlier releases, when deals had one level.
ALTER TABLE held_accruals ADD COLUMN percent {decimal};
-- For a parent's share of what a statement carries over or waives: that amount. It has no player, event and source.
ALTER TABLE held_accruals ADD COLUMN followed {decimal};

-- The currency in which an affiliate is paid. Null for the currencies of its statements.
ALTER TABLE affiliates ADD COLUMN payout_currency TEXT;
