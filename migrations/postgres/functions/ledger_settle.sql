-- What answers a charged request: closes the hold and tells the organization's balance after it.
CREATE OR REPLACE FUNCTION ledger_settle(
  p_hold_id text, p_organization_id text, p_charge bigint, p_lines jsonb, p_now timestamptz
) RETURNS TABLE (outcome text, available bigint, allocation bigint) LANGUAGE plpgsql AS $$
DECLARE
  h record;
  result text := 'closed';
BEGIN
  -- A charge of a hold that is whole: nothing captured before, no further parts.
  UPDATE ledger_holds l SET charged = p_charge, closed_at = p_now, state = 'settled'
  WHERE l.id = p_hold_id AND l.state = 'held' AND l.charged = 0 AND l.amount >= p_charge AND p_charge > 0
    AND NOT EXISTS (SELECT FROM ledger_holds m WHERE m.span_of = p_hold_id)
  RETURNING l.organization_id, l.subscription_id, l.key_id, l.request_id, l.operation_id, l.amount INTO h;
  IF FOUND THEN
    UPDATE subscription_balances b SET held = b.held - h.amount, spent = b.spent + p_charge,
      available = b.available + h.amount - p_charge
    WHERE b.subscription_id = h.subscription_id;
    UPDATE api_key_usage u SET held = u.held - h.amount, used = u.used + p_charge WHERE u.key_id = h.key_id;
    INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
      request_id, operation_id, key_id, hold_id, lines, created_at)
    VALUES (h.organization_id, h.subscription_id, 'held', 'spent', p_charge, 'capture',
      h.request_id, h.operation_id, h.key_id, p_hold_id, p_lines, p_now);
    IF h.amount > p_charge THEN
      INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
        request_id, operation_id, key_id, hold_id, created_at)
      VALUES (h.organization_id, h.subscription_id, 'held', 'available', h.amount - p_charge, 'release',
        h.request_id, h.operation_id, h.key_id, p_hold_id, p_now);
    END IF;
  ELSIF EXISTS (SELECT FROM ledger_holds l WHERE l.span_of = p_hold_id) THEN
    result := ledger_close_parts(p_hold_id, p_charge, p_lines, 'released', p_now);
  ELSE
    SELECT c.outcome INTO result FROM ledger_close_hold(p_hold_id, p_charge, p_lines, 'released', p_now) c;
  END IF;
  RETURN QUERY
    SELECT result, COALESCE(sum(b.available), 0)::bigint, COALESCE(sum(b.issued - s.spent_before_period), 0)::bigint
    FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);
END $$;
