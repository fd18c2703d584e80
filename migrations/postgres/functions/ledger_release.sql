-- Gives back a hold with all its parts; those closed before stay as they are. Answers whether there was any.
CREATE OR REPLACE FUNCTION ledger_release(p_hold_id text, p_state text, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  part record;
  released boolean := false;
BEGIN
  PERFORM 1 FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE;
  -- All balances before the key's usage, which closing a part locks: the order of every ledger function.
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR part IN
    SELECT l.id FROM ledger_holds l WHERE (l.id = p_hold_id OR l.span_of = p_hold_id) AND l.state = 'held'
    ORDER BY l.subscription_id
  LOOP
    PERFORM ledger_close_hold(part.id, 0, NULL, p_state, p_now);
    released := true;
  END LOOP;
  RETURN released;
END $$;
