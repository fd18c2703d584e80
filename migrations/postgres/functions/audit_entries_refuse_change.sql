-- Entries of the audit are only added, in replication sessions, too.
CREATE OR REPLACE FUNCTION audit_entries_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_entries is append-only: % refused', TG_OP USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;

CREATE OR REPLACE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_refuse_change();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;
