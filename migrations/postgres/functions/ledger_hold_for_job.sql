-- Sets the whole of p_want aside for a job, on the subscription named or over all of them, or nothing.
-- Locks as every ledger function: balance rows by subscription id. Drawn on first is what resets first.
CREATE OR REPLACE FUNCTION ledger_hold_for_job(
  p_hold_id text, p_organization_id text, p_subscription_id text, p_request_id text, p_operation_id text,
  p_want bigint, p_unit_prices jsonb, p_now timestamptz, p_expires_at timestamptz
) RETURNS TABLE (outcome text, available bigint, allocation bigint) LANGUAGE plpgsql AS $$
DECLARE
  one record;
  missing bigint;
  take bigint;
  total bigint;
  total_credit bigint;
  place integer := 0;
  part_id text;
BEGIN
  FOR one IN
    WITH locked AS MATERIALIZED (
      SELECT b.subscription_id, b.available AS here, b.issued - s.spent_before_period AS credit, s.period_resets_at
      FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
      WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now)
        AND (p_subscription_id IS NULL OR b.subscription_id = p_subscription_id)
      ORDER BY b.subscription_id
      FOR NO KEY UPDATE OF b
    )
    SELECT l.subscription_id, l.here, (sum(l.here) OVER ())::bigint AS total,
      (sum(l.credit) OVER ())::bigint AS total_credit
    FROM locked l ORDER BY l.period_resets_at, l.subscription_id
  LOOP
    IF missing IS NULL THEN
      IF one.total < p_want THEN
        RETURN QUERY SELECT 'out-of-credits', one.total, one.total_credit;
        RETURN;
      END IF;
      missing := p_want;
      total := one.total - p_want;
      total_credit := one.total_credit;
    END IF;
    EXIT WHEN missing = 0;
    take := LEAST(missing, one.here);
    CONTINUE WHEN take = 0;
    place := place + 1;
    part_id := CASE WHEN place = 1 THEN p_hold_id ELSE p_hold_id || '/' || place END;
    UPDATE subscription_balances b SET available = b.available - take, held = b.held + take
    WHERE b.subscription_id = one.subscription_id;
    INSERT INTO ledger_holds (id, span_of, organization_id, subscription_id, request_id, operation_id, amount,
      unit_prices, instance_id, boot_id, created_at, expires_at)
    VALUES (part_id, CASE WHEN place > 1 THEN p_hold_id END, p_organization_id, one.subscription_id,
      p_request_id, p_operation_id, take, p_unit_prices, 'job', 'job', p_now, p_expires_at);
    INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
      request_id, operation_id, hold_id, created_at)
    VALUES (p_organization_id, one.subscription_id, 'available', 'held', take, 'hold',
      p_request_id, p_operation_id, part_id, p_now);
    missing := missing - take;
  END LOOP;
  IF missing IS NULL THEN
    RETURN QUERY SELECT CASE WHEN EXISTS (SELECT FROM subscription_balances b WHERE b.organization_id = p_organization_id)
      THEN 'restricted' ELSE 'out-of-credits' END, 0::bigint, 0::bigint;
    RETURN;
  END IF;
  RETURN QUERY SELECT 'held', total, total_credit;
END $$;
