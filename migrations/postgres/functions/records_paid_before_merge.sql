-- Of some records those that another one became part of which was paid for within the window, through any number of
-- merges that stand. Few records were ever merged, so the log is read by an index for each. A row is paid for by the whole.
DROP FUNCTION IF EXISTS records_paid_before_merge(text, text, bigint[], timestamptz);
CREATE OR REPLACE FUNCTION records_paid_before_merge(
  p_organization_id text, p_kind text, p_entities bigint[], p_since timestamptz,
  p_extent text DEFAULT 'record'
) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE parts (record, entity) AS (
    SELECT w.entity, w.entity FROM (SELECT DISTINCT unnest(p_entities) AS entity) AS w
    UNION
    SELECT p.record, m.merged_id FROM parts p
      JOIN corpus_merges m ON m.kind = p_kind AND m.entity_id = p.entity AND m.merged_id IS NOT NULL
      JOIN corpus_commit_log l ON l.kind = m.kind AND l.number = m.commit_number
      LEFT JOIN corpus_commit_log u ON u.kind = m.kind AND u.number = m.undone_commit
    WHERE u.number IS NULL),
  -- The charges of few requests paid for many records: each is asked once.
  reads AS MATERIALIZED (
    SELECT r.request_id, r.paid_at, r.price_key, array_agg(p.record) AS records FROM parts p
      JOIN record_reads r ON r.organization_id = p_organization_id AND r.kind = p_kind AND r.entity = p.entity
    WHERE p.entity <> p.record AND r.extent IN ('record', p_extent) GROUP BY 1, 2, 3)
  SELECT DISTINCT unnest(q.records) FROM reads q
  WHERE record_is_paid(p_organization_id, q.request_id, q.paid_at, p_since, q.price_key)
$$;
