import { beforeAll, describe, expect, test } from 'vitest'
import { agentAt } from '../../../support/surfaces/mcp-client.ts'
import { tokensOf } from '../../../support/surfaces/token-count.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { trackersWorld } from '../../../worlds/trackers.ts'

/**
 * What a session of twenty tasks may cost a model, with all it reads and sends: tools, instructions, calls, answers. Ids and
 * days of an answer make a hundred more or less.
 */
const mostTokens = 25_300

let service: TestAlmanac
beforeAll(async () => {
  service = await trackersWorld()
  const company = (index: number) => ({
    preferred_name: `Ledger Works ${index}`,
    pnet_primary_slug: `ledger-works-${index}`,
    li_org_id: String(884_000 + index),
    domains: [`ledger-works-${index}.example`],
    websites: [`https://ledger-works-${index}.example`],
    short_description:
      'Makes software that keeps the books of small firms, and answers what they ask of them.',
    long_description: 'Keeps books for those who would rather do something else. '.repeat(60),
    standard_industries: ['Software'],
    technologies: ['PostgreSQL', 'TypeScript', 'Kubernetes', 'React'],
    employee_count_consensus: { gte: 40 + index, lte: 60 + index },
    founded_on_consensus: '2011-04-01',
    li_follower_count: 5_000 - index,
    location_consensus: { city: 'Oslo', country_code: 'NOR' },
    phone_numbers: ['+4722000000'],
    li_locations: [{ city: 'Oslo', country_code: 'NOR' }],
  })
  await service.write(
    'companies',
    Array.from({ length: 12 }, (_, index) => company(index)),
  )
  const person = (index: number) => ({
    primary_slug: `ledger-person-${index}`,
    name: `Ada Ledger${index}`,
    headline: 'Director of bookkeeping at Ledger Works, who counts what others forget',
    summary: 'I have counted for twenty years and would not do anything else. '.repeat(30),
    skills: ['Bookkeeping', 'Reconciliation', 'Negotiation', 'Spreadsheets'],
    emails: [{ email: `ada${index}@ledger-works-${index % 12}.example`, type: 'work' }],
    experiences: Array.from({ length: 4 }, (__, job) => ({
      pnet_company_id: String(884_000 + ((index + job) % 12)),
      company_name: `Ledger Works ${(index + job) % 12}`,
      title: 'Director of Bookkeeping',
      summary: 'Kept the books and the people who keep them. '.repeat(5),
      is_current: job === 0,
      start_date: `20${21 - job * 3}-01-01`,
      end_date: job === 0 ? null : `20${23 - job * 3}-01-01`,
    })),
  })
  await service.write(
    'people',
    Array.from({ length: 20 }, (_, index) => person(index)),
  )
})

const ours = { domains: Array.from({ length: 12 }, (_, index) => `ledger-works-${index}.example`) }
const workOnly = { getWorkEmails: true, getPersonalEmails: false, getPhoneNumbers: false }

/** A session with the official client that counts what is read and sent. */
async function session() {
  const { rawKey } = await service.org(10_000)
  const { client } = await agentAt({ url: service.url, path: '/mcp', headers: { 'x-api-key': rawKey } })
  const { tools } = await client.listTools()
  let tokens = tokensOf(tools) + tokensOf(client.getInstructions() ?? '')
  const spent: [string, number][] = [['tools/list', tokens]]
  const answers: number[] = []
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: given })
    const [text] = result.content
    // A client shows its model the one or the other; both are counted.
    const read = [text?.type === 'text' ? text.text : '', result.structuredContent ?? '']
    const answer = read.reduce<number>((sum, part) => sum + tokensOf(part), 0)
    const cost = answer + tokensOf({ name, given })
    tokens += cost
    spent.push([name, cost])
    answers.push(answer)
    expect(result.isError, `${name}: ${JSON.stringify(result.content)}`).not.toBe(true)
    // Members of every operation: what each task looks at is the check.
    // oxlint-disable-next-line typescript/no-explicit-any
    return (result.structuredContent as any)?.output
  }
  return { tools, call, spent, answers, total: () => tokens }
}

type Session = Awaited<ReturnType<typeof session>>

/** Works what was begun, then asks how far it is. */
async function done(read: () => Promise<{ status: string }>, status: string): Promise<void> {
  await service.almanac.jobs.workNow()
  expect(await read()).toMatchObject({ status })
}

async function searchTasks({ call }: Session): Promise<void> {
  expect((await call('getOrgCredits')).balances).toHaveLength(1)
  expect(await call('companyCount', { searchParams: ours })).toEqual({ count: 12 })
  const first = await call('companySearch', { searchParams: ours, pageSize: 5 })
  expect(first.data).toHaveLength(5)
  const { nextCursor: cursor } = first
  expect((await call('companySearch', { searchParams: ours, pageSize: 5, cursor })).data).toHaveLength(5)
  const names = await call('companySearch', { searchParams: ours, pageSize: 12, fields: ['preferred_name'] })
  expect(names.data).toHaveLength(12)
  expect(await call('peopleSearchCount', { companyParams: ours })).toEqual({ totalProfilesFound: 20 })
  const people = await call('peopleSearch', { companyParams: ours, pageSize: 5 })
  expect(people.data[0].current_job).toMatchObject({ title: 'Director of Bookkeeping' })
  const asked = { pnetUrls: ['ledger-person-0', 'ledger-person-1'], enrichmentType: workOnly }
  expect((await call('syncQuickContactReveal', { ...asked, dryRun: true })).dryRun.maxCredits).toBe(4)
  expect((await call('syncQuickContactReveal', asked)).profiles).toHaveLength(2)
  const company = await call('kitchenSinkCompany', { companyDomain: { value: 'ledger-works-3.example' } })
  expect(company.data[0].preferred_name).toBe('Ledger Works 3')
  const byMail = { emailAddress: 'ada7@ledger-works-7.example' }
  expect((await call('KitchenSinkProfile', byMail)).data[0].primary_slug).toBe('ledger-person-7')
  const question = await call('nlpSearchParse', {
    query: 'software companies in Norway with 40 to 80 employees',
  })
  expect(question.companySearchParams).not.toBeNull()
}

/** What `/mcp` starts it can finish: an audience that is read and exported. */
async function audienceTasks({ call }: Session): Promise<void> {
  const { audienceId } = await call('createAudience', { name: 'Bookkeepers' })
  await call('updateAudienceSearchParams', {
    audienceId,
    companySearchParams: ours,
    prospectSearchParams: {},
    maxCompanies: 5,
    maxProspects: 5,
  })
  await call('buildAudience', { audienceId })
  await done(() => call('getAudienceStatus', { audienceId }), 'NORMAL')
  expect((await call('getAudienceCompanies', { audienceId, pageSize: 5 })).companies).toHaveLength(5)
  expect((await call('getAudienceProspects', { audienceId, pageSize: 5 })).prospects).toHaveLength(5)
  for (const [operation, format] of [
    ['exportCompanies', 'COMPANY_GENERIC_CSV'],
    ['exportProspects', 'PROSPECT_GENERIC_CSV'],
  ] as const) {
    const { exportId } = await call(operation, { audienceId, format })
    await done(() => call('getExport', { exportId }), 'completed')
  }
}

/** And a list that is filled, refreshed and read. */
async function trackerTasks({ call }: Session): Promise<void> {
  const rules = await call('listAvailableTrackerRules')
  expect(rules.companyRules.length).toBeGreaterThan(10)
  const rule = await call('listAvailableTrackerRules', { rule: 'headcount_crossed_threshold' })
  const { required } = rule.companyRules[0].config.schema
  expect(required).toEqual(['type', 'entityType', 'direction', 'threshold'])
  const { id: listId } = await call('createTrackerCompanyList', {
    name: 'Bookkeepers',
    refreshIntervalDays: 7,
    trackingRules: [
      { type: 'headcount_crossed_threshold', entityType: 'company', direction: 'above', threshold: 100 },
    ],
  })
  const companies = [{ domain: 'ledger-works-1.example' }, { domain: 'ledger-works-2.example' }]
  expect(await call('addTrackerCompanies', { listId, companies })).toMatchObject({ added: 2 })
  await call('refreshTrackerCompanyList', { listId })
  await call('listTrackerSignals', { listId })
}

describe('twenty tasks with the official client', () => {
  test(`cost at most ${mostTokens} tokens, tools and answers included`, async () => {
    const running = await session()
    await searchTasks(running)
    await audienceTasks(running)
    await trackerTasks(running)
    const calls = running.spent.length - 1
    expect(calls).toBeGreaterThanOrEqual(24)
    const account = running.spent.map(([name, cost]) => `${name} ${cost}`).join(', ')
    console.info(`${running.total()} tokens for ${calls} calls: ${account}`)
    expect(running.total(), account).toBeLessThanOrEqual(mostTokens)
  })

  test('five companies cost at most 650 tokens, unless all of them is asked for', async () => {
    const { call, answers } = await session()
    await call('companySearch', { searchParams: ours, pageSize: 5 })
    await call('companySearch', { searchParams: ours, pageSize: 5, fields: ['*'] })
    const [brief = 0, whole = 0] = answers
    // Both forms of the answer together: a model reads one of them.
    expect(brief).toBeLessThan(1_300)
    expect(whole).toBeGreaterThan(3 * brief)
  })
})
