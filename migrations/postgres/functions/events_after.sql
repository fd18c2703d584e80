-- Events that nothing can come before any more. Each statement below sees what had committed when it began: whoever was
-- given a number up to `newest` either still holds its lock, or has ended and is seen by the last statement.
-- With types or lists only those come; where that leaves the page unfilled a last row without an id says up to where all were
-- looked at, so that nobody looks at them again.
DROP FUNCTION IF EXISTS events_after(text, bigint, xid8, integer);
CREATE OR REPLACE FUNCTION events_after(
  p_organization_id text, p_number bigint, p_transaction xid8, p_limit integer,
  p_types text[] DEFAULT NULL, p_list_ids text[] DEFAULT NULL
) RETURNS TABLE (id text, type text, data text, number bigint, created_at timestamptz) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  newest bigint;
  settled bigint;
  answered bigint;
BEGIN
  -- A sequence that has given no number yet says the first one, which is then still to come.
  SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END INTO newest FROM events_number_seq;
  -- A key has the lowest 31 bits of its number: how far below `newest` it is, or above, where it was taken since.
  SELECT newest - COALESCE(max(away.below) FILTER (WHERE away.below < 1073741824), 0) INTO settled
  FROM (
    SELECT ((newest & 2147483647) - l.objid::bigint) & 2147483647 AS below FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = hashtext('almanac.events')::oid
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
  ) away;
  IF p_types IS NOT NULL OR p_list_ids IS NOT NULL THEN
    RETURN QUERY
    SELECT e.id, e.type, e.data::text, e.number, e.created_at FROM events e
    WHERE e.organization_id = p_organization_id AND e.number > p_number AND e.number <= settled AND NOT e.is_test
      AND (p_types IS NULL OR e.type = ANY (p_types)) AND (p_list_ids IS NULL OR e.list_id = ANY (p_list_ids))
    ORDER BY e.number LIMIT p_limit;
    GET DIAGNOSTICS answered = ROW_COUNT;
    IF answered < p_limit THEN
      number := GREATEST(settled, p_number);
      RETURN NEXT;
    END IF;
  ELSIF p_transaction IS NULL THEN
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
