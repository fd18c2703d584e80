-- Sets credits aside for a request: the common hold, on one usable subscription. Any other goes through
-- ledger_hold_over_all, with the same answers and the same order of locks.
-- Locks of every ledger function, in this order: hold row, balance rows by subscription id, key usage row.
CREATE OR REPLACE FUNCTION ledger_hold(
  p_hold_id text, p_organization_id text, p_key_id text, p_request_id text, p_operation_id text,
  p_want bigint, p_least bigint, p_unit_prices jsonb,
  p_instance_id text, p_boot_id text, p_now timestamptz, p_expires_at timestamptz
) RETURNS TABLE (outcome text, amount bigint, available bigint, allocation bigint) LANGUAGE plpgsql AS $$
DECLARE
  seen record;
  first record;
  total bigint;
BEGIN
  SELECT count(*) AS usable, min(b.subscription_id) AS subscription_id, COALESCE(sum(b.available), 0)::bigint AS total,
    COALESCE(sum(b.issued - s.spent_before_period), 0)::bigint AS total_credit,
    (SELECT u.max_credits IS NULL OR u.max_credits - u.used - u.held >= p_want
      FROM api_key_usage u WHERE u.key_id = p_key_id) AS key_has_room
  INTO seen FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
  WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);

  -- Seen without a lock: who is not likely to be served here leaves before anything is locked or written.
  IF seen.total >= p_want AND seen.key_has_room THEN
    IF seen.usable = 1 THEN
      first := seen;
    ELSE
      -- All balance rows are locked, in one fixed order, before one is drawn on. Drawn on first is what resets first.
      WITH locked AS MATERIALIZED (
        SELECT b.subscription_id, b.available AS here, b.issued - s.spent_before_period AS credit, s.period_resets_at
        FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
        WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now)
        ORDER BY b.subscription_id
        FOR NO KEY UPDATE OF b
      )
      SELECT l.subscription_id, (sum(l.here) OVER ())::bigint AS total, (sum(l.credit) OVER ())::bigint AS total_credit
      INTO first FROM locked l ORDER BY l.here = 0, l.period_resets_at, l.subscription_id LIMIT 1;
    END IF;
    UPDATE subscription_balances b SET available = b.available - p_want, held = b.held + p_want
    WHERE b.subscription_id = first.subscription_id AND b.available >= p_want
    RETURNING b.available INTO total;
    IF FOUND THEN
      UPDATE api_key_usage u SET held = u.held + p_want
      WHERE u.key_id = p_key_id AND (u.max_credits IS NULL OR u.max_credits - u.used - u.held >= p_want);
      IF FOUND THEN
        INSERT INTO ledger_holds (id, organization_id, subscription_id, key_id, request_id, operation_id, amount,
          unit_prices, instance_id, boot_id, created_at, expires_at)
        VALUES (p_hold_id, p_organization_id, first.subscription_id, p_key_id, p_request_id, p_operation_id, p_want,
          p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at);
        INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
          request_id, operation_id, key_id, hold_id, created_at)
        VALUES (p_organization_id, first.subscription_id, 'available', 'held', p_want, 'hold',
          p_request_id, p_operation_id, p_key_id, p_hold_id, p_now);
        RETURN QUERY SELECT 'held', p_want,
          CASE WHEN seen.usable = 1 THEN total ELSE first.total - p_want END, first.total_credit;
        RETURN;
      END IF;
      -- Another request took the key's room since it was seen. The balance stays locked by this transaction.
      UPDATE subscription_balances b SET available = b.available + p_want, held = b.held - p_want
      WHERE b.subscription_id = first.subscription_id;
    END IF;
  END IF;
  RETURN QUERY SELECT h.* FROM ledger_hold_over_all(p_hold_id, p_organization_id, p_key_id, p_request_id,
    p_operation_id, p_want, p_least, p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at) h;
END $$;
