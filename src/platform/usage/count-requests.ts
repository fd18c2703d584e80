import { sql } from '../../store/postgres/index.ts'

/**
 * Adds rows of the request log to the usage of their day. Follows a `WITH logged AS (INSERT INTO api_requests …)`, which
 * returns only what was not there before, so a repeated batch counts nothing twice. What the console sent has rows of its own.
 */
export const countLoggedRequests = sql`
  INSERT INTO usage_days AS u (organization_id, day, operation_id, key_id, rolled_up_from, requests, failed)
  SELECT l.organization_id, (l.created_at AT TIME ZONE 'UTC')::date AS day, l.operation_id, l.key_id,
    CASE l.source WHEN 'console' THEN 'console' ELSE 'requests' END, count(*), count(*) FILTER (WHERE l.status_code >= 400)
  FROM logged l GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, day, operation_id, key_id, rolled_up_from) DO UPDATE
  SET requests = u.requests + excluded.requests, failed = u.failed + excluded.failed`
