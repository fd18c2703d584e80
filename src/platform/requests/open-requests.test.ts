import { beforeAll, describe, expect, it } from 'vitest'
import { milli } from '../../lib/credits.ts'
import { frozenClock } from '../../lib/clock.ts'
import type { RequestRecord } from '../../operation/index.ts'
import { sql } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { watchPostgres, type WatchedPostgres } from '../../../test/support/watched-postgres.ts'
import { openRequests, type Requests } from './open-requests.ts'
import { dayMs } from '../../lib/time.ts'

const clock = frozenClock()
let db: WatchedPostgres
let made = 0

beforeAll(async () => {
  db = watchPostgres(await testDatabase())
})

function open(): Requests {
  return openRequests({ db, clock, log: () => undefined })
}

function entry(organizationId: string, more: Partial<RequestRecord> = {}): RequestRecord {
  made += 1
  return {
    id: `req_${String(made).padStart(6, '0')}`,
    organizationId,
    keyId: 'key_1',
    operationId: 'companySearch',
    method: 'POST',
    routePath: '/v1/company-search',
    statusCode: 200,
    durationMs: 12.5,
    errorCode: null,
    creditsCharged: milli(1_500),
    request: { most: 10 },
    atMs: clock.now(),
    source: 'api',
    ...more,
  }
}

const newOrganization = () => `org_${(made += 1)}`

describe('writing', () => {
  it('keeps every member, with personal data masked', async () => {
    const requests = open()
    const organizationId = newOrganization()
    const one = entry(organizationId, {
      errorCode: 'E-7K2M9Q',
      request: { emailAddress: 'a@b.example', note: 'x\u0000\ud800' },
    })
    requests.record(one)
    await requests.flush()
    const { request: _, atMs, ...same } = one
    expect(await requests.listRequests({ organizationId, most: 10 })).toEqual([
      {
        ...same,
        createdAt: new Date(atMs),
        request: { emailAddress: '[redacted]', note: 'x\u0000\ud800' },
      },
    ])
    await requests.close()
  })

  it('sends nothing while a request is answered, and one statement for many', async () => {
    const requests = open()
    const organizationId = newOrganization()
    const before = db.asked
    for (let i = 0; i < 400; i++) requests.record(entry(organizationId))
    expect(db.asked).toBe(before)
    await requests.flush()
    expect(db.asked).toBe(before + 1)
    await requests.close()
  })

  it('happens by itself soon, at once for 500, and at the end', async () => {
    const organizationId = newOrganization()
    const count = async () =>
      (await db.query(sql`SELECT FROM api_requests WHERE organization_id = ${organizationId}`)).length
    const requests = open()
    requests.record(entry(organizationId))
    await expect.poll(count).toBe(1)
    for (let i = 0; i < 500; i++) requests.record(entry(organizationId))
    await expect.poll(count).toBe(501)
    requests.record(entry(organizationId))
    await requests.close()
    expect(await count()).toBe(502)
    requests.record(entry(organizationId))
    expect(requests.dropped).toBe(1)
  })

  it('waits for an absent store, keeps order, and counts what did not fit', async () => {
    const requests = open()
    const organizationId = newOrganization()
    db.away = true
    const entries = Array.from({ length: 10_020 }, () => entry(organizationId))
    for (const one of entries) requests.record(one)
    await requests.flush()
    expect(requests.dropped).toBe(20)
    db.away = false
    await requests.flush()
    const page = await requests.listRequests({ organizationId, most: 20_000 })
    expect(page.map((one) => one.id)).toEqual(entries.slice(20).map((one) => one.id))
    await requests.close()
    expect(requests.dropped).toBe(20)
  })

  it('writes nothing twice when a batch is repeated', async () => {
    const requests = open()
    const organizationId = newOrganization()
    const one = entry(organizationId)
    requests.record(one)
    await requests.flush()
    requests.record(one)
    requests.record(entry(organizationId))
    await requests.flush()
    expect(await requests.listRequests({ organizationId, most: 10 })).toHaveLength(2)
    await requests.close()
  })

  it('loses only the entry that the store refuses', async () => {
    const requests = open()
    const organizationId = newOrganization()
    requests.record(entry(organizationId))
    requests.record(entry(organizationId, { method: 'NUL \u0000' }))
    requests.record(entry(organizationId))
    await requests.flush()
    expect(requests.dropped).toBe(1)
    expect(await requests.listRequests({ organizationId, most: 10 })).toHaveLength(2)
    await requests.close()
  })

  it('logs a large body by its size, a missing one as nothing', async () => {
    const requests = open()
    const organizationId = newOrganization()
    requests.record(entry(organizationId, { request: { query: 'x'.repeat(20_000) } }))
    requests.record(entry(organizationId, { request: undefined }))
    await requests.flush()
    const logged = await requests.listRequests({ organizationId, most: 10 })
    expect(logged.map((one) => one.request)).toEqual([{ omitted: '20012 characters' }, null])
    await requests.close()
  })
})

describe('reading', () => {
  it('pages newest first without gap or repeat, also within one millisecond', async () => {
    const requests = open()
    const organizationId = newOrganization()
    for (let i = 0; i < 57; i++)
      requests.record(entry(organizationId, { atMs: clock.now() - Math.floor(i / 10) }))
    await requests.flush()
    const whole = await requests.listRequests({ organizationId, most: 100 })
    const paged: string[] = []
    for (;;) {
      const last = whole.find(({ id }) => id === paged.at(-1))
      const after = last && { createdAtMs: last.createdAt.getTime(), id: last.id }
      const page = await requests.listRequests({ organizationId, most: 7, ...(after && { after }) })
      if (page.length === 0) break
      paged.push(...page.map((one) => one.id))
    }
    expect(paged).toEqual(whole.map((one) => one.id))
    expect(new Set(paged).size).toBe(57)
    expect(whole.map((one) => -one.createdAt.getTime())).toEqual(
      whole.map((one) => -one.createdAt.getTime()).toSorted((a, b) => a - b),
    )
    await requests.close()
  })

  it('filters by each member and by time', async () => {
    const requests = open()
    const organizationId = newOrganization()
    const failed = entry(organizationId, {
      statusCode: 500,
      errorCode: 'E-AAAAAA',
      atMs: clock.now() - 1_000,
    })
    const read = entry(organizationId, { method: 'GET', routePath: '/v1/keys', atMs: clock.now() - 2_000 })
    const plain = entry(organizationId)
    for (const one of [failed, read, plain, entry(newOrganization())]) requests.record(one)
    await requests.flush()
    const ids = async (filter: object) =>
      (await requests.listRequests({ organizationId, most: 10, ...filter })).map((one) => one.id)
    expect(await ids({})).toEqual([plain.id, failed.id, read.id])
    expect(await ids({ statusCode: 500 })).toEqual([failed.id])
    expect(await ids({ errorCode: 'E-AAAAAA' })).toEqual([failed.id])
    expect(await ids({ method: 'GET' })).toEqual([read.id])
    expect(await ids({ routePath: '/v1/keys' })).toEqual([read.id])
    expect(await ids({ fromMs: failed.atMs })).toEqual([plain.id, failed.id])
    expect(await ids({ toMs: failed.atMs })).toEqual([read.id])
    expect(await ids({ toMs: failed.atMs + 1 })).toEqual([failed.id, read.id])
    expect(await ids({ fromMs: failed.atMs, toMs: failed.atMs + 1, method: 'GET' })).toEqual([])
    await requests.close()
  })

  it('shows seven days, and the purge removes what is older', async () => {
    const requests = open()
    const organizationId = newOrganization()
    const kept = entry(organizationId, { atMs: clock.now() - 7 * dayMs })
    for (const one of [kept, entry(organizationId, { atMs: clock.now() - 7 * dayMs - 1 })])
      requests.record(one)
    await requests.flush()
    const shown = await requests.listRequests({ organizationId, fromMs: 0, most: 10 })
    expect(shown.map((one) => one.id)).toEqual([kept.id])
    expect(await requests.purgeRequests(clock.now())).toBe(1)
    expect(await requests.purgeRequests(clock.now())).toBe(0)
    await requests.close()
  })
})
