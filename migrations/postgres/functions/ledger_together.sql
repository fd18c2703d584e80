-- What arrives for one organization while its last statement is under way is carried out together: one transaction, one
-- change of each balance, rows as if one had come after the other. Every act has a hold: with `want` it is set aside (at
-- least `least`), with `charge` it is closed, with both it is charged at once. Answers one row an act.
-- Locks are those of every ledger function: hold rows, balance rows by subscription id, key usage rows by key id.
CREATE OR REPLACE FUNCTION ledger_together(
  p_organization_id text, p_acts jsonb, p_instance_id text, p_boot_id text, p_now timestamptz
) RETURNS TABLE (place bigint, outcome text, amount bigint, available bigint, allocation bigint) LANGUAGE plpgsql
-- A plan is kept from when the tables were empty; they grow by thousands of rows before anybody counts them.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  asked record;
  closing record;
  first record;
  act record;
  done record;
  is_plain boolean := false;
BEGIN
  SELECT COALESCE(sum(a.want), 0)::bigint AS want, min(a.least) AS least,
    COALESCE(array_agg(DISTINCT a."keyId") FILTER (WHERE a.want IS NOT NULL), '{}') AS key_ids,
    COALESCE(array_agg(a."holdId") FILTER (WHERE a.want IS NULL), '{}') AS closing_ids
  INTO asked FROM jsonb_to_recordset(p_acts) AS a ("holdId" text, "keyId" text, want bigint, least bigint);

  IF asked.closing_ids <> '{}' THEN
    WITH locked AS MATERIALIZED (
      SELECT l.subscription_id, l.key_id, l.state, l.charged, l.span_of FROM ledger_holds l
      WHERE l.id = ANY (asked.closing_ids) OR l.span_of = ANY (asked.closing_ids)
      ORDER BY l.id FOR NO KEY UPDATE
    )
    SELECT min(l.subscription_id) AS subscription_id, COALESCE(array_agg(l.key_id), '{}') AS key_ids,
      count(*) = cardinality(asked.closing_ids) AND min(l.subscription_id) = max(l.subscription_id)
        AND bool_and(l.state = 'held' AND l.charged = 0 AND l.span_of IS NULL) AS are_whole
    INTO closing FROM locked l;
  ELSE
    SELECT NULL::text AS subscription_id, '{}'::text[] AS key_ids, COALESCE(sum(b.available), 0) >= asked.least AS are_whole
    INTO closing FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);
  END IF;

  -- Seen without a lock: where nobody is likely to be served nothing is locked or written.
  IF asked.closing_ids <> '{}' OR closing.are_whole THEN
    WITH locked AS MATERIALIZED (
      SELECT b.subscription_id, b.available AS here, b.issued - s.spent_before_period AS credit, s.period_resets_at,
        subscription_usable(s, p_now) AS is_usable
      FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
      WHERE b.organization_id = p_organization_id
      ORDER BY b.subscription_id FOR NO KEY UPDATE OF b
    ), usable AS (
      SELECT l.*, (sum(l.here) OVER ())::bigint AS total, (sum(l.credit) OVER ())::bigint AS total_credit
      FROM locked l WHERE l.is_usable
    )
    -- The one that is drawn on, or nothing is drawn and all goes back to one.
    SELECT u.* INTO first FROM usable u WHERE asked.want > 0 OR u.subscription_id = closing.subscription_id
    ORDER BY u.here = 0, u.period_resets_at, u.subscription_id LIMIT 1;

    WITH locked AS MATERIALIZED (
      SELECT u.key_id, u.max_credits - u.used - u.held AS room FROM api_key_usage u
      WHERE u.key_id = ANY (asked.key_ids || closing.key_ids) ORDER BY u.key_id FOR NO KEY UPDATE
    ), wanted AS (
      SELECT a."keyId" AS key_id, sum(a.want) AS want
      FROM jsonb_to_recordset(p_acts) AS a ("keyId" text, want bigint) WHERE a.want IS NOT NULL GROUP BY 1
    )
    -- Enough for all of them whatever the order: then no order need be looked at.
    SELECT count(w.key_id) = cardinality(asked.key_ids)
      AND COALESCE(bool_and(w.want IS NULL OR l.room IS NULL OR l.room >= w.want), true) AND closing.are_whole AND first.here >= asked.want
      AND COALESCE(closing.subscription_id, first.subscription_id) = first.subscription_id
    INTO is_plain FROM locked l LEFT JOIN wanted w ON w.key_id = l.key_id;
  END IF;

  IF is_plain THEN
    RETURN QUERY
    WITH act AS MATERIALIZED (
      SELECT a.place, a.hold_id, a.want IS NOT NULL AS opens, a.charge IS NOT NULL AS closes,
        COALESCE(a.want, h.amount) AS held, COALESCE(a.charge, 0) AS charge, a.lines, a.unit_prices, a.expires_at,
        COALESCE(h.key_id, a.key_id) AS key_id, COALESCE(h.request_id, a.request_id) AS request_id,
        COALESCE(h.operation_id, a.operation_id) AS operation_id
      FROM ROWS FROM (jsonb_to_recordset(p_acts) AS ("holdId" text, "keyId" text, "requestId" text,
          "operationId" text, want bigint, charge bigint, lines jsonb, "unitPrices" jsonb, "expiresAt" timestamptz))
        WITH ORDINALITY AS a (hold_id, key_id, request_id, operation_id, want, charge, lines, unit_prices, expires_at, place)
        LEFT JOIN ledger_holds h ON a.want IS NULL AND h.id = a.hold_id
    ), opened AS (
      INSERT INTO ledger_holds (id, organization_id, subscription_id, key_id, request_id, operation_id, amount, charged,
        state, unit_prices, instance_id, boot_id, created_at, expires_at, closed_at)
      SELECT a.hold_id, p_organization_id, first.subscription_id, a.key_id, a.request_id, a.operation_id, a.held,
        a.charge, CASE WHEN a.closes THEN 'settled' ELSE 'held' END, a.unit_prices, p_instance_id, p_boot_id, p_now,
        a.expires_at, CASE WHEN a.closes THEN p_now END
      FROM act a WHERE a.opens
    ), closed AS (
      UPDATE ledger_holds l SET charged = a.charge, closed_at = p_now,
        state = CASE WHEN a.charge > 0 THEN 'settled' ELSE 'released' END
      FROM act a WHERE l.id = a.hold_id AND NOT a.opens
    ), balance AS (
      UPDATE subscription_balances b SET available = b.available - m.drawn + m.freed - m.charged,
        held = b.held + m.drawn - m.freed, spent = b.spent + m.charged
      FROM (
        SELECT COALESCE(sum(a.held) FILTER (WHERE a.opens), 0)::bigint AS drawn,
          COALESCE(sum(a.held) FILTER (WHERE a.closes), 0)::bigint AS freed, sum(a.charge)::bigint AS charged
        FROM act a
      ) m WHERE b.subscription_id = first.subscription_id
    ), usage AS (
      UPDATE api_key_usage u SET held = u.held + m.held, used = u.used + m.charged
      FROM (
        SELECT a.key_id, sum(CASE WHEN a.opens THEN a.held ELSE 0 END - CASE WHEN a.closes THEN a.held ELSE 0 END)::bigint
          AS held, sum(a.charge)::bigint AS charged
        FROM act a GROUP BY a.key_id
      ) m WHERE u.key_id = m.key_id
    ), entries AS (
      INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
        request_id, operation_id, key_id, hold_id, lines, created_at)
      SELECT p_organization_id, first.subscription_id, entry.source, entry.target, entry.moved, entry.kind,
        a.request_id, a.operation_id, a.key_id, a.hold_id, entry.bought, p_now
      FROM act a CROSS JOIN LATERAL (VALUES
        (1, 'available', 'held', CASE WHEN a.opens THEN a.held ELSE 0 END, 'hold', NULL::jsonb),
        (2, 'held', 'spent', a.charge, 'capture', a.lines),
        (3, 'held', 'available', CASE WHEN a.closes THEN a.held - a.charge ELSE 0 END, 'release', NULL)
      ) AS entry (step, source, target, moved, kind, bought)
      WHERE entry.moved > 0 ORDER BY a.place, entry.step
    )
    SELECT a.place, CASE WHEN a.closes THEN 'closed' ELSE 'held' END, a.held,
      (first.total + sum(CASE WHEN a.closes THEN a.held - a.charge ELSE 0 END - CASE WHEN a.opens THEN a.held ELSE 0 END)
        OVER (ORDER BY a.place))::bigint, first.total_credit
    FROM act a;
    RETURN;
  END IF;

  -- Short of something, several subscriptions, holds in parts: one after the other, each as it would be alone.
  FOR act IN
    SELECT a.* FROM ROWS FROM (jsonb_to_recordset(p_acts) AS ("holdId" text, "keyId" text, "requestId" text,
        "operationId" text, want bigint, least bigint, charge bigint, lines jsonb, "unitPrices" jsonb,
        "expiresAt" timestamptz))
      WITH ORDINALITY AS a (hold_id, key_id, request_id, operation_id, want, least, charge, lines, unit_prices,
        expires_at, place)
    ORDER BY a.place
  LOOP
    place := act.place;
    outcome := 'held';
    IF act.want IS NOT NULL THEN
      SELECT h.* INTO done FROM ledger_hold(act.hold_id, p_organization_id, act.key_id, act.request_id,
        act.operation_id, act.want, act.least, act.unit_prices, p_instance_id, p_boot_id, p_now, act.expires_at) h;
      outcome := done.outcome;
      amount := done.amount;
    END IF;
    IF act.charge IS NOT NULL AND outcome = 'held' THEN
      SELECT s.* INTO done FROM ledger_settle(act.hold_id, p_organization_id, act.charge, act.lines, p_now) s;
      outcome := done.outcome;
    END IF;
    available := done.available;
    allocation := done.allocation;
    RETURN NEXT;
  END LOOP;
END $$;
