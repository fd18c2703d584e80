import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import type { Almanac as Client } from '../../client/src/index.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { clientOf, readRecipes } from './world.ts'

const recipes = await readRecipes()

let service: SampledAlmanac
let org: TestOrganization
let almanac: Client
/** A company and a person of the sample. */
let domain: string
let person: string
beforeAll(async () => {
  service = await sampleWorld()
  org = await service.org()
  almanac = clientOf(service, org)
  const { output } = await clientOf(service, await service.org()).companySearch({
    searchParams: {},
    pageSize: 1,
  })
  domain = output.data[0]?.domains?.[0] ?? ''
  const people = await clientOf(service, await service.org()).peopleSearch({ searchParams: {}, pageSize: 1 })
  person = people.output.data[0]?.primary_slug ?? ''
})

const spent = async () => (await service.spent(org.organizationId)) / 1_000

/** What a recipe cost is what the ledger says. */
async function charged<T extends { credits?: number; cost?: number }>(work: () => Promise<T>): Promise<T> {
  const before = await spent()
  const made = await work()
  expect(made.credits ?? made.cost).toBe((await spent()) - before)
  return made
}

test('every recipe is run here', () => {
  const files = readdirSync(join(import.meta.dirname, '../../client/recipes'))
  expect(files).toHaveLength(12)
})

test('find-companies leaves the loop in the second page and pays two of them', async () => {
  const { result, credits } = await charged(() => recipes.findCompanies(almanac, 3))
  expect(result).toHaveLength(3)
  expect(credits).toBeGreaterThan(0)
})

test('ask-the-price pays within its budget, and nothing beyond it', async () => {
  const paid = await charged(() => recipes.searchWithin(almanac, 1_000))
  expect(paid.companies).toBe(5)
  expect(paid.cost).toBeLessThanOrEqual(paid.maxCredits)
  expect(paid.cost).toBeGreaterThan(0)
  expect(await charged(() => recipes.searchWithin(almanac, 0.001))).toMatchObject({ cost: 0, companies: 0 })
})

test('enrich-a-list sends and fetches a file as streams', async () => {
  const csv = new Blob([`Company,Website\nOne,${domain}\nTwo,nobody.example\n`])
  const made = await charged(() => recipes.enrichList(almanac, csv.stream(), new AbortController().signal))
  expect(made.stats).toMatchObject({ matched: 1, notFound: 1 })
  expect(made.text).toContain(domain)
  expect(made.cost).toBeGreaterThan(0)
})

test('reveal-contacts reads every page of the results', async () => {
  const people = [person, ...Array.from({ length: 11 }, (_, index) => `nobody-${index}`)]
  const percents: number[] = []
  const made = await charged(() =>
    recipes.revealContacts(almanac, people, (percent) => percents.push(percent)),
  )
  expect([...made.addresses.keys()]).toEqual(people)
  expect(percents.at(-1)).toBe(100)
})

test('cancel-a-job stops the job at the service', async () => {
  const controller = new AbortController()
  const busy = clientOf(service, org, { wait: async () => controller.abort(new Error('too long')) })
  const csv = `Website\n${domain}\n`
  expect(await recipes.enrichUntil(busy, csv, controller.signal)).toEqual({
    isStopped: true,
    status: 'canceled',
  })
  const { output } = await almanac.listEnrichRuns()
  expect(output.runs.map(({ status }) => status)).toContain('canceled')
  const calm = await recipes.enrichUntil(almanac, csv, new AbortController().signal)
  expect(calm).toEqual({ isStopped: false, status: 'done' })
})

test('export-an-audience comes to a file', async () => {
  const { companies, fileName, csv } = await recipes.exportAudience(almanac, 'USA')
  expect(companies).toBe(5)
  expect(fileName).toMatch(/\.csv$/)
  expect(csv.trim().split('\n')).toHaveLength(6)
})

test('watch-companies reads the test signal', async () => {
  const summaries = await recipes.watchCompanies(almanac, [domain])
  expect(summaries).toEqual([expect.stringContaining('reached 100 employees')])
})

test('receive-webhooks takes an event once, and none that is not genuine', async () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const events: string[] = []
  const receive = recipes.receiver(secret, ({ type, id }) => events.push(`${type} ${id}`))
  const body = JSON.stringify({ audience_id: 'aud_1' })
  const sent = new Date()
  const request = (signature: string) =>
    new Request('http://receiver.test', {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
        'webhook-signature': signature,
        'webhook-event': 'audience.build_completed',
      },
    })
  const genuine = new Webhook(secret).sign('evt_1', sent, body)
  const answers = await Promise.all([receive(request('v1,bm8=')), receive(request(genuine))])
  expect(answers.map(({ status }) => status)).toEqual([400, 204])
  expect((await receive(request(genuine))).status).toBe(204)
  expect(events).toEqual(['audience.build_completed evt_1'])
})

test('follow-events goes on where it stopped', async () => {
  const other = await service.org()
  const following = clientOf(service, other)
  const end = () => recipes.enrichUntil(following, `Website\n${domain}\n`, new AbortController().signal)
  const place: { after?: string } = {}
  await end()
  await end()
  expect(await recipes.followEvents(following, place, 2)).toEqual(['enrich.completed', 'enrich.completed'])
  await end()
  expect(await recipes.followEvents(following, place, 1)).toEqual(['enrich.completed'])
})

test('say-what-went-wrong has a sentence for each kind of error', async () => {
  expect(await recipes.tryCompany(almanac, domain)).not.toBe('Nobody is known by this domain.')
  expect(await recipes.tryCompany(almanac, 'nobody.example')).toBe('Nobody is known by this domain.')
  expect(await recipes.tryCompany(almanac, '')).toMatch(/^searchParams\.domains\[?\.?0\]?: /)
  const poor = clientOf(service, await service.org(0))
  expect(await recipes.tryCompany(poor, domain)).toMatch(/^Get more credits: /)
})

test('try-in-the-sandbox puts the clock forward', async () => {
  const connection = { baseUrl: service.url }
  expect(await recipes.tryMonth(almanac, connection)).toMatchObject({ days: 31 })
})

test('report-spending sums up to what the ledger says', async () => {
  await service.almanac.requests.flush()
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const nowMs = service.clock.now()
  const lines = await recipes.reportSpending(almanac, day(nowMs), day(nowMs))
  expect(lines.reduce((sum, { credits }) => sum + credits, 0)).toBeCloseTo(await spent(), 3)
})
