import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestOrganization } from '../../../support/platform.ts'
import { newCanary, personOf, subjectsWorld, type Canary, type Privacy } from '../../../worlds/subjects.ts'
import { sql } from '../../../../src/store/postgres/index.ts'

/** People inside records of companies, in files and answers that show no more of them than a name. */

let service: Privacy
let org: TestOrganization
let canary: Canary
beforeAll(async () => {
  service = await subjectsWorld()
})
beforeEach(async () => {
  org = await service.org()
  canary = newCanary()
})

const suppress = () => service.operate('POST /v1/privacy/suppressions', { profiles: [canary.slug] })
// oxlint-disable-next-line typescript/no-explicit-any
async function ask(route: string, body?: object): Promise<any> {
  const answer = await service.send(route, { key: org.rawKey, ...(body === undefined ? {} : { body }) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}
const fetchFile = (url: string) => service.send(`GET ${new URL(url).pathname}`)

const opal = ({ number, name, slug }: Canary) => ({
  li_org_id: `88${number}`,
  pnet_primary_slug: `opal-${number}`,
  preferred_name: `Opal ${number}`,
  domains: [`opal-${number}.example`],
  investors: [{ investor_name: name, entity_type: 'person', pnet_slug: slug }, { investor_name: 'Fund One' }],
})
const clerk = ({ number }: Canary) => ({
  primary_slug: `clerk-${number}`,
  name: 'Cleo Clerk',
  experiences: [
    { pnet_company_id: `88${number}`, company_name: `Opal ${number}`, title: 'Clerk', is_current: true },
  ],
})

async function write(): Promise<void> {
  await service.write('companies', [opal(canary)])
  await service.write('people', [clerk(canary)])
}

/** An audience of the company and its people, built. */
async function audience(): Promise<string> {
  const { audienceId } = await ask('POST /v1/audiences/create', { name: `Opal ${canary.number}` })
  const companySearchParams = { domains: [`opal-${canary.number}.example`] }
  await ask(`PATCH /v1/audiences/${audienceId}/search-params`, {
    companySearchParams,
    prospectSearchParams: {},
  })
  service.clock.advance(1_000)
  await ask(`POST /v1/audiences/${audienceId}/build`, {})
  await service.almanac.jobs.workNow()
  return audienceId
}

async function exported(side: 'companies' | 'prospects', body: object): Promise<string> {
  const { exportId } = await ask(`POST /v1/audiences/${await audience()}/export/${side}`, body)
  await service.almanac.jobs.workNow()
  return (await ask(`GET /v1/exports/${exportId}`)).downloadUrl
}

test.each([
  ['companies', { format: 'COMPANY_GENERIC_CSV' }],
  // Without the columns that say which company it is.
  [
    'companies',
    {
      format: 'COMPANY_GENERIC_CSV',
      excludeFields: ['id', 'domain', 'website', 'pnet_url', 'pnet_org_id', 'name', 'all_names'],
    },
  ],
  ['companies', { format: 'COMPANY_GENERIC_CSV', fileType: 'xlsx' }],
  ['prospects', { format: 'PROSPECT_GENERIC_CSV' }],
] as const)('a file of %s goes with an investor of a company in it: %j', async (side, body) => {
  await write()
  const url = await exported(side, body)
  const file = await fetchFile(url)
  expect(file.status).toBe(200)
  if (!('fileType' in body)) expect(file.text).toContain(canary.name)
  // The company says no longer that they invested; the file does.
  await service.write(
    'companies',
    [{ ...opal(canary), investors: [{ investor_name: 'Fund One' }] }],
    '2026-07-01T00:00:00Z',
  )
  await suppress()
  expect((await fetchFile(url)).status).toBe(410)
})

test('a file with a namesake in another company stays', async () => {
  await write()
  const url = await exported('companies', { format: 'COMPANY_GENERIC_CSV' })
  const other = newCanary()
  await service.write('companies', [
    {
      ...opal(other),
      investors: [{ investor_name: canary.name, entity_type: 'person', pnet_slug: other.slug }],
    },
  ])
  await service.operate('POST /v1/privacy/suppressions', { profiles: [other.slug] })
  expect((await fetchFile(url)).status).toBe(200)
})

test('a list enriched with the investors of its companies goes with one of them', async () => {
  await write()
  const inlineCsv = `company,domain\nOpal ${canary.number},opal-${canary.number}.example\n`
  const { runId } = await ask('POST /v1/enrich/start', {
    inlineCsv,
    as: 'companies',
    members: ['investors.investor_name'],
  })
  await service.almanac.jobs.workNow()
  const { outputUrl } = (await ask('POST /v1/enrich/poll', { runId })).run
  expect((await fetchFile(outputUrl)).text).toContain(canary.name)
  await suppress()
  expect((await fetchFile(outputUrl)).status).toBe(410)
})

test('signals and events that tell of an investor by name go with them', async () => {
  const { investors, ...before } = opal(canary)
  await service.write(
    'companies',
    [{ ...before, investors: [{ investor_name: 'Fund Zero' }] }],
    '2026-01-01T00:00:00Z',
  )
  const rules = [{ type: 'new_investor', entityType: 'company' }]
  const { id } = await ask('POST /v1/tracker/company-lists', {
    name: 'Opals',
    refreshIntervalDays: 7,
    trackingRules: rules,
  })
  await ask(`PUT /v1/tracker/company-lists/${id}/companies`, {
    companies: [{ pnetSlug: before.pnet_primary_slug }],
  })
  const refresh = async () => {
    service.clock.advance(60_000)
    await ask(`POST /v1/tracker/company-lists/${id}/refresh`, {})
    await service.almanac.jobs.workNow()
  }
  await refresh()
  await service.write('companies', [{ ...before, investors }], new Date(service.clock.now()).toISOString())
  await refresh()
  const told = async () =>
    JSON.stringify([await ask(`GET /v1/tracker/signals/${id}?pageSize=10`), await ask('GET /v1/events')])
  expect((await told()).split(canary.name).length).toBeGreaterThan(2)
  expect(await told()).toContain('Fund One')
  await suppress()
  expect(await told()).not.toContain(canary.name)
})

const inputsOf = async (jobId: string) =>
  (
    await service.db.query<{ text: string }>(sql`
      SELECT concat(i.input::text, j.params::text) AS text FROM jobs j LEFT JOIN job_items i ON j.id = i.job_id
      WHERE j.id = ${jobId}`)
  )
    .map(({ text }) => text)
    .join('')

test.each(['ended', 'waiting'])(
  'what a list that has %s asks about somebody goes with them, and nobody else',
  async (state) => {
    await service.write('people', [personOf(canary)])
    const rows = [
      `pnet.example/in/${canary.slug},${canary.name},Zircon Works`,
      'pnet.example/in/ned-nearby,Ned Nearby,Zircon Works',
    ]
    const inlineCsv = `Profile,Name,Company\n${rows.join('\n')}\n`
    const { runId } = await ask('POST /v1/enrich/start', { inlineCsv, as: 'people', members: ['name'] })
    if (state === 'ended') await service.almanac.jobs.workNow()
    expect(await inputsOf(runId)).toContain(canary.slug)
    await suppress()
    const inputs = await inputsOf(runId)
    for (const text of [canary.slug, canary.name]) expect(inputs).not.toContain(text)
    expect(inputs).toContain('ned-nearby')
    await service.almanac.jobs.workNow()
    const { run } = await ask('POST /v1/enrich/poll', { runId })
    expect(run.status).toBe('done')
    if (state === 'waiting') expect(run.stats).toMatchObject({ matched: 1 })
  },
)

test('a reveal that waits finds nobody, charges nothing and keeps nothing of what was asked', async () => {
  await service.write('people', [personOf(canary)])
  const { taskId } = await ask('POST /v1/contact-details/exhaustive/start', { pnetUrl: canary.slug })
  await suppress()
  expect(await inputsOf(taskId)).not.toContain(canary.slug)
  await service.almanac.jobs.workNow()
  const answer = await service.send(`POST /v1/contact-details/exhaustive/poll`, {
    key: org.rawKey,
    body: { taskId },
  })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.text).not.toContain(canary.email)
  const [row] = await service.db.query<{ charged: number }>(
    sql`SELECT charged FROM jobs WHERE id = ${taskId}`,
  )
  expect(row).toEqual({ charged: 0 })
})

test('an uploaded list is gone a day later, whomever it names', async () => {
  const list = `Profile\npnet.example/in/${canary.slug}\n`
  const answer = await service.send('POST /v1/enrich/upload', { key: org.rawKey, body: list })
  expect(answer.status, answer.text).toBe(200)
  const uploads = async () =>
    service.db.query(sql`SELECT blob_id FROM uploads WHERE organization_id = ${org.organizationId}`)
  expect(await uploads()).toHaveLength(1)
  await suppress()
  service.clock.advance(24 * 3_600_000 + 1)
  const { uploadId } = answer.body.output
  const late = await service.send('POST /v1/enrich/start', { key: org.rawKey, body: { uploadId } })
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('upload')])
  await service.almanac.uploads.purge(service.clock.now())
  expect(await uploads()).toEqual([])
})

test('a request that asked by name and employer alone is taken out of the log', async () => {
  await service.write('people', [personOf(canary)])
  await ask('POST /v1/people-search', { searchParams: { name: canary.name }, pageSize: 1 })
  const log = async () =>
    (
      await service.db.query<{ text: string }>(sql`
        SELECT request::text AS text FROM api_requests WHERE organization_id = ${org.organizationId} AND request IS NOT NULL`)
    )
      .map(({ text }) => text)
      .join('')
  await service.almanac.requests.flush()
  expect(await log()).toContain(canary.name)
  await suppress()
  expect(await log()).not.toContain(canary.name)
})
