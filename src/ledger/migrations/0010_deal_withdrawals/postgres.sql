CREATE TRIGGER deal_withdrawals_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON deal_withdrawals
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
