-- The first event of a transaction takes a lock whose second key is a number below all it will get. It is shared, so nobody
-- waits; readers see it in pg_locks until the transaction has ended.
CREATE OR REPLACE FUNCTION events_begin() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER events_begin BEFORE INSERT ON events
  FOR EACH STATEMENT EXECUTE FUNCTION events_begin();
