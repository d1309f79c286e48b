CREATE TRIGGER deal_versions_are_not_updated BEFORE UPDATE ON deal_versions
BEGIN SELECT RAISE(ABORT, 'deal_versions is only ever added to'); END;
CREATE TRIGGER deal_versions_are_not_deleted BEFORE DELETE ON deal_versions
BEGIN SELECT RAISE(ABORT, 'deal_versions is only ever added to'); END;
