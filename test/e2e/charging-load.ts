import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CommandRun } from './command-runner.ts'
import { ask } from './running-server.ts'

const lanes = 6

interface Answer {
  text: string
  requestId: string | null
}

export interface ChargingLoad {
  /** Everything that was ever answered with. */
  statuses: ReadonlySet<number>
  organizationId: string
  key: string
  /** Resolves when so many more requests were answered. */
  answered(count: number): Promise<void>
  /** Sends keys side by side until there are none left or `isGone`: those without an answer first, and some known. */
  send(url: string, isGone: () => boolean): Promise<void>
  /** Sends what is left until everything is answered. */
  finish(url: string): Promise<void>
  /** Each key was charged once and answered alike, nothing is held, and the ledger adds up. */
  verify(): Promise<void>
}

/** Charged calls of an organization of their own, each under an idempotency key of its own, sent again until they are answered. */
export async function chargingLoad(
  commands: CommandRun,
  { keys, price, left }: { keys: number; price: number; left: number },
): Promise<ChargingLoad> {
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await commands.run(...args, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const { id: organizationId } = await json(
    'org',
    'create',
    'Charged',
    '--credits',
    String(keys * price + left),
  )
  const { key } = await json('key', 'create', organizationId, '--name', 'charged')
  expect((await commands.run('limit', 'set', organizationId, 'companySearch', '1000000')).code).toBe(0)
  /** What each key was answered, every time that it was. */
  const answers = new Map<string, Answer[]>()
  const waiting = Array.from({ length: keys }, (_, index) => `key ${index}`)
  const unanswered = new Set<string>()
  const statuses = new Set<number>()
  let answerCount = 0
  let milestone: { count: number; reach: () => void } | undefined

  async function charge(idempotencyKey: string, url: string): Promise<void> {
    const headers = { 'idempotency-key': idempotencyKey }
    const body = { searchParams: {}, pageSize: price }
    const answer = await ask(url, 'POST /v1/company-search', { key, body, headers }).catch(() => undefined)
    if (answer !== undefined) {
      statuses.add(answer.status)
      answerCount += 1
      if (answerCount === milestone?.count) milestone.reach()
    }
    if (answer?.status !== 200) {
      unanswered.add(idempotencyKey)
      // As clients do that are refused; to ask again at once would only keep the processor busy.
      await delay(250)
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
    organizationId,
    key,
    answered: (count) => new Promise((reach) => (milestone = { count: answerCount + count, reach })),
    send,
    async finish(url) {
      do await send(url, () => false)
      while (unanswered.size > 0)
    },
    async verify() {
      expect(answers.size).toBe(keys)
      for (const [name, given] of answers) expect(new Set(given.map(({ text }) => text)).size, name).toBe(1)
      const listed = await commands.run('ledger', 'list', organizationId, '--json')
      const entries = listed.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { kind: string; amount: number })
      const captures = entries.filter(({ kind }) => kind === 'capture')
      expect(captures).toHaveLength(keys)
      expect(captures.every(({ amount }) => amount === price)).toBe(true)
      const [subscription] = await json('credits', 'show', organizationId)
      expect(subscription).toMatchObject({ held: 0, used: keys * price, available: left })
      expect((await commands.run('ledger', 'verify')).code).toBe(0)
    },
  }
}
