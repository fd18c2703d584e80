-- For a request whose client was told that it failed: whatever became of its hold, it has cost nothing afterwards.
CREATE OR REPLACE FUNCTION ledger_take_back(p_hold_id text, p_now timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  h record;
  did text := 'nothing';
BEGIN
  PERFORM 1 FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE;
  -- All balances before the key's usage, which closing a part locks: the order of every ledger function.
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR h IN
    SELECT * FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.subscription_id
  LOOP
    IF h.state = 'held' THEN
      PERFORM ledger_close_hold(h.id, 0, NULL, 'released', p_now);
      did := 'released';
    ELSIF h.state = 'settled' THEN
      PERFORM ledger_post(h.organization_id, h.subscription_id, 'refund', h.charged, h.request_id, h.request_id,
        'the answer was lost', p_now);
      UPDATE ledger_holds l SET state = 'released', charged = 0 WHERE l.id = h.id;
      did := 'refunded';
    END IF;
  END LOOP;
  RETURN did;
END $$;
