import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { companies, spendingOn } from '../../../../support/spending.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const list = async (key: string, query = '') =>
  (await service.send(`GET /v1/statements${query}`, { key })).body.output

async function spend(org: TestOrganization, units: number): Promise<void> {
  const { ledger } = service.almanac
  const { ask, held } = spendingOn({ ...service.almanac, clock: service.clock })
  const request = { ...ask(org, companies(units)), requestId: `req_${org.organizationId}_${units}` }
  await ledger.settle({ ...request, hold: await held(request) })
}

describe('listStatements 200', () => {
  test('has each month since the beginning, what moved in it, and the way to its statement', async () => {
    verifies('op.list-statements')
    const org = await service.org(10_000)
    const first = new Date(service.clock.now()).toISOString().slice(0, 7)
    await spend(org, 300)
    service.clock.advance(62 * 86_400_000)
    await service.send('POST /v1/buy-credits', { key: org.rawKey, body: { creditsToBuy: 1_000 } })
    await spend(org, 7)
    const now = new Date(service.clock.now()).toISOString().slice(0, 7)
    const { statements, hasMore } = await list(org.rawKey)
    expect([statements.length, hasMore]).toEqual([3, false])
    expect(statements[0]).toMatchObject({
      month: now,
      isOpen: true,
      creditsCharged: 7,
      creditsBought: 1_000,
      purchases: 1,
    })
    expect(statements[1]).toMatchObject({ isOpen: false, creditsCharged: 0 })
    expect(statements[2]).toMatchObject({ month: first, isOpen: false, creditsCharged: 300 })
    const page = await service.send(`GET ${statements[2].htmlPath}`, { key: org.rawKey })
    expect([page.status, page.text.includes(`Statement ${first}`)]).toEqual([200, true])
    const csv = await service.send(`GET ${statements[2].csvPath}`, { key: org.rawKey })
    expect(csv.text).toContain('capture')
    const one = await list(org.rawKey, '?pageSize=2')
    const rest = await list(org.rawKey, `?pageSize=2&cursor=${one.nextCursor}`)
    expect([...one.statements, ...rest.statements]).toEqual(statements)
    expect(rest.nextCursor).toBeNull()
  })

  test('another organization has its own', async () => {
    const { rawKey } = await service.org()
    const { statements } = await list(rawKey)
    expect(statements).toEqual([expect.objectContaining({ isOpen: true, creditsCharged: 0, purchases: 0 })])
  })
})
