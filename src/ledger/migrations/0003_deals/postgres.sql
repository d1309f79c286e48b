CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME; END $$;

CREATE TRIGGER deal_versions_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON deal_versions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
