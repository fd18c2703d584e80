import { beforeAll, expect } from 'vitest'
import { milli, toCredits } from '../../src/lib/credits.ts'
import { newId } from '../../src/lib/ids.ts'
import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampledStores } from '../support/sampled-stores.ts'
import { world } from '../worlds/world.ts'
import {
  matchesCompany,
  matchesPerson,
  organizationsOf,
  type CompanyParams,
  type ProfileParams,
} from './naive.ts'
import { readRows, type Rows } from './search-world.ts'

const paths = {
  companies: 'POST /v1/company-search',
  companyCount: 'POST /v1/company-count',
  postings: 'POST /v1/job-search',
  people: 'POST /v1/people-search',
  peopleCount: 'POST /v1/people-search/count',
  combined: 'POST /v1/combined-search/paginated',
  combinedCount: 'POST /v1/combined-search/count',
}
export type Path = keyof typeof paths

/** Set before the first test. */
export let service: TestAlmanac
/** What the sample holds when a file begins. */
export let rows: Rows
/** A search that finds enough companies for several pages, and nothing respectively. */
export const some: CompanyParams = { employeeCountV2: { lowerBoundExclusive: 10 } }
export const nothing: CompanyParams = { domains: ['nobody.example'] }
export const someone: ProfileParams = { seniority: { anyOf: ['Director', 'Executive'] } }

interface Opened {
  service: TestAlmanac
  rows: Rows
}

/** The service over HTTP with a small sample, for the calling test file alone, which may write. */
export function startSearchService(): void {
  beforeAll(async () => {
    ;({ service, rows } = await open())
  })
}

const shared = world(open)

/** The same for files that write no records: one a worker. */
export function shareSearchService(): void {
  beforeAll(async () => {
    ;({ service, rows } = await shared())
  })
}

/** Loaded once a run. */
export const smallSample = { seed: 3, companies: 150, people: 1_200, asOf: '2026-01-01' }

async function open(): Promise<Opened> {
  const opened = await testAlmanac(await sampledStores(smallSample))
  await writeTwoPositions(opened)
  return { service: opened, rows: await readRows(opened.db) }
}

/** A person with a matching position at each of two matching companies. */
async function writeTwoPositions({ almanac: { writer } }: TestAlmanac): Promise<void> {
  const experiences = ['880101', '880102'].map((pnet_company_id) => ({
    pnet_company_id,
    is_current: true,
    title: 'Zookeeper Director',
    seniority: 'Director',
  }))
  const companies = ['880101', '880102'].map((li_org_id, line) => ({
    line,
    record: {
      li_org_id,
      pnet_primary_slug: `twice-${line}`,
      tags: ['is-government'],
    },
  }))
  const options = { source: 'test', observedAt: new Date(0) }
  await writer.write('companies', companies, options)
  const record = { primary_slug: 'in-two-places', experiences }
  await writer.write('people', [{ line: 1, record }], options)
}

/** More credits than any test spends. */
export const topUp = ({ organizationId, subscriptionId }: TestOrganization) =>
  service.almanac.ledger.grant({
    organizationId,
    subscriptionId,
    amount: milli(1_000_000),
    requestId: newId('req', service.clock),
  })

export const ask = (
  org: TestOrganization,
  path: Path,
  body: object,
  headers?: Record<string, string>,
): Promise<TestAnswer> =>
  service.send(paths[path], { key: org.rawKey, body, ...(headers === undefined ? {} : { headers }) })

/** Credits left. */
export async function balance(org: TestOrganization): Promise<number> {
  return toCredits((await service.almanac.ledger.balance(org.organizationId)).available)
}

export const slugsOf = (
  kind: 'companies' | 'people',
  records: { pnet_primary_slug: string; primary_slug: string }[],
) => records.map((record) => (kind === 'companies' ? record.pnet_primary_slug : record.primary_slug))

const today = '2026-01-15'
export const wantedCompanies = (params: CompanyParams) =>
  rows.companies
    .filter(({ record }) => matchesCompany(record, params, today))
    .map(({ record }) => record.pnet_primary_slug)

export const wantedPeople = (params: ProfileParams, companyParams?: CompanyParams) => {
  const records = rows.companies.map(({ record }) => record)
  const companies = companyParams && organizationsOf(records, companyParams, today)
  return rows.people
    .filter(({ record }) => matchesPerson(record, params, { companies, today }))
    .map(({ record }) => record.primary_slug)
}

/** Pages one search to its end and returns the slugs; checks the charge of every page. */
export async function paged(
  org: TestOrganization,
  path: 'companies' | 'people',
  body: object,
): Promise<string[]> {
  const slugs: string[] = []
  let cursor: string | null = null
  do {
    const before = await balance(org)
    const answer: TestAnswer = await ask(org, path, { ...body, cursor })
    expect(answer.status).toBe(200)
    const { data, nextCursor } = answer.body.output
    expect(before - (await balance(org))).toBe(data.length)
    slugs.push(...slugsOf(path, data))
    cursor = nextCursor
  } while (cursor !== null)
  return slugs
}
