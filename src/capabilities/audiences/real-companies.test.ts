import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../test/support/long.ts'
import { testAlmanac, type TestAlmanac } from '../../../test/support/harness.ts'
import { importFile, loadMapping, readRecords } from '../../corpus/import/index.ts'
import { audiences } from './index.ts'

const root = join(import.meta.dirname, '../../..')
const fileOf = (date: string) => join(root, `../shared/data/yc/yc-${date}.ndjson.gz`)
const editions = ['2023-01-31', '2024-05-13'] as const

/** Ids of the directory by whether the edition says that the company is active. */
async function statusesIn(date: string): Promise<Map<string, boolean>> {
  const statuses = new Map<string, boolean>()
  for await (const row of readRecords(fileOf(date))) {
    const { id, status } = ('value' in row ? row.value : {}) as { id: number; status: string }
    if (status !== 'Not YC') statuses.set(String(id), status === 'Active' || status === 'Public')
  }
  return statuses
}

const load = async ({ almanac }: TestAlmanac, date: string) =>
  importFile({
    kind: 'companies',
    file: fileOf(date),
    mapping: await loadMapping(join(root, 'docs/guide/maps/yc.yaml')),
    source: 'yc',
    observedAt: new Date(`${date}T00:00:00Z`),
    batchRows: 3_000,
    writer: almanac.writer,
    onRejects: async (rejected) => expect(rejected).toEqual([]),
  })

/** Eight thousand rows are imported: in the long run. */
const isThere = isLong && editions.every((date) => existsSync(fileOf(date)))

describe.skipIf(!isThere)('the companies of ../shared/data/yc', () => {
  test('of two editions join and leave an audience of active ones as the files say', async () => {
    const service = await testAlmanac()
    const org = await service.org()
    const ask = async (route: string, body?: object) => {
      const answer = await service.send(route.replace('/a', '/v1/audiences'), { key: org.rawKey, body })
      expect(answer.status, answer.text).toBe(200)
      return answer.body.output
    }
    const { search } = service.almanac.depsOf(audiences).search
    /** Ids of the directory of the companies that did something in the newest build. */
    const ids = async (audienceId: string, movement: string): Promise<string[]> => {
      const entities: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const next: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page = await ask(`GET /a/${audienceId}/companies?pageSize=500&movement=${movement}${next}`)
        entities.push(...page.companies.map(({ companyId }: { companyId: string }) => companyId))
        cursor = page.nextCursor
      }
      const records = await search.lookupIds('companies', {
        ids: entities,
        snapshot: await search.snapshots.newest('companies'),
      })
      const outside = await search.externalIds('companies', { records })
      return [...outside.values()].map((names) => names['yc'] ?? '').toSorted()
    }
    const { audienceId } = await ask('POST /a/create', { name: 'Active' })
    const build = async () => {
      const set = await ask(`PATCH /a/${audienceId}/search-params`, {
        companySearchParams: { status: { anyOf: ['active'] } },
      })
      await ask(`POST /a/${audienceId}/build`, {})
      await service.almanac.jobs.workNow()
      expect((await ask(`GET /a/${audienceId}/status`)).companiesCount).toBe(set.estimate.companies)
    }
    const [before, after] = [await statusesIn(editions[0]), await statusesIn(editions[1])]
    const isNow = (id: string) => after.get(id) ?? before.get(id) ?? false
    const known = [...new Set([...before.keys(), ...after.keys()])]
    const was = (id: string) => before.get(id) ?? false

    await load(service, editions[0])
    await build()
    expect(await ids(audienceId, 'joined')).toEqual([...before.keys()].filter(was).toSorted())
    await load(service, editions[1])
    await build()
    expect(await ids(audienceId, 'joined')).toEqual(known.filter((id) => isNow(id) && !was(id)).toSorted())
    expect(await ids(audienceId, 'left')).toEqual(known.filter((id) => was(id) && !isNow(id)).toSorted())
    expect(await ids(audienceId, 'stayed')).toEqual(known.filter((id) => was(id) && isNow(id)).toSorted())
    const { changes } = await ask(`GET /a/${audienceId}`)
    expect(changes.companies.joined).toBeGreaterThan(100)
    expect(changes.companies.left).toBeGreaterThan(10)
  })
})
