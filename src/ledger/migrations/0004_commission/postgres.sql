-- What was recorded stays as it is: the database itself refuses to change it.
CREATE TRIGGER accruals_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON accruals
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON statements
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_steps_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_steps
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER changes_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commits_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON commits
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER adjustments_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON adjustments
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON events
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
