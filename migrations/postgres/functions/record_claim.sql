-- Notes records as paid for by a request, in the transaction of its charge, and answers those that are to be charged: the
-- others are paid for already. Whoever claims the same record meanwhile waits for that transaction, and sees its charge,
-- because each statement here reads again. A row of a record whose whole was paid for is paid for, and not the reverse.
DROP FUNCTION IF EXISTS record_claim(text, text, text, bigint[], timestamptz, timestamptz);
DROP FUNCTION IF EXISTS record_claim(text, text, text, bigint[], timestamptz, timestamptz, text);
CREATE OR REPLACE FUNCTION record_claim(
  p_organization_id text, p_request_id text, p_kind text, p_entities bigint[], p_since timestamptz, p_now timestamptz,
  p_extent text DEFAULT 'record', p_price_key text DEFAULT NULL
) RETURNS SETOF bigint LANGUAGE plpgsql
-- A session plans this once, perhaps while there are few reads.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wanted bigint[] := p_entities;
  fresh bigint[];
  known bigint[];
BEGIN
  IF p_extent = 'row' THEN
    -- The charges of few requests paid for many records: each is asked once, here and below, which Postgres would else do
    -- for each record.
    WITH reads AS MATERIALIZED (
      SELECT r.request_id, r.paid_at, r.price_key, array_agg(r.entity) AS entities FROM record_reads r
      WHERE r.organization_id = p_organization_id AND r.kind = p_kind AND r.entity = ANY (p_entities) AND r.extent = 'record'
      GROUP BY 1, 2, 3)
    SELECT COALESCE(array_agg(e.entity), '{}') INTO wanted FROM (
      SELECT unnest(p_entities) AS entity EXCEPT
      SELECT unnest(q.entities) FROM reads q
      WHERE record_is_paid(p_organization_id, q.request_id, q.paid_at, p_since, q.price_key)) AS e;
  END IF;
  -- One pass in the order of the ids, so that two claims of the same records cannot wait for each other: it inserts what is
  -- new and locks what is there already, which the condition leaves as it is and unanswered.
  WITH added AS (
    INSERT INTO record_reads AS r (organization_id, kind, entity, extent, request_id, paid_at, price_key)
    SELECT p_organization_id, p_kind, w.entity, p_extent, p_request_id, p_now, p_price_key
    FROM (SELECT DISTINCT unnest(wanted) AS entity ORDER BY 1) AS w
    ON CONFLICT (organization_id, kind, entity, extent) DO UPDATE SET request_id = r.request_id WHERE false
    RETURNING r.entity)
  SELECT COALESCE(array_agg(entity), '{}') INTO fresh FROM added;
  RETURN QUERY SELECT unnest(fresh);
  SELECT array_agg(e.entity) INTO known FROM (SELECT unnest(wanted) AS entity EXCEPT SELECT unnest(fresh)) AS e;
  IF known IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY WITH reads AS MATERIALIZED (
    SELECT r.request_id, r.paid_at, r.price_key, array_agg(r.entity) AS entities FROM record_reads r
    WHERE r.organization_id = p_organization_id AND r.kind = p_kind AND r.entity = ANY (known) AND r.extent = p_extent
    GROUP BY 1, 2, 3),
  unpaid AS MATERIALIZED (
    SELECT unnest(q.entities) AS entity FROM reads q
    WHERE NOT record_is_paid(p_organization_id, q.request_id, q.paid_at, p_since, q.price_key))
  UPDATE record_reads r SET request_id = p_request_id, paid_at = p_now, price_key = p_price_key
  FROM unpaid u
  WHERE r.organization_id = p_organization_id AND r.kind = p_kind AND r.entity = u.entity AND r.extent = p_extent
  RETURNING r.entity;
END $$;
