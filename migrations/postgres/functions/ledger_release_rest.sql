-- Closes what is open of a hold and answers how much went back.
CREATE OR REPLACE FUNCTION ledger_release_rest(p_hold_id text, p_now timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  rest bigint;
BEGIN
  PERFORM 1 FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE;
  SELECT COALESCE(sum(l.amount - l.charged), 0) INTO rest FROM ledger_holds l
  WHERE (l.id = p_hold_id OR l.span_of = p_hold_id) AND l.state = 'held';
  PERFORM ledger_release(p_hold_id, 'released', p_now);
  RETURN rest;
END $$;
