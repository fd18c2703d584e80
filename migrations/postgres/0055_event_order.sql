-- The feed waited for every older writing transaction of the whole server: an import that copies for seconds, or another
-- database, held it back. Now it waits for those alone that have told an event.

DROP INDEX events_feed;
CREATE INDEX events_feed ON events (organization_id, number);

-- The first event of a transaction takes a lock whose second key is a number below all it will get. It is shared, so nobody
-- waits; readers see it in pg_locks until the transaction has ended.
CREATE FUNCTION events_begin() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  below bigint;
BEGIN
  IF COALESCE(current_setting('almanac.tells_events', true), '') = '' THEN
    SELECT last_value INTO below FROM events_number_seq;
    PERFORM pg_advisory_xact_lock_shared(hashtext('almanac.events'), (below & 2147483647)::integer);
    PERFORM set_config('almanac.tells_events', 'yes', true);
  END IF;
  RETURN NULL;
END $$;
-- For the statement: before its rows are given their numbers.
CREATE TRIGGER events_begin BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION events_begin();

-- Events that nothing can come before any more. Each statement below sees what had committed when it began: whoever was
-- given a number up to `newest` either still holds its lock, or has ended and is seen by the last statement.
CREATE FUNCTION events_after(p_organization_id text, p_number bigint, p_transaction xid8, p_limit integer)
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
    WHERE e.organization_id = p_organization_id AND e.number > p_number AND e.number <= settled
    ORDER BY e.number LIMIT p_limit;
  ELSE
    -- Positions of earlier versions were in the order of transactions.
    RETURN QUERY
    SELECT e.id, e.type, e.data::text, e.number, e.created_at FROM events e
    WHERE e.organization_id = p_organization_id AND e.number <= settled
      AND (e.number > p_number OR e.written_by > p_transaction)
    ORDER BY e.number LIMIT p_limit;
  END IF;
END $$;
