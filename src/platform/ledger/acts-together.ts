import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  CheckViolation,
  ForeignKeyViolation,
  InvalidValue,
  SerializationFailure,
  StatementFailed,
  StoreUnavailable,
  UniqueViolation,
  type Postgres,
} from '../../store/postgres/index.ts'
import { actsAlone, insertTogether, type ActRow, type Acts, type ActTerms } from './acts.ts'
import type { ChargedRow } from './charge-at-once.ts'
import type { ClosedRow, CloseHold, HoldRow, NewHold, ProcessIdentity } from './holds.ts'

/** Acts of one statement; more wait for the next. */
const maxGroupedActs = 128

interface Act {
  terms: ActTerms
  nowMs: number
  /** Carries it out as a statement of its own. */
  alone(): Promise<ActRow>
}

interface Waiter {
  act: Act
  resolve(row: ActRow): void
  reject(error: unknown): void
}

/** What an organization has under way and in line. */
interface Lane {
  waiting: Waiter[]
  /** So many of those in line are carried out alone: one of them had their statement refused. */
  apart: number
}

/** Refused by the database: no part of the statement was carried out, but it may succeed without one of its acts. */
const refusals = [
  CheckViolation,
  ForeignKeyViolation,
  InvalidValue,
  SerializationFailure,
  StatementFailed,
  UniqueViolation,
]

/**
 * One statement at a time for an organization: the first act is carried out at once, and what arrives while that is under
 * way goes together with the next statement, in the order of arrival.
 */
export function actsTogether(db: Postgres, process: ProcessIdentity): Acts {
  const single = actsAlone(db, process)
  const lanes = new Map<string, Lane>()

  /** Until nobody is in line. */
  async function drain(organizationId: string, lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) {
      const turn = lane.waiting.splice(0, lane.apart > 0 ? 1 : maxGroupedActs)
      lane.apart = Math.max(lane.apart - 1, 0)
      try {
        const rows = await carryOut(db, turn, { organizationId, process })
        for (const [index, row] of rows.entries()) turn[index]?.resolve(row)
      } catch (error) {
        fail(lane, turn, error)
      }
      // A caller that was just answered and asks again joins the others instead of overtaking them.
      if (turn.length > 1 || lane.waiting.length > 0) await nextTurn()
    }
    lanes.delete(organizationId)
  }

  function take(organizationId: string, act: Act): Promise<ActRow> {
    return new Promise((resolve, reject) => {
      const waiter = { act, resolve, reject }
      const lane = lanes.get(organizationId)
      if (lane !== undefined) return void lane.waiting.push(waiter)
      const opened = { waiting: [waiter], apart: 0 }
      lanes.set(organizationId, opened)
      void drain(organizationId, opened)
    })
  }

  return {
    on: db,
    hold: async (hold) => {
      const act = { terms: termsOfHold(hold), nowMs: hold.nowMs, alone: () => single.hold(hold) }
      return (await take(hold.request.caller.organizationId, act)) as HoldRow
    },
    settle: async (close) => {
      const act = { terms: termsOfClose(close), nowMs: close.nowMs, alone: () => single.settle(close) }
      return (await take(close.organizationId, act)) as ClosedRow
    },
    charge: async (hold, close) => {
      const { deferred: request, amount: want, unitPrices, id } = hold
      const { nowMs } = close
      const setAside = termsOfHold({ id, request, want, least: want, unitPrices, process, nowMs })
      const terms = { ...setAside, ...termsOfClose(close) }
      return (await take(close.organizationId, {
        terms,
        nowMs,
        alone: () => single.charge(hold, close),
      })) as ChargedRow
    },
  }
}

/** Carries acts out in one statement; one act alone has a statement of its own. */
async function carryOut(
  db: Postgres,
  turn: readonly Waiter[],
  by: { organizationId: string; process: ProcessIdentity },
): Promise<ActRow[]> {
  const acts = turn.map(({ act }) => act)
  const [first] = acts
  if (first !== undefined && acts.length === 1) return [await first.alone()]
  const terms = acts.map((act) => act.terms)
  return insertTogether(db, terms, { ...by, nowMs: Math.max(...acts.map((act) => act.nowMs)) })
}

function fail(lane: Lane, turn: readonly Waiter[], error: unknown): void {
  if (turn.length > 1 && refusals.some((refusal) => error instanceof refusal)) {
    lane.waiting.unshift(...turn)
    lane.apart = turn.length
    return
  }
  const failed = [...turn]
  if (error instanceof StoreUnavailable) {
    // Each waiting caller would find the store unavailable in turn, and each would take the full time to notice.
    failed.push(...lane.waiting.splice(0))
    lane.apart = 0
  }
  for (const { reject } of failed) reject(error)
}

const termsOfHold = ({ id, request, want, least, unitPrices }: NewHold): ActTerms => ({
  holdId: id,
  keyId: request.caller.keyId,
  requestId: request.requestId,
  operationId: request.operationId,
  want,
  least,
  unitPrices,
  expiresAt: new Date(request.expiresAtMs),
})

const termsOfClose = ({ holdId, charge, lines }: CloseHold): ActTerms => ({
  holdId,
  charge,
  ...(lines.length > 0 && { lines }),
})
