-- What an organization chooses for an endpoint.
ALTER TABLE webhook_endpoints
  -- Lists whose events it wants; none: all events, those about no list too.
  ADD COLUMN list_ids text[] NOT NULL DEFAULT '{}',
  -- Whether a delivery waits for those before it with the same ordering key.
  ADD COLUMN is_ordered boolean NOT NULL DEFAULT true,
  -- Deliveries at a time.
  ADD COLUMN concurrency integer NOT NULL DEFAULT 4 CHECK (concurrency BETWEEN 1 AND 16),
  ADD COLUMN updated_at timestamptz;
UPDATE webhook_endpoints SET updated_at = created_at;
ALTER TABLE webhook_endpoints ALTER COLUMN updated_at SET NOT NULL;

ALTER TABLE webhook_deliveries
  -- What its event is about, for endpoints that want order; null: any order will do.
  ADD COLUMN ordering_key text,
  -- Number of the event.
  ADD COLUMN place bigint NOT NULL DEFAULT 0;
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (endpoint_id, ordering_key, place)
  WHERE state = 'pending' AND ordering_key IS NOT NULL;

-- Heads of what was sent and answered, as name and value; without what signs.
ALTER TABLE webhook_attempts ADD COLUMN request_headers jsonb, ADD COLUMN response_headers jsonb;

-- Sent to try an endpoint: nothing happened, so the feed leaves it out.
ALTER TABLE events ADD COLUMN is_test boolean NOT NULL DEFAULT false;
CREATE OR REPLACE FUNCTION events_after(p_organization_id text, p_number bigint, p_transaction xid8, p_limit integer)
RETURNS TABLE (id text, type text, data text, number bigint, created_at timestamptz) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  newest bigint;
  settled bigint;
BEGIN
  SELECT last_value INTO newest FROM events_number_seq;
  -- A key has the lowest 31 bits of its number: how far below `newest` it is, or above, where it was taken since.
  SELECT newest - COALESCE(max(away.below) FILTER (WHERE away.below < 1073741824), 0) INTO settled
  FROM (
    SELECT ((newest & 2147483647) - l.objid::bigint) & 2147483647 AS below FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = hashtext('almanac.events')::oid
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
  ) away;
  IF p_transaction IS NULL THEN
    RETURN QUERY
    SELECT e.id, e.type, e.data::text, e.number, e.created_at FROM events e
    WHERE e.organization_id = p_organization_id AND e.number > p_number AND e.number <= settled AND NOT e.is_test
    ORDER BY e.number LIMIT p_limit;
  ELSE
    -- Positions of earlier versions were in the order of transactions.
    RETURN QUERY
    SELECT e.id, e.type, e.data::text, e.number, e.created_at FROM events e
    WHERE e.organization_id = p_organization_id AND e.number <= settled AND NOT e.is_test
      AND (e.number > p_number OR e.written_by > p_transaction)
    ORDER BY e.number LIMIT p_limit;
  END IF;
END $$;
