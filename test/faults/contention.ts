import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../src/lib/credits.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import type { FaultyService } from './one-service.ts'

let service: FaultyService

function connectOne(): Socket {
  const { hostname, port } = new URL(service.url)
  return connect(Number(port), hostname)
}

/** A hundred at a time: of more that wait to be accepted a busy system resets some. The requests then go all at once. */
async function connectAll(count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(100, count - sockets.length) }, connectOne)
    await Promise.all(some.map((socket) => once(socket, 'connect')))
    sockets.push(...some)
  }
  return sockets
}

/** A request that is told to come back has waited for the store in vain: contention alone is no reason. */
const shortestWaitMs = 1_500

interface Load {
  path: string
  body: object
  connections: number
  count: number
  /** Sends again what is told to come back, as clients do on a machine that is too busy. */
  isPatient?: boolean
}

/** Sends `count` requests over exactly `connections` connections, kept alive; answers how often each status came. */
async function load(
  org: TestOrganization,
  { path, body, connections, count, isPatient = false }: Load,
): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const open = await connectAll(connections)
  agent.createConnection = () => open.pop() ?? connectOne()
  const once = () =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'x-api-key': org.rawKey, 'content-type': 'application/json' }
      const sent = request(service.url + path, { agent, method: 'POST', headers }, (answer) => {
        const status = answer.statusCode ?? 0
        answer
          .resume()
          .once('end', () => resolve(status))
          .once('error', reject)
      })
      sent.once('error', reject).end(JSON.stringify(body))
    })
  const startedMs = performance.now()
  const answered = async () => {
    let status = await once()
    if (status === 503) expect(performance.now() - startedMs).toBeGreaterThan(shortestWaitMs)
    while (isPatient && status === 503) status = await once()
    return status
  }
  const statuses = await Promise.all(Array.from({ length: count }, answered))
  agent.destroy()
  return Object.fromEntries(
    [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]),
  )
}

/** Milli-credits captured from an organization, from its journal; nothing is refunded here. */
async function captured(organizationId: string): Promise<number | undefined> {
  const [row] = await service.direct.query<{ amount: number }>(sql`
    SELECT COALESCE(sum(amount), 0)::bigint AS amount FROM ledger_transfers
    WHERE organization_id = ${organizationId} AND kind = 'capture'`)
  return row?.amount
}

export function describeContention(given: () => FaultyService): void {
  describe('many calls at once', () => {
    beforeAll(() => void (service = given()))

    test('of 1,000 parallel calls with one credit left exactly one is served', async () => {
      verifies('promise.ledger.last-credit-once', 'promise.ledger.never-negative')
      const org = await service.org(1)
      const { organizationId } = org
      await service.almanac.limits.setLimit({ organizationId, operationId: 'companySearch', max: 5_000 })
      const statuses = await load(org, {
        path: '/v1/company-search',
        body: {
          searchParams: {},
          pageSize: 1,
        },
        connections: 1e3,
        count: 1e3,
        isPatient: true,
      })
      expect(statuses).toEqual({ 200: 1, 402: 999 })
      expect(await captured(organizationId)).toBe(1_000)
      expect(await service.almanac.ledger.balance(organizationId)).toMatchObject({ available: 0 })
      expect(await service.almanac.ledger.reconcile(organizationId)).toEqual([])
    })

    test('of 7 credits 200 calls at 2 credits each get three served', async () => {
      verifies('promise.ledger.never-negative', 'promise.ledger.sum-equals-balance')
      const org = await service.org(7)
      const { organizationId } = org
      await service.almanac.ledger.prices.setPrice(organizationId, 'companySearchResult', milli(2_000))
      await service.almanac.limits.setLimit({ organizationId, operationId: 'companySearch', max: 5_000 })
      const statuses = await load(org, {
        path: '/v1/company-search',
        body: {
          searchParams: {},
          pageSize: 1,
        },
        connections: 40,
        count: 200,
        isPatient: true,
      })
      expect(statuses).toEqual({ 200: 3, 402: 197 })
      expect(await service.almanac.ledger.balance(organizationId)).toMatchObject({ available: 1_000 })
      const [row] = await service.db.query<{ least: number }>(sql`
        SELECT min(available) AS least FROM subscription_balances`)
      expect(row?.least).toBeGreaterThanOrEqual(0)
    })

    test('50 connections over a limit of 120 a minute get exactly 120 admitted', async () => {
      verifies('promise.limits.50-connections', 'promise.limits.no-over-admission')
      const org = await service.org()
      const statuses = await load(org, {
        path: '/v1/company-count',
        body: { searchParams: {} },
        connections: 50,
        count: 400,
      })
      const { 200: served = 0, 503: late = 0, ...refused } = statuses
      expect({ admitted: served + late, ...refused }).toEqual({ admitted: 120, 429: 280 })
    })

    test('a revoked key is refused from the answer of the revocation on, on 50 connections that use it', async () => {
      verifies('promise.keys.revoke-at-once')
      const org = await service.org()
      const { organizationId, caller, rawKey: key } = org
      await service.almanac.limits.setLimit({ organizationId, operationId: 'getOrgCredits', max: 100_000 })
      let revoked = false
      const startedAfter: number[] = []
      const lane = async () => {
        for (let sent = 0; sent < 20; sent++) {
          const late = revoked
          const { status } = await service.send('GET /v1/get-org-credits', { key })
          if (late) startedAfter.push(status)
        }
      }
      const lanes = Promise.all(Array.from({ length: 50 }, lane))
      await service.almanac.keys.revokeKey(organizationId, caller.keyId)
      revoked = true
      await lanes
      expect(startedAfter.length).toBeGreaterThan(0)
      // Failed authentications of one address are limited too.
      expect(startedAfter.filter((status) => status !== 401 && status !== 429)).toEqual([])
    })
  })
}
