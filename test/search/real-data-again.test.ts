import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { importFile, loadMapping, type ImportKind } from '../../src/corpus/import/index.ts'
import type { CompanyRecord, PersonRecord } from '../../src/corpus/records/index.ts'
import { atEnd } from '../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { readRecords } from './search-world.ts'

// Real files of two dates, one after the other: what filters answer over HTTP, page by page, is what a reader of the
// records would pick, every row once.

const root = join(import.meta.dirname, '../..')
const data = join(root, '../shared/data')
const files = {
  earlier: join(data, 'yc/yc-2024-05-13.ndjson.gz'),
  later: join(data, 'yc/yc-2025-05-13.ndjson.gz'),
  members: join(data, 'people-us-congress/legislators-current.json.gz'),
}

describe.skipIf(!Object.values(files).every((file) => existsSync(file)))(
  '../shared/data of two dates',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-dates-'))
    atEnd(async () => rmSync(folder, { recursive: true }))
    let service: TestAlmanac
    let key: string
    let companies: CompanyRecord[]
    let people: PersonRecord[]

    async function load(kind: ImportKind, { file, map, day }: Record<'file' | 'map' | 'day', string>) {
      const summary = await importFile({
        kind,
        file,
        mapping: await loadMapping(join(root, 'docs/guide/maps', map)),
        source: 'test',
        observedAt: new Date(day),
        batchRows: 3_000,
        writer: service.almanac.writer,
        onRejects: async (rejected) => expect(rejected).toEqual([]),
      })
      return summary
    }

    /** Every tenth company: enough for pages, and less time. */
    function tenth(file: string): string {
      const lines = gunzipSync(readFileSync(file)).toString().split('\n')
      const kept = lines.filter((line) => line !== '' && (JSON.parse(line) as { id: number }).id % 10 === 0)
      const made = join(folder, basename(file, '.gz'))
      writeFileSync(made, kept.join('\n'))
      return made
    }

    beforeAll(async () => {
      service = await testAlmanac()
      key = (await service.org(1_000_000)).rawKey
      const yc = 'yc.yaml'
      const first = await load('companies', { file: tenth(files.earlier), map: yc, day: '2024-05-13' })
      const second = await load('companies', { file: tenth(files.later), map: yc, day: '2025-05-13' })
      const every = JSON.parse(gunzipSync(readFileSync(files.members)).toString()) as object[]
      const members = every.filter((_, index) => index % 3 === 0)
      const congress = { file: join(folder, 'members.json'), map: 'us-congress.yaml' }
      writeFileSync(congress.file, JSON.stringify(members))
      // Terms begin and end with the day the file is true for.
      expect((await load('people', { ...congress, day: '2023-06-01' })).created).toBe(members.length)
      expect((await load('people', { ...congress, day: '2026-06-01' })).created).toBe(0)
      companies = (await readRecords<CompanyRecord>(service.db, 'companies')).map(({ record }) => record)
      people = (await readRecords<PersonRecord>(service.db, 'people')).map(({ record }) => record)
      expect(second.changed).toBeGreaterThan(80)
      expect(companies).toHaveLength(first.created + second.created)
      expect(people).toHaveLength(members.length)
    })

    async function pages(route: string, body: object): Promise<Record<string, unknown>[]> {
      const rows: Record<string, unknown>[] = []
      let cursor: string | null = null
      do {
        const asked = { ...body, pageSize: 60, ...(cursor === null ? {} : { cursor }) }
        const found = await service.send(`POST /v1/${route}`, { key, body: asked })
        expect([found.status, found.body.warnings ?? []], found.text.slice(0, 500)).toEqual([200, []])
        rows.push(...found.body.output.data)
        cursor = found.body.output.nextCursor as string | null
      } while (cursor !== null)
      return rows
    }

    const has = (list: readonly string[] | null, ...wanted: string[]) =>
      wanted.some((each) => list?.includes(each))
    const at = (record: CompanyRecord) => record.location_consensus
    const staff = (record: CompanyRecord) => record.employee_count_consensus?.gte ?? null
    const size = (from: number, to: number) => (record: CompanyRecord) =>
      staff(record) !== null && staff(record)! > from && staff(record)! <= to
    const offices = (record: CompanyRecord) =>
      (record.li_locations ?? []).map(({ location }) => location?.country_code)

    test.each<[what: string, searchParams: object, is: (record: CompanyRecord) => boolean]>([
      ['everything', {}, () => true],
      ['a country', { headquartersCountryCode: { anyOf: ['DEU'] } }, (r) => at(r)?.country_code === 'DEU'],
      [
        'not a country',
        { headquartersCountryCode: { noneOf: ['USA'] } },
        (r) => at(r)?.country_code !== 'USA',
      ],
      [
        'a state',
        { headquartersStateName: { anyOf: ['Texas'] } },
        (r) => at(r)?.country_code === 'USA' && at(r)?.state_name === 'Texas',
      ],
      [
        'an office',
        { officeLocationsV2: { anyOf: [{ type: 'country-or-region', countryOrRegionCode: 'IND' }] } },
        (r) => offices(r).includes('IND'),
      ],
      ['small', { employeeCountV2: { lowerBoundExclusive: 0, upperBoundInclusive: 10 } }, size(0, 10)],
      ['middling', { employeeCountV2: { lowerBoundExclusive: 37, upperBoundInclusive: 320 } }, size(37, 320)],
      ['large', { employeeCountV2: { lowerBoundExclusive: 500 } }, size(500, Infinity)],
      ['closed', { status: { anyOf: ['closed'] } }, (r) => r.status_consensus === 'closed'],
      ['acquired', { status: { anyOf: ['acquired'] } }, (r) => r.status_consensus === 'acquired'],
      ['an industry', { industriesV2: { anyOf: ['Finance'] } }, (r) => has(r.standard_industries, 'Finance')],
      [
        'two industries',
        { industriesV2: { allOf: ['Healthcare', 'Hardware'] } },
        (r) => has(r.standard_industries, 'Healthcare') && has(r.standard_industries, 'Hardware'),
      ],
      [
        'an industry and not another',
        { industriesV2: { anyOf: ['Software'], noneOf: ['Finance'] } },
        (r) => has(r.standard_industries, 'Software') && !has(r.standard_industries, 'Finance'),
      ],
      [
        'a top-level domain',
        { tlds: { anyOf: ['ai'] } },
        (r) => (r.domains ?? []).some((each) => each.endsWith('.ai')),
      ],
      ['a word', { keywords: { containsAny: ['robotics'] } }, (r) => /\brobotics\b/i.test(everything(r))],
      [
        'a batch',
        {
          acceleratorsV2: {
            anyOf: [
              {
                acceleratorName: 'ycombinator',
                batchSelection: { strategy: 'only-these-batches', batches: ['Winter 2021'] },
              },
            ],
          },
        },
        (r) => (r.accelerators ?? []).some(({ batch }) => batch === 'W21' || batch === 'Winter 2021'),
      ],
      ['one word for a name', { numWordsInName: { upperBound: 1 } }, (r) => words(r.preferred_name) === 1],
      [
        'a company by domain',
        { domains: ['relativityspace.com', 'icracked.com'] },
        (r) => has(r.domains, 'relativityspace.com', 'icracked.com'),
      ],
      [
        'country, size and industry',
        {
          headquartersCountryCode: { anyOf: ['GBR', 'FRA', 'IND'] },
          employeeCountV2: { lowerBoundExclusive: 10, upperBoundInclusive: 200 },
          industriesV2: { anyOf: ['Finance', 'Healthcare'] },
        },
        (r) =>
          has(['GBR', 'FRA', 'IND'], at(r)?.country_code ?? '') &&
          size(10, 200)(r) &&
          has(r.standard_industries, 'Finance', 'Healthcare'),
      ],
    ])('companies: %s', async (_, searchParams, is) => {
      const found = await pages('company-search', { searchParams })
      const slugs = found.map((each) => idOf(each as never))
      expect(slugs.toSorted()).toEqual(companies.filter(is).map(idOf).toSorted())
      expect(new Set(slugs).size).toBe(slugs.length)
      expect(slugs.length).toBeGreaterThan(0)
    })

    const everything = (r: CompanyRecord) =>
      [
        [
          r.preferred_name,
          r.names,
          r.short_description,
          r.long_description,
          r.alt_description,
          r.li_description,
        ],
        [r.alt_keywords, r.categories, r.category_groups, r.alt_industries, r.standard_industries],
        [r.li_headline, r.li_specialties, r.technologies],
      ]
        .flat(2)
        .join(' | ')
    // A picture is no word.
    const words = (name: string | null) =>
      name?.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length
    const idOf = (record: Pick<CompanyRecord, 'external_ids'>) =>
      Object.values(record.external_ids ?? {}).join()

    const held = (r: PersonRecord) => r.experiences ?? []
    const current = (r: PersonRecord) => held(r).filter(({ is_current }) => is_current === true)
    const past = (r: PersonRecord) => held(r).filter(({ is_current }) => is_current !== true)
    const holds = (r: PersonRecord, title: RegExp) => current(r).some((each) => title.test(each.title ?? ''))
    const senate = 'United States Senate'
    const house = 'United States House of Representatives'

    test.each<[what: string, body: object, is: (record: PersonRecord) => boolean]>([
      ['everybody', { searchParams: {} }, () => true],
      [
        'a state',
        { searchParams: { state: { anyOf: [{ stateName: 'California' }] } } },
        (r) => r.inferred_location?.state_name === 'California',
      ],
      [
        'who has a title',
        { searchParams: { jobTitleV3: { anyOf: [{ type: 'plain', term: 'senator' }] } } },
        (r) => current(r).some(({ title }) => /\bsenator\b/i.test(title ?? '')),
      ],
      [
        'a level',
        { searchParams: { seniority: { anyOf: ['Executive'] } } },
        (r) => current(r).some(({ seniority }) => seniority === 'Executive'),
      ],
      [
        'who was elsewhere',
        {
          currentCompanies: [{ name: senate }],
          searchParams: {
            companyMatchMode: { mode: 'loose' },
            pastJobs: { anyOf: [{ company: { name: house } }] },
          },
        },
        (r) =>
          current(r).some((each) => each.company_name === senate) &&
          past(r).some((each) => each.company_name === house),
      ],
      [
        'a tag',
        { searchParams: { tags: { anyOf: ['decision-maker'] } } },
        (r) => has(r.tags, 'decision-maker'),
      ],
      [
        'a state and a title',
        {
          searchParams: {
            state: { anyOf: [{ stateName: 'CA' }, { stateName: 'Texas' }] },
            jobTitleV3: { anyOf: [{ type: 'plain', term: 'senator' }] },
          },
        },
        (r) =>
          has(['California', 'Texas'], r.inferred_location?.state_name ?? '') && holds(r, /\bsenator\b/i),
      ],
    ])('people: %s', async (_, body, is) => {
      const slugs = (await pages('people-search', body)).map((each) => each['primary_slug'] as string)
      const wanted = people.filter(is).map((each) => each.primary_slug)
      expect(slugs.toSorted()).toEqual(wanted.toSorted())
      expect(slugs.length).toBeGreaterThan(0)
    })
  },
)
