-- What decisions about the rows of a run cost, beside the run itself; 0 for decisions made before (capabilities/enrich).
ALTER TABLE enrich_runs ADD COLUMN decided_milli bigint NOT NULL DEFAULT 0;
