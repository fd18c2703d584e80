-- Charges a request at once: p_want must be there, p_charge of it is spent. The common charge takes half the statements: one
-- usable subscription that covers the worst case, and a key with room for it. Nothing is held on the way, so each row is
-- changed once. Rows, answers and order of locks are those of ledger_hold and ledger_settle, one after the other; whatever is
-- not common goes through them.
CREATE OR REPLACE FUNCTION ledger_charge(
  p_hold_id text, p_organization_id text, p_key_id text, p_request_id text, p_operation_id text,
  p_want bigint, p_charge bigint, p_lines jsonb, p_unit_prices jsonb,
  p_instance_id text, p_boot_id text, p_now timestamptz, p_expires_at timestamptz
) RETURNS TABLE (outcome text, available bigint, allocation bigint) LANGUAGE plpgsql AS $$
DECLARE
  seen record;
  paid record;
  h record;
BEGIN
  IF p_charge > 0 AND p_charge <= p_want THEN
    -- Seen without a lock: what is changed below is looked at again there.
    SELECT count(*) AS usable, min(b.subscription_id) AS subscription_id, min(b.available) AS available,
      min(s.spent_before_period) AS spent_before,
      (SELECT u.max_credits IS NULL OR u.max_credits - u.used - u.held >= p_want
        FROM api_key_usage u WHERE u.key_id = p_key_id) AS key_has_room
    INTO seen FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);

    IF seen.usable = 1 AND seen.available >= p_want AND seen.key_has_room THEN
      UPDATE subscription_balances b SET available = b.available - p_charge, spent = b.spent + p_charge
      WHERE b.subscription_id = seen.subscription_id AND b.available >= p_want
      RETURNING b.available, b.issued INTO paid;
      IF FOUND THEN
        UPDATE api_key_usage u SET used = u.used + p_charge
        WHERE u.key_id = p_key_id AND (u.max_credits IS NULL OR u.max_credits - u.used - u.held >= p_want);
        IF FOUND THEN
          INSERT INTO ledger_holds (id, organization_id, subscription_id, key_id, request_id, operation_id, amount, charged,
            state, unit_prices, instance_id, boot_id, created_at, expires_at, closed_at)
          VALUES (p_hold_id, p_organization_id, seen.subscription_id, p_key_id, p_request_id, p_operation_id, p_want,
            p_charge, 'settled', p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at, p_now);
          INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
            request_id, operation_id, key_id, hold_id, lines, created_at)
          SELECT p_organization_id, seen.subscription_id, entry.source, entry.target, entry.moved, entry.kind,
            p_request_id, p_operation_id, p_key_id, p_hold_id, entry.bought, p_now
          FROM (VALUES
            (1, 'available', 'held', p_want, 'hold', NULL::jsonb),
            (2, 'held', 'spent', p_charge, 'capture', p_lines),
            (3, 'held', 'available', p_want - p_charge, 'release', NULL)
          ) AS entry (step, source, target, moved, kind, bought)
          WHERE entry.moved > 0 ORDER BY entry.step;
          RETURN QUERY SELECT 'closed', paid.available, paid.issued - seen.spent_before;
          RETURN;
        END IF;
        -- Another request took the key's room since it was seen. The balance stays locked by this transaction.
        UPDATE subscription_balances b SET available = b.available + p_charge, spent = b.spent - p_charge
        WHERE b.subscription_id = seen.subscription_id;
      END IF;
    END IF;
  END IF;

  SELECT * INTO h FROM ledger_hold(p_hold_id, p_organization_id, p_key_id, p_request_id, p_operation_id,
    p_want, p_want, p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at);
  IF h.outcome <> 'held' THEN
    RETURN QUERY SELECT h.outcome, h.available, h.allocation;
    RETURN;
  END IF;
  RETURN QUERY SELECT s.outcome, s.available, s.allocation
    FROM ledger_settle(p_hold_id, p_organization_id, p_charge, p_lines, p_now) s;
END $$;
