import { frozenClock, type FrozenClock } from '../../../src/lib/clock.ts'
import {
  lesser,
  minus,
  noCredits,
  plus,
  times,
  toMilli,
  type MilliCredits,
} from '../../../src/lib/credits.ts'
import type {
  Admission,
  BalanceView,
  Caller,
  PipelinePorts,
  RateLimit,
  RequestRecord,
} from '../../../src/operation/index.ts'

export const testKey = 'alm_live_surfaces'

/** The kernel's ports without stores: one organization, one key, one balance, no limit but the given ones. */
export interface MemoryPorts extends PipelinePorts {
  clock: FrozenClock
  records: RequestRecord[]
  errors: { requestId: string; errorCode: string; operationId: string; cause: unknown }[]
  balanceView: BalanceView
  /** Operations that are over their limit. */
  limited: Set<string>
}

const caller: Caller = { organizationId: 'org_1', keyId: 'key_1', keyPrefix: 'alm_live_sur', mode: 'live' }

export function memoryPorts(credits = 1_000): MemoryPorts {
  const clock = frozenClock()
  const records: RequestRecord[] = []
  const errors: MemoryPorts['errors'] = []
  const limited = new Set<string>()
  const balanceView: BalanceView = { available: toMilli(credits), allocation: toMilli(credits) }
  const admission = (operationId: string, limit: RateLimit): Admission => {
    const admitted = !limited.has(operationId)
    return {
      ...limit,
      admitted,
      remaining: admitted ? limit.max - 1 : 0,
      retryAfterSeconds: admitted ? 0 : 7,
    }
  }
  const answers = new Map<string, { status: number; body: string; creditsCharged: MilliCredits }>()
  return {
    clock,
    records,
    errors,
    limited,
    balanceView,
    checkOutputs: true,
    links: {
      moreCredits: 'http://localhost:8080/credits',
      documentation: (id) => `http://localhost:8080/ai-docs/${id}.md`,
      problem: (slug) => `http://localhost:8080/llms.txt#${slug}`,
    },
    onError: (error) => errors.push(error),
    requestLog: { record: (entry) => records.push(entry) },
    authenticator: { authenticate: async (key) => (key === testKey ? caller : undefined) },
    limiter: {
      admit: (_organization, operationId, fallback) => admission(operationId, fallback),
      effective: async (_organization, _operationId, fallback) => ({ max: fallback.max, isCustom: false }),
      admitFailure: () => admission('', { max: 60, windowSeconds: 60 }),
      admitAddress: (_address, operationId, limit) => admission(operationId, limit),
    },
    ledger: memoryLedger(balanceView, answers),
    idempotency: {
      async claim({ organizationId, key, requestId }) {
        const answer = answers.get(key)
        if (answer !== undefined) return { state: 'replay', answer, claimedAtMs: 0 }
        return { state: 'claimed', slot: { organizationId, key, requestId } }
      },
      async complete(slot, answer) {
        answers.set(slot.key, answer)
      },
      async abandon() {},
    },
  }
}

function memoryLedger(
  balance: BalanceView,
  answers: Map<string, { status: number; body: string; creditsCharged: MilliCredits }>,
): PipelinePorts['ledger'] {
  const price = toMilli(1)
  return {
    async unitPrices(_organization, keys) {
      return Object.fromEntries(keys.map((key) => [key, price]))
    },
    balance: async () => ({ ...balance }),
    async hold({ lines }) {
      const amount = plus(...lines.map((line) => times(price, line.units)))
      if (balance.available < price) {
        return { ok: false, reason: 'out-of-credits', balance: { ...balance } }
      }
      const unitPrices = Object.fromEntries(lines.map((line) => [line.key, price]))
      return { ok: true, hold: { id: 'hold_1', amount: lesser(amount, balance.available), unitPrices } }
    },
    async settle({ lines, replay }) {
      const charged = plus(...lines.map((line) => times(price, line.units)))
      balance.available = minus(balance.available, charged)
      const settled = { charged, balance: { ...balance } }
      if (replay !== undefined) answers.set(replay.slot.key, replay.answer(settled))
      return settled
    },
    async handOver({ hold, replay }) {
      const settled = { charged: hold?.amount ?? noCredits, balance: { ...balance } }
      if (replay !== undefined) answers.set(replay.slot.key, replay.answer(settled))
      return settled
    },
    async release() {},
  }
}
