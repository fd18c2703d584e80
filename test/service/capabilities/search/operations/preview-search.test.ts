import { verifies } from '../../../../conformance/verifies.ts'
import { describe, expect, it } from 'vitest'
import type { PersonRecord } from '../../../../../src/corpus/records/index.ts'
import { matchesPerson, type ProfileParams } from '../../../../search/naive.ts'
import { balance, rows, service, startSearchService } from '../../../../search/search-service.ts'
import type { TestOrganization } from '../../../../support/platform.ts'

startSearchService()

const ask = (org: TestOrganization, body: object) =>
  service.send('POST /v1/search/preview', { key: org.rawKey, body })

/** Texts by which somebody could tell who a person is. */
const namesOf = (person: PersonRecord) =>
  [
    person.name,
    person.last_name,
    person.primary_slug,
    person.inferred_location?.city,
    ...(person.experiences ?? []).flatMap(({ company_name, company_domain }) => [
      company_name,
      company_domain,
    ]),
  ].filter((text): text is string => typeof text === 'string' && text.length > 3)

describe('previewSearch 200', () => {
  it('shows five rows of people without anything that names them, and what their employers are', async () => {
    verifies('op.preview-search')
    const org = await service.org(5)
    const searchParams: ProfileParams = { seniority: { anyOf: ['Director', 'Executive'] } }
    const { status, body, text } = await ask(org, { search: { type: 'people', searchParams } })
    expect(status).toBe(200)
    const found = rows.people
      .map(({ record }) => record)
      .filter((record) => matchesPerson(record, searchParams, { today: '2026-01-15' }))
    expect(body.output.matching).toBe(found.length)
    const best = found.slice(0, 5)
    const jobs = best.map(({ experiences }) => experiences?.find((each) => each.is_current === true))
    expect(body.output.rows.map(({ title }: { title: string }) => title)).toEqual(
      jobs.map((job) => job?.title ?? null),
    )
    expect(body.output.rows.map(({ countryCode }: { countryCode: string }) => countryCode)).toEqual(
      best.map((person) => person.inferred_location?.country_code ?? null),
    )
    const employers = jobs.map((job) =>
      rows.companies.find(({ record }) => record.li_org_id === job?.pnet_company_id),
    )
    expect(employers.some((employer) => employer !== undefined)).toBe(true)
    expect(body.output.rows.map(({ industry }: { industry: string }) => industry)).toEqual(
      employers.map((employer) => employer?.record.standard_industries?.[0] ?? null),
    )
    for (const name of best.flatMap(namesOf)) expect(text).not.toContain(name)
    for (const row of body.output.rows)
      expect(Object.keys(row).toSorted()).toEqual(['countryCode', 'employees', 'industry', 'level', 'title'])
    expect(await balance(org)).toBe(5)
  })

  it('companies and postings have their own members; a title that names the employer is not shown', async () => {
    const { writer } = service.almanac
    // Fewer than ten are not shown.
    const postingOf = (line: number) => ({
      job_id: `q${line}`,
      title: 'Baker at Quartz Works GmbH',
      company_name: 'Quartz Works',
      status: 'active',
    })
    const lines = Array.from({ length: 10 }, (_, index) => ({
      line: index + 1,
      record: postingOf(index + 1),
    }))
    await writer.write('postings', lines, {
      source: 'test',
      observedAt: new Date(0),
    })
    const org = await service.org()
    const companies = await ask(org, { search: { type: 'companies' } })
    const size = rows.companies[0]!.record.employee_count_consensus?.gte ?? 0
    const [first] = companies.body.output.rows
    expect(first.employees.moreThan).toBeLessThan(size)
    expect(first.employees.upTo ?? Infinity).toBeGreaterThanOrEqual(size)
    expect(first.industry).toBe(rows.companies[0]!.record.standard_industries?.[0] ?? null)
    const postings = await ask(org, {
      search: { type: 'postings', searchParams: { title: ['baker at quartz'] } },
    })
    expect(postings.body.output).toMatchObject({
      matching: 10,
      withholding: null,
      rows: Array.from({ length: 5 }, () => ({ title: null })),
    })
  })

  it('there is no next page, and a cursor is not taken', async () => {
    const { body } = await ask(await service.org(), {
      search: { type: 'people' },
      cursor: 'x',
      pageSize: 100,
    })
    expect(body.output.rows).toHaveLength(5)
    expect(body.output).not.toHaveProperty('nextCursor')
  })
})

describe('previewSearch 400', () => {
  it('a search without a type is refused', async () => {
    const answer = await ask(await service.org(), { search: {} })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'search.type'])
  })
})

describe('previewSearch 401', () => {
  it('needs a key', async () => {
    expect((await service.send('POST /v1/search/preview', { body: {} })).status).toBe(401)
  })
})
