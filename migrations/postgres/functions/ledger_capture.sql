-- Captures a part of an open hold, from its first part on, and leaves it open.
CREATE OR REPLACE FUNCTION ledger_capture(
  p_hold_id text, p_charge bigint, p_lines jsonb, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  part record;
  room bigint := 0;
  missing bigint := p_charge;
  take bigint;
BEGIN
  FOR part IN
    SELECT l.state, l.amount - l.charged AS room FROM ledger_holds l
    WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE
  LOOP
    IF part.state <> 'held' THEN
      RETURN 'gone';
    END IF;
    room := room + part.room;
  END LOOP;
  IF NOT FOUND THEN
    RETURN 'gone';
  ELSIF p_charge <= 0 OR p_charge > room THEN
    RETURN 'above-hold';
  END IF;
  -- All balances before the key's usage: the order of every ledger function.
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR part IN
    SELECT * FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id
  LOOP
    take := LEAST(missing, part.amount - part.charged);
    CONTINUE WHEN take = 0;
    UPDATE ledger_holds l SET charged = part.charged + take WHERE l.id = part.id;
    UPDATE subscription_balances b SET held = b.held - take, spent = b.spent + take
    WHERE b.subscription_id = part.subscription_id;
    UPDATE api_key_usage u SET held = u.held - take, used = u.used + take WHERE u.key_id = part.key_id;
    INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
      request_id, operation_id, key_id, hold_id, lines, created_at)
    VALUES (part.organization_id, part.subscription_id, 'held', 'spent', take, 'capture',
      part.request_id, part.operation_id, part.key_id, part.id,
      -- What was bought is told once.
      CASE WHEN missing = p_charge THEN p_lines END, p_now);
    missing := missing - take;
  END LOOP;
  RETURN 'captured';
END $$;
