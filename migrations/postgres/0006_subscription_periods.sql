-- Usage periods that end and begin again, holds over several subscriptions, refunds into later periods.

ALTER TABLE subscriptions
  -- Whether a period that ends is followed by the next one by itself.
  ADD COLUMN auto_reset boolean NOT NULL DEFAULT false,
  -- What the running period began with; it is spent first and what is left of it lapses.
  ADD COLUMN period_allocation bigint NOT NULL DEFAULT 0 CHECK (period_allocation >= 0),
  -- Its day of the month is that of every reset, so that 31 January leads to 28 February and then to 31 March.
  ADD COLUMN period_anchor timestamptz;
UPDATE subscriptions SET period_allocation = allocation, period_anchor = period_started_at;
ALTER TABLE subscriptions ALTER COLUMN period_anchor SET NOT NULL;
CREATE INDEX subscriptions_due ON subscriptions (period_resets_at) WHERE auto_reset AND status = 'active';

-- A hold that one subscription cannot cover goes on in rows of their own: `span_of` is the id of its first row.
ALTER TABLE ledger_holds ADD COLUMN span_of text;
CREATE INDEX ledger_holds_spans ON ledger_holds (span_of) WHERE span_of IS NOT NULL;

-- Whether credits of a subscription can be spent: active, and its period or the grace time after it is not over.
CREATE FUNCTION subscription_usable(s subscriptions, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.status = 'active' AND p_now < s.period_resets_at + make_interval(hours => 24 * s.grace_days)
$$;

-- Sets credits aside. Takes p_want, or what there is when that is at least p_least (p_least = p_want: all or nothing).
CREATE OR REPLACE FUNCTION ledger_hold(
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

-- Closes a hold with all its parts: captures p_charge, from the first part on, and gives back the rest.
CREATE FUNCTION ledger_close_parts(
  p_hold_id text, p_charge bigint, p_lines jsonb, p_state text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  part record;
  room bigint := 0;
  missing bigint := p_charge;
  take bigint;
BEGIN
  FOR part IN
    SELECT l.id, l.state, l.amount - l.charged AS room FROM ledger_holds l
    WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE
  LOOP
    IF part.state <> 'held' THEN
      RETURN 'gone';
    END IF;
    room := room + part.room;
  END LOOP;
  IF p_charge < 0 OR p_charge > room THEN
    RETURN 'above-hold';
  END IF;
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR part IN
    SELECT l.id, l.amount - l.charged AS room FROM ledger_holds l
    WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id
  LOOP
    take := LEAST(missing, part.room);
    -- What was bought is told once, with the first part.
    PERFORM ledger_close_hold(part.id, take, CASE WHEN part.id = p_hold_id THEN p_lines END, p_state, p_now);
    missing := missing - take;
  END LOOP;
  RETURN 'closed';
END $$;

-- Gives back a hold with all its parts; those closed before stay as they are. Answers whether there was any.
CREATE FUNCTION ledger_release(p_hold_id text, p_state text, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  part record;
  released boolean := false;
BEGIN
  PERFORM 1 FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE;
  -- All balances before the key's usage, which closing a part locks: the order of every ledger function.
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR part IN
    SELECT l.id FROM ledger_holds l WHERE (l.id = p_hold_id OR l.span_of = p_hold_id) AND l.state = 'held'
    ORDER BY l.subscription_id
  LOOP
    PERFORM ledger_close_hold(part.id, 0, NULL, p_state, p_now);
    released := true;
  END LOOP;
  RETURN released;
END $$;

-- What answers a charged request: closes the hold and tells the organization's balance after it.
CREATE OR REPLACE FUNCTION ledger_settle(
  p_hold_id text, p_organization_id text, p_charge bigint, p_lines jsonb, p_now timestamptz
) RETURNS TABLE (outcome text, available bigint, allocation bigint) LANGUAGE plpgsql AS $$
DECLARE
  result text;
BEGIN
  IF EXISTS (SELECT FROM ledger_holds l WHERE l.span_of = p_hold_id) THEN
    result := ledger_close_parts(p_hold_id, p_charge, p_lines, 'released', p_now);
  ELSE
    SELECT c.outcome INTO result FROM ledger_close_hold(p_hold_id, p_charge, p_lines, 'released', p_now) c;
  END IF;
  RETURN QUERY
    SELECT result, COALESCE(sum(b.available), 0)::bigint, COALESCE(sum(b.issued - s.spent_before_period), 0)::bigint
    FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);
END $$;

-- As in 0001. New: a refund of what was charged in an earlier period raises the credit of the running one instead of
-- making its usage less.
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
    IF earlier > 0 THEN
      UPDATE subscriptions s SET spent_before_period = s.spent_before_period - earlier WHERE s.id = p_subscription_id;
    END IF;
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

-- Begins a period of a subscription. With p_renew the rest of the old allocation lapses and the new one is granted;
-- credits that were bought, granted or given back stay. p_expected: only while the running period ends then (so that two
-- processes begin one period), and only a subscription that is active and resets by itself.
CREATE FUNCTION ledger_start_period(
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
