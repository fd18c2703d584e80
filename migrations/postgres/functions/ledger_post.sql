-- Operators' entries and purchases: grant, purchase, refund, revoke, lapse on one subscription. With p_refunds a refund is tied
-- to that request: at most what it was charged, and its key gets the room back.
-- At a reset the rest of the allocation lapses, and what was bought, granted or given back stays. A refund of what was charged
-- in an earlier period raises the credit of the running one. One of the running period leaves the allocation smaller by it,
-- because it was spent first, and a revocation that reaches into the allocation does the same.
CREATE OR REPLACE FUNCTION ledger_post(
  p_organization_id text, p_subscription_id text, p_kind text, p_amount bigint, p_request_id text,
  p_refunds text, p_note text, p_now timestamptz
) RETURNS TABLE (outcome text, reachable bigint) LANGUAGE plpgsql AS $$
DECLARE
  balance record;
  period record;
  charged_key text;
  charged_at timestamptz;
  refundable bigint;
  earlier bigint := 0;
  source text;
  target text;
BEGIN
  SELECT * INTO balance FROM subscription_balances b
  WHERE b.subscription_id = p_subscription_id AND b.organization_id = p_organization_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'unknown-subscription', 0::bigint;
    RETURN;
  END IF;

  source := CASE p_kind WHEN 'refund' THEN 'spent' WHEN 'revoke' THEN 'available' WHEN 'lapse' THEN 'available' ELSE 'issued' END;
  target := CASE WHEN p_kind IN ('revoke', 'lapse') THEN 'issued' ELSE 'available' END;
  refundable := CASE source WHEN 'spent' THEN balance.spent WHEN 'available' THEN balance.available END;

  IF p_refunds IS NOT NULL THEN
    SELECT max(t.key_id), max(t.created_at) FILTER (WHERE t.kind = 'capture'),
      COALESCE(sum(CASE t.kind WHEN 'capture' THEN t.amount WHEN 'refund' THEN -t.amount ELSE 0 END), 0)
    INTO charged_key, charged_at, refundable FROM ledger_transfers t
    WHERE t.request_id = p_refunds AND t.organization_id = p_organization_id AND t.subscription_id = p_subscription_id;
  END IF;
  IF refundable < p_amount THEN
    RETURN QUERY SELECT 'short', refundable;
    RETURN;
  END IF;

  IF p_kind = 'refund' THEN
    SELECT s.period_started_at AS begun, s.spent_before_period AS spent_before INTO period
    FROM subscriptions s WHERE s.id = p_subscription_id;
    earlier := CASE
      WHEN charged_at < period.begun THEN LEAST(p_amount, period.spent_before)
      ELSE LEAST(GREATEST(p_amount - (balance.spent - period.spent_before), 0), period.spent_before)
    END;
    UPDATE subscriptions s SET spent_before_period = s.spent_before_period - earlier,
      period_allocation = GREATEST(s.period_allocation - (p_amount - earlier), 0)
    WHERE s.id = p_subscription_id;
  ELSIF p_kind = 'revoke' THEN
    UPDATE subscriptions s SET period_allocation = balance.issued - p_amount - s.spent_before_period
    WHERE s.id = p_subscription_id AND s.period_allocation > balance.issued - p_amount - s.spent_before_period;
  END IF;

  UPDATE subscription_balances b SET
    available = b.available + CASE WHEN target = 'available' THEN p_amount ELSE -p_amount END,
    spent = b.spent - CASE WHEN source = 'spent' THEN p_amount ELSE 0 END,
    issued = b.issued + CASE WHEN source = 'issued' THEN p_amount WHEN target = 'issued' THEN -p_amount ELSE 0 END
  WHERE b.subscription_id = p_subscription_id;
  -- No key unless a request is refunded. Its usage may have been reset since: then there is less to give back.
  UPDATE api_key_usage u SET used = GREATEST(u.used - p_amount, 0) WHERE u.key_id = charged_key;
  INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
    request_id, key_id, note, created_at)
  VALUES (p_organization_id, p_subscription_id, source, target, p_amount, p_kind,
    COALESCE(p_refunds, p_request_id), charged_key, p_note, p_now);
  RETURN QUERY SELECT 'posted', refundable;
END $$;
