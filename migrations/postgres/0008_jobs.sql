-- Asynchronous work: jobs, their items, what they hold, and the events that tell of their end.

-- A hold may now be captured in parts: `charged` grows while the hold is open, and closing it moves only what is left.
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

-- Captures a part of an open hold, from its first part on, and leaves it open.
CREATE FUNCTION ledger_capture(
  p_hold_id text, p_charge bigint, p_lines jsonb, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  part record;
  room bigint := 0;
  missing bigint := p_charge;
  take bigint;
BEGIN
  FOR part IN
    SELECT l.state, l.amount - l.charged AS room FROM ledger_holds l
    WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE
  LOOP
    IF part.state <> 'held' THEN
      RETURN 'gone';
    END IF;
    room := room + part.room;
  END LOOP;
  IF NOT FOUND THEN
    RETURN 'gone';
  ELSIF p_charge <= 0 OR p_charge > room THEN
    RETURN 'above-hold';
  END IF;
  -- All balances before the key's usage: the order of every ledger function.
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR part IN
    SELECT * FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id
  LOOP
    take := LEAST(missing, part.amount - part.charged);
    CONTINUE WHEN take = 0;
    UPDATE ledger_holds l SET charged = part.charged + take WHERE l.id = part.id;
    UPDATE subscription_balances b SET held = b.held - take, spent = b.spent + take
    WHERE b.subscription_id = part.subscription_id;
    UPDATE api_key_usage u SET held = u.held - take, used = u.used + take WHERE u.key_id = part.key_id;
    INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
      request_id, operation_id, key_id, hold_id, lines, created_at)
    VALUES (part.organization_id, part.subscription_id, 'held', 'spent', take, 'capture',
      part.request_id, part.operation_id, part.key_id, part.id,
      -- What was bought is told once.
      CASE WHEN missing = p_charge THEN p_lines END, p_now);
    missing := missing - take;
  END LOOP;
  RETURN 'captured';
END $$;

-- Closes what is open of a hold and answers how much went back.
CREATE FUNCTION ledger_release_rest(p_hold_id text, p_now timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  rest bigint;
BEGIN
  PERFORM 1 FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE;
  SELECT COALESCE(sum(l.amount - l.charged), 0) INTO rest FROM ledger_holds l
  WHERE (l.id = p_hold_id OR l.span_of = p_hold_id) AND l.state = 'held';
  PERFORM ledger_release(p_hold_id, 'released', p_now);
  RETURN rest;
END $$;

CREATE TABLE jobs (
  id text PRIMARY KEY,
  kind text NOT NULL,
  organization_id text NOT NULL,
  key_id text NOT NULL,
  request_id text NOT NULL,
  operation_id text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'completed', 'failed', 'canceled')),
  -- json, not jsonb: keeps any string a client may send.
  params json NOT NULL,
  -- Null: nothing is paid (a sandbox key, a price of nothing).
  hold_id text,
  unit_prices jsonb NOT NULL,
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  charged bigint NOT NULL DEFAULT 0 CHECK (charged >= 0 AND charged <= held),
  -- Items; null until the job has found out which they are.
  total integer CHECK (total >= 0),
  delivered integer NOT NULL DEFAULT 0,
  empty integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  -- Runs begun since the last item ended: two or more mean that something ends the process.
  runs_without_progress integer NOT NULL DEFAULT 0,
  result json,
  error text,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz NOT NULL,
  CONSTRAINT jobs_counts CHECK (delivered + empty + failed <= COALESCE(total, 0)),
  CONSTRAINT jobs_finished CHECK ((finished_at IS NULL) = (state IN ('queued', 'running')))
);
CREATE INDEX jobs_organization ON jobs (organization_id, created_at);
CREATE INDEX jobs_expiry ON jobs (expires_at);
CREATE INDEX jobs_open ON jobs (created_at) WHERE finished_at IS NULL;

CREATE TABLE job_items (
  job_id text NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position >= 0),
  input json NOT NULL,
  -- empty: worked on, nothing found, nothing charged.
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'empty', 'failed')),
  -- Counted only while items are worked on one by one, to find the one that ends the process.
  attempts integer NOT NULL DEFAULT 0,
  output json,
  charged bigint NOT NULL DEFAULT 0 CHECK (charged >= 0),
  PRIMARY KEY (job_id, position)
);

-- The outbox: what happened, written in the transaction of its cause. `id` is the order of the feed.
CREATE TABLE events (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  type text NOT NULL,
  data json NOT NULL,
  -- The transaction that wrote it: a feed shows an event only when no older transaction can still add one before it.
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  created_at timestamptz NOT NULL
);
CREATE INDEX events_feed ON events (organization_id, written_by, number);
CREATE INDEX events_age ON events (created_at);
