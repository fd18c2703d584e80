import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadMapping, readRecords, type Mapping } from './index.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { LocationRecord, NativeCompany, NativePerson } from '../records/index.ts'
import { rowReader } from './run/native-row.ts'

const root = join(import.meta.dirname, '../../..')
const data = join(root, '../shared/data')
const maps = join(root, 'docs/guide/maps')
/** Between the newest term in the file and the end of the terms of the House. */
const asOf = '2026-11-01'

/** Every record a mapping makes of a file, and the rows it comes from. Fails on the first rejected row. */
async function mapped<Record>(
  file: string,
  map: string,
): Promise<{ rows: Record[]; records: Record[]; leftOut: number }> {
  const mapping: Mapping = await loadMapping(join(maps, map))
  const read = rowReader({ kind: mapping.kind, mapping, asOf })
  const [rows, records]: [Record[], Record[]] = [[], []]
  let leftOut = 0
  for await (const row of readRecords(join(data, file))) {
    const outcome = read(row)
    if ('rejected' in outcome) throw new Error(JSON.stringify(outcome.rejected))
    if ('leftOut' in outcome) leftOut++
    else {
      records.push(outcome.record as Record)
      if ('value' in row) rows.push(row.value as Record)
    }
  }
  return { rows, records, leftOut }
}

type Edition = ReturnType<typeof mapped<NativeCompany & { id?: number }>>
const editions = new Map<string, Edition>()
afterAll(() => editions.clear())
/** Each is mapped once. */
function yc(date: string): Edition {
  const found = editions.get(date) ?? mapped(`yc/yc-${date}.ndjson.gz`, 'yc.yaml')
  editions.set(date, found)
  return found
}
const byId = (records: NativeCompany[]) =>
  new Map(records.map((record) => [record.external_ids?.['yc'], record]))

describe.skipIf(!existsSync(join(data, 'yc')))('docs/guide/maps/yc.yaml on ../shared/data/yc', () => {
  it.each([
    ['2021-12-02', 3240, 0],
    ['2023-01-31', 4049, 2],
    ['2024-05-13', 4667, 0],
    ['2025-05-13', 5183, 0],
  ])('makes a valid record of every row of %s', async (date, count, leftOut) => {
    const found = await yc(date)
    expect([found.records.length, found.leftOut]).toEqual([count, leftOut])
    expect(byId(found.records).size).toBe(count)
    expect(
      found.records.every(
        (record) => record.preferred_name && record.accelerators?.[0]?.accelerator_slug === 'ycombinator',
      ),
    ).toBe(true)
    // What nearly every row has, nearly every record must have.
    const share = (has: (record: NativeCompany) => unknown) => found.records.filter(has).length / count
    expect(share((record) => record.domains?.length)).toBeGreaterThan(0.98)
    expect(share((record) => record.standard_industries?.length)).toBeGreaterThan(0.98)
    expect(share((record) => record.status_consensus)).toBe(1)
    expect(share((record) => record.location_consensus)).toBeGreaterThan(0.91)
    expect(
      share((record) => !record.location_consensus || record.location_consensus.coordinates),
    ).toBeGreaterThan(0.96)
    expect(share((record) => record.accelerators?.[0]?.year)).toBeGreaterThan(0.999)
  })

  it('reads well-known companies right', async () => {
    const companies = byId((await yc('2025-05-13')).records)
    const byName = new Map([...companies.values()].map((record) => [record.preferred_name, record]))
    expect(companies.get('5')).toMatchObject({
      preferred_name: 'CircuitHub',
      domains: ['circuithub.com'],
      location_name: 'London, England, United Kingdom',
      location_consensus: { city: 'London', country_code: 'GBR', timezone: 'Europe/London' },
      employee_count_consensus: { gte: 58, lte: 58 },
      standard_industries: ['Industrials', 'Manufacturing'],
      alt_keywords: ['Hard Tech', 'Hardware', 'Robotics'],
      funding_stage: 'seed',
      accelerators: [{ batch: 'W12', year: 2012 }],
      tags: ['venture-backed-startup'],
    })
    expect(byName.get('Airbnb')).toMatchObject({
      status_consensus: 'active',
      funding_stage: 'public',
      domains: ['airbnb.com'],
      accelerators: [{ batch: 'W09', year: 2009 }],
    })
    expect(byName.get('Stripe')).toMatchObject({
      status_consensus: 'active',
      accelerators: [{ batch: 'S09' }],
      standard_industries: ['Finance'],
    })
    expect(byName.get('iCracked')).toMatchObject({ status_consensus: 'acquired', funding_stage: 'acquired' })
    expect(byName.get('iCracked')).not.toHaveProperty('logo_url')
  })

  it('batches, statuses and industries have one spelling in all editions', async () => {
    const [before, after] = [byId((await yc('2024-05-13')).records), byId((await yc('2025-05-13')).records)]
    const batches = [...after].filter(([id]) => before.has(id))
    const same = batches.filter(
      ([id, record]) => before.get(id)!.accelerators![0]!.batch === record.accelerators![0]!.batch,
    )
    expect(same.length / batches.length).toBeGreaterThan(0.97)
    const names = new Set([...after.values()].flatMap((record) => record.alt_industries ?? []))
    expect(names.has('B2B Software and Services') || names.has('Unspecified')).toBe(false)
  })

  it('the same places in another format are the same places', async () => {
    const [before, after] = [byId((await yc('2023-01-31')).records), byId((await yc('2024-05-13')).records)]
    const raw = new Map<string, unknown>()
    for (const date of ['2023-01-31', '2024-05-13']) {
      for (const row of (await yc(date)).rows as unknown as { id: number; all_locations: string }[]) {
        const places = row.all_locations
          .split(';')
          .map((place) => place.trim())
          .filter((place) => place !== 'Remote' && place !== '')
        raw.set(`${date}/${row.id}`, places.join(';'))
      }
    }
    const both = [...before.keys()].filter((id) => after.has(id))
    const unmoved = both.filter((id) => raw.get(`2023-01-31/${id}`) === raw.get(`2024-05-13/${id}`))
    expect(unmoved.length).toBeGreaterThan(3400)
    for (const id of unmoved)
      expect(after.get(id)!.location_consensus).toEqual(before.get(id)!.location_consensus)
    // The rest were edited by hand in between. Still, one edition's headquarters is mostly an office in the other.
    const agree = both.filter((id) => shareHeadquarters(before.get(id)!, after.get(id)!))
    expect(agree.length / both.length).toBeGreaterThanOrEqual(0.97)
  })

  it('a city that both 2021 and 2023 name is in the same state and country in both wordings', async () => {
    const [before, after] = [byId((await yc('2021-12-02')).records), byId((await yc('2023-01-31')).records)]
    const city = (record: NativeCompany | undefined) => record?.location_consensus?.city
    const both = [...before.keys()].filter(
      (id) => city(before.get(id)) && city(before.get(id)) === city(after.get(id)),
    )
    expect(both.length).toBeGreaterThan(2500)
    const agree = both.filter((id) => shareHeadquarters(before.get(id)!, after.get(id)!))
    expect(agree.length / both.length).toBeGreaterThanOrEqual(0.995)
  })
})

/** Whether the headquarters in one record is among the offices of the other. */
function shareHeadquarters(a: NativeCompany, b: NativeCompany): boolean {
  const [inA, inB] = [
    a.location_consensus as LocationRecord | undefined,
    b.location_consensus as LocationRecord | undefined,
  ]
  if (!inA || !inB) return !inA && !inB
  const has = (record: NativeCompany, place: LocationRecord) =>
    (record.li_locations ?? []).some(
      (office) => office.location && isSamePlace(office.location as LocationRecord, place),
    )
  return has(b, inA) || has(a, inB)
}

describe.skipIf(!existsSync(join(data, 'people-us-congress')))(
  'docs/guide/maps/us-congress.yaml on ../shared/data/people-us-congress',
  () => {
    const congress = () =>
      mapped<NativePerson>('people-us-congress/legislators-current.json.gz', 'us-congress.yaml')

    it('makes a valid record of all 537 people with all 2,792 terms and 127 leadership offices', async () => {
      const { records } = await congress()
      expect(records).toHaveLength(537)
      const positions = records.flatMap((record) => record.experiences ?? [])
      expect(
        positions.filter((each) => each.title === 'Senator' || each.title === 'Representative'),
      ).toHaveLength(2792)
      expect(positions).toHaveLength(2792 + 127)
      for (const record of records) {
        expect(record.current_job).toMatchObject({ is_current: true, seniority: 'Executive' })
        expect(record.external_ids?.['bioguide']).toMatch(/^[A-Z]\d{6}$/)
        expect(record.inferred_location?.state_name).toBeTruthy()
        for (const each of record.experiences ?? []) {
          expect(each.company_start_date! <= each.start_date!).toBe(true)
          expect(each.is_current).toBe((each.end_date ?? null) === null)
        }
      }
    })

    it('reads well-known members right', async () => {
      const { records } = await congress()
      const byId = new Map(records.map((record) => [record.external_ids?.['bioguide'], record]))
      expect(byId.get('K000367')).toMatchObject({
        name: 'Amy Klobuchar',
        headline: 'United States Senator for Minnesota',
        dob: '1960-05-25',
        career_began_at: '2007-01-04',
        current_job: {
          title: 'Senator',
          company_name: 'United States Senate',
          company_start_date: '2007-01-04',
          company_end_date: null,
        },
        inferred_location: { state_name: 'Minnesota', country_code: 'USA' },
        phone_numbers: [{ number: '+12022243244', type: 'work' }],
        external_ids: { govtrack: '412242', wikidata: 'Q22237', thomas: '01826' },
      })
      const sanders = records.find(
        (record) => record.last_name === 'Sanders' && record.custom_data?.['state'] === 'VT',
      )
      expect(sanders).toMatchObject({
        custom_data: { nickname: 'Bernie' },
        tenures: [
          { company_name: 'United States Senate' },
          { company_name: 'United States House of Representatives' },
        ],
      })
      expect(byId.get('C000127')?.experiences?.at(-1)).toMatchObject({
        title: 'Representative',
        start_date: '1993-01-05',
        end_date: '1995-01-03',
        company_end_date: '1995-01-03',
      })
    })
  },
)

/** Whether two locations name the same place, whatever the wording. */
function isSamePlace(a: LocationRecord, b: LocationRecord): boolean {
  const key = (place: LocationRecord) =>
    [place.city, place.state_code ?? place.state_name, place.country_code].map((part) =>
      normalText(part ?? ''),
    )
  return key(a).join('|') === key(b).join('|')
}
