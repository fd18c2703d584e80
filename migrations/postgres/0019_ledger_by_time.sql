-- Statements and time ranges of the journal: what moved in a month is found without reading what came before it.
CREATE INDEX ledger_transfers_time ON ledger_transfers (organization_id, created_at);
