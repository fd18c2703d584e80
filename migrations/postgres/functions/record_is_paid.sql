-- Whether what a request read is paid for: it was charged, within the window, and not given all of it back. A request that
-- charges by several prices pays for a record with that of the record alone (p_price_key); without one any charge does.
DROP FUNCTION IF EXISTS record_is_paid(text, text, timestamptz, timestamptz);
CREATE OR REPLACE FUNCTION record_is_paid(
  p_organization_id text, p_request_id text, p_paid_at timestamptz, p_since timestamptz, p_price_key text DEFAULT NULL
) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_paid_at > p_since AND COALESCE((
    SELECT sum(CASE t.kind WHEN 'capture' THEN t.amount WHEN 'refund' THEN -t.amount ELSE 0 END) > 0
      AND (p_price_key IS NULL OR bool_or(t.kind = 'capture' AND EXISTS (
        SELECT FROM jsonb_array_elements(t.lines) AS l (line)
        WHERE l.line ->> 'key' = p_price_key AND (l.line ->> 'unitPrice')::bigint > 0)))
    FROM ledger_transfers t WHERE t.request_id = p_request_id AND t.organization_id = p_organization_id), false)
$$;
