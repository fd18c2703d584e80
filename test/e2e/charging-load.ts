import { expect } from 'vitest'
import { ask, runAlmanac, type RunningServer } from './running-server.ts'

const lanes = 6

interface Answer {
  text: string
  requestId: string | null
}

export interface ChargingLoad {
  /** Everything that was ever answered with. */
  statuses: ReadonlySet<number>
  /** Sends keys side by side until there are none left or `isGone`: those without an answer first, and some known. */
  send(url: string, isGone: () => boolean): Promise<void>
  /** Sends what is left until everything is answered. */
  finish(url: string): Promise<void>
  /** Each key was charged once and answered alike, nothing is held, and the ledger adds up. */
  verify(left: number): Promise<void>
}

/** Charged calls of one organization, each under an idempotency key of its own, sent again until they are answered. */
export async function chargingLoad(
  { key, organizationId = '' }: Pick<RunningServer, 'key' | 'organizationId'>,
  { dataDir, keys, price }: { dataDir: string; keys: number; price: number },
): Promise<ChargingLoad> {
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

  async function lane(url: string, isGone: () => boolean): Promise<void> {
    while (!isGone()) {
      const next = waiting.shift()
      if (next === undefined) return
      await charge(next, url)
    }
  }

  async function send(url: string, isGone: () => boolean): Promise<void> {
    // Unknown outcomes first, and some that are known: clients do not know what was lost.
    waiting.unshift(...unanswered, ...[...answers.keys()].slice(-5))
    await Promise.all(Array.from({ length: lanes }, () => lane(url, isGone)))
  }

  return {
    statuses,
    send,
    async finish(url) {
      do await send(url, () => false)
      while (unanswered.size > 0)
    },
    async verify(left) {
      expect(answers.size).toBe(keys)
      for (const [name, given] of answers) expect(new Set(given.map(({ text }) => text)).size, name).toBe(1)
      const listed = await runAlmanac(['ledger', 'list', organizationId, '--json'], { dataDir })
      const entries = listed.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { kind: string; amount: number })
      const captures = entries.filter(({ kind }) => kind === 'capture')
      expect(captures).toHaveLength(keys)
      expect(captures.every(({ amount }) => amount === price)).toBe(true)
      const shown = await runAlmanac(['credits', 'show', organizationId, '--json'], { dataDir })
      const [subscription] = JSON.parse(shown.stdout) as { held: number; available: number; used: number }[]
      expect(subscription).toMatchObject({ held: 0, used: keys * price, available: left })
      expect((await runAlmanac(['ledger', 'verify'], { dataDir })).code).toBe(0)
    },
  }
}
