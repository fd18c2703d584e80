-- Closes a hold: captures p_charge and gives the rest back. p_state is what the hold becomes when nothing is captured.
-- A hold may have been captured in parts: `charged` grows while the hold is open, and closing it moves only what is left.
-- Holds of jobs carry instance 'job': neither a boot nor an expiry ends them, only the end of their job.
CREATE OR REPLACE FUNCTION ledger_close_hold(
  p_hold_id text, p_charge bigint, p_lines jsonb, p_state text, p_now timestamptz
) RETURNS TABLE (outcome text, held_amount bigint) LANGUAGE plpgsql AS $$
DECLARE
  h record;
  room bigint;
  rest bigint;
BEGIN
  SELECT * INTO h FROM ledger_holds l WHERE l.id = p_hold_id FOR NO KEY UPDATE;
  IF NOT FOUND OR h.state <> 'held' THEN
    RETURN QUERY SELECT 'gone', 0::bigint;
    RETURN;
  END IF;
  room := h.amount - h.charged;
  IF p_charge < 0 OR p_charge > room THEN
    RETURN QUERY SELECT 'above-hold', room;
    RETURN;
  END IF;

  rest := room - p_charge;
  UPDATE ledger_holds l SET charged = h.charged + p_charge, closed_at = p_now,
    state = CASE WHEN h.charged + p_charge > 0 THEN 'settled' ELSE p_state END
  WHERE l.id = p_hold_id;
  UPDATE subscription_balances b
  SET held = b.held - room, spent = b.spent + p_charge, available = b.available + rest
  WHERE b.subscription_id = h.subscription_id;
  UPDATE api_key_usage u SET held = u.held - room, used = u.used + p_charge WHERE u.key_id = h.key_id;

  INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
    request_id, operation_id, key_id, hold_id, lines, created_at)
  SELECT h.organization_id, h.subscription_id, 'held', entry.account, entry.moved, entry.kind,
    h.request_id, h.operation_id, h.key_id, h.id, entry.bought, p_now
  FROM (VALUES
    (1, 'spent', p_charge, 'capture', p_lines),
    (2, 'available', rest, CASE WHEN p_state = 'expired' THEN 'expire' ELSE 'release' END, NULL::jsonb)
  ) AS entry (place, account, moved, kind, bought)
  WHERE entry.moved > 0
  ORDER BY entry.place;
  RETURN QUERY SELECT 'closed', rest;
END $$;
