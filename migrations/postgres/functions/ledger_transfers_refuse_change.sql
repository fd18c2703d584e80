-- Transfers are only added, in replication sessions, too.
CREATE OR REPLACE FUNCTION ledger_transfers_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger_transfers is append-only: % refused', TG_OP USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;

CREATE OR REPLACE TRIGGER ledger_transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfers_refuse_change();
ALTER TABLE ledger_transfers ENABLE ALWAYS TRIGGER ledger_transfers_append_only;
