-- Closes a hold with all its parts: captures p_charge, from the first part on, and gives back the rest.
CREATE OR REPLACE FUNCTION ledger_close_parts(
  p_hold_id text, p_charge bigint, p_lines jsonb, p_state text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  part record;
  room bigint := 0;
  missing bigint := p_charge;
  take bigint;
BEGIN
  FOR part IN
    SELECT l.id, l.state, l.amount - l.charged AS room FROM ledger_holds l
    WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE
  LOOP
    IF part.state <> 'held' THEN
      RETURN 'gone';
    END IF;
    room := room + part.room;
  END LOOP;
  IF p_charge < 0 OR p_charge > room THEN
    RETURN 'above-hold';
  END IF;
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR part IN
    SELECT l.id, l.amount - l.charged AS room FROM ledger_holds l
    WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id
  LOOP
    take := LEAST(missing, part.room);
    -- What was bought is told once, with the first part.
    PERFORM ledger_close_hold(part.id, take, CASE WHEN part.id = p_hold_id THEN p_lines END, p_state, p_now);
    missing := missing - take;
  END LOOP;
  RETURN 'closed';
END $$;
