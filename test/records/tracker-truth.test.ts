import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadMapping, readRecords } from '../../src/corpus/import/index.ts'
import { rowReader } from '../../src/corpus/import/run/native-row.ts'
import { companyIdentifiers } from '../../src/corpus/search-index/index.ts'
import type { CompanyRecord, NativeCompany } from '../../src/corpus/records/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import type { TestAlmanac } from '../support/harness.ts'
import { isLong } from '../support/long.ts'
import type { TestOrganization } from '../support/platform.ts'
import { trackersWorld } from '../worlds/trackers.ts'

const root = join(import.meta.dirname, '../..')
const data = join(root, '../shared/data/yc')
/** A third of the companies, the same of each file, shows what each rule tells; `npm run test:long` takes all. */
const isTaken = ({ id }: Row) => isLong || id % 3 === 0
/** Companies at least of which each rule tells something between two files. */
const fewest = isLong ? 50 : 15

const dates = ['2021-12-02', '2023-01-31', '2024-05-13', '2025-05-13'] as const

interface Row {
  id: number
  name: string
  status: string
  team_size: number | null
  long_description: string | null
  one_liner: string | null
  small_logo_thumb_url: string | null
  location?: string | null
  all_locations?: string | null
}

const rules = {
  headcount_crossed_threshold: { direction: 'above', threshold: 50 },
  headcount_growth_percent: { direction: 'grew', minPercentChange: 25 },
  company_status_changed: {},
  company_went_inactive: {},
  company_name_changed: {},
  company_description_changed: {},
  company_logo_changed: {},
  hq_location_changed: {},
}
type RuleType = keyof typeof rules

/** What each rule must tell between two rows, computed from them directly. */
const told: Record<Exclude<RuleType, 'hq_location_changed'>, (before: Row, after: Row) => boolean> = {
  headcount_crossed_threshold: ({ team_size: was }, { team_size: is }) =>
    !!was && !!is && was < 50 && is >= 50,
  headcount_growth_percent: ({ team_size: was }, { team_size: is }) => !!was && !!is && is * 4 >= was * 5,
  company_status_changed: (before, after) => before.status !== after.status,
  company_went_inactive: (before, after) => before.status !== 'Inactive' && after.status === 'Inactive',
  company_name_changed: (before, after) => plainName(before.name) !== plainName(after.name),
  company_description_changed: (before, after) => {
    const member = before.long_description && after.long_description ? 'long_description' : 'one_liner'
    const [was, is] = [before[member], after[member]]
    return !!was?.trim() && !!is?.trim() && spaced(was) !== spaced(is)
  },
  company_logo_changed: (before, after) => {
    const [was, is] = [logo(before), logo(after)]
    return was !== undefined && is !== undefined && was !== is
  },
}

const spaced = (text: string) => text.normalize('NFKC').split(/\s+/).filter(Boolean).join(' ')
const logo = ({ small_logo_thumb_url: url }: Row) => (url?.startsWith('http') ? url.split('?')[0] : undefined)
const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/^the\s+|,?\s+(inc|llc|ltd|lp|gmbh)\.?$/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

const placesOf = ({ all_locations, location }: Row) =>
  (all_locations ?? location ?? '')
    .split(';')
    .map((place) => place.trim().toLowerCase())
    .filter((place) => place !== '' && place !== 'remote')

describe.skipIf(!existsSync(data))('trackers on the dated files of ../shared/data/yc', () => {
  let service: TestAlmanac
  let org: TestOrganization
  const rows: Map<string, Row>[] = []
  /** By date and rule: ids of the companies a signal was told of. */
  const signals: Map<string, Set<string>>[] = []
  let listId: string

  const ask = async (route: string, body?: object) => {
    const answer = await service.send(route, { key: org.rawKey, body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.output
  }

  beforeAll(async () => {
    service = await trackersWorld()
    org = await service.org()
    const mapping = await loadMapping(join(root, 'docs/guide/maps/yc.yaml'))
    const ids = new Map<string, string>()
    for (const date of dates) {
      const read = rowReader({ kind: mapping.kind, mapping, asOf: date })
      const [records, raw] = [[] as NativeCompany[], new Map<string, Row>()]
      for await (const row of readRecords(join(data, `yc-${date}.ndjson.gz`))) {
        if (!('value' in row)) continue
        const value = row.value as unknown as Row
        const outcome = isTaken(value) ? read(row) : {}
        if (!('record' in outcome)) continue
        records.push(outcome.record as NativeCompany)
        raw.set(String(value.id), value)
      }
      service.clock.advance(3_600_000)
      for (let start = 0; start < records.length; start += 1_000)
        await service.write('companies', records.slice(start, start + 1_000), `${date}T00:00:00.000Z`)
      rows.push(raw)
      if (listId === undefined)
        listId = (
          await ask('POST /v1/tracker/company-lists', {
            name: 'Directory',
            refreshIntervalDays: 90,
            trackingRules: Object.entries(rules).map(([type, more]) => ({
              type,
              entityType: 'company',
              ...more,
            })),
            companySearchParams: { acceleratorsV2: { anyOf: [{ acceleratorName: 'ycombinator' }] } },
          })
        ).id
      else await ask(`POST /v1/tracker/company-lists/${listId}/refresh`, {})
      await service.almanac.jobs.workNow()
      for (const [entity, id] of await entitiesOf([...raw.keys()])) ids.set(entity, id)
      signals.push(await signalsSoFar(ids))
    }
  })

  const entitiesOf = async (ycIds: string[]): Promise<Map<string, string>> => {
    const { search } = service.almanac
    const tokenOf = (yc: string) =>
      companyIdentifiers({ external_ids: { yc } } as unknown as CompanyRecord)[0] as string
    const byToken = new Map(ycIds.map((id) => [tokenOf(id), id]))
    const snapshot = await search.snapshots.newest('companies')
    const found = await search.lookup('companies', { tokens: [...byToken.keys()], snapshot, perToken: 1 })
    return new Map(found.map(({ id, tokens }) => [id, byToken.get(tokens[0] as string) as string]))
  }

  const signalsSoFar = async (ids: Map<string, string>): Promise<Map<string, Set<string>>> => {
    const found = new Map<string, Set<string>>()
    const told = await service.db.query<{ id: string; type: string; entityId: string }>(sql`
      SELECT id, signal->>'type' AS type, entity_id AS "entityId" FROM tracker_signals WHERE list_id = ${listId}`)
    for (const { id, type, entityId } of told) {
      const company = ids.get(entityId)
      if (company === undefined) continue
      const ofType = found.get(type) ?? new Set()
      found.set(type, ofType.add(`${company} ${id}`))
    }
    return found
  }

  /** What the files up to one say of each company: what a row leaves out stays as an earlier one told it. */
  const knownAfter = (place: number): Map<string, Row> => {
    const known = new Map<string, Row>()
    for (const [id, row] of rows.slice(0, place + 1).flatMap((file) => [...file])) {
      const given = Object.entries(row).filter(([, value]) => String(value ?? '').trim() !== '')
      known.set(id, { ...known.get(id), ...Object.fromEntries(given) } as Row)
    }
    return known
  }

  /** Companies of which a rule told something between two files, and those that were in both. */
  const between = (type: RuleType, place: number) => {
    const earlier = signals[place]?.get(type) ?? new Set()
    const now = [...(signals[place + 1]?.get(type) ?? [])].filter((key) => !earlier.has(key))
    const both = [...rows[place + 1]!.keys()].filter((id) => rows[place]!.has(id))
    const [before, after] = [knownAfter(place), knownAfter(place + 1)]
    return { told: now.map((key) => key.split(' ')[0] as string), both, before, after }
  }

  test.each(dates.slice(1).flatMap((_, place) => Object.keys(told).map((type) => [place, type] as const)))(
    'from file %i on %s tells what the files themselves differ in',
    (place, type) => {
      const rule = type as keyof typeof told
      const { told: found, both, before, after } = between(rule, place)
      const wanted = both.filter((id) => told[rule](before.get(id)!, after.get(id)!))
      const inBoth = found.filter((id) => both.includes(id))
      expect(wanted.length).toBeGreaterThan(fewest)
      expect(wanted.filter((id) => !inBoth.includes(id))).toEqual([])
      expect(inBoth.filter((id) => !wanted.includes(id)).map((id) => after.get(id)?.name)).toEqual([])
    },
  )

  test.each([0, 1, 2])(
    'from file %i on headquarters move where the first place of the files does',
    (place) => {
      const { told: found, before, after } = between('hq_location_changed', place)
      // A place written otherwise: `Sydney NSW, Australia`, `Sydney, NSW, Australia`.
      const plain = (row: Row) =>
        placesOf(row).map((each) => each.replace(/,.*,/, ',').replace(/[^a-z,]/g, ''))
      const isSame = (id: string) => {
        const [was, is] = [plain(before.get(id)!), plain(after.get(id)!)]
        return was[0] === is[0]
      }
      const inBoth = found.filter((id) => before.has(id) && after.has(id))
      expect(inBoth.length).toBeGreaterThan(fewest)
      expect(
        inBoth.filter(isSame).map((id) => [placesOf(before.get(id)!), placesOf(after.get(id)!)]),
      ).toEqual([])
    },
  )
})
