import type { Clock } from '../../lib/clock.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { joinSending, longestSendingMs } from '../events/index.ts'
import type { DueDelivery } from './delivery-rows.ts'
import { selectSendable, type Sendable } from './sendable.ts'

/** Deliveries that are read together: what they say leaves before the next are read. */
const maxConcurrentSends = 64

/** Reads what is sent at the moment of sending. */
export interface SendTurns {
  /**
   * Hands over a delivery as it stands now, undefined where this process may not send it any more. Whoever withdraws it waits
   * until `send` has returned. Rejects where the store could not be asked; nothing was handed over then.
   */
  take(due: DueDelivery, send: (now: Sendable | undefined) => void): Promise<void>
}

interface Turn {
  due: DueDelivery
  send: (now: Sendable | undefined) => void
  ended: PromiseWithResolvers<void>
  isHandedOver: boolean
}

/** Deliveries whose connections stand at the same time share a transaction: one each would be most of what sending costs. */
export function createSendTurns({ db, clock }: { db: Postgres; clock: Clock }): SendTurns {
  const waiting: Turn[] = []
  let running: Promise<void> | undefined

  async function runTurns(): Promise<void> {
    while (waiting.length > 0) {
      const turns = waiting.splice(0, maxConcurrentSends)
      await handOver(turns).catch((cause: unknown) => {
        // What was handed over has left, whatever became of the transaction.
        for (const { ended, isHandedOver } of turns) if (!isHandedOver) ended.reject(cause)
      })
    }
    running = undefined
  }

  async function handOver(turns: readonly Turn[]): Promise<void> {
    await db.transact(async (tx) => {
      await joinSending(tx)
      const begunMs = performance.now()
      const sendable = await selectSendable(
        tx,
        turns.map(({ due }) => due),
        new Date(clock.now()),
      )
      for (const turn of turns) {
        // A process that stood still has read what may be withdrawn by now.
        if (performance.now() - begunMs > longestSendingMs) throw new Error('read too long before sending')
        turn.isHandedOver = true
        turn.send(sendable.get(turn.due.id))
        turn.ended.resolve()
      }
    })
  }

  return {
    async take(due, send) {
      const turn = { due, send, ended: Promise.withResolvers<void>(), isHandedOver: false }
      waiting.push(turn)
      running ??= runTurns()
      await turn.ended.promise
    },
  }
}
