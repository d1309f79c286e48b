-- What was recorded stays as it is: the database itself refuses to change it.
CREATE TRIGGER accruals_are_not_updated BEFORE UPDATE ON accruals
BEGIN SELECT RAISE(ABORT, 'accruals is only ever added to'); END;
CREATE TRIGGER accruals_are_not_deleted BEFORE DELETE ON accruals
BEGIN SELECT RAISE(ABORT, 'accruals is only ever added to'); END;
CREATE TRIGGER statements_are_not_updated BEFORE UPDATE ON statements
BEGIN SELECT RAISE(ABORT, 'statements is only ever added to'); END;
CREATE TRIGGER statements_are_not_deleted BEFORE DELETE ON statements
BEGIN SELECT RAISE(ABORT, 'statements is only ever added to'); END;
CREATE TRIGGER statement_steps_are_not_updated BEFORE UPDATE ON statement_steps
BEGIN SELECT RAISE(ABORT, 'statement_steps is only ever added to'); END;
CREATE TRIGGER statement_steps_are_not_deleted BEFORE DELETE ON statement_steps
BEGIN SELECT RAISE(ABORT, 'statement_steps is only ever added to'); END;
CREATE TRIGGER changes_are_not_updated BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes is only ever added to'); END;
CREATE TRIGGER changes_are_not_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes is only ever added to'); END;
CREATE TRIGGER commits_are_not_updated BEFORE UPDATE ON commits
BEGIN SELECT RAISE(ABORT, 'commits is only ever added to'); END;
CREATE TRIGGER commits_are_not_deleted BEFORE DELETE ON commits
BEGIN SELECT RAISE(ABORT, 'commits is only ever added to'); END;
CREATE TRIGGER adjustments_are_not_updated BEFORE UPDATE ON adjustments
BEGIN SELECT RAISE(ABORT, 'adjustments is only ever added to'); END;
CREATE TRIGGER adjustments_are_not_deleted BEFORE DELETE ON adjustments
BEGIN SELECT RAISE(ABORT, 'adjustments is only ever added to'); END;
CREATE TRIGGER events_are_not_updated BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events is only ever added to'); END;
CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events is only ever added to'); END;
