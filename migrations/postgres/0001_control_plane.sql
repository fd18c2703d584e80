-- Control plane: organizations, subscriptions, keys, ledger, operator settings, idempotency, request log.
-- Amounts are milli-credits (bigint). Instants come from the caller's clock, so that tests can freeze it.

CREATE TABLE organizations (
  id text PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  created_at timestamptz NOT NULL
);

CREATE TABLE subscriptions (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations (id),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
  -- Credits a usage period starts with.
  allocation bigint NOT NULL CHECK (allocation >= 0),
  period_started_at timestamptz NOT NULL,
  period_resets_at timestamptz NOT NULL CHECK (period_resets_at > period_started_at),
  grace_days integer NOT NULL DEFAULT 14 CHECK (grace_days >= 0),
  -- What was already spent when the running period began: issued minus this is the credit of the period.
  spent_before_period bigint NOT NULL DEFAULT 0 CHECK (spent_before_period >= 0),
  created_at timestamptz NOT NULL
);
CREATE INDEX subscriptions_organization ON subscriptions (organization_id);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations (id),
  name text NOT NULL CHECK (name <> ''),
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- HMAC-SHA256 of the whole key: the key itself is stored nowhere.
  key_hash bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
  prefix text NOT NULL,
  last4 text NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX api_keys_organization ON api_keys (organization_id, created_at);

-- Apart from api_keys because it changes with every charged request: small rows, updated in place.
CREATE TABLE api_key_usage (
  key_id text PRIMARY KEY REFERENCES api_keys (id),
  max_credits bigint CHECK (max_credits >= 0),
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0)
) WITH (fillfactor = 50);

-- One fixed row a subscription: whoever moves credits locks this row, so two spenders never see the same credit.
CREATE TABLE subscription_balances (
  subscription_id text PRIMARY KEY REFERENCES subscriptions (id),
  organization_id text NOT NULL REFERENCES organizations (id),
  available bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  spent bigint NOT NULL DEFAULT 0,
  issued bigint NOT NULL DEFAULT 0,
  CONSTRAINT subscription_balances_never_negative CHECK (available >= 0 AND held >= 0 AND spent >= 0),
  CONSTRAINT subscription_balances_sum CHECK (issued = available + held + spent)
) WITH (fillfactor = 50);
CREATE INDEX subscription_balances_organization ON subscription_balances (organization_id);

-- The journal. `amount` leaves debit_account and arrives in credit_account; `issued` is the outside world.
-- Rows written for every request refer to organizations and keys without foreign keys: each check would take a share
-- lock on one row that all requests of an organization have in common. The functions below see that they exist.
CREATE TABLE ledger_transfers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id text NOT NULL,
  subscription_id text NOT NULL REFERENCES subscription_balances (subscription_id),
  debit_account text NOT NULL,
  credit_account text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  kind text NOT NULL,
  request_id text NOT NULL CHECK (request_id <> ''),
  operation_id text,
  key_id text,
  hold_id text,
  -- What a capture paid for: [{"key", "units", "unitPrice"}].
  lines jsonb,
  note text,
  created_at timestamptz NOT NULL,
  CONSTRAINT ledger_transfers_route CHECK (
    (kind IN ('grant', 'purchase') AND debit_account = 'issued' AND credit_account = 'available')
    OR (kind = 'hold' AND debit_account = 'available' AND credit_account = 'held')
    OR (kind = 'capture' AND debit_account = 'held' AND credit_account = 'spent')
    OR (kind IN ('release', 'expire') AND debit_account = 'held' AND credit_account = 'available')
    OR (kind = 'refund' AND debit_account = 'spent' AND credit_account = 'available')
    OR (kind IN ('revoke', 'lapse') AND debit_account = 'available' AND credit_account = 'issued')
  )
);
CREATE INDEX ledger_transfers_organization ON ledger_transfers (organization_id, id);
CREATE INDEX ledger_transfers_request ON ledger_transfers (request_id);

CREATE FUNCTION ledger_transfers_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger_transfers is append-only: % refused', TG_OP USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;
CREATE TRIGGER ledger_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfers_refuse_change();
-- ALWAYS: also when a session calls itself a replica.
ALTER TABLE ledger_transfers ENABLE ALWAYS TRIGGER ledger_transfers_append_only;

CREATE TABLE ledger_holds (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  subscription_id text NOT NULL REFERENCES subscription_balances (subscription_id),
  key_id text NOT NULL,
  request_id text NOT NULL,
  operation_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  charged bigint NOT NULL DEFAULT 0 CHECK (charged >= 0 AND charged <= amount),
  state text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'settled', 'released', 'expired')),
  unit_prices jsonb NOT NULL,
  -- Which process holds: a process that died gives its holds back when its successor starts.
  instance_id text NOT NULL,
  boot_id text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  closed_at timestamptz
);
CREATE INDEX ledger_holds_open ON ledger_holds (expires_at) WHERE state = 'held';
CREATE INDEX ledger_holds_closed ON ledger_holds (closed_at) WHERE state <> 'held';

-- Locks of every ledger function, in this order: hold row, balance rows by subscription id, key usage row.

-- Sets credits aside. Takes p_want, or what there is when that is at least p_least (p_least = p_want: all or nothing).
CREATE FUNCTION ledger_hold(
  p_hold_id text, p_organization_id text, p_key_id text, p_request_id text, p_operation_id text,
  p_want bigint, p_least bigint, p_unit_prices jsonb,
  p_instance_id text, p_boot_id text, p_now timestamptz, p_expires_at timestamptz
) RETURNS TABLE (outcome text, amount bigint, available bigint, allocation bigint) LANGUAGE plpgsql AS $$
DECLARE
  seen record;
  chosen record;
  take bigint;
  room bigint;
BEGIN
  -- Refusals come in floods (an empty balance and a client that retries): they neither lock nor write.
  SELECT COALESCE(max(b.available), 0) AS most, COALESCE(sum(b.available), 0)::bigint AS total,
    COALESCE(sum(b.issued - s.spent_before_period), 0)::bigint AS total_credit
  INTO seen FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
  WHERE b.organization_id = p_organization_id AND s.status = 'active';
  IF seen.most < p_least THEN
    RETURN QUERY SELECT 'out-of-credits', 0::bigint, seen.total, seen.total_credit;
    RETURN;
  END IF;

  -- All balance rows of the organization are locked, in one fixed order, before one is chosen: no deadlock, no lost choice.
  WITH locked AS MATERIALIZED (
    SELECT b.subscription_id, b.available AS here, b.issued - s.spent_before_period AS period_credit, s.period_resets_at
    FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = p_organization_id AND s.status = 'active'
    ORDER BY b.subscription_id
    FOR NO KEY UPDATE OF b
  )
  SELECT l.subscription_id, l.here, sum(l.here) OVER () AS total, sum(l.period_credit) OVER () AS total_credit
  INTO chosen FROM locked l
  -- Those that can pay it all come first, the one that resets soonest ahead; then the fullest.
  ORDER BY l.here >= p_want DESC, CASE WHEN l.here >= p_want THEN l.period_resets_at END, l.here DESC, l.subscription_id
  LIMIT 1;

  IF NOT FOUND THEN
    RETURN QUERY SELECT 'out-of-credits', 0::bigint, 0::bigint, 0::bigint;
    RETURN;
  END IF;
  IF chosen.here < p_least THEN
    RETURN QUERY SELECT 'out-of-credits', 0::bigint, chosen.total::bigint, chosen.total_credit::bigint;
    RETURN;
  END IF;

  SELECT u.max_credits - u.used - u.held INTO STRICT room FROM api_key_usage u WHERE u.key_id = p_key_id FOR NO KEY UPDATE;
  IF room < p_least THEN
    RETURN QUERY SELECT 'key-credit-limit-reached', 0::bigint, chosen.total::bigint, chosen.total_credit::bigint;
    RETURN;
  END IF;

  -- LEAST ignores a NULL room: a key without a limit.
  take := LEAST(p_want, chosen.here, room);
  IF take > 0 THEN
    UPDATE subscription_balances b SET available = b.available - take, held = b.held + take
    WHERE b.subscription_id = chosen.subscription_id AND b.available >= take;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'ledger: balance of % changed under its lock', chosen.subscription_id;
    END IF;
    UPDATE api_key_usage u SET held = u.held + take WHERE u.key_id = p_key_id;
    INSERT INTO ledger_holds (id, organization_id, subscription_id, key_id, request_id, operation_id, amount,
      unit_prices, instance_id, boot_id, created_at, expires_at)
    VALUES (p_hold_id, p_organization_id, chosen.subscription_id, p_key_id, p_request_id, p_operation_id, take,
      p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at);
    INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
      request_id, operation_id, key_id, hold_id, created_at)
    VALUES (p_organization_id, chosen.subscription_id, 'available', 'held', take, 'hold',
      p_request_id, p_operation_id, p_key_id, p_hold_id, p_now);
  END IF;
  RETURN QUERY SELECT 'held', take, (chosen.total - take)::bigint, chosen.total_credit::bigint;
END $$;

-- Closes a hold: captures p_charge and gives the rest back. p_state is what the hold becomes when nothing is captured.
CREATE FUNCTION ledger_close_hold(
  p_hold_id text, p_charge bigint, p_lines jsonb, p_state text, p_now timestamptz
) RETURNS TABLE (outcome text, held_amount bigint) LANGUAGE plpgsql AS $$
DECLARE
  h record;
  rest bigint;
BEGIN
  SELECT * INTO h FROM ledger_holds l WHERE l.id = p_hold_id FOR NO KEY UPDATE;
  IF NOT FOUND OR h.state <> 'held' THEN
    RETURN QUERY SELECT 'gone', 0::bigint;
    RETURN;
  END IF;
  IF p_charge < 0 OR p_charge > h.amount THEN
    RETURN QUERY SELECT 'above-hold', h.amount;
    RETURN;
  END IF;

  rest := h.amount - p_charge;
  UPDATE ledger_holds l SET charged = p_charge, closed_at = p_now,
    state = CASE WHEN p_charge > 0 THEN 'settled' ELSE p_state END
  WHERE l.id = p_hold_id;
  UPDATE subscription_balances b
  SET held = b.held - h.amount, spent = b.spent + p_charge, available = b.available + rest
  WHERE b.subscription_id = h.subscription_id;
  UPDATE api_key_usage u SET held = u.held - h.amount, used = u.used + p_charge WHERE u.key_id = h.key_id;

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
  RETURN QUERY SELECT 'closed', h.amount;
END $$;

-- What answers a charged request: closes the hold and tells the organization's balance after it.
CREATE FUNCTION ledger_settle(
  p_hold_id text, p_organization_id text, p_charge bigint, p_lines jsonb, p_now timestamptz
) RETURNS TABLE (outcome text, available bigint, allocation bigint) LANGUAGE plpgsql AS $$
DECLARE
  result text;
BEGIN
  SELECT c.outcome INTO result FROM ledger_close_hold(p_hold_id, p_charge, p_lines, 'released', p_now) c;
  RETURN QUERY
    SELECT result, COALESCE(sum(b.available), 0)::bigint, COALESCE(sum(b.issued - s.spent_before_period), 0)::bigint
    FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = p_organization_id AND s.status = 'active';
END $$;

-- Operators' entries (and later purchases): grant, purchase, refund, revoke, lapse on one subscription.
-- With p_refunds a refund is tied to that request: at most what it was charged, and its key gets the room back.
CREATE FUNCTION ledger_post(
  p_organization_id text, p_subscription_id text, p_kind text, p_amount bigint, p_request_id text,
  p_refunds text, p_note text, p_now timestamptz
) RETURNS TABLE (outcome text, reachable bigint) LANGUAGE plpgsql AS $$
DECLARE
  balance record;
  charged_key text;
  refundable bigint;
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
    SELECT max(t.key_id),
      COALESCE(sum(CASE t.kind WHEN 'capture' THEN t.amount WHEN 'refund' THEN -t.amount ELSE 0 END), 0)
    INTO charged_key, refundable FROM ledger_transfers t
    WHERE t.request_id = p_refunds AND t.organization_id = p_organization_id AND t.subscription_id = p_subscription_id;
  END IF;
  IF refundable < p_amount THEN
    RETURN QUERY SELECT 'short', refundable;
    RETURN;
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
CREATE FUNCTION ledger_take_back(p_hold_id text, p_now timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  h record;
BEGIN
  SELECT * INTO h FROM ledger_holds l WHERE l.id = p_hold_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'nothing';
  ELSIF h.state = 'held' THEN
    PERFORM ledger_close_hold(p_hold_id, 0, NULL, 'released', p_now);
    RETURN 'released';
  ELSIF h.state = 'settled' THEN
    PERFORM ledger_post(h.organization_id, h.subscription_id, 'refund', h.charged, h.request_id, h.request_id,
      'the answer was lost', p_now);
    UPDATE ledger_holds l SET state = 'released', charged = 0 WHERE l.id = p_hold_id;
    RETURN 'refunded';
  END IF;
  RETURN 'nothing';
END $$;

CREATE TABLE prices (
  organization_id text NOT NULL REFERENCES organizations (id),
  price_key text NOT NULL,
  unit_price bigint NOT NULL CHECK (unit_price >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, price_key)
);

CREATE TABLE rate_limit_overrides (
  organization_id text NOT NULL REFERENCES organizations (id),
  operation_id text NOT NULL,
  max_requests integer NOT NULL CHECK (max_requests > 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, operation_id)
);

CREATE TABLE idempotency_keys (
  organization_id text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done')),
  request_id text NOT NULL,
  instance_id text NOT NULL,
  boot_id text NOT NULL,
  lease_expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  status integer,
  -- Bytes, not text: the answer is replayed as it was sent.
  body bytea,
  credits_charged bigint,
  PRIMARY KEY (organization_id, key),
  CONSTRAINT idempotency_keys_answer CHECK (
    (state = 'done') = (status IS NOT NULL AND body IS NOT NULL AND credits_charged IS NOT NULL)
  )
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
CREATE INDEX idempotency_keys_running ON idempotency_keys (instance_id) WHERE state = 'running';

-- No foreign keys: the log is written in batches after the answer, and one bad row must not cost the others.
CREATE TABLE api_requests (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  key_id text NOT NULL,
  operation_id text NOT NULL,
  method text NOT NULL,
  route_path text NOT NULL,
  status_code integer NOT NULL,
  duration_ms double precision NOT NULL,
  error_code text,
  credits_charged bigint NOT NULL,
  -- json, not jsonb: keeps any string a client may send, \u0000 included.
  request json,
  created_at timestamptz NOT NULL
);
CREATE INDEX api_requests_organization ON api_requests (organization_id, created_at DESC, id);
CREATE INDEX api_requests_age ON api_requests (created_at);
