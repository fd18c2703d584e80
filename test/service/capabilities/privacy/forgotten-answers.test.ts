import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestOrganization } from '../../../support/platform.ts'
import {
  newCanary,
  neighbours,
  subjectsWorld,
  writeCanary,
  type Canary,
  type Privacy,
} from '../../../worlds/subjects.ts'
import { sql } from '../../../../src/store/postgres/index.ts'

let service: Privacy
let org: TestOrganization
let canary: Canary
beforeAll(async () => {
  service = await subjectsWorld()
})
beforeEach(async () => {
  org = await service.org()
  canary = newCanary()
  await writeCanary(service, canary)
})

const suppress = (body: object = { emails: [canary.email] }) =>
  service.operate('POST /v1/privacy/suppressions', body)
const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
  service.send(`POST /v1/${path}`, { key: org.rawKey, body, headers })
const fetchFile = (url: string) => service.send(`GET ${new URL(url).pathname}`)
const neighbour = neighbours[0]?.primary_slug as string

/** A finished run over a list of these people. */
async function repaired(slugs: readonly string[]): Promise<string> {
  const inlineCsv = ['Profile', ...slugs.map((slug) => `pnet.example/in/${slug}`), ''].join('\n')
  const contactInfo = { getWorkEmails: true, getPersonalEmails: true, getPhoneNumbers: true }
  const started = await ask('mosaic/start', { inlineCsv, options: { contactInfo, runRedline: true } })
  expect(started.status, started.text).toBe(200)
  await service.almanac.jobs.workNow()
  return started.body.output.runId
}

const poll = async (runId: string) => (await ask('mosaic/poll', { runId })).body.output.run

const own = () => [canary.email, canary.workEmail, canary.phone, canary.headline]

async function captured(): Promise<number> {
  const [row] = await service.db.query<{ amount: number }>(sql`
    SELECT COALESCE(sum(amount), 0)::bigint AS amount FROM ledger_transfers
    WHERE organization_id = ${org.organizationId} AND kind = 'capture'`)
  return row?.amount ?? 0
}

test('files of a repair run that name a suppressed person are withdrawn, under every link', async () => {
  const runId = await repaired([canary.slug, neighbour])
  const before = await poll(runId)
  const file = await fetchFile(before.outputCsvUrl)
  for (const text of own().slice(0, 3)) expect(file.text).toContain(text)
  const charged = await captured()
  expect((await suppress()).status).toBe(200)
  for (const url of [before.outputCsvUrl, before.reportUrl]) {
    const gone = await fetchFile(url)
    expect(gone.status).toBe(410)
    expect(gone.body.message).toMatch(/withdrawn.*asked to be removed/)
  }
  const after = await poll(runId)
  expect(after).toMatchObject({ status: 'done', outputCsvUrl: null, reportUrl: null })
  expect(after.error).toMatch(/withdrawn/)
  expect(await captured()).toBe(charged)
  // Run again, the list comes without the person.
  const again = await poll(await repaired([canary.slug, neighbour]))
  const fresh = await fetchFile(again.outputCsvUrl)
  expect(fresh.text).toContain('ned@zircon.example')
  for (const text of own()) expect(fresh.text).not.toContain(text)
})

test('an enriched list goes with a person in it, who is found in what is kept of the run by nothing shown', async () => {
  const inlineCsv = `name,company\n${canary.name},Zircon Works\nNed Nearby,Zircon Works\n`
  const started = await ask('enrich/start', { inlineCsv, as: 'people', members: ['current_job.title'] })
  const { runId } = started.body.output
  await service.almanac.jobs.workNow()
  const pollList = async () => (await ask('enrich/poll', { runId })).body.output.run
  const { outputUrl, stats } = await pollList()
  expect(stats).toMatchObject({ matched: 2, unsure: 0, notFound: 0 })
  expect((await suppress()).status).toBe(200)
  expect((await fetchFile(outputUrl)).status).toBe(410)
  expect(await pollList()).toMatchObject({
    status: 'done',
    outputUrl: null,
    error: expect.stringMatching(/withdrawn/),
  })
})

test('files of a run that does not name the person stay', async () => {
  const runId = await repaired([neighbour])
  const before = await poll(runId)
  await suppress()
  expect((await fetchFile(before.outputCsvUrl)).text).toContain('ned@zircon.example')
  expect((await poll(runId)).outputCsvUrl).not.toBeNull()
})

test('a run that was at work leaves the person out of the files it makes afterwards', async () => {
  const contactInfo = { getWorkEmails: true, getPersonalEmails: true, getPhoneNumbers: true }
  const inlineCsv = `Profile\npnet.example/in/${canary.slug}\npnet.example/in/${neighbour}\n`
  const started = await ask('mosaic/start', { inlineCsv, options: { contactInfo } })
  await suppress()
  await service.almanac.jobs.workNow()
  const file = await fetchFile((await poll(started.body.output.runId)).outputCsvUrl)
  expect(file.text).toContain('ned@zircon.example')
  for (const text of own()) expect(file.text).not.toContain(text)
})

test.each([
  ['contact-details/single', () => ({ pnetUrl: canary.slug })],
  ['people-search', () => ({ searchParams: {}, pageSize: 1_000 })],
  ['email-to-person/single', () => ({ email: canary.email })],
])('an Idempotency-Key of %s shows no suppressed person again, and charges nothing', async (path, body) => {
  const key = { 'idempotency-key': `k-${path}-${canary.number}` }
  const given = body()
  const first = await ask(path, given, key)
  expect(first.status).toBe(200)
  expect(first.text).toContain(canary.slug)
  const charged = await captured()
  expect((await ask(path, given, key)).text).toBe(first.text)
  await suppress()
  for (const _again of [1, 2]) {
    const replay = await ask(path, given, key)
    expect(replay.status).toBe(409)
    expect(replay.body.message).toMatch(/asked to be removed/)
    for (const text of [canary.slug, ...own()]) expect(replay.text).not.toContain(text)
  }
  expect(await captured()).toBe(charged)
  expect((await ask(path, { ...given, more: 1 }, key)).status).not.toBe(200)
})

test('an Idempotency-Key whose answer is about others is replayed as before', async () => {
  const key = { 'idempotency-key': `other-${canary.number}` }
  const first = await ask('contact-details/single', { pnetUrl: neighbour }, key)
  await suppress()
  const replay = await ask('contact-details/single', { pnetUrl: neighbour }, key)
  expect(replay.text).toBe(first.text)
})

test('what was asked about the person is no longer in the log of requests', async () => {
  await ask('contact-details/single', { pnetUrl: canary.slug })
  const logged = async () =>
    (
      await service.db.query<{ text: string | null }>(sql`
        SELECT request::text AS text FROM api_requests WHERE organization_id = ${org.organizationId}`)
    ).map(({ text }) => text ?? '')
  await expect.poll(async () => (await logged()).join('\n')).toContain(canary.slug)
  await suppress()
  const after = (await logged()).join('\n')
  expect(after).not.toContain(canary.slug)
  expect(await logged()).not.toEqual([])
})

test('somebody who was in no record is forgotten by the identifiers that were given', async () => {
  const email = `unknown.${canary.number}@home.example`
  const key = { 'idempotency-key': `unknown-${canary.number}` }
  await service.db.query(sql`
    INSERT INTO events (id, organization_id, type, data, created_at)
    VALUES (${`evt_${canary.number}`}, ${org.organizationId}, 'test', ${JSON.stringify({ to: `x; ${email}` })}::json, now())`)
  const first = await ask('email-to-person/single', { email }, key)
  expect(first.status).toBe(200)
  await suppress({ emails: [email.toUpperCase()] })
  const left = await service.db.query(sql`SELECT 1 FROM events WHERE data::text LIKE ${`%${email}%`}`)
  expect(left).toEqual([])
})
