-- A key may lower its limit, and never pass the one that somebody else set for it. Who set those there are is not known:
-- they count as set by somebody else.
ALTER TABLE api_key_usage ADD COLUMN imposed_credits bigint CHECK (imposed_credits >= 0);
UPDATE api_key_usage SET imposed_credits = max_credits WHERE max_credits IS NOT NULL;
