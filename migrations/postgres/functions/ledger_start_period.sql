-- Begins a period of a subscription. With p_renew the rest of the old allocation lapses and the new one is granted;
-- credits that were bought, granted or given back stay. p_expected: only while the running period ends then (so that two
-- processes begin one period), and only a subscription that is active and resets by itself.
CREATE OR REPLACE FUNCTION ledger_start_period(
  p_subscription_id text, p_expected timestamptz, p_renew boolean, p_starts timestamptz, p_resets timestamptz,
  p_anchor timestamptz, p_request_id text, p_now timestamptz
) RETURNS TABLE (lapsed bigint, granted bigint) LANGUAGE plpgsql AS $$
DECLARE
  b record;
  s record;
  kept bigint;
BEGIN
  SELECT * INTO b FROM subscription_balances x WHERE x.subscription_id = p_subscription_id FOR NO KEY UPDATE;
  SELECT * INTO s FROM subscriptions x WHERE x.id = p_subscription_id FOR NO KEY UPDATE;
  IF s IS NULL OR (p_expected IS NOT NULL
    AND NOT (s.period_resets_at = p_expected AND s.auto_reset AND s.status = 'active')) THEN
    RETURN;
  END IF;
  kept := CASE WHEN p_renew
    THEN LEAST(b.available, GREATEST(b.issued - s.spent_before_period - s.period_allocation, 0))
    ELSE b.available END;
  lapsed := b.available - kept;
  granted := CASE WHEN p_renew THEN s.allocation ELSE 0 END;
  INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
    request_id, note, created_at)
  SELECT b.organization_id, p_subscription_id, entry.source, entry.target, entry.moved, entry.kind,
    p_request_id, entry.note, p_now
  FROM (VALUES
    (1, 'available', 'issued', lapsed, 'lapse', 'end of the usage period'),
    (2, 'issued', 'available', granted, 'grant', 'start of the usage period')
  ) AS entry (place, source, target, moved, kind, note)
  WHERE entry.moved > 0 ORDER BY entry.place;
  UPDATE subscription_balances x SET available = kept + granted, issued = x.issued - lapsed + granted
  WHERE x.subscription_id = p_subscription_id;
  UPDATE subscriptions x SET period_started_at = p_starts, period_resets_at = p_resets, period_anchor = p_anchor,
    spent_before_period = b.spent, period_allocation = granted,
    status = CASE WHEN p_renew THEN 'active' ELSE x.status END
  WHERE x.id = p_subscription_id;
  RETURN NEXT;
END $$;
