import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadMapping, parseMapping } from '../../src/corpus/import/index.ts'
import { jobFunctions, type CompanyRecord, type NativeCompany } from '../../src/corpus/records/index.ts'
import { importText } from '../support/import-text.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { sameAgain, seed } from '../search/seed.ts'
import { readRows } from '../search/search-world.ts'
import { askInsight } from './asked-answers.ts'
import { dayOf } from './plain-careers.ts'
import {
  plainChart,
  plainDepartments,
  plainFlow,
  plainRanking,
  plainRevenue,
  plainRivals,
  readPlainly,
  type Read,
} from './plain-answers.ts'
import { career, employers, titles, window, type RandomPosition } from './random-careers.ts'

const people = 130
const today = dayOf('2026-01-15')
const sampled = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, more = 0) =>
  fc.sample(arbitrary, { seed: seed + more, numRuns })

/** Employers of careers, beside them companies that are peers of each other and hold places on lists. */
const peers = fc.record({
  heads: fc.option(
    fc.record({ gte: fc.integer({ min: 40, max: 400 }), lte: fc.integer({ min: 400, max: 900 }) }),
  ),
  figure: fc.option(fc.integer({ min: 1, max: 90_000_000 }), { freq: 2 }),
  bounds: fc.option(fc.integer({ min: 1, max: 9_000_000 }), { freq: 1 }),
  industries: fc.subarray(['Software', 'Insurance', 'Logistics'], { minLength: 1 }),
  places: fc.uniqueArray(
    fc
      .record({
        list: fc.constantFrom('growth-100', 'other', 'long-ago'),
        year: fc.integer({ min: 2021, max: 2025 }),
        rank: fc.integer({ min: 1, max: 60 }),
      })
      .map((each) => (each.list === 'long-ago' ? { ...each, year: each.year - 15 } : each)),
    { maxLength: 4, selector: ({ list, year }) => `${list} ${year}` },
  ),
})

const companiesOf = (more: number): Partial<NativeCompany>[] => [
  ...employers.map(({ id, name, domain }) => ({
    li_org_id: id,
    preferred_name: name,
    ...(domain && { domains: [domain] }),
  })),
  ...sampled(peers, 120, more).map(
    ({ heads, figure, bounds, industries, places }, index) =>
      ({
        li_org_id: String(8_000 + index),
        preferred_name: `Peer ${index}`,
        domains: [`peer-${index}.example`],
        standard_industries: industries,
        employee_count_consensus: heads,
        revenue_usd: figure,
        revenue_estimate:
          bounds === null
            ? null
            : { value_usd: { gte: bounds, lte: bounds * 3 }, sources: null, fiscal_year: null },
        fortune_rankings: places,
      }) as never,
  ),
]

const own = parseMapping(`
kind: people
source: own
record:
  primary_slug: handle
  name: called
  experiences:
    path: jobs
    do:
      - each:
          title: title
          pnet_company_id: pnet_company_id
          company_name: company_name
          company_domain: company_domain
          start_date: start_date
          end_date: end_date
          is_current: is_current
          employment_type: employment_type
      - career
`)
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

/** A career as the vendor's file writes it: without ids, months for days. */
const asVendor = (positions: readonly RandomPosition[]) =>
  positions.map(({ company_name, company_domain, title, start_date, end_date, is_current }) => ({
    position_title: title,
    company_name,
    company_website: company_domain ? `https://www.${company_domain}/` : null,
    ...(start_date && {
      date_from_year: Number(start_date.slice(0, 4)),
      date_from_month: Number(start_date.slice(5, 7)),
    }),
    ...(end_date && {
      date_to_year: Number(end_date.slice(0, 4)),
      date_to_month: Number(end_date.slice(5, 7)),
    }),
    active_experience: is_current ? 1 : 0,
  }))

let service: TestAlmanac
let ask: ReturnType<typeof askInsight>
let read: Read
/** Brings everybody by one of three ways; the second time with other careers for every second of them. */
async function bring(time: number): Promise<void> {
  const day = `2026-01-1${time}T00:00:00Z`
  await service.write('companies', companiesOf(time) as object[], day)
  const before = sampled(career, people)
  const careers = sampled(career, people, time).map((each, index) =>
    index % 2 === 0 ? each : before[index]!,
  )
  const of = (way: number) => careers.flatMap((jobs, index) => (index % 3 === way ? [{ jobs, index }] : []))
  const natives = of(0).map(({ jobs, index }) => ({
    primary_slug: `p-${index}`,
    name: `Person ${index}`,
    experiences: jobs,
    inferred_location: { country_code: ['DEU', 'FRA', 'USA'][index % 3] },
  }))
  const outcome = await service.write('people', natives, day)
  expect(outcome.rejected).toEqual([])
  const mapped = of(1).map(({ jobs, index }) => ({ handle: `p-${index}`, called: `Person ${index}`, jobs }))
  const sold = of(2).map(({ jobs, index }) => ({
    id: index,
    full_name: `Person ${index}`,
    linkedin_url: `https://www.linkedin.com/in/p-${index}`,
    experience: asVendor(jobs),
    updated_at: day.slice(0, 10),
  }))
  const vendor = await loadMapping('docs/guide/maps/coresignal-people.yaml')
  for (const [mapping, rows] of [
    [own, mapped],
    [vendor, sold],
  ] as const) {
    const summary = await importText(service, 'people', { name: `${time}.jsonl`, text: lines(rows), mapping })
    expect(summary.rejects).toEqual([])
  }
}

beforeAll(async () => {
  service = await testAlmanac()
  ask = askInsight(service, (await service.org(1_000_000)).rawKey)
  await bring(1)
  await bring(2)
  const rows = await readRows(service.db)
  read = readPlainly(
    rows.companies.map(({ record }) => record),
    rows.people.map(({ record }) => record),
  )
  expect(rows.people).toHaveLength(people)
})

const asked = () =>
  employers.map((employer) => {
    const record = read.companies.find(
      (each) => each.preferred_name === employer.name && (each.domains?.[0] ?? null) === employer.domain,
    ) as CompanyRecord
    const selector = employer.domain
      ? { identifier: 'domain', value: employer.domain }
      : { identifier: 'pnetOrgId', value: employer.id }
    return { record, selector }
  })

describe(`careers read plainly, brought twice and by three ways (${sameAgain})`, () => {
  test('who joined, who left and with whom people are exchanged', async () => {
    let counted = 0
    for (const { record, selector } of asked())
      for (const range of [{ after: '1990-01-01', before: '2026-02-01' }, ...sampled(window, 2)]) {
        const days = { from: dayOf(range.after), to: dayOf(range.before), today }
        for (const direction of ['joiners', 'leavers'] as const) {
          const plain = plainFlow(read, record, direction, days)
          expect(
            await ask.flow(selector, direction, range),
            `${sameAgain} ${JSON.stringify({ selector, range })}`,
          ).toEqual(plain)
          counted += plain.people
        }
        const rivals = plainRivals(read, record, days)
        expect(await ask.rivals(selector, range), sameAgain).toEqual(rivals)
        // Of few that are named each has all that it is known by; those without a company in the corpus are by what is said.
        const few = await ask.rivals(selector, range, 2)
        for (const side of ['gained', 'lost'] as const)
          expect(rivals[side], sameAgain).toMatchObject(few[side])
      }
    expect(counted).toBeGreaterThan(100)
  })

  test('departments and depth charts', async () => {
    const phrase = fc.constantFrom(...titles, 'manager', 'sales', 'Engineer', 'of sales', 'board')
    const rule = fc
      .record({
        include: fc.array(phrase, { maxLength: 3 }),
        exclude: fc.array(phrase, { maxLength: 2 }),
        exact: fc.boolean(),
        keywords: fc.array(fc.constantFrom('sales head', 'engineer', 'officer chief', 'member board'), {
          maxLength: 2,
        }),
        functions: fc.uniqueArray(fc.constantFrom(...jobFunctions), { maxLength: 3 }),
      })
      .filter(
        ({ include, exclude, keywords, functions }) =>
          include.length + exclude.length + keywords.length + functions.length > 0,
      )
    for (const [index, { record, selector }] of asked().entries()) {
      const rules = sampled(rule, 8, index).map((each, place) => ({ name: `rule ${place}`, ...each }))
      expect(await ask.departments(selector, rules), `${sameAgain} ${JSON.stringify(rules)}`).toEqual(
        plainDepartments(read, record, rules),
      )
      for (const functions of [undefined, ['Sales', 'Engineering'] as const])
        expect(await ask.chart(selector, functions), sameAgain).toEqual(
          plainChart(read, record, functions, today),
        )
    }
  })
})

test(`revenue and rankings are those of a plain reading (${sameAgain})`, async () => {
  const bases = new Set<string | undefined>()
  for (const record of read.companies.slice(0, 40)) {
    const plain = plainRevenue(read, record)
    const metadata = record.li_org_id ? { pnetOrgId: record.li_org_id } : { domain: record.domains?.[0] }
    expect(await ask.revenue(metadata), `${sameAgain} ${record.preferred_name}`).toEqual(plain)
    bases.add(plain?.basis)
  }
  expect(bases).toContain('peers')
  const range = fc
    .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 0, max: 50 }))
    .map(([low, more]) => [low, low + more] as const)
  for (const [list, of, year] of sampled(
    fc.tuple(
      fc.constantFrom('growth-100', 'other', 'long-ago', 'none'),
      range,
      fc.option(fc.integer({ min: 2020, max: 2026 })),
    ),
    25,
  ))
    expect(await ask.ranking(list, of, year ?? undefined), `${sameAgain} ${list} ${of} ${year}`).toEqual(
      plainRanking(read, list, of, year ?? undefined),
    )
})
