import type { Clock } from '../../lib/clock.ts'
import {
  Failure,
  type Idempotency,
  type IdempotencyClaim,
  type IdempotencySlot,
  type StoredAnswer,
} from '../../operation/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { answerSeal } from './answer-seal.ts'
import {
  deleteAbandoned,
  deleteExpired,
  deleteRunning,
  insertClaim,
  selectClaim,
  updateDone,
} from './claims.ts'

const purgeBatch = 2_000
/** Of requests that ended while the store was away. */
const maxExcessRows = 10_000
/** Each further round means the row vanished between two statements. */
const maxRounds = 5

export interface IdempotencySettings {
  db: Postgres
  clock: Clock
  /** Encrypts stored answers: one may hold a secret that is shown once. At least 32 bytes. */
  secret: Buffer
  /** `instanceId` stays over restarts, `bootId` is new at each. */
  process: { instanceId: string; bootId: string }
}

export interface IdempotencyStore extends Idempotency {
  /** At start-up: frees the keys that earlier boots of this instance left running; answers how many. */
  freeAbandoned(): Promise<number>
  /** Removes keys older than 72 h, a batch; answers how many. */
  purgeExpired(nowMs: number): Promise<number>
}

/** Another request took over the key, so this one must not charge. Sent again, it gets the answer of the other. */
export class SlotLost extends Failure {
  override readonly name = 'SlotLost'

  constructor(slot: IdempotencySlot) {
    const cause = new Error(`the idempotency key of ${slot.requestId} was taken over by another request`)
    super('unavailable', { cause, retryAfterSeconds: 2 })
  }
}

/** Stores the answer in the caller's transaction. Throws SlotLost, which must roll the charge back. */
export async function completeClaim(
  tx: Queryable,
  slot: IdempotencySlot,
  answer: StoredAnswer,
): Promise<void> {
  if (!(await updateDone(tx, slot, answer))) throw new SlotLost(slot)
}

export function openIdempotency(settings: IdempotencySettings): IdempotencyStore {
  const { db, clock, process } = settings
  const seal = answerSeal(settings.secret)
  /**
   * Requests of this process that ended but may still be marked as running because the store was away; no retry waits for
   * them.
   */
  const over = new Set<string>()
  const isOver = (requestId: string) => {
    over.add(requestId)
    const [oldest = ''] = over
    // That one is left to its lease.
    if (over.size > maxExcessRows) over.delete(oldest)
  }
  return {
    async claim({ organizationId, key, fingerprint, requestId, expiresAtMs }): Promise<IdempotencyClaim> {
      for (let round = 0; round < maxRounds; round++) {
        const claiming = insertClaim(db, {
          organizationId,
          key,
          fingerprint,
          requestId,
          ...process,
          leaseExpiresAtMs: expiresAtMs,
          nowMs: clock.now(),
        })
        // A claim whose answer is lost may have been carried out.
        claiming.catch(() => isOver(requestId))
        if (await claiming) return { state: 'claimed', slot: { organizationId, key, requestId } }
        const claim = await selectClaim(db, organizationId, key)
        if (claim === undefined) continue
        if (claim.state === 'running' && over.has(claim.requestId)) {
          await deleteRunning(db, { organizationId, key, requestId: claim.requestId })
          continue
        }
        if (claim.fingerprint !== fingerprint) return { state: 'mismatch' }
        if (claim.state !== 'done') return { state: claim.state }
        const answer = { ...claim.answer, body: seal.open(claim.answer.body) }
        return { state: 'replay', answer, claimedAtMs: claim.claimedAtMs }
      }
      return { state: 'running' }
    },
    async complete(slot, answer) {
      // Nothing was charged, so an answer whose slot is gone harms nobody: the other request stores its own.
      await updateDone(db, slot, { ...answer, body: seal.close(answer.body) })
    },
    async abandon(slot) {
      const abandoned = deleteRunning(db, slot)
      abandoned.catch(() => isOver(slot.requestId))
      await abandoned
    },
    freeAbandoned: () => deleteAbandoned(db, process.instanceId, process.bootId),
    purgeExpired: (nowMs) => deleteExpired(db, nowMs, purgeBatch),
  }
}
