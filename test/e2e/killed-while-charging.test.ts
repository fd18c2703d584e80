import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { ask, runAlmanac, startServer, temporaryDataDir, type RunningServer } from './running-server.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const kills = 10
const keys = 600
const lanes = 6
const price = 3

let dataDir: string
let remove: () => Promise<void>
let server: RunningServer | undefined
beforeAll(async () => ({ dataDir, remove } = await temporaryDataDir()))
afterAll(async () => {
  await server?.kill()
  await remove()
})

interface Answer {
  text: string
  requestId: string | null
}

test('SIGKILL at any moment of charged calls: each idempotency key is charged once and answered alike', async () => {
  verifies(
    'promise.ledger.one-charge-per-key',
    'promise.run.restart-after-kill',
    'promise.ledger.hold-released',
  )
  const env = { ALMANAC_BOOTSTRAP_CREDITS: String(keys * price + 20) }
  server = await startServer({ dataDir, env })
  const { key, organizationId = '' } = server
  for (const args of [
    ['limit', 'set', organizationId, 'companySearch', '1000000'],
    ['limit', 'set', organizationId, 'getOrgCredits', '1000000'],
  ])
    expect((await runAlmanac(args, { dataDir })).code).toBe(0)

  /** What each key was answered, every time that it was. */
  const answers = new Map<string, Answer[]>()
  const waiting = Array.from({ length: keys }, (_, index) => `key ${index}`)
  const unanswered = new Set<string>()
  const statuses = new Set<number>()

  async function charge(idempotencyKey: string, url: string): Promise<void> {
    const headers = { 'idempotency-key': idempotencyKey }
    const body = { searchParams: {}, pageSize: price }
    const answer = await ask(url, 'POST /v1/company-search', { key, body, headers }).catch(() => undefined)
    if (answer !== undefined) statuses.add(answer.status)
    if (answer?.status !== 200) {
      unanswered.add(idempotencyKey)
      return
    }
    unanswered.delete(idempotencyKey)
    const { text, headers: told } = answer
    answers.set(idempotencyKey, [
      ...(answers.get(idempotencyKey) ?? []),
      { text, requestId: told.get('x-request-id') },
    ])
  }

  /** Sends keys until there are none left or the server is gone. */
  async function lane(url: string, isGone: () => boolean): Promise<void> {
    while (!isGone()) {
      const next = waiting.shift()
      if (next === undefined) return
      await charge(next, url)
    }
  }

  const moments: number[] = []
  const restarts: number[] = []
  for (let kill = 0; kill <= kills; kill++) {
    const { url, child } = server
    // Unknown outcomes first, and some that are known: clients do not know what was lost.
    const again = [...unanswered, ...[...answers.keys()].slice(-5)]
    waiting.unshift(...again)
    if (kill === kills) {
      // The last server lives: everything is answered in the end.
      while (waiting.length > 0 || unanswered.size > 0) {
        await Promise.all(Array.from({ length: lanes }, () => lane(url, () => false)))
        waiting.push(...unanswered)
      }
      break
    }
    let isGone = false
    const load = Promise.all(Array.from({ length: lanes }, () => lane(url, () => isGone)))
    const moment = randomInt(20, 400)
    moments.push(moment)
    // The kill is the point of this test, and its moment is random.
    await delay(moment)
    child.kill('SIGKILL')
    isGone = true
    await Promise.all([load, server.ended])
    server = await startServer({ dataDir, env })
    restarts.push(server.startMs)
  }
  console.log(`killed after ${moments.join(', ')} ms; restarts took ${restarts.join(', ')} ms`)

  expect(answers.size).toBe(keys)
  expect([...statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([])
  for (const [name, given] of answers) expect(new Set(given.map(({ text }) => text)).size, name).toBe(1)
  const listed = await runAlmanac(['ledger', 'list', organizationId, '--json'], { dataDir })
  const entries = listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; amount: number })
  const captures = entries.filter(({ kind }) => kind === 'capture')
  expect(captures).toHaveLength(keys)
  expect(captures.every(({ amount }) => amount === price)).toBe(true)
  // The kills hit requests between hold and charge: otherwise this test shows nothing.
  expect(entries.filter(({ kind }) => kind === 'expire').length).toBeGreaterThan(0)
  const [subscription] = JSON.parse(
    (await runAlmanac(['credits', 'show', organizationId, '--json'], { dataDir })).stdout,
  ) as { held: number; available: number; used: number }[]
  expect(subscription).toMatchObject({ held: 0, used: keys * price, available: 20 })
  expect((await runAlmanac(['ledger', 'verify'], { dataDir })).code).toBe(0)
  expect((await server.stop()).code).toBe(0)
})
