CREATE TRIGGER seals_are_not_updated BEFORE UPDATE ON seals
BEGIN SELECT RAISE(ABORT, 'seals is only ever added to'); END;
CREATE TRIGGER seals_are_not_deleted BEFORE DELETE ON seals
BEGIN SELECT RAISE(ABORT, 'seals is only ever added to'); END;
CREATE TRIGGER audit_log_are_not_updated BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'audit_log is only ever added to'); END;
CREATE TRIGGER audit_log_are_not_deleted BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'audit_log is only ever added to'); END;
