import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { kinds } from '../../../../../src/corpus/kinds/index.ts'
import { sql } from '../../../../../src/store/postgres/index.ts'
import { noteBackup, noteTrial } from '../../../../../src/store/last-backup.ts'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'

const operatorToken = 'the-operator-of-status'
let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac({ settings: { ALMANAC_OPERATOR_TOKEN: operatorToken } })
})

test('getStatus 200 says without a key what runs, for how long, and how operations fared', async () => {
  verifies('op.get-status')
  service.clock.advance(90_500)
  const { rawKey: key } = await service.org()
  await service.send('GET /v1/get-org-credits', { key })
  const { status, body, text } = await service.send('GET /status')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    uptimeSeconds: 90,
    stores: {
      postgres: true,
      clickhouse: true,
    },
  })
  expect(body.roles).toContain('api')
  expect(body.operations).toContainEqual({
    operationId: 'getOrgCredits',
    errorRate: 0,
    p50Ms: expect.any(Number),
    p95Ms: expect.any(Number),
  })
  expect(text).not.toMatch(/postgresql:|alm_|password|org_/)
})

test('GET /ready 200 while both stores answer, for HEAD too, and 405 to anything else', async () => {
  const { status, body, headers } = await service.send('GET /ready')
  expect([status, body]).toEqual([
    200,
    {
      status: 'ready',
      stores: {
        postgres: true,
        clickhouse: true,
      },
      timestamp: new Date(service.clock.now()).toISOString(),
    },
  ])
  expect(headers.get('cache-control')).toBe('no-store')
  const head = await fetch(`${service.url}/ready`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const post = await service.send('POST /ready', { body: {} })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('getMetrics 401 without the token of the operator', async () => {
  const { rawKey: key } = await service.org()
  expect((await service.send('GET /metrics')).status).toBe(401)
  expect((await service.send('GET /metrics', { key })).status).toBe(401)
})

test('getMetrics 200 counts answers and credits in the format of Prometheus, without organizations', async () => {
  verifies('op.get-metrics')
  const { rawKey: key, organizationId } = await service.org()
  const headers = { authorization: `Bearer ${operatorToken}` }
  await service.send('GET /v1/get-org-credits', { key })
  await service.send('POST /v1/company-search', { key, body: {} })
  const items = [{ line: 1, record: { preferred_name: 'Acme', domains: ['acme.example'] } }]
  const observedAt = new Date(service.clock.now())
  await service.almanac.writer.write('companies', items, { source: 'test', observedAt })
  const paid = await service.send('POST /v1/company-search', { key, body: { searchParams: {} } })
  expect(paid.body.chargeInfo.creditsCharged).toBe(1)
  const { status, headers: answered, text } = await service.send('GET /metrics', { headers })
  expect([status, answered.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const valueOf = (line: string) =>
    Number(
      text
        .split('\n')
        .find((row) => row.startsWith(`${line} `))
        ?.split(' ')
        .at(-1),
    )
  expect(valueOf('almanac_requests_total{operation="companySearch",status="400"}')).toBe(1)
  expect(valueOf('almanac_requests_total{operation="getOrgCredits",status="200"}')).toBeGreaterThanOrEqual(1)
  expect(valueOf('almanac_request_duration_seconds_bucket{le="+Inf",operation="companySearch"}')).toBe(2)
  expect(valueOf('almanac_credits_charged_total{by="request"}')).toBe(1)
  expect(valueOf('almanac_store_up{store="postgres"}')).toBe(1)
  expect(valueOf('almanac_postgres_connections{state="idle"}')).toBeGreaterThanOrEqual(0)
  for (const name of ['almanac_credits_charged_total', 'nodejs_eventloop_lag_p99_seconds'])
    expect(text).toContain(`# TYPE ${name} `)
  for (const secret of [organizationId, key, operatorToken, 'org_']) expect(text).not.toContain(secret)
})

test('getMetrics 200 tells what waits: jobs, webhooks, commits, the disk, and the last backup', async () => {
  const org = await service.org()
  const headers = { authorization: `Bearer ${operatorToken}` }
  const read = async () => {
    const { text } = await service.send('GET /metrics', { headers })
    return (line: string) => {
      const found = text.split('\n').find((row) => row.startsWith(`${line} `))
      return found === undefined ? undefined : Number(found.split(' ').at(-1))
    }
  }
  const before = await read()
  expect(before('almanac_backup_age_seconds')).toBeUndefined()
  expect(before('almanac_restore_trial_age_seconds')).toBeUndefined()
  expect(before('almanac_webhook_deliveries_due')).toBe(0)
  expect(before('almanac_disk_free_bytes')).toBeGreaterThan(1e6)
  expect(before('almanac_corpus_commit_lag{kind="companies"}')).toBe(0)
  const domains = { key: org.rawKey, body: { companyInfo: [{ name: 'Acme' }] } }
  expect((await service.send('POST /v1/domain-lookup/trigger', domains)).status).toBe(200)
  await service.db.query(sql`
    WITH v AS (
      INSERT INTO events (id, organization_id, type, data, created_at)
      VALUES ('evt_1', ${org.organizationId}, 'some.thing', '{}', now())),
    e AS (
      INSERT INTO webhook_endpoints (id, organization_id, url, secret, created_at, updated_at, disabled_reason)
      SELECT n, ${org.organizationId}, 'https://acme.example', '\\x00', now(), now(), CASE n WHEN 'we_off' THEN 'asked' END
      FROM unnest(ARRAY['we_on', 'we_off']) AS n RETURNING id)
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_at, created_at)
    SELECT 'wd_' || id, id, 'evt_1', ${new Date(service.clock.now() - 40_000)}, now() FROM e`)
  await noteBackup(service.dataDir, new Date(service.clock.now() - 7_200_000).toISOString())
  const triedAt = new Date(service.clock.now() - 3_600_000).toISOString()
  await noteTrial(service.dataDir, { source: 's3://files/one.tar.gz', triedAt })
  service.clock.advance(5_000)
  const after = await read()
  expect(after('almanac_jobs{kind="domainLookup",state="queued"}')).toBe(1)
  expect(after('almanac_jobs_oldest_seconds{kind="domainLookup",state="queued"}')).toBe(5)
  expect(after('almanac_webhook_deliveries_due')).toBe(1)
  expect(after('almanac_webhook_oldest_due_seconds')).toBe(45)
  expect(after('almanac_backup_age_seconds')).toBe(7_205)
  expect(after('almanac_restore_trial_age_seconds')).toBe(3_605)
})

test('getStatus 200 names what is being built again, how far that is and what waits for it', async () => {
  expect((await service.send('GET /status')).body.rebuilding).toEqual([])
  const { db } = service
  const items = [{ line: 1, record: { preferred_name: 'Waiting', domains: ['waiting.example'] } }]
  const observedAt = new Date(service.clock.now())
  await service.almanac.writer.write('companies', items, { source: 'test', observedAt })
  await db.query(sql`UPDATE corpus_commits SET search_index = 10 WHERE kind = 'companies'`)
  await db.query(sql`
    INSERT INTO corpus_rebuilds (kind, index_version, index_build, done, total, started_at, resumed_at)
    VALUES ('companies', 11, 0, 500, 2000, now() - interval '10 s', now() - interval '10 s')`)
  const [work] = (await service.send('GET /status')).body.rebuilding
  expect(work).toMatchObject({
    kind: 'companies',
    what: 'rebuild',
    done: 500,
    total: 2_000,
    waiting: { searches: 'some', lookups: 'none', imports: false },
  })
  const seconds = (Date.parse(work.expectedEndAt) - Date.parse(work.startedAt)) / 1_000
  expect(Math.round(seconds / 5)).toBe(8)
  await db.query(
    sql`UPDATE corpus_commits SET search_index = ${kinds.companies.indexVersion} WHERE kind = 'companies'`,
  )
  await db.query(sql`DELETE FROM corpus_rebuilds`)
})
