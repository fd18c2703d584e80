-- Events that nothing can come before any more. Each statement below sees what had committed when it began: whoever was
-- given a number up to `newest` either still holds its lock, or has ended and is seen by the last statement.
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
