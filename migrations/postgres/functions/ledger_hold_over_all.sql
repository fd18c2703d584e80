-- Sets credits aside: any number of subscriptions, partial holds, refusals. Takes p_want, or what there is when that is at
-- least p_least (p_least = p_want: all or nothing).
CREATE OR REPLACE FUNCTION ledger_hold_over_all(
  p_hold_id text, p_organization_id text, p_key_id text, p_request_id text, p_operation_id text,
  p_want bigint, p_least bigint, p_unit_prices jsonb,
  p_instance_id text, p_boot_id text, p_now timestamptz, p_expires_at timestamptz
) RETURNS TABLE (outcome text, amount bigint, available bigint, allocation bigint) LANGUAGE plpgsql AS $$
DECLARE
  seen record;
  one record;
  room bigint;
  take bigint;
  missing bigint;
  total bigint;
  total_credit bigint;
  place integer := 0;
  part_id text;
BEGIN
  -- Refusals come in floods (an empty balance and a client that retries): they neither lock nor write.
  SELECT count(*) AS usable, COALESCE(sum(b.available), 0)::bigint AS total,
    COALESCE(sum(b.issued - s.spent_before_period), 0)::bigint AS total_credit
  INTO seen FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
  WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);
  IF seen.usable = 0 OR seen.total < p_least THEN
    RETURN QUERY SELECT CASE WHEN seen.usable = 0
        AND EXISTS (SELECT FROM subscription_balances b WHERE b.organization_id = p_organization_id)
      THEN 'restricted' ELSE 'out-of-credits' END, 0::bigint, seen.total, seen.total_credit;
    RETURN;
  END IF;

  -- All balance rows are locked, in one fixed order, before one is drawn on: no deadlock, no lost choice.
  -- Drawn on first is what resets first.
  FOR one IN
    WITH locked AS MATERIALIZED (
      SELECT b.subscription_id, b.available AS here, b.issued - s.spent_before_period AS period_credit, s.period_resets_at
      FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
      WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now)
      ORDER BY b.subscription_id
      FOR NO KEY UPDATE OF b
    )
    SELECT l.subscription_id, l.here, (sum(l.here) OVER ())::bigint AS total,
      (sum(l.period_credit) OVER ())::bigint AS total_credit
    FROM locked l ORDER BY l.period_resets_at, l.subscription_id
  LOOP
    IF missing IS NULL THEN
      total := one.total;
      total_credit := one.total_credit;
      EXIT WHEN total < p_least;
      SELECT u.max_credits - u.used - u.held INTO STRICT room FROM api_key_usage u
      WHERE u.key_id = p_key_id FOR NO KEY UPDATE;
      IF room < p_least THEN
        RETURN QUERY SELECT 'key-credit-limit-reached', 0::bigint, total, total_credit;
        RETURN;
      END IF;
      -- LEAST ignores a NULL room: a key without a limit.
      missing := LEAST(p_want, total, room);
      UPDATE api_key_usage u SET held = u.held + missing WHERE u.key_id = p_key_id;
      total := total - missing;
      amount := missing;
    END IF;
    EXIT WHEN missing = 0;
    take := LEAST(missing, one.here);
    CONTINUE WHEN take = 0;
    place := place + 1;
    part_id := CASE WHEN place = 1 THEN p_hold_id ELSE p_hold_id || '/' || place END;
    UPDATE subscription_balances b SET available = b.available - take, held = b.held + take
    WHERE b.subscription_id = one.subscription_id AND b.available >= take;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'ledger: balance of % changed under its lock', one.subscription_id;
    END IF;
    INSERT INTO ledger_holds (id, span_of, organization_id, subscription_id, key_id, request_id, operation_id, amount,
      unit_prices, instance_id, boot_id, created_at, expires_at)
    VALUES (part_id, CASE WHEN place > 1 THEN p_hold_id END, p_organization_id, one.subscription_id, p_key_id,
      p_request_id, p_operation_id, take, p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at);
    INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
      request_id, operation_id, key_id, hold_id, created_at)
    VALUES (p_organization_id, one.subscription_id, 'available', 'held', take, 'hold',
      p_request_id, p_operation_id, p_key_id, part_id, p_now);
    missing := missing - take;
  END LOOP;

  IF missing IS NULL THEN
    RETURN QUERY SELECT 'out-of-credits', 0::bigint, COALESCE(total, 0), COALESCE(total_credit, 0);
    RETURN;
  END IF;
  RETURN QUERY SELECT 'held', amount, total, total_credit;
END $$;
