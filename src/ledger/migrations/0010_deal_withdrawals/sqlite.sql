CREATE TRIGGER deal_withdrawals_are_not_updated BEFORE UPDATE ON deal_withdrawals
BEGIN SELECT RAISE(ABORT, 'deal_withdrawals is only ever added to'); END;
CREATE TRIGGER deal_withdrawals_are_not_deleted BEFORE DELETE ON deal_withdrawals
BEGIN SELECT RAISE(ABORT, 'deal_withdrawals is only ever added to'); END;
