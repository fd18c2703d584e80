import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { atEnd } from '../../../support/at-end.ts'
import { isLong } from '../../../support/long.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { importFile, loadMapping, readRecords } from '../../../../src/corpus/import/index.ts'
import { audiences } from '../../../../src/capabilities/audiences/index.ts'

const root = join(import.meta.dirname, '../../../..')
const fileOf = (date: string) => join(root, `../shared/data/yc/yc-${date}.ndjson.gz`)
const dates = ['2023-01-31', '2024-05-13'] as const

/** Ids of the directory by whether the edition says that the company is active. */
async function statusesIn(file: string): Promise<Map<string, boolean>> {
  const statuses = new Map<string, boolean>()
  for await (const row of readRecords(file)) {
    const { id, status } = ('value' in row ? row.value : {}) as { id: number; status: string }
    if (status !== 'Not YC') statuses.set(String(id), status === 'Active' || status === 'Public')
  }
  return statuses
}

/** One edition of the directory: its file, and the day it tells of. */
interface Edition {
  file: string
  date: string
}

const load = async ({ almanac }: TestAlmanac, { file, date }: Edition) =>
  importFile({
    kind: 'companies',
    file,
    mapping: await loadMapping(join(root, 'docs/guide/maps/yc.yaml')),
    source: 'yc',
    observedAt: new Date(`${date}T00:00:00Z`),
    batchRows: 3_000,
    writer: almanac.writer,
    onRejects: async (rejected) => expect(rejected).toEqual([]),
  })

/**
 * Builds an audience of active companies over one edition and again over the next: who joined, left and stayed is what the
 * files say. Answers how many of each.
 */
async function buildTwice(editions: readonly [Edition, Edition]) {
  const service = await testAlmanac()
  const org = await service.org()
  const ask = async (route: string, body?: object) => {
    const answer = await service.send(route.replace('/a', '/v1/audiences'), { key: org.rawKey, body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.output
  }
  const { search } = service.almanac.openDeps(audiences).search
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
  const [before, after] = [await statusesIn(editions[0].file), await statusesIn(editions[1].file)]
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
  return changes.companies as { joined: number; left: number; stayed: number }
}

/** A row of an edition, of the form the directory has. */
const row = (id: number, status: string, name = `Cut ${id}`) =>
  JSON.stringify({ id, name, slug: `cut-${id}`, website: `https://cut-${id}.example`, status, team_size: 5 })

test('companies of two small editions join and leave an audience of active ones as the files say', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-editions-'))
  atEnd(() => rm(dir, { recursive: true }))
  const edition = async (date: string, rows: string[]): Promise<Edition> => {
    const file = join(dir, `yc-${date}.ndjson`)
    await writeFile(file, rows.map((one) => `${one}\n`).join(''))
    return { file, date }
  }
  // 1 and 2 stay, 3 closes, 4 is bought, 5 comes back, 6 is new, 7 is gone from the file, 8 is new and closed, 9 was a mistake.
  const earlier = await edition('2023-01-31', [
    ...[1, 2, 3, 4, 7].map((id) => row(id, id === 2 ? 'Public' : 'Active')),
    row(5, 'Inactive'),
    row(9, 'Not YC'),
  ])
  const later = await edition('2024-05-13', [
    row(1, 'Active', 'Cut 1, renamed'),
    row(2, 'Active'),
    row(3, 'Inactive'),
    row(4, 'Acquired'),
    row(5, 'Active'),
    row(6, 'Public'),
    row(8, 'Inactive'),
    row(9, 'Not YC'),
  ])
  expect(await buildTwice([earlier, later])).toMatchObject({ joined: 2, left: 2, stayed: 3 })
})

/** Eight thousand rows are imported: in the long run. */
const isThere = isLong && dates.every((date) => existsSync(fileOf(date)))

describe.skipIf(!isThere)('the companies of ../shared/data/yc', () => {
  test('of two editions join and leave an audience of active ones as the files say', async () => {
    const [earlier, later] = dates.map((date) => ({ file: fileOf(date), date })) as [Edition, Edition]
    const changes = await buildTwice([earlier, later])
    expect(changes.joined).toBeGreaterThan(100)
    expect(changes.left).toBeGreaterThan(10)
  })
})
