import { beforeAll, describe, expect, test } from 'vitest'
import { discoverRegistry } from '../../src/capabilities/discover.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { Almanac, Canceled, core, JobFailed, NotGenuine, verifyWebhook } from './client.ts'
import { clientOf } from './world.ts'
import { Webhook } from 'standardwebhooks'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const jobIds = Object.values(core)
  .filter((each) => typeof each === 'object' && 'start' in each)
  .map(({ start }) => start.id)

test('every start whose credits move with a job can be awaited, but for one that says no end', async () => {
  const { operations } = await discoverRegistry()
  const starts = operations.filter(({ price, access }) => access === 'key' && price.kind === 'per-job')
  const others = starts.map(({ id }) => id).filter((id) => !jobIds.some((job) => job === id))
  // A refresh is followed by its signals, a search of maps by its pages.
  expect(others.toSorted()).toEqual([
    'mapsSearchStart',
    'refreshTrackerCompanyList',
    'refreshTrackerPersonList',
  ])
})

/** A client of a service whose job is started and then polled with these outputs. */
function polled(outputs: object[], { wait = async () => {} }: { wait?: () => Promise<void> } = {}) {
  const paths: string[] = []
  const almanac = new Almanac({
    baseUrl: 'http://almanac.test',
    wait,
    async fetch(request) {
      paths.push(new URL(request.url).pathname)
      const output = request.url.endsWith('/start')
        ? { runId: 'task_1' }
        : request.url.endsWith('/cancel')
          ? { canceled: true, creditsRefunded: 4, creditsCharged: 2 }
          : (outputs[paths.length - 2] ?? outputs.at(-1))
      const chargeInfo = { method: 'charged-for-async-process', creditsCharged: 6, message: '' }
      return Response.json({ output, chargeInfo })
    },
  })
  return { almanac, paths }
}

const run = (status: string, progressPercent: number) => ({ run: { status, progressPercent, error: null } })
const start = { inlineCsv: 'Website\nacme.example\n' }

describe('a job', () => {
  test('is polled until it ends, and says how far it is', async () => {
    const { almanac } = polled([run('pending', 0), run('running', 40), run('done', 100)])
    const percents: (number | undefined)[] = []
    const onProgress = ({ percent }: { percent: number | undefined }) => percents.push(percent)
    const { credits, result } = await almanac.withCost((counted) =>
      counted.run('startEnrichList', start, { onProgress }),
    )
    expect(percents).toEqual([0, 40, 100])
    expect([credits, result.cost, result.ask]).toEqual([6, 6, { runId: 'task_1' }])
  })

  test('that fails throws what was read last, and its cost is counted', async () => {
    const { almanac } = polled([{ run: { status: 'failed', error: 'The file is gone.' } }])
    let counted = 0
    const failing = almanac.withCost(async (counting) => {
      await counting.run('startEnrichList', start).finally(() => (counted = counting.lastCost))
    })
    await expect(failing).rejects.toThrow(JobFailed)
    await expect(failing).rejects.toMatchObject({ message: 'The file is gone.', output: { run: {} } })
    expect(counted).toBe(6)
  })

  test('that was not started is not begun by an aborted signal', async () => {
    const { almanac, paths } = polled([])
    const signal = AbortSignal.abort(new Error('no'))
    await expect(almanac.run('startEnrichList', start, { signal })).rejects.toThrow('no')
    expect(paths).toEqual([])
  })

  test('is canceled at the service when its signal is aborted while the start is under way', async () => {
    const controller = new AbortController()
    const { almanac, paths } = polled([run('running', 1)])
    const running = almanac.run('startEnrichList', start, { signal: controller.signal })
    controller.abort(new Error('changed my mind'))
    await expect(running).rejects.toThrow(Canceled)
    await expect(running).rejects.toMatchObject({
      isStopped: true,
      creditsRefunded: 4,
      cause: { message: 'changed my mind' },
    })
    expect(paths.at(0)).toBe('/v1/enrich/start')
    expect(paths.at(-1)).toBe('/v1/enrich/cancel')
  })

  test('of each usual sort runs to its end on a real service', async () => {
    const org = await service.org()
    const almanac = clientOf(service, org)
    const spent = async () => (await service.spent(org.organizationId)) / 1_000
    const { output } = await almanac.companySearch({ searchParams: {}, pageSize: 1 })
    const domain = output.data[0]?.domains?.[0] ?? ''
    const before = await spent()
    const { credits, result } = await almanac.withCost(async (counted) => {
      const chart = await counted.run('startDepthChart', { company: { identifier: 'domain', value: domain } })
      const mosaic = await counted.run('startMosaic', { inlineCsv: `Website\n${domain}\n` })
      const domains = await counted.run('domainLookupTrigger', {
        companyInfo: [{ name: output.data[0]?.preferred_name ?? '' }],
      })
      return [chart.cost, mosaic.cost, domains.cost]
    })
    expect(credits).toBe((await spent()) - before)
    expect(result.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)).toBe(credits)
  })
})

describe('a webhook', () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const other = `whsec_${Buffer.alloc(24, 2).toString('base64')}`
  const body = '{"audience_id":"aud_1","note":"Zürich"}'
  const sent = new Date('2026-01-15T12:00:00Z')
  const nowMs = sent.getTime() + 1_000
  const headers = (by: string) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(sent.getTime() / 1000),
    'webhook-signature': new Webhook(by).sign('evt_1', sent, body),
    'webhook-event': 'audience.build_completed',
    'webhook-test': 'true',
  })

  test('signed by the library of the scheme is genuine, by any secret that is valid', async () => {
    const expected = {
      type: 'audience.build_completed',
      id: 'evt_1',
      isTest: true,
      payload: { note: 'Zürich' },
    }
    expect(await verifyWebhook(body, headers(secret), secret, { nowMs })).toMatchObject(expected)
    const bytes = new TextEncoder().encode(body)
    const two = new Headers({
      ...headers(secret),
      'webhook-signature': `v1,bm8= ${headers(secret)['webhook-signature']}`,
    })
    expect(await verifyWebhook(bytes, two, [other, secret], { nowMs })).toMatchObject(expected)
  })

  test.each([
    ['another body', `${body} `, headers(secret), secret, nowMs],
    ['another secret', body, headers(other), secret, nowMs],
    ['another id', body, { ...headers(secret), 'webhook-id': 'evt_2' }, secret, nowMs],
    ['another version', body, { ...headers(secret), 'webhook-signature': 'v2,AAAA' }, secret, nowMs],
    ['no signature', body, { 'webhook-id': 'evt_1' }, secret, nowMs],
    ['an old one', body, headers(secret), secret, nowMs + 301_000],
    ['one of the future', body, headers(secret), secret, nowMs - 302_000],
    ['a time that is no number', body, { ...headers(secret), 'webhook-timestamp': 'soon' }, secret, nowMs],
    ['a secret that is no Base64', body, headers(secret), 'whsec_!', nowMs],
  ])('with %s is not', async (...[, text, sentHeaders, by, now]) => {
    await expect(verifyWebhook(text, sentHeaders, by, { nowMs: now })).rejects.toThrow(NotGenuine)
  })
})
